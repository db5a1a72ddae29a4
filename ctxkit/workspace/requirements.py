"""Reading requirements.md: which form it has, and the requirements with their criteria.

A block reaches as far as the slicer cuts it (contract A, *Slicers* and *Hard cases*), so that what
is shown is what an agent is told to load.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.gotext import trim_space
from ctxkit.manifest.slices import REQUIREMENT_LINE, SECTION_LINE
from ctxkit.view import Plotted
from ctxkit.workspace.entries import Entries
from ctxkit.workspace.markdown import (
    fenced_lines,
    name_lines,
    quote_short,
    read_lines,
)
from ctxkit.workspace.requirement import (
    Criteria,
    Criterion,
    Requirement,
    RequirementDraft,
)
from ctxkit.workspace.requirement_headers import (
    Header,
    RequirementsForm,
    detect_form,
    read_header,
)
from ctxkit.workspace.requirements_unread import report_unread

__all__ = [
    "Criteria",
    "Criterion",
    "Requirement",
    "Requirements",
    "RequirementsForm",
    "read_requirements",
]

_TITLE = re.compile(r"[ \t\ufeff]*#[ \t]*Requirements?\b[ \t]*[—–:-]*([^\r]*)", re.I)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)", re.DOTALL)


class Requirements(Plotted, Entries[Requirement]):
    """The requirements of a file, in the order of the file.

    Attributes
    ----------
    title : str
        Of the document; ``""`` where it has none.
    form : RequirementsForm
    form_name : str
        The form for people.
    diagnostics : Diagnostics
        What could not be read, or was read with doubt.
    """

    noun = "requirement"

    def __init__(
        self,
        items: Iterable[Requirement],
        diagnostics: Diagnostics,
        *,
        title: str = "",
        form: RequirementsForm = RequirementsForm.EMPTY,
    ) -> None:
        super().__init__(items, diagnostics)
        self._by_number = {item.number: item for item in self}
        self.title = title
        self.form = form
        self.form_name = form.description

    @property
    def criteria(self) -> Criteria:
        """The criteria of all requirements."""
        return Criteria(criterion for requirement in self for criterion in requirement.criteria)

    @staticmethod
    def name_of(item: Requirement) -> str:
        """Return the label, such as ``Requirement 1``."""
        return item.label

    def get(self, name: str | int) -> Requirement | None:
        """Return the requirement with this number or label; ``None`` where there is none."""
        return super().get(name) if isinstance(name, str) else self._by_number.get(name)


def read_requirements(
    text: str, file: str = "requirements.md", *, strict: bool = False
) -> Requirements:
    """Read a requirements.md in whichever form it has.

    ``## Requirement 1 — title`` as in contract A, ``## R1 — title`` with items ``- R1.1: …``, or
    ``### Requirement: name`` with scenarios. Headings of other shapes are read as far as possible,
    with a warning that lists them.

    Parameters
    ----------
    text : str
        Text of the artifact. Any text will do: what cannot be read becomes a diagnostic.
    file : str
        Its path for the diagnostics.
    strict : bool
        Raise the first finding (error or warning) in place of collecting them.

    Returns
    -------
    Requirements
        Each number once; of two blocks with one number the later, as for the slicer.

    Raises
    ------
    InvalidValueError
        If ``text`` is no ``str``.
    DiagnosticError
        With ``strict``, for the first finding.
    """
    found = Findings(file)
    lines = read_lines(text, found)
    form = detect_form(lines)
    headers = _find_headers(lines, form)
    spans = _cut(lines, headers, form)
    kept: dict[int, Requirement] = {}
    sections = _sections_above(lines, headers)
    for place, (number, header) in enumerate(headers.items(), 1):
        own = place if header.number is None else header.number
        below = lines[number : spans[number]]
        requirement = RequirementDraft(own, found).read(below, number + 1, header)
        if form is RequirementsForm.NAMED:
            requirement = _with_section(requirement, sections[number])
        if own in kept:
            _report_duplicate(kept.pop(own), number, found)
        kept[own] = requirement
    requirements = list(kept.values())
    title_line, title = _find_title(lines)
    form = report_unread(lines, headers, spans, form, title_line, found)
    _report_fences(lines, headers, spans, form, found)
    _check(requirements, headers, lines, form, found)
    return Requirements(requirements, found.done(strict=strict), title=title, form=form)


def _find_headers(lines: Sequence[str], form: RequirementsForm) -> dict[int, Header]:
    """Return the headers by 1-based line."""
    read = ((number, read_header(line, form)) for number, line in enumerate(lines, 1))
    return {number: header for number, header in read if header}


def _cut(
    lines: Sequence[str], headers: dict[int, Header], form: RequirementsForm
) -> dict[int, int]:
    """Return the last line of each header's block."""
    by_level = form not in (RequirementsForm.NUMBERED, RequirementsForm.SHORT)
    spans: dict[int, int] = {}
    open_header = level = 0
    for number, line in enumerate(lines, 1):
        if "#" not in line:
            continue
        heading = _HEADING.match(line)
        ends = len(heading[1]) <= level if by_level and heading else SECTION_LINE.match(line)
        if open_header and (number in headers or ends):
            spans[open_header] = number - 1
            open_header = 0
        if number in headers:
            open_header, level = number, headers[number].level
    if open_header:
        spans[open_header] = len(lines)
    return spans


def _sections_above(lines: Sequence[str], headers: dict[int, Header]) -> dict[int, str]:
    """Return the text of the last ``## `` heading above each header."""
    sections: dict[int, str] = {}
    section = ""
    for number, line in enumerate(lines, 1):
        if number in headers:
            sections[number] = section
        elif line.startswith("##") and SECTION_LINE.match(line):
            section = trim_space(line[2:])
    return sections


def _with_section(requirement: Requirement, section: str) -> Requirement:
    if not section:
        return requirement
    return requirement.replace(attributes=(("section", section), *requirement.attributes))


def _find_title(lines: Sequence[str]) -> tuple[int, str]:
    """Return line and text of the document's title; 0 and ``""`` where it has none."""
    for number, line in enumerate(lines, 1):
        title = _TITLE.match(line) if "#" in line else None
        if title:
            return number, trim_space(title[1])
    return 0, ""


def _report_duplicate(lost: Requirement, number: int, found: Findings) -> None:
    found.error(
        "requirement-duplicate",
        lost.line,
        f"requirement {lost.number} stands again in line {number}; only that later one is read, "
        "as the tool does",
        f"Renumber one of them. Not read: {quote_short(lost.title)}",
    )


def _report_fences(
    lines: Sequence[str],
    headers: dict[int, Header],
    spans: dict[int, int],
    form: RequirementsForm,
    found: Findings,
) -> None:
    fenced = fenced_lines(lines) if headers else set()
    if form not in (RequirementsForm.NUMBERED, RequirementsForm.SHORT):
        ends: set[int] = set()
    else:
        ends = {end + 1 for end in spans.values() if end < len(lines)}
    inside = sorted(fenced.intersection({*headers, *ends}))
    if inside:
        found.warning(
            "heading-in-fence",
            inside[0],
            "headings inside code fences count all the same, for the tool knows no fences; "
            f"they begin or end a requirement: {name_lines(inside)}",
            "Indent the line by a space if it is only an example.",
        )


def _check(
    requirements: Sequence[Requirement],
    headers: dict[int, Header],
    lines: Sequence[str],
    form: RequirementsForm,
    found: Findings,
) -> None:
    if form is RequirementsForm.NAMED:
        found.info(
            "requirements-by-place",
            None,
            "the requirements have names only; their numbers are their places in the document",
        )
        _check_labels(requirements, found)
    else:
        _check_numbers(requirements, found)
    for requirement in requirements:
        if not requirement.criteria:
            found.warning(
                "requirement-no-criteria",
                requirement.line,
                f"{quote_short(requirement.label)} has no acceptance criteria",
            )
    for number in headers if form is RequirementsForm.NUMBERED else ():
        exact = REQUIREMENT_LINE.match(lines[number - 1])
        behind = lines[number - 1][exact.end() :] if exact else ""
        if behind and (behind[0].isalnum() or (behind[0] in "._" and behind[1:2].isalnum())):
            found.warning(
                "requirement-number",
                number,
                f"{quote_short(lines[number - 1])} is requirement {headers[number].number}",
                "The tool reads only the leading digits.",
            )


def _check_labels(requirements: Sequence[Requirement], found: Findings) -> None:
    first: dict[str, int] = {}
    for requirement in requirements:
        if requirement.label in first:
            found.warning(
                "requirement-duplicate",
                requirement.line,
                f"{quote_short(requirement.label)} is in line {first[requirement.label]}, too",
                "Both are kept; a look-up by name finds the later one.",
            )
        first.setdefault(requirement.label, requirement.line)


def _check_numbers(requirements: Sequence[Requirement], found: Findings) -> None:
    before = 0
    for requirement in sorted(requirements, key=lambda item: item.number):
        if requirement.number == 0:
            found.warning(
                "requirement-zero",
                requirement.line,
                "requirement 0 is never loaded with its text, only its heading",
                "Number requirements from 1.",
            )
        elif requirement.number > before + 1:
            gap = f"{before} is followed by" if before else "the first is number"
            found.warning(
                "requirement-gap",
                requirement.line,
                f"the numbers have a gap: {gap} {requirement.number}",
                "Is one missing, or is its heading not recognised?",
            )
        before = requirement.number
