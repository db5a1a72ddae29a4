"""What is worth knowing of a log, worked out once: it may have hundreds of thousands of events."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

from ctxkit.display.session.lanes import Lane, Lanes, text_of
from ctxkit.procedure.spec import is_end_target
from ctxkit.session.collector import collector_paused
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EventType, parse_time

SPANS = 12  #: parts into which the time of a log is divided


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a log's time."""

    begins: str  #: RFC 3339
    counts: Counter[str]


@dataclass(frozen=True, slots=True)
class LogSummary:
    """A log in numbers.

    Attributes
    ----------
    label, participant : str
    counts : Counter
        Events by type.
    lanes : Lanes
        Instances by handle, in the order of their first event.
    spans : list of Span
        The time of the log in equal parts; empty for a log of one moment.
    even : bool
        Whether the spans are equally long; otherwise they hold equally many events.
    """

    label: str
    participant: str
    counts: Counter[str]
    lanes: Lanes
    spans: list[Span]
    even: bool


_summaries: WeakKeyDictionary[EventLog, LogSummary] = WeakKeyDictionary()


def summary_of(log: EventLog) -> LogSummary:
    """Return the summary of a log; a log does not change, so it is made once."""
    summary = _summaries.get(log)
    if summary is None:
        with collector_paused():
            summary = _summaries[log] = _summarise(log)
    return summary


def _summarise(log: EventLog) -> LogSummary:
    lanes = Lanes(log.columns)
    spans, even = _spans(log)
    counts = sum((span.counts for span in spans), Counter[str]()) or Counter(log.columns.kinds)
    label = lanes.label or text_of(log.metadata, "Label")
    participant = lanes.participant or text_of(log.metadata, "Participant")
    return LogSummary(label, participant, counts, lanes, spans, even)


def last_step(log: EventLog, lane: Lane) -> str:
    """Return where an instance stood last: what the last of its events says that tells."""
    columns = log.columns
    for index in range(lane.last, lane.first - 1, -1):
        if columns.instances[index] == lane.handle:
            step = step_after(columns.kinds[index], columns.data[index] or {})
            if step:
                return step
    return ""


def step_after(kind: str, data: dict[str, Any]) -> str:
    """Return the step at which an instance stands after an event, if the event tells it."""
    if kind == EventType.TRANSITION:
        to = text_of(data, "to")
        return text_of(data, "from") if is_end_target(to) else to
    return text_of(data, "chooser" if kind == EventType.CHOOSER_ANSWER else "step")


# Time --------------------------------------------------------------------------------------------


def _spans(log: EventLog) -> tuple[list[Span], bool]:
    times, kinds = log.columns.times, log.columns.kinds
    if len(times) < 2:
        return [], True
    borders = _time_borders(times)
    even = borders is not None
    if borders is None:
        borders = [len(times) * n // SPANS for n in range(SPANS + 1)]
    cuts = [(start, end) for start, end in pairwise(borders) if even or end > start]
    begin = _moment(times[0]) if even else None
    whole = _moment(times[-1]) - begin if begin is not None else timedelta()
    spans = []
    for number, (start, end) in enumerate(cuts):
        if begin is None:
            begins = times[start]
        else:
            begins = (begin + number * whole / SPANS).isoformat()[:19] + "Z"
        spans.append(Span(begins, Counter(kinds[start:end])))
    return spans, even


def _time_borders(times: list[str]) -> list[int] | None:
    """Return where equally long parts begin; ``None`` where the times do not allow it.

    Times in UTC sort as texts, but for fractions of a second, which make no difference here.
    """
    if (
        not (is_known_time(times[0]) and is_known_time(times[-1]))
        or times[0][-1] != "Z"
        or times[-1][-1] != "Z"
        or any(a[:19] > b[:19] for a, b in _probe(times))
    ):
        return None
    begin, end = _moment(times[0]), _moment(times[-1])
    if end <= begin:
        return None
    inner = [
        bisect_left(times, (begin + n * (end - begin) / SPANS).isoformat()[:19])
        for n in range(1, SPANS)
    ]
    return [0, *inner, len(times)]


def _probe(times: list[str]) -> list[tuple[str, str]]:
    """Return neighbours of some five hundred places: enough to tell a log that is out of order."""
    picked = times[:: max(1, len(times) // 500)]
    return list(pairwise([*picked, times[-1]]))


def _moment(text: str) -> datetime:
    return parse_time(text).astimezone(UTC)


def duration_text(log: EventLog) -> str:
    """Return how long a log lasts, in words; empty where it has no two moments."""
    return time_between(log.first_time, log.last_time) if len(log) > 1 else ""


def time_between(begins: str, ends: str) -> str:
    """Return the time between two RFC 3339 times, in words; empty where one is not given."""
    if not (is_known_time(begins) and is_known_time(ends)):
        return ""
    return span_text(_moment(ends) - _moment(begins))


def is_known_time(text: str) -> bool:
    """Tell whether a time is one: an event without any has the first moment of the year 1."""
    return bool(text) and "0001" < text[:4] < "9999"


def span_text(span: timedelta) -> str:
    """Return a duration in its two largest units."""
    seconds = int(abs(span).total_seconds())
    for unit, size, inner, inner_size in (
        ("d", 86_400, "h", 3_600), ("h", 3_600, "min", 60), ("min", 60, "s", 1)
    ):  # fmt: skip
        if seconds >= size:
            rest = seconds % size // inner_size
            return f"{seconds // size:,} {unit}" + (f" {rest} {inner}" if rest else "")
    return f"{seconds} s"
