"""What of a requirements.md stands in no requirement, and is named in place of being read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxkit.diagnostics import Findings
from ctxkit.gotext import to_lower, trim_space
from ctxkit.workspace.markdown import (
    count_of,
    is_item,
    is_rule,
    name_lines,
    quote_lines,
    quote_short,
)
from ctxkit.workspace.requirement import obliges
from ctxkit.workspace.requirement_headers import (
    Header,
    RequirementsForm,
    is_header_without_number,
    read_loose_header,
)

_LOOSE_ITEM = re.compile(r"[ \t>]*[-*+|][ \t]*[*_`]{0,3}(?:FR|NFR|REQ|R)-?[0-9]")
_HEADING = re.compile(r"[ \t>\ufeff]*#{1,6}(?:[ \t]+(.*)|[ \t\r]*\Z)", re.DOTALL)
_BARS = frozenset("|:- \t\r")
_INTRODUCTIONS = frozenset({"introduction", "overview"})
_KNOWN_FORM = "The tool's form is `## Requirement 1 — title` with numbered criteria."


def report_unread(
    lines: Sequence[str],
    headers: dict[int, Header],
    spans: dict[int, int],
    form: RequirementsForm,
    title_line: int,
    found: Findings,
) -> RequirementsForm:
    """Report all that looks like content and is in no requirement.

    Parameters
    ----------
    headers : dict of int to Header
        The headings that were read, by line.
    spans : dict of int to int
        The last line below each of them.
    form : RequirementsForm
        As detected.
    title_line : int
        Line of the document's title; 0 for none.

    Returns
    -------
    RequirementsForm
        The form to name: *empty* where nothing was reported in an unknown form.
    """
    if not headers:
        return _report_no_requirements(lines, title_line, found)
    if form is RequirementsForm.UNKNOWN:
        _report_unknown_form(lines, headers, found)
    else:
        _report_other_headers(lines, headers, form, found)
    inside = {n for start, end in spans.items() for n in range(start, end + 1)}
    outside = [n for n in range(1, len(lines) + 1) if n not in inside and n != title_line]
    _report_without_number(lines, headers, set(outside), title_line, found)
    criteria = [n for n in outside if _is_criterion(lines[n - 1])]
    if criteria:
        found.error(
            "criterion-outside",
            criteria[0],
            f"what looks like criteria stands below no requirement: {name_lines(criteria)}",
            "Move it below the heading of its requirement.",
        )
    _report_other_sections(lines, outside, set(criteria), found)
    return form


def _is_criterion(line: str) -> bool:
    return _LOOSE_ITEM.match(line) is not None or obliges(line)


def _report_no_requirements(
    lines: Sequence[str], title_line: int, found: Findings
) -> RequirementsForm:
    """Report the text of a file without one requirement: what looks most like it, else all."""
    text = [n for n, line in enumerate(lines, 1) if n != title_line and _is_text(line)]
    if not text:
        return RequirementsForm.EMPTY
    likely = [n for n in text if _is_likely(lines[n - 1])]
    listed = likely or text
    what = "that may be requirements" if likely else "of text"
    found.warning(
        "requirements-form-unknown",
        listed[0],
        f"no requirement is recognised in {count_of(len(listed), 'line')} {what}: "
        + quote_lines([(n, lines[n - 1]) for n in listed]),
        _KNOWN_FORM,
    )
    return RequirementsForm.UNKNOWN


def _is_text(line: str) -> bool:
    """Return whether a line says something, which an empty section for an introduction does not."""
    heading = _HEADING.match(line)
    if heading:
        name = to_lower(trim_space(heading[1] or ""))
        return bool(name) and name not in _INTRODUCTIONS
    return bool(trim_space(line)) and not is_rule(line)


def _is_likely(line: str) -> bool:
    return is_item(line) or _is_row(line) or _is_criterion(line) or _HEADING.match(line) is not None


def _is_row(line: str) -> bool:
    text = trim_space(line)
    return text.startswith("|") and not _BARS.issuperset(text)


def _report_unknown_form(lines: Sequence[str], headers: dict[int, Header], found: Findings) -> None:
    items = [number for number, line in enumerate(lines, 1) if _is_criterion(line)]
    listed = sorted({*headers, *items})
    found.warning(
        "requirements-form-unknown",
        listed[0],
        "the requirements stand in no known form: "
        + quote_lines([(number, lines[number - 1]) for number in listed]),
        "Only what stands below headings was read. " + _KNOWN_FORM,
    )


def _report_other_headers(
    lines: Sequence[str], headers: dict[int, Header], form: RequirementsForm, found: Findings
) -> None:
    near = [
        number
        for number, line in enumerate(lines, 1)
        if "#" in line and number not in headers and read_loose_header(line)
    ]
    if near:
        found.error(
            "requirement-form",
            near[0],
            "looks like a requirement, but not in the form of this file "
            f"({form.description}), so it is not read: "
            + quote_lines([(number, lines[number - 1]) for number in near]),
            "The tool reads `## Requirement 1 — title` at the start of a line.",
        )


def _report_without_number(
    lines: Sequence[str],
    headers: dict[int, Header],
    outside: set[int],
    title_line: int,
    found: Findings,
) -> None:
    unnumbered = [
        number
        for number, line in enumerate(lines, 1)
        if "#" in line
        and number not in headers
        and number != title_line
        and is_header_without_number(line, inside=number not in outside)
    ]
    if unnumbered:
        found.warning(
            "requirement-without-number",
            unnumbered[0],
            "starts like a requirement but has no number, so it is not read as one: "
            + quote_lines([(number, lines[number - 1]) for number in unnumbered]),
            "Write `## Requirement 2 — title`, with a number in digits.",
        )


def _report_other_sections(
    lines: Sequence[str], outside: Sequence[int], reported: set[int], found: Findings
) -> None:
    """Report each section that is no requirement and yet holds list items or rows of a table."""
    name, start, items = "", 0, 0
    for number in [*outside, len(lines) + 1]:
        heading = _HEADING.match(lines[number - 1]) if number <= len(lines) else None
        if heading or number > len(lines):
            if items:
                section = f"the section {quote_short(name)}" if name else "the text above them"
                found.info(
                    "requirements-other-section",
                    start,
                    f"{section} is no requirement; {count_of(items, 'item')} in it "
                    f"{'is' if items == 1 else 'are'} not read",
                    "Put what must hold below a heading such as `## Requirement 3 — title`.",
                )
            name, start, items = trim_space(heading[1] or "") if heading else "", number, 0
        elif number not in reported and (is_item(lines[number - 1]) or _is_row(lines[number - 1])):
            start = start or number
            items += 1
