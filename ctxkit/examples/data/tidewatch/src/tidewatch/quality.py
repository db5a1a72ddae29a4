"""Quality rules for tide-gauge readings.

Four rules look at a series of readings of one station and say which of them
should not be trusted:

``range``  the level is outside the limits of the station;
``rate``   the level moved faster than water can at that station;
``spike``  the level stands apart from its neighbours on both sides;
``flat``   the level hardly moved for longer than slack water lasts.

A rule never changes a level and never drops a reading. It only names indexes;
``apply_rules`` turns the names into flags. Where several rules name the same
reading the strongest wins, in the order above.

All rules expect what ``readings.in_time_order`` returns: one station, sorted,
no moment twice. ``check_series`` enforces it, because a rule fed an unsorted
series gives answers that look plausible and are wrong.

Levels are millimetres above chart datum. The arithmetic is on integers as far
as it goes; the spike rule uses floats for slopes and nothing it compares is
closer than its floor of 40 mm, so rounding cannot decide an outcome.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Callable, Iterator, Sequence

from tidewatch.readings import Flag, Reading
from tidewatch.stations import Station

# The spike rule compares a reading with this many neighbours on each side.
SPIKE_REACH = 5
# Fewer usable neighbours than this and the spike rule gives no opinion.
SPIKE_MIN_NEIGHBOURS = 4
# Smallest distance that can be a spike; wave noise stays below it.
SPIKE_FLOOR_MM = 40
# Distance in scaled median absolute deviations beyond which it is a spike.
SPIKE_DEVIATIONS = 4.0
# Makes the median absolute deviation comparable to a standard deviation.
MAD_SCALE = 1.4826

# Slack water at the flattest station lasts 35 minutes; 90 leaves room for
# neap tides with wind against the stream.
FLAT_SPAN = timedelta(minutes=90)
FLAT_SPREAD_MM = 2

# A rate is only judged across at most this much time. After a longer silence
# the first reading starts afresh.
RATE_MAX_SILENCE = timedelta(hours=3)


class SeriesError(ValueError):
    """The series is not one station in strict time order."""


def check_series(readings: Sequence[Reading], station: Station) -> None:
    """Raise SeriesError unless the rules can work on ``readings``."""
    for index, reading in enumerate(readings):
        if reading.station != station.code:
            raise SeriesError(
                f"reading {index} is of {reading.station}, expected {station.code}"
            )
        if index and reading.at <= readings[index - 1].at:
            raise SeriesError(
                f"reading {index} at {reading.at.isoformat()} does not follow "
                f"{readings[index - 1].at.isoformat()}"
            )


# --- the rules -------------------------------------------------------------


def out_of_range(readings: Sequence[Reading], station: Station) -> set[int]:
    """Indexes of readings below the minimum or above the maximum."""
    return {
        index
        for index, reading in enumerate(readings)
        if not station.min_mm <= reading.level_mm <= station.max_mm
    }


def too_fast(
    readings: Sequence[Reading], station: Station, skip: set[int] = frozenset()
) -> set[int]:
    """Indexes of readings that could not be reached from the last good one.

    The allowance grows with the time since that last good reading. A lasting
    step, such as a sensor that was re-seated, is therefore flagged for some
    minutes and then accepted, instead of being flagged for ever.
    """
    found: set[int] = set()
    last: Reading | None = None
    for index, reading in enumerate(readings):
        if index in skip:
            continue
        if last is not None:
            elapsed = reading.at - last.at
            if elapsed <= RATE_MAX_SILENCE:
                # Compare in mm * seconds so that no division is needed.
                moved = abs(reading.level_mm - last.level_mm) * 60
                allowed = station.max_rate_mm_min * int(elapsed.total_seconds())
                if moved > allowed:
                    found.add(index)
                    continue
        last = reading
    return found


def spikes(
    readings: Sequence[Reading], station: Station, skip: set[int] = frozenset()
) -> set[int]:
    """Indexes of readings that stand apart from both sides of their window.

    A plain median filter fails on the steep part of the tide, where every
    neighbour differs from the middle. The window is straightened first: the
    median slope between neighbours gives the level each of them predicts for
    the moment in question, and the distance is taken from those predictions.
    """
    found: set[int] = set()
    for index, reading in enumerate(readings):
        if index in skip:
            continue
        around = _neighbours(readings, index, skip, station)
        if len(around) < SPIKE_MIN_NEIGHBOURS:
            continue
        slope = _median_slope(around)
        predicted = [
            other.level_mm + slope * (reading.at - other.at).total_seconds()
            for other in around
        ]
        centre = median(predicted)
        spread = median(abs(value - centre) for value in predicted)
        limit = max(SPIKE_FLOOR_MM, SPIKE_DEVIATIONS * MAD_SCALE * spread)
        if abs(reading.level_mm - centre) > limit:
            found.add(index)
    return found


def stuck(
    readings: Sequence[Reading], station: Station, skip: set[int] = frozenset()
) -> set[int]:
    """Indexes inside a stretch of FLAT_SPAN whose spread is FLAT_SPREAD_MM.

    Two queues hold the candidates for the lowest and the highest level of the
    current stretch, so one pass over the series is enough.
    """
    kept = [index for index in range(len(readings)) if index not in skip]
    found: set[int] = set()
    lows: deque[int] = deque()
    highs: deque[int] = deque()
    start = 0
    for end, index in enumerate(kept):
        level = readings[index].level_mm
        while lows and readings[kept[lows[-1]]].level_mm >= level:
            lows.pop()
        lows.append(end)
        while highs and readings[kept[highs[-1]]].level_mm <= level:
            highs.pop()
        highs.append(end)
        while (
            readings[kept[highs[0]]].level_mm - readings[kept[lows[0]]].level_mm
            > FLAT_SPREAD_MM
        ):
            start += 1
            if lows[0] < start:
                lows.popleft()
            if highs[0] < start:
                highs.popleft()
        if readings[index].at - readings[kept[start]].at >= FLAT_SPAN:
            found.update(kept[start : end + 1])
    return found


def _neighbours(
    readings: Sequence[Reading], index: int, skip: set[int], station: Station
) -> list[Reading]:
    """Usable readings around ``index``, itself left out, in time order.

    A neighbour further away than the reach times the station's interval, with
    half an interval of slack, lies behind a gap and says nothing about this
    moment.
    """
    reach = timedelta(seconds=station.interval_s * (SPIKE_REACH + 0.5))
    first = max(0, index - SPIKE_REACH)
    last = min(len(readings), index + SPIKE_REACH + 1)
    moment = readings[index].at
    return [
        readings[other]
        for other in range(first, last)
        if other != index
        and other not in skip
        and abs(readings[other].at - moment) <= reach
    ]


def _median_slope(around: Sequence[Reading]) -> float:
    """Median slope, in mm per second, between successive readings."""
    return median(
        (after.level_mm - before.level_mm) / (after.at - before.at).total_seconds()
        for before, after in zip(around, around[1:])
    )


# --- putting the rules together --------------------------------------------

Rule = Callable[..., set[int]]

# Strongest first. A rule does not see the readings that stronger rules named.
_RULES: tuple[tuple[Flag, Rule], ...] = (
    (Flag.RATE, too_fast),
    (Flag.SPIKE, spikes),
    (Flag.FLAT, stuck),
)


def apply_rules(readings: Sequence[Reading], station: Station) -> list[Reading]:
    """Return the same readings, in the same order, with their flags set.

    Flags that the readings bring along are ignored: running the rules twice
    gives the same result as running them once.
    """
    check_series(readings, station)
    flags: dict[int, Flag] = dict.fromkeys(out_of_range(readings, station), Flag.RANGE)
    for flag, rule in _RULES:
        for index in rule(readings, station, set(flags)):
            flags[index] = flag
    return [
        reading.with_flag(flags.get(index, Flag.GOOD))
        for index, reading in enumerate(readings)
    ]


# --- looking at the outcome ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring readings that carry the same flag."""

    flag: Flag
    first: datetime
    last: datetime
    count: int


def stretches(readings: Sequence[Reading]) -> Iterator[Stretch]:
    """Cut a flagged series into stretches, good ones included."""
    start = 0
    for index in range(1, len(readings) + 1):
        if index < len(readings) and readings[index].flag == readings[start].flag:
            continue
        if index > start:
            yield Stretch(
                readings[start].flag,
                readings[start].at,
                readings[index - 1].at,
                index - start,
            )
        start = index


@dataclass(frozen=True, slots=True)
class Summary:
    station: str
    total: int
    counts: dict[str, int]

    @property
    def good_share(self) -> float:
        if not self.total:
            return 0.0
        return self.counts.get(Flag.GOOD, 0) / self.total


def summarise(readings: Sequence[Reading], station: Station) -> Summary:
    """Count the flags of a series, in the order of the Flag members."""
    counted = Counter(reading.flag for reading in readings)
    ordered = {flag.value: counted[flag] for flag in Flag if counted[flag]}
    return Summary(station.code, len(readings), ordered)


def usable(readings: Sequence[Reading]) -> list[Reading]:
    """The readings a warning may be based on."""
    return [r for r in readings if r.flag in (Flag.GOOD, Flag.FILLED)]
