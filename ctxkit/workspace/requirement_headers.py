"""The headings by which requirements are recognised, in each notation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ctxkit.gotext import trim_space
from ctxkit.manifest.slices import REQUIREMENT_LINE
from ctxkit.workspace.markdown import whole_number

_SHORT = re.compile(r"##[ \t]+(R([0-9]+))(?!\.?[0-9A-Za-z_])(.*)", re.DOTALL)
_NAMED = re.compile(r"###[ \t]+(Requirement:[ \t]*(.*))", re.DOTALL)
_LOOSE = re.compile(
    r"[ \t>\ufeff]*(#{1,6})[ \t]*[*_]{0,2}"
    r"((?:requirement|req)[ \t._#-]*([0-9]+)(?!\.?[0-9])|(?:R|FR|NFR)-?([0-9]+)(?!\.?[0-9A-Za-z_])"
    r"|requirement:)(.*)",
    re.DOTALL | re.IGNORECASE | re.ASCII,
)
# Digits and written-out numbers leave no doubt; another word may be about requirements.
_NO_NUMBER = re.compile(
    r"[ \t>\ufeff]*#{1,6}[ \t]*[*_]{0,2}(?:requirement|req)(?![A-Za-z0-9])[*_]{0,2}"
    r"(?P<surely>[ \t]*[—–:#-]|[ \t]+(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|[ivx]+|[a-z])(?![A-Za-z0-9])|[ \t\r]*\Z)?",
    re.IGNORECASE | re.ASCII,
)
_SEPARATORS = " \t\r:.)—–-*_"


class RequirementsForm(StrEnum):
    """A notation in which requirements are written."""

    NUMBERED = "numbered"
    SHORT = "short"
    NAMED = "named"
    UNKNOWN = "unknown"
    EMPTY = "empty"

    @property
    def description(self) -> str:
        """The form in a few words."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    RequirementsForm.NUMBERED: "numbered requirements",
    RequirementsForm.SHORT: "short headings (R1)",
    RequirementsForm.NAMED: "named requirements with scenarios",
    RequirementsForm.UNKNOWN: "unknown form",
    RequirementsForm.EMPTY: "no requirements",
}


class Header(NamedTuple):
    """The heading of a requirement."""

    number: int | None  #: ``None`` where it has only a name
    label: str
    title: str
    level: int  #: how many ``#``


def read_header(line: str, form: RequirementsForm) -> Header | None:
    """Return the header in a line, if it is one in this form.

    The numbered form is that of the slicer (contract A, *Hard cases*): any case, and only the
    leading digits count.
    """
    if "#" not in line:
        return None
    match form:
        case RequirementsForm.NUMBERED:
            exact = REQUIREMENT_LINE.match(line)
            if exact:
                label = trim_space(exact[0][2:])[:40]
                title = _clean_title(line[exact.end() :])
                return Header(number=whole_number(exact[1]), label=label, title=title, level=2)
        case RequirementsForm.SHORT:
            short = _SHORT.match(line)
            if short:
                title = _clean_title(short[3])
                number = whole_number(short[2])
                return Header(number=number, label=short[1][:40], title=title, level=2)
        case RequirementsForm.NAMED:
            named = _NAMED.match(line)
            if named:
                label, title = trim_space(named[1]), trim_space(named[2])
                return Header(number=None, label=label, title=title, level=3)
        case _:
            return read_loose_header(line)
    return None


def read_loose_header(line: str) -> Header | None:
    """Return what a heading of any shape seems to say, if it looks like a requirement's."""
    loose = _LOOSE.match(line)
    if not loose:
        return None
    digits = loose[3] or loose[4]
    title = _clean_title(loose[5])
    return Header(
        number=whole_number(digits) if digits else None,
        label=trim_space(loose[2])[:40] if digits else f"{loose[2]} {title}",
        title=title,
        level=len(loose[1]),
    )


def is_header_without_number(line: str, *, inside: bool) -> bool:
    """Return whether a heading starts like a requirement's but has no number in digits.

    Below a requirement (``inside``) a heading such as ``### Requirement details`` is part of it.
    """
    match = _NO_NUMBER.match(line)
    if not match or read_loose_header(line):
        return False
    return not inside or match["surely"] is not None


def _clean_title(rest: str) -> str:
    return trim_space(rest.lstrip(_SEPARATORS))


def detect_form(lines: Sequence[str]) -> RequirementsForm:
    """Return the form with the most headings; the contract's where it is a draw."""
    headings = [line for line in lines if line.startswith("##")]
    known = (RequirementsForm.NUMBERED, RequirementsForm.SHORT, RequirementsForm.NAMED)
    counts = {form: sum(1 for line in headings if read_header(line, form)) for form in known}
    form = max(known, key=lambda form: counts[form])
    return form if counts[form] else RequirementsForm.UNKNOWN
