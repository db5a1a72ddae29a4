"""Parsers for the logger files described in docs/logger-formats.md.

A file is never refused as a whole because of one line: a line that cannot be
read becomes a Reject and parsing goes on. Only a file whose layout is unknown
raises, because then no line can be trusted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation

from tidewatch.readings import Reading


class UnknownLayout(ValueError):
    """No known layout matches the first data line."""


@dataclass(frozen=True, slots=True)
class Reject:
    line: int
    text: str
    reason: str


@dataclass(slots=True)
class Parsed:
    layout: str
    readings: list[Reading] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)


_COMMA = re.compile(r"^\d{4}-\d\d-\d\dT[\d:]+Z,")
_SEMICOLON = re.compile(r"^\d\d\.\d\d\.\d{4} \d\d:\d\d;")
_FIXED = re.compile(r"^\d{10} [ +-]\d{5}[ *]?$")


def detect_layout(text: str) -> str:
    """Name the layout by the first line that is neither blank nor a comment."""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if _COMMA.match(line):
            return "comma"
        if _SEMICOLON.match(line):
            return "semicolon"
        if _FIXED.match(line):
            return "fixed"
        raise UnknownLayout(f"no layout for first data line {line[:40]!r}")
    raise UnknownLayout("file has no data lines")


def parse(text: str, station: str, utc_offset_min: int = 0) -> Parsed:
    """Read a whole logger file.

    ``utc_offset_min`` applies to the semicolon layout only, whose logger
    writes local wall-clock time without saying which.
    """
    layout = detect_layout(text)
    result = Parsed(layout)
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            at, level = _READERS[layout](line, utc_offset_min)
        except (ValueError, InvalidOperation) as error:
            result.rejects.append(Reject(number, line, str(error) or "bad number"))
            continue
        result.readings.append(Reading(station, at, level, line=number))
    return result


def _millimetres(digits: str, per_unit: int) -> int:
    value = Decimal(digits.strip())
    if not value.is_finite():
        raise ValueError(f"level {digits!r} is not a number")
    return int((value * per_unit).to_integral_value())


def _read_comma(line: str, _offset: int) -> tuple[datetime, int]:
    parts = line.split(",")
    if len(parts) != 3:
        raise ValueError(f"expected 3 fields, found {len(parts)}")
    if parts[2].strip() != "m":
        raise ValueError(f"unit {parts[2].strip()!r} is not m")
    at = datetime.strptime(parts[0], "%Y-%m-%dT%H:%M:%SZ")
    return at.replace(tzinfo=timezone.utc), _millimetres(parts[1], 1000)


def _read_semicolon(line: str, offset: int) -> tuple[datetime, int]:
    parts = line.split(";")
    if len(parts) != 3:
        raise ValueError(f"expected 3 fields, found {len(parts)}")
    if parts[2].strip() != "OK":
        raise ValueError(f"logger state {parts[2].strip()!r}")
    local = datetime.strptime(parts[0], "%d.%m.%Y %H:%M")
    at = (local - timedelta(minutes=offset)).replace(tzinfo=timezone.utc)
    return at, _millimetres(parts[1].replace(",", "."), 10)


def _read_fixed(line: str, _offset: int) -> tuple[datetime, int]:
    if not _FIXED.match(line):
        raise ValueError("columns do not line up")
    if line.endswith("*"):
        raise ValueError("logger marked the level as unsure")
    at = datetime.fromtimestamp(int(line[:10]), tz=timezone.utc)
    return at, int(line[11:17].strip())


_READERS = {"comma": _read_comma, "semicolon": _read_semicolon, "fixed": _read_fixed}
