"""Tasks as check-box lines with metadata below: the form of the contract, and the bold one.

Contract A, *The folder on disk*. What is not a task for the slicers is not read as one here;
it is reported with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxkit.diagnostics import Findings
from ctxkit.gotext import to_lower, trim_space
from ctxkit.manifest.slices import TASK_LINE, WAVE_LINE
from ctxkit.workspace.markdown import fenced_lines, name_lines, quote_short, whole_number
from ctxkit.workspace.task import Task
from ctxkit.workspace.task_draft import KEYS, TaskDraft
from ctxkit.workspace.task_lookalikes import (
    Lookalike,
    match_box,
    match_bullet,
    report_boxes_without_id,
    report_duplicate,
)

BOLD_LINE = re.compile(r"- \[[ x]\] \*\*(T[0-9]+[A-Z]?)(?:\*\*)? — ")
_METADATA = re.compile(r"  - ([A-Za-z][A-Za-z0-9_-]*):(?:[\t ]+(.*)|[\t\r ]*\Z)", re.DOTALL)
_LOOSE_METADATA = re.compile(
    rf"[\t >]*([-*+][\t ]+)?[*_`]{{0,2}}({'|'.join(KEYS)})[*_`]{{0,2}}[\t ]*:[*_]{{0,2}}(.*)",
    re.DOTALL | re.IGNORECASE | re.ASCII,
)
_WAVE_NUMBER = re.compile(r"## Wave ([0-9]+)")
_LOOSE_WAVE = re.compile(r"[\t >]*#{1,6}[\t ]*\**wave[\t ]*[0-9]", re.IGNORECASE)
# Nothing that begins so at the start of a line is part of the value above.
_ENDS_A_VALUE = ("#", "---", "***", "|", ">", "`", "~~~", "- ", "* ", "+ ")


@dataclass(slots=True)
class _Unread:
    """Metadata that belongs to no task, or to a line that only looks like one."""

    line: int | None = None
    why: str = ""
    below: list[int] = field(default_factory=list)


def read_task_lines(
    lines: Sequence[str], found: Findings, *, bold: bool
) -> tuple[list[Task], list[int]]:
    """Read the tasks of a file of check-box lines.

    Parameters
    ----------
    lines : sequence of str
        Lines with comments blanked.
    found : Findings
        Gets what could not be read.
    bold : bool
        Whether ``- [x] **T1 — title**`` is a task line, too, and waves may be missing.

    Returns
    -------
    tuple of (list of Task, list of int)
        The tasks in the order of the file, each id once, and the numbers of the lines that are
        neither in a task nor in a finding.
    """
    reader = _Reader(found, bold)
    for number, line in enumerate(lines, 1):
        reader.take(number, line)
    reader.end()
    _report_fenced(lines, reader.tasks, found)
    return reader.tasks, reader.others


def _report_fenced(lines: Sequence[str], tasks: Sequence[Task], found: Findings) -> None:
    fenced = fenced_lines(lines)
    inside = [task.line for task in tasks if task.line in fenced]
    if inside:
        found.warning(
            "task-in-fence",
            inside[0],
            f"tasks inside a code fence count, for the tool knows no fences: {name_lines(inside)}",
            "Indent the example by a space, or close the fence above.",
        )


class _Reader:
    """Goes over the lines once and keeps the open task."""

    def __init__(self, found: Findings, bold: bool) -> None:
        self.tasks: list[Task] = []
        self.others: list[int] = []
        self._found = found
        self._bold = bold
        self._first_lines: dict[str, int] = {}
        self._wave: int | None = None
        self._draft: TaskDraft | None = None
        self._unread = _Unread()
        self._boxes: list[int] = []
        self._lacking: list[TaskDraft] = []

    def take(self, number: int, line: str) -> None:
        """Read the next line."""
        if not trim_space(line):
            self._close_value()
        elif TASK_LINE.match(line) or (self._bold and BOLD_LINE.match(line)):
            self._start(number, line)
        elif line.startswith("## ") and WAVE_LINE.match(line):
            self._end_block()
            wave = _WAVE_NUMBER.match(line)
            self._wave = whole_number(wave[1]) if wave else None
        elif not self._take_metadata(number, line):
            self._take_other(number, line)

    def end(self) -> None:
        """Finish what is open."""
        self._end_block()
        report_boxes_without_id(self._boxes, self._found)
        if self._lacking:
            self._report_lacking(self._lacking)

    def _report_lacking(self, drafts: Sequence[TaskDraft]) -> None:
        # The bold form has no mandatory keys of its own, so this is no fault.
        keys = {key for draft in drafts for key in draft.missing}
        self._found.info(
            "task-missing-key",
            drafts[0].line,
            f"{len(drafts):,} of {len(self.tasks):,} tasks lack keys that the waves form has "
            f"({', '.join(key for key in KEYS if key in keys)}): "
            + name_lines([draft.line for draft in drafts]),
        )

    def _start(self, number: int, line: str) -> None:
        self._end_block()
        done = line[3] == "x"
        start = TASK_LINE.match(line)
        if start:
            task_id, text = start[1], line[start.end() :]
        else:
            task_id, text = _split_bold(line)
        if task_id in self._first_lines:
            report_duplicate(task_id, number, self._first_lines[task_id], self._found)
            # Its metadata goes the same way.
            self._unread = _Unread(number)
            return
        if self._wave is None and not self._bold:
            self._found.error(
                "task-before-wave",
                number,
                f"task {task_id} stands before any wave",
                "Put a line `## Wave 1` above it.",
            )
        self._first_lines[task_id] = number
        self._draft = TaskDraft(task_id, text, done, self._wave, number)

    def _take_metadata(self, number: int, line: str) -> bool:
        exact = _METADATA.match(line)
        loose = None if exact or ":" not in line else _LOOSE_METADATA.match(line)
        match = exact or loose
        if not match:
            return False
        bullet, key, value = ("", *match.groups("")) if exact else match.groups("")
        draft = self._draft
        if draft is None:
            # A bare `verify: …` outside of tasks is prose.
            place = self._unread.below if exact or bullet else self.others
            place.append(number)
        elif exact and key in KEYS:
            draft.set(number, key, value, self._found)
        elif exact and to_lower(key) not in KEYS:
            draft.set_unknown(number, key, value, self._found)
        elif exact or bullet:
            draft.loose.append(number)
            draft.set(number, to_lower(key), value, self._found)
        elif not (line[:1] in " \t" and draft.go_on(line)):
            self._report_bare_metadata(number, to_lower(key))
        return True

    def _report_bare_metadata(self, number: int, key: str) -> None:
        self._close_value()
        self._found.warning(
            "task-metadata-form",
            number,
            f"looks like the key {key!r} but is no list item, so it is not read",
            f"Write `  - {key}: …`.",
        )

    def _close_value(self) -> None:
        if self._draft:
            self._draft.open_key = ""

    def _take_other(self, number: int, line: str) -> None:
        seen = match_box(line)
        if seen and seen.id:
            self._take_lookalike(number, line, seen)
        elif seen:
            self._boxes.append(number)
            self._close_value()
        elif bullet := match_bullet(line):
            self._close_value()
            self._found.warning(
                "task-without-box",
                number,
                f"names task {bullet.id} in a list item without a check box, so it is not a task",
                f"Write `- [ ] {bullet.id} — title` if it is one.",
            )
        elif _LOOSE_WAVE.match(line):
            self._take_loose_wave(number, line)
        elif line.startswith(_ENDS_A_VALUE):
            self._close_value()
            self.others.append(number)
        elif not (self._draft and self._draft.go_on(line)):
            self.others.append(number)

    def _take_lookalike(self, number: int, line: str, seen: Lookalike) -> None:
        why = _why_no_task(line, seen)
        if seen.indent >= 2 and self._draft:
            # A list below the task: the task's own metadata may go on after it.
            self._close_value()
            self._report_lookalike(_Unread(number, why))
            return
        self._end_block()
        self._unread = _Unread(number, why)

    def _take_loose_wave(self, number: int, line: str) -> None:
        self._close_value()
        self._found.warning(
            "wave-form",
            number,
            f"looks like the start of a wave but is not: {quote_short(line)}",
            "Write a bare `## Wave 2`. The tasks below count to the wave before.",
        )

    def _end_block(self) -> None:
        if self._draft:
            self.tasks.append(self._draft.finish(self._found, bold=self._bold))
            if self._bold and self._draft.missing:
                self._lacking.append(self._draft)
        elif self._unread.why:
            self._report_lookalike(self._unread)
        elif self._unread.below:
            below = self._unread.below
            owner = "a task that is not read" if self._unread.line else "no task"
            self._found.error(
                "metadata-outside-task",
                below[0],
                f"metadata that belongs to {owner}: {name_lines(below)}",
                "Put it right below its `- [ ] T1 — title` line.",
            )
        self._draft = None
        self._unread = _Unread()

    def _report_lookalike(self, unread: _Unread) -> None:
        below = f"; nor is its metadata: {name_lines(unread.below)}" if unread.below else ""
        self._found.error(
            "task-line-form",
            unread.line,
            f"looks like a task but {unread.why}, so it is not read{below}",
            "Write exactly `- [ ] T1 — title`, with an em dash between single spaces.",
        )


def _split_bold(line: str) -> tuple[str, str]:
    start = BOLD_LINE.match(line)
    assert start is not None
    rest = line[start.end() :]
    if start[0].endswith("** — "):
        return start[1], rest
    title, _, behind = rest.partition("**")
    return start[1], title + behind


def _why_no_task(line: str, seen: Lookalike) -> str:
    """Return what is wrong with a line that looks like a task, as the rest of a sentence."""
    if line[:1] in "\ufeff \t>":
        return "is indented" if line[:1] != "\ufeff" else "starts with a byte order mark"
    if not line.startswith("- ["):
        return f"starts with {quote_short(line[: line.index('[')])} and not with `- `"
    if line[2:5] not in ("[ ]", "[x]"):
        return f"its box is {quote_short(line[2 : line.index(']') + 1])} and not `[ ]` or `[x]`"
    if BOLD_LINE.match(line):
        return "its id is bold"
    if not re.fullmatch("T[0-9]+", seen.id):
        return f"its id {quote_short(seen.id)} is not T and a number"
    return f"`- [ ] {seen.id}` is not followed by ` — `"
