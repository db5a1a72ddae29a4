"""The record that every step of the intake passes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Iterable, Iterator


class Flag(StrEnum):
    """Outcome of the quality rules, strongest rule first."""

    RANGE = "range"
    RATE = "rate"
    SPIKE = "spike"
    FLAT = "flat"
    FILLED = "filled"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Reading:
    """One level at one station.

    ``line`` is the line of the logger file the reading came from, or 0 for a
    reading that no logger sent (a filled gap).
    """

    station: str
    at: datetime
    level_mm: int
    flag: Flag = Flag.GOOD
    line: int = 0

    def __post_init__(self) -> None:
        if self.at.tzinfo is None or self.at.utcoffset() != timedelta(0):
            raise ValueError(f"reading time must be UTC, got {self.at!r}")

    @property
    def key(self) -> tuple[str, datetime]:
        return (self.station, self.at)

    def with_flag(self, flag: Flag) -> "Reading":
        return replace(self, flag=flag)

    def with_level(self, level_mm: int) -> "Reading":
        return replace(self, level_mm=level_mm)


def in_time_order(readings: Iterable[Reading]) -> list[Reading]:
    """Sort by time and keep the last-sent reading of each moment.

    Loggers resend a block after a modem fault, so the same moment can occur
    twice in one file. The later line is the one the logger corrected.
    """
    latest: dict[tuple[str, datetime], Reading] = {}
    for reading in readings:
        known = latest.get(reading.key)
        if known is None or reading.line >= known.line:
            latest[reading.key] = reading
    return sorted(latest.values(), key=lambda r: (r.station, r.at))


def steps(readings: list[Reading]) -> Iterator[tuple[Reading, Reading, timedelta]]:
    """Each pair of neighbours with the time between them."""
    for before, after in zip(readings, readings[1:]):
        yield before, after, after.at - before.at
