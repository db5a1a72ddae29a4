"""A task while its lines come in: values by key, and the checks when it is complete.

Contract A, *The folder on disk*: mandatory keys, lists, annotations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ctxkit.diagnostics import Findings
from ctxkit.gotext import trim_space
from ctxkit.workspace.markdown import name_lines, quote_short, whole_number
from ctxkit.workspace.task import (
    Task,
    split_annotation,
    split_depends,
    split_list,
    split_requirements,
    unquote_code,
)

_MANDATORY = ("why", "role", "files", "contract", "acceptance", "verify", "depends")
#: Keys that a metadata line may have.
KEYS = (*_MANDATORY, "requirements")
_LIST_KEYS = frozenset({"files", "depends", "requirements"})
_BULLETS = ("- ", "* ", "+ ")
_CRITERION = re.compile(r"R?([0-9]{1,19})\.[0-9]+")


@dataclass(slots=True)
class TaskDraft:
    """A task of which more lines may come."""

    id: str
    text: str  #: behind the id
    done: bool
    wave: int | None
    line: int
    values: dict[str, list[str]] = field(default_factory=dict)  #: by key: its lines
    extra: list[tuple[str, str]] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)  #: lines of metadata in another layout
    open_key: str = ""  #: whose value may go on

    def set(self, number: int, key: str, value: str, found: Findings) -> None:
        """Take the value of a known key; the first of two counts."""
        if key in self.values:
            self.open_key = ""
            found.error(
                "task-repeated-key",
                number,
                f"task {self.id} has the key {key!r} twice; the first one counts",
                f"Not read: {quote_short(value)}",
            )
        else:
            self.values[key] = [trim_space(value)]
            self.open_key = key

    def set_unknown(self, number: int, key: str, value: str, found: Findings) -> None:
        """Keep the value of a key that no task has."""
        self.open_key = ""
        self.extra.append((key, trim_space(value)))
        found.error(
            "task-unknown-key",
            number,
            f"task {self.id} has an unknown key {quote_short(key)}",
            "Known keys: " + ", ".join(KEYS) + ". Its value is kept among the extra ones.",
        )

    def go_on(self, line: str) -> bool:
        """Add a line to the value that stands open; return whether there is one."""
        if self.open_key:
            self.values[self.open_key].append(line)
        return bool(self.open_key)

    def finish(self, found: Findings, *, bold: bool) -> Task:
        """Return the task, and report what is odd about it."""
        title, annotation = split_annotation(self.text)
        self._check_title(title, annotation.kind if annotation else "", found)
        values = {key: self._join(key, found) for key in self.values}
        self._check_keys(found, mandatory=not bold)
        requirements, refs = split_requirements(values.get("requirements", ""))
        if refs:
            found.warning(
                "task-requirement-skipped",
                self.line,
                f"task {self.id} covers no requirement by {quote_short(', '.join(refs))}",
                "Give whole numbers: `requirements: 1, 2`. The text is kept as a reference.",
            )
        if bold and "requirements" not in values:
            requirements, refs = _criteria_covered(values.get("acceptance", ""))
        clean = unquote_code if bold else trim_space
        return Task(
            id=self.id,
            title=title,
            done=self.done,
            wave=self.wave,
            role=values.get("role", ""),
            why=values.get("why", ""),
            contract=values.get("contract", ""),
            acceptance=values.get("acceptance", ""),
            verify=clean(values.get("verify", "")),
            files=tuple(clean(name) for name in split_list(values.get("files", ""))),
            depends=split_depends(values.get("depends", "")),
            requirements=requirements,
            refs=refs,
            line=self.line,
            annotation=annotation,
            extra=tuple(self.extra),
        )

    def _check_title(self, title: str, kind: str, found: Findings) -> None:
        if not title:
            found.warning("task-no-title", self.line, f"task {self.id} has no title")
        if kind and (kind == "complete") != self.done:
            ticked = "ticked" if self.done else "not ticked"
            found.warning(
                "task-box-disagrees",
                self.line,
                f"task {self.id} is marked {kind}, yet its box is {ticked}",
                "The tool writes both; one of them was edited by hand.",
            )

    @property
    def missing(self) -> list[str]:
        """Mandatory keys of the contract's form that have not come."""
        return [key for key in _MANDATORY if key not in self.values]

    def _check_keys(self, found: Findings, *, mandatory: bool) -> None:
        missing = self.missing
        if missing and mandatory:
            found.error(
                "task-missing-key",
                self.line,
                f"task {self.id} lacks {', '.join(missing)}",
                f"Add `  - {missing[0]}: …` below it.",
            )
        if self.loose:
            found.warning(
                "task-metadata-form",
                self.loose[0],
                f"metadata of {self.id} is read, although not written the tool's way: "
                + name_lines(self.loose),
                "Write `  - key: value`: two spaces, a hyphen, a lower-case key.",
            )

    def _join(self, key: str, found: Findings) -> str:
        first, *more = self.values[key]
        if not more:
            return first
        found.warning(
            "task-value-continued",
            self.line,
            f"task {self.id}: {key!r} goes on over {len(more):,} more "
            f"line{'s' if len(more) > 1 else ''}, which the tool may not read",
            "Write the value on one line.",
        )
        lines = [trim_space(line) for line in more]
        if key not in _LIST_KEYS:
            return trim_space("\n".join([first, *lines]))
        # A nested list item is an item of the list, too.
        parts = [", " + line[2:] if line[:2] in _BULLETS else " " + line for line in lines]
        return trim_space(first + "".join(parts))


def _criteria_covered(acceptance: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Read an acceptance that is nothing but a list of criteria, such as ``2.1, 2.3``."""
    items = split_list(acceptance)
    criteria = [match for match in map(_CRITERION.fullmatch, items) if match]
    if len(criteria) < len(items):
        return (), ()
    return tuple(dict.fromkeys(whole_number(match[1]) for match in criteria)), items
