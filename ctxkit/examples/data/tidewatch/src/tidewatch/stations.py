"""The station register: one TOML file, one table per gauge."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tidewatch.readings import Reading


class RegisterError(ValueError):
    """The register cannot be used; the message names station and key."""


@dataclass(frozen=True, slots=True)
class Station:
    code: str
    name: str
    zero_mm: int
    min_mm: int
    max_mm: int
    interval_s: int
    max_rate_mm_min: int = 60
    utc_offset_min: int = 0


_REQUIRED = ("name", "zero_mm", "min_mm", "max_mm", "interval_s")
_OPTIONAL = ("max_rate_mm_min", "utc_offset_min")


def load_register(path: Path) -> dict[str, Station]:
    """Read every station, or raise RegisterError for the first bad one."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RegisterError(f"{path}: {error}") from error
    if not tables:
        raise RegisterError(f"{path}: no stations")
    return {code: _station(code, table) for code, table in tables.items()}


def _station(code: str, table: object) -> Station:
    if not isinstance(table, dict):
        raise RegisterError(f"{code}: expected a table")
    for key in _REQUIRED:
        if key not in table:
            raise RegisterError(f"{code}: missing key {key}")
    for key, value in table.items():
        if key not in _REQUIRED + _OPTIONAL:
            raise RegisterError(f"{code}: unknown key {key}")
        wanted = str if key == "name" else int
        if type(value) is not wanted:
            raise RegisterError(f"{code}: {key} must be {wanted.__name__}")
    station = Station(code=code, **table)
    if station.min_mm >= station.max_mm:
        raise RegisterError(f"{code}: min_mm is not below max_mm")
    if station.interval_s <= 0:
        raise RegisterError(f"{code}: interval_s must be positive")
    return station


def to_chart_datum(reading: Reading, station: Station) -> Reading:
    """Shift a level from gauge zero to chart datum.

    ``zero_mm`` is the height of the gauge's own zero above chart datum, taken
    from the levelling sheet of the last survey.
    """
    if reading.station != station.code:
        raise ValueError(f"reading of {reading.station} given to {station.code}")
    return reading.with_level(reading.level_mm + station.zero_mm)
