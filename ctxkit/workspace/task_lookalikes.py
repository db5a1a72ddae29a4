"""Lines that a person would take for a task, in whatever notation they stand.

The readers of the known forms use this to name what they did not read; a file in no known form
is read by it alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ctxkit.diagnostics import Findings
from ctxkit.gotext import trim_space
from ctxkit.workspace.markdown import count_of, fenced_lines, is_item, name_lines, quote_lines
from ctxkit.workspace.task import Task

_BOX = re.compile(
    r"(?P<margin>[ \t>\ufeff]*)"
    r"(?P<bullet>[-*+•–—][ \t]*|[0-9]{1,9}[.)][ \t]*)?"
    r"\[(?P<mark>[xX✓✔☑✗~/*-]|[ ]{0,3})\](?![(\[:])"
    r"(?P<text>.*)",
    re.DOTALL,
)
# An id is T and a number, or another short mark with a number if punctuation follows.
_ID = re.compile(
    r"[ \t]*(?P<open>[*_`~]{0,3})(?:"
    r"(?P<task>[Tt]-?[0-9]+[A-Za-z]?(?:\.[0-9]+)*)(?![A-Za-z0-9_])"
    r"|(?P<dotted>[0-9]+(?:\.[0-9]+)+)(?=[ \t])"
    r"|(?P<other>(?:[A-Z]{1,6}[-_]?)?[0-9]+(?:\.[0-9]+)*[A-Za-z]?)"
    r"(?=[*_`]{0,3}(?:[:.)](?:[ \t*_]|\Z)|[ \t]+[—–-]+[ \t]))"
    r")(?P<rest>.*)",
    re.DOTALL,
)
_HEADING = re.compile(r"#{1,6}[ \t]+(?:task[ \t]+)?(?P<text>T-?[0-9].*)\Z", re.DOTALL | re.I)
_TASK_HEADING = re.compile(r"#{1,6}[ \t]+task(?P<text>[ \t]+[0-9].*)\Z", re.DOTALL | re.I)
_BULLET = re.compile(r"[-*+][ \t]+(?P<text>[*_`]{0,3}T-?[0-9].*)\Z", re.DOTALL)
_REFERENCES = re.compile(r"(?<![A-Za-z0-9_])R([0-9]{1,19})(?:\.[0-9]+)*(?![A-Za-z0-9_])")
_TRAILING_REFERENCES = re.compile(r"\(([^()]{0,400})\)[ \t\r]*\Z")
_SEPARATOR = re.compile(r"[*_`~]{0,3}(?:[:.)]|[ \t]+[—–-]+(?=[ \t]))?(?:\*\*)?[ \t]*")

_LIKELY = re.compile(r"[ \t>]*(?:#|\||[\"']?id[\"']?[ \t]*[:=])", re.IGNORECASE)
_KNOWN_FORMS = (
    "The tool's form is `- [ ] T1 — title` below `## Wave 1`, or a table with a column `id`."
)


class Lookalike(NamedTuple):
    """A line that looks like a task."""

    id: str  #: ``""`` for a check box without an id
    title: str
    done: bool
    indent: int  #: columns before the bullet


def match_box(line: str) -> Lookalike | None:
    """Return what a line with a check box seems to say; ``None`` for any other line."""
    # Nearly no line has a bracket, and this is asked about every line.
    box = _BOX.match(line) if "]" in line else None
    if not box:
        return None
    done = box["mark"] in set("xX✓✔☑")
    indent = len(box["margin"].expandtabs(4))
    named = _ID.match(box["text"])
    if named:
        return Lookalike(*_id_and_title(named), done, indent)
    # Without a bullet and an id it is a footnote or plain brackets.
    return Lookalike("", trim_space(box["text"]), done, indent) if box["bullet"] else None


def match_bullet(line: str) -> Lookalike | None:
    """Return what an unindented list item seems to say that starts with a task id, box or not."""
    bullet = _BULLET.match(line) if line[:1] in "-*+" else None
    named = _ID.match(bullet["text"]) if bullet else None
    return Lookalike(*_id_and_title(named), False, 0) if named else None


def _match_heading(line: str) -> Lookalike | None:
    heading = (_HEADING.match(line) or _TASK_HEADING.match(line)) if line[:1] == "#" else None
    named = _ID.match(heading["text"]) if heading else None
    return Lookalike(*_id_and_title(named), False, 0) if named else None


def _id_and_title(named: re.Match[str]) -> tuple[str, str]:
    task_id = named["task"] or named["dotted"] or named["other"]
    rest, opened = named["rest"], named["open"]
    separator = _SEPARATOR.match(rest)
    title = trim_space(rest[separator.end() :] if separator else rest)
    return task_id, trim_space(title.removesuffix(opened)) if opened else title


def find_references(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the ids like ``R1`` and ``R1.2`` in a text, and the numbers of their requirements.

    Each once, in the order of the text.
    """
    found = list(_REFERENCES.finditer(text))
    refs = dict.fromkeys(match[0] for match in found)
    numbers = dict.fromkeys(int(match[1]) for match in found)
    return tuple(refs), tuple(number for number in numbers if number < 2**63)


def read_lookalikes(lines: Sequence[str], found: Findings) -> tuple[list[Task], bool, list[int]]:
    """Read the tasks of a file in no known form, as far as id, title and box can be seen.

    Check boxes count first; a list item or heading with an id adds a task only if no box has it.

    Returns
    -------
    tuple of (list of Task, bool, list of int)
        The tasks in the order of the file; whether there is anything like a task at all; and the
        numbers of the lines that are neither a task nor in a finding.
    """
    candidates = [
        (number, line)
        for number, line in enumerate(lines, 1)
        if line and ("]" in line or line[0] in "-*+#")
    ]
    fenced = fenced_lines(lines) if candidates else set()
    tasks: dict[str, Task] = {}
    unnamed: list[tuple[int, str]] = []
    again: set[int] = set()
    in_fences: set[int] = set()
    for match in (match_box, match_bullet, _match_heading):
        for number, line in candidates:
            seen = match(line)
            if seen is None:
                continue
            if number in fenced:
                in_fences.add(number)
            elif not seen.id:
                unnamed.append((number, line))
            elif seen.id not in tasks:
                tasks[seen.id] = _as_task(seen, number)
            elif match is match_box:
                report_duplicate(seen.id, number, tasks[seen.id].line, found)
                again.add(number)
    read = sorted(tasks.values(), key=lambda task: task.line)
    if in_fences:
        found.warning(
            "task-in-fence",
            min(in_fences),
            "what looks like tasks inside code fences is not read: "
            + name_lines(sorted(in_fences)),
        )
    _report_unknown_form(lines, read, unnamed, found)
    named = {task.line for task in read} | {number for number, _ in unnamed} | again | in_fences
    others = [n for n, line in enumerate(lines, 1) if n not in named and trim_space(line)]
    return read, bool(read or unnamed), others


def _as_task(seen: Lookalike, number: int) -> Task:
    title = seen.title
    trailing = _TRAILING_REFERENCES.search(title[-410:])
    refs, requirements = find_references(trailing[1] if trailing else "")
    if refs:
        title = trim_space(title[: title.rindex("(")])
    return Task(
        id=seen.id,
        title=title,
        done=seen.done,
        refs=refs,
        requirements=requirements,
        line=number,
    )


def _report_unknown_form(
    lines: Sequence[str],
    tasks: Sequence[Task],
    unnamed: Sequence[tuple[int, str]],
    found: Findings,
) -> None:
    parts = []
    if tasks:
        listed = quote_lines([(task.line, lines[task.line - 1]) for task in tasks])
        parts.append(f"{len(tasks):,} lines look like tasks ({listed})")
    if unnamed:
        parts.append(f"{len(unnamed):,} check boxes have no id ({quote_lines(unnamed)})")
    if parts:
        found.warning(
            "tasks-form-unknown",
            (tasks[0].line if tasks else unnamed[0][0]),
            "the tasks stand in no known form: " + "; ".join(parts),
            "Only id, title and box were read. " + _KNOWN_FORMS,
        )


def report_no_tasks(numbered: Sequence[tuple[int, str]], found: Findings) -> None:
    """Report the text of a file in which nothing is recognised as a task.

    Listed is what looks most like tasks: list items, headings and ids; else all of it.
    """
    likely = [(n, line) for n, line in numbered if is_item(line) or _LIKELY.match(line)]
    listed = likely or numbered
    what = "that may be tasks" if likely else "of text"
    found.warning(
        "tasks-form-unknown",
        listed[0][0],
        f"no task is recognised in {count_of(len(listed), 'line')} {what}: {quote_lines(listed)}",
        _KNOWN_FORMS,
    )


def report_duplicate(task_id: str, number: int, first: int, found: Findings) -> None:
    """Report that an id stands a second time; the first one counts, as for the slicer."""
    found.error(
        "task-duplicate-id",
        number,
        f"a second task {task_id}; only the first one, in line {first}, is read",
        "Give each task its own id.",
    )


def report_boxes_without_id(numbers: Sequence[int], found: Findings) -> None:
    """Report check boxes that name no task."""
    if numbers:
        found.warning(
            "box-without-id",
            numbers[0],
            f"check boxes without a task id are not read as tasks: {name_lines(numbers)}",
            "Write `- [ ] T7 — title` if it is a task.",
        )
