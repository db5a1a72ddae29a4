"""One requirement, and the reading of what stands below its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxkit.collection import Collection
from ctxkit.diagnostics import Findings
from ctxkit.gotext import trim_space
from ctxkit.model import Model
from ctxkit.workspace.markdown import join_lines, name_lines, quote_short, whole_number
from ctxkit.workspace.requirement_headers import Header

_STORY = re.compile(
    r"[ \t]*(?:[-*][ \t]+)?(?:#{3,6}[ \t]+)?\**user story\**:?\**[ \t]*(.*)", re.DOTALL | re.I
)
_CRITERIA = re.compile(
    r"[ \t]*(?:#{3,6}[ \t]+)?\**acceptance criteria\**:?\**[ \t\r]*\Z", re.IGNORECASE
)
_LABEL = re.compile(r"[ \t]*(?:#{3,6}[ \t]|\*\*[^*]{1,60}(?::\*\*|\*\*:))")
_SCENARIO = re.compile(r"(?:#{3,6}[ \t]+|\*\*)scenario:?\**:?[ \t]*(.*)", re.DOTALL | re.I)
_PLAIN_ITEM = re.compile(r"([ \t]*)([0-9]{1,18})[.)][ \t]+(.*)", re.DOTALL)
_DOTTED_ITEM = re.compile(
    r"([ \t]*)(?:[-*+][ \t]+)?\**(R?)([0-9]{1,18})\.([0-9]{1,18})\**[.:)]?\**[ \t]+(.*)", re.DOTALL
)
_BULLET = re.compile(r"([ \t]*)[-*+][ \t]+(.*)", re.DOTALL)
_ATTRIBUTE = re.compile(r"(?:[-*+][ \t]+)?([a-z][a-z_-]{0,30}):[ \t]+(.*)", re.DOTALL)
_ENDS_TEXT = ("|", "---", "***", "```", "~~~", "#", ">")
_OBLIGES = re.compile(r"\b(?:SHALL|MUST)\b")


class Criterion(Model):
    """An acceptance criterion.

    Attributes
    ----------
    id : str
        Number of the requirement and of the criterion, such as ``1.2``.
    text : str
        One line; wrapped lines are joined by spaces.
    line : int
        1-based line in the file.
    """

    id: str
    text: str
    line: int

    @property
    def requirement(self) -> int:
        """Number of the requirement that it belongs to."""
        return int(self.id.partition(".")[0])


class Criteria(Collection[Criterion]):
    """The acceptance criteria of some requirements, in the order of the file."""


class Requirement(Model):
    """A requirement of a requirements.md.

    Attributes
    ----------
    number : int
        As written; the place in the document where a form has only names.
    label : str
        How it is called in the file: ``Requirement 1``, ``R1``, ``Requirement: NAME``.
    title : str
    story : str
        The user story, on one line; ``""`` where there is none.
    statement : str
        Other prose above the criteria, on one line.
    criteria : tuple of Criterion
    attributes : tuple of (str, str)
        Lines like ``priority: must``, in the order of the file.
    body : str
        Everything below the heading, as written.
    line : int
        1-based line of the heading.
    """

    number: int
    label: str
    title: str = ""
    story: str = ""
    statement: str = ""
    criteria: tuple[Criterion, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    body: str = ""
    line: int


def obliges(line: str) -> bool:
    """Return whether a line is a list item that says SHALL or MUST."""
    if not _OBLIGES.search(line):
        return False
    return bool(_BULLET.match(line) or _PLAIN_ITEM.match(line) or _DOTTED_ITEM.match(line))


@dataclass(slots=True)
class _Text:
    """A piece of text whose lines come one by one."""

    line: int
    parts: list[str]
    name: str = ""  # of an attribute; of a criterion its id

    @property
    def joined(self) -> str:
        return " ".join(part for part in map(trim_space, self.parts) if part)


@dataclass(slots=True)
class RequirementDraft:
    """Reads the lines below a heading."""

    number: int
    found: Findings
    story: _Text | None = None
    statement: list[_Text] = field(default_factory=list)
    criteria: list[_Text] = field(default_factory=list)
    attributes: list[_Text] = field(default_factory=list)
    _open: _Text | None = None  # what the next line may go on with
    _highest: int = 0  # number of a criterion so far
    _indent: int = 0  # of the list item that stands open
    _gap: bool = False  # whether a blank line came last
    _mode: str = ""  # "", "criteria" or "other": below which label we are
    _unnumbered: list[int] = field(default_factory=list)
    _elsewhere: list[int] = field(default_factory=list)

    def read(self, lines: Sequence[str], first: int, header: Header) -> Requirement:
        """Read the lines of which the first has the number ``first``."""
        for number, line in enumerate(lines, first):
            if trim_space(line):
                self._take(number, line)
            self._gap = not trim_space(line)
        self._check()
        return Requirement(
            number=self.number,
            label=header.label,
            title=header.title,
            story=self.story.joined if self.story else "",
            statement=" ".join(text.joined for text in self.statement),
            criteria=tuple(
                Criterion(id=text.name, text=text.joined, line=text.line) for text in self.criteria
            ),
            attributes=tuple((text.name, text.joined) for text in self.attributes),
            body=join_lines(lines),
            line=first - 1,
        )

    def _take(self, number: int, line: str) -> None:
        if scenario := _SCENARIO.match(line):
            self._add_criterion(number, len(self.criteria) + 1, scenario[1])
            # Its name ends with a colon, and its bullets follow on one line.
            self.criteria[-1].parts = [trim_space(scenario[1]).rstrip(":") + ":"]
            self._mode = "scenario"
        elif _CRITERIA.match(line):
            self._mode, self._open = "criteria", None
        elif story := _STORY.match(line):
            self._open = self.story = self.story or _Text(number, [])
            self._open.parts.append(story[1])
        elif _LABEL.match(line):
            self._mode, self._open = "other", None
        elif not self._take_item(number, line):
            self._take_text(number, line)

    def _take_item(self, number: int, line: str) -> bool:
        """Take a list item; return whether the line is one."""
        if self._mode == "scenario":
            return self._go_on_with_scenario(line)
        dotted = _DOTTED_ITEM.match(line)
        plain = None if dotted else _PLAIN_ITEM.match(line)
        if dotted and (dotted[2] or self._mode != "other"):
            self._check_owner(number, whole_number(dotted[3]))
            self._add_criterion(number, whole_number(dotted[4]), dotted[5], dotted[3])
            self._indent = len(dotted[1])
        elif plain and self._mode != "other" and not self._is_nested(plain[1]):
            self._add_criterion(number, whole_number(plain[2]), plain[3])
            self._indent = len(plain[1])
        else:
            return self._take_bullet(number, line)
        return True

    def _take_bullet(self, number: int, line: str) -> bool:
        bullet = _BULLET.match(line)
        attribute = _ATTRIBUTE.match(line)
        if self._mode == "other":
            if obliges(line):
                self._elsewhere.append(number)
            return bool(bullet)
        follows_another = bool(self._open) and self._open in self.attributes[-1:]
        is_own = bullet or follows_another or not self._continues(line)
        if attribute and self._mode == "" and is_own:
            self._open = _Text(number, [attribute[2]], attribute[1])
            self.attributes.append(self._open)
            return True
        if not bullet or self._is_nested(bullet[1]):
            return False
        if self._mode == "criteria" or obliges(line):
            self._add_criterion(number, self._highest + 1, bullet[2])
            self._indent = len(bullet[1])
            self._unnumbered.append(number)
            return True
        return False

    def _go_on_with_scenario(self, line: str) -> bool:
        bullet = _BULLET.match(line)
        text = (bullet[2] if bullet else line).replace("**", "")
        self.criteria[-1].parts.append(text)
        return True

    def _is_nested(self, margin: str) -> bool:
        return bool(self._open) and len(margin) >= self._indent + 2

    def _continues(self, line: str) -> bool:
        # After a blank line only indented text belongs to what came before.
        return self._open is not None and (not self._gap or line[:1] in " \t")

    def _take_text(self, number: int, line: str) -> None:
        if line.startswith(_ENDS_TEXT):
            self._open = None
        elif self._open and self._continues(line):
            self._open.parts.append(line)
        elif self._mode == "":
            self._open = _Text(number, [line])
            self.statement.append(self._open)

    def _add_criterion(self, number: int, index: int, text: str, owner: str = "") -> None:
        owner = str(whole_number(owner)) if owner else str(self.number)
        self._highest = max(self._highest, index)
        self._open = _Text(number, [text], f"{owner}.{index}")
        self.criteria.append(self._open)

    def _check_owner(self, number: int, owner: int) -> None:
        if owner != self.number:
            self.found.warning(
                "criterion-elsewhere",
                number,
                f"a criterion of requirement {owner} stands below requirement {self.number}",
                "It is read as one of the requirement above it.",
            )

    def _check(self) -> None:
        if self._unnumbered:
            self.found.warning(
                "criterion-unnumbered",
                self._unnumbered[0],
                f"criteria of requirement {self.number} have no number and got the next free "
                f"one: {name_lines(self._unnumbered)}",
                "Number them, so that tasks can refer to them.",
            )
        if self._elsewhere:
            self.found.error(
                "criterion-outside",
                self._elsewhere[0],
                f"list items that say SHALL or MUST stand below another label of requirement "
                f"{self.number} and are not read as criteria: {name_lines(self._elsewhere)}",
                "Move them below `**Acceptance criteria:**`.",
            )
        self._check_numbers()

    def _check_numbers(self) -> None:
        expected = 1
        own = [text for text in self.criteria if text.name.startswith(f"{self.number}.")]
        for text in own:
            index = int(text.name.rpartition(".")[2])
            if index != expected:
                self.found.warning(
                    "criterion-number",
                    text.line,
                    f"criterion {text.name} of requirement {self.number} stands where "
                    f"{self.number}.{expected} would be next: {quote_short(text.joined)}",
                    "Number the criteria 1, 2, 3, … without gaps or repeats.",
                )
            expected = index + 1
