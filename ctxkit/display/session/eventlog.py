"""How a log looks: how much of what happened, by whom and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ctxkit.display.diagnostics import diagnostics_fold
from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Note,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    count,
    describe,
    shorten,
)
from ctxkit.display.session.lanes import Lane
from ctxkit.display.session.summary import (
    LogSummary,
    duration_text,
    is_known_time,
    last_step,
    summary_of,
)
from ctxkit.procedure.document import document_text
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.fork import POINTER

Data = dict[str, Any]

#: One colour a type of event, wherever it is drawn.
EVENT_COLORS: dict[str, str] = {
    EventType.STARTED: "#4c6ef5",
    EventType.REPORT: "#2f9e44",
    EventType.CHOOSER_ANSWER: "#d9480f",
    EventType.OP_RESULT: "#9775fa",
    EventType.TRANSITION: "#868e96",
    EventType.SERVED: "#adb5bd",
    EventType.COMPLETED: "#2b8a3e",
    EventType.ABANDONED: "#e03131",
    EventType.READ: "#1098ad",
    EventType.PARKED: "#f08c00",
    EventType.LABELED: "#c2255c",
    EventType.SESSION_META: "#a17900",
}
OTHER_COLOR = "#5c7cfa"  #: of types that nobody here knows
OUTCOME_TONES: dict[str, Tone] = {"completed": "good", "abandoned": "bad", "parked": "warn"}
MAX_EVENTS = 40  #: of a log, listed
MAX_SAID = 160  #: characters of an event's data


@describe.register
def _log(held: EventLog) -> Document:
    summary = summary_of(held)
    return Document(
        kind="Event log",
        title=summary.label or held.session or "no session",
        facts=log_facts(held, summary),
        parts=[
            log_line(held, summary),
            type_bar(summary.counts),
            lane_table(held, summary),
            *over_time(summary),
            *_types(held, summary),
            *_events(held),
            *_skipped(held),
            *diagnostics_fold(held.diagnostics),
        ],
        footer="`ctxkit.Replay(log, procedures)` goes to any moment; `.to_frame()` has the "
        "events, `.plot()` draws the instances over time",
    )


def log_facts(held: EventLog, summary: LogSummary) -> list[str]:
    """Return what a log says about itself."""
    return [
        held.session if summary.label else "",
        summary.participant,
        f"{held.kind} lines" if held.kind else "no lines",
        held.path.rpartition("/")[2],
    ]


def log_line(held: EventLog, summary: LogSummary) -> Figure:
    """Return how much happened."""
    lasted = duration_text(held)
    outcomes = summary.lanes.outcomes
    return Figure(
        f"{len(held):,}",
        ("event" if len(held) == 1 else "events") + (f" in {lasted}" if lasted else ""),
        [
            count(len(summary.lanes), "instance"),
            ", ".join(f"{number:,} {outcome}" for outcome, number in outcomes.items()),
            clock_text(held.first_time, day=True),
        ],
    )


def clock_text(time: str, *, day: bool = False) -> str:
    """Return the clock, or day and clock, of an RFC 3339 time; empty where it is missing."""
    if not is_known_time(time):
        return ""
    return time[:19].replace("T", " ") if day else time[11:19]


def type_bar(counts: Counter[str]) -> Bar:
    """Return the events by type, in the order in which types come in a session."""
    known = [str(kind) for kind in EVENT_COLORS if counts[kind]]
    other = sum(number for kind, number in counts.items() if kind not in EVENT_COLORS)
    segments = [Segment(kind, counts[kind], EVENT_COLORS[kind]) for kind in known]
    return Bar([*segments, Segment("unknown", other, OTHER_COLOR)], unit="events")


def lane_table(held: EventLog, summary: LogSummary, more: str = ".to_frame()") -> Table:
    """Return the instances of a log in the order of their first event."""
    largest = summary.lanes.largest
    return Table(
        caption="Instances, as the log tells",
        columns=[
            Column("instance"),
            Column("procedure"),
            Column("outcome"),
            Column("last step"),
            Column("started under"),
            Column("from"),
            Column("to"),
            Column("events", "right"),
        ],
        rows=(_lane_row(held, lane, largest) for lane in summary.lanes.in_order()),
        total=len(summary.lanes),
        more=more,
        empty="none",
    )


def _lane_row(held: EventLog, lane: Lane, largest: int) -> Row:
    times, step = held.columns.times, last_step(held, lane)
    return Row(
        [
            Cell(lane.handle, code=True),
            lane.procedure or "—",
            Cell(lane.outcome, tone=OUTCOME_TONES.get(lane.outcome, "plain")),
            Cell(step, code=True) if step else "—",
            Cell(lane.parent, code=True) if lane.parent else "—",
            clock_text(times[lane.first]),
            clock_text(times[lane.last]),
            Cell(f"{lane.events:,}", gauge=Gauge(lane.events, largest)),
        ]
    )


def over_time(summary: LogSummary) -> Iterator[Part]:
    """Return how many events there are in each part of a log's time."""
    if not summary.spans:
        return
    largest = max(span.counts.total() for span in summary.spans)
    equal = "equally long" if summary.even else "equally full"
    yield Fold(
        f"Over time: {len(summary.spans)} {equal} parts",
        [
            Table(
                caption="Events by when they happened",
                columns=[Column("from"), Column("events", "right"), Column("of which", wide=True)],
                rows=(
                    Row(
                        [
                            clock_text(span.begins, day=True),
                            Cell(
                                f"{span.counts.total():,}",
                                gauge=Gauge(span.counts.total(), largest),
                            ),
                            _most(span.counts),
                        ]
                    )
                    for span in summary.spans
                ),
                total=len(summary.spans),
            )
        ],
    )


def _most(counts: Counter[str], most: int = 4) -> str:
    found = [f"{kind} {number:,}" for kind, number in counts.most_common(most)]
    return ", ".join(found) + (", …" if len(counts) > most else "") or "—"


def _types(held: EventLog, summary: LogSummary) -> Iterator[Part]:
    if not summary.counts:
        return
    largest = max(summary.counts.values())
    yield Fold(
        f"Types of events: {len(summary.counts):,}",
        [
            Table(
                caption="Events by type, the most frequent first",
                columns=[Column("type"), Column("events", "right")],
                rows=(
                    Row(
                        [
                            Cell(kind, code=True),
                            Cell(
                                f"{number:,}",
                                gauge=Gauge(number, largest, EVENT_COLORS.get(kind, OTHER_COLOR)),
                            ),
                        ]
                    )
                    for kind, number in summary.counts.most_common()
                ),
                total=len(summary.counts),
                more=".counts",
            )
        ],
    )


def _events(held: EventLog) -> Iterator[Part]:
    if len(held):
        few = min(len(held), MAX_EVENTS)
        said = f"the first {few} of {len(held):,}" if few < len(held) else f"all {few}"
        yield Fold(f"Events: {said}", [event_table(islice(held, few), len(held))])


def event_table(events: Iterable[Event], total: int) -> Table:
    """Return some events, one a row."""
    return Table(
        caption="Events, in the order of the lines",
        columns=[
            Column("#", "right"),
            Column("time"),
            Column("instance"),
            Column("event"),
            Column("says", wide=True),
        ],
        rows=(
            Row(
                [
                    f"{event.seq}",
                    clock_text(event.ts),
                    Cell(event.instance, code=True) if event.instance else "—",
                    event.event,
                    event_words(event),
                ]
            )
            for event in events
        ),
        total=total,
    )


def event_words(event: Event) -> str:
    """Return what an event says, short: in words where it has its usual shape, or as JSON."""
    data = event.data or {}
    if not data:
        return "—"
    words = _WORDS.get(event.event)
    said = words(data) if words is not None else ""
    return shorten(said or document_text(data), MAX_SAID)


def _opened(data: Data) -> str:
    source = data.get(POINTER)
    came = ""
    if isinstance(source, dict):
        came = f"forked from {source.get('session')} after event {source.get('seq')}"
    return ", ".join(filter(None, [str(data.get("participant") or ""), came]))


def _moved(data: Data) -> str:
    back = " (reopened)" if data.get("reopen") else ""
    return f"{data['from']} → {data['to']}{back}" if {"from", "to"} <= data.keys() else ""


def _stood(data: Data) -> str:
    note = f": {data['note']}" if "note" in data else ""
    return f"at {data['step']}{note}" if "step" in data else ""


def _chose(data: Data) -> str:
    if not {"chooser", "choice"} <= data.keys():
        return ""
    words = f" “{data['userWords']}”" if "userWords" in data else ""
    fields = _fields(data.get("fields"))
    return f"{data['chooser']} → {data['choice']}{words}" + (f", {fields}" if fields else "")


def _began(data: Data) -> str:
    if not {"procedure", "step"} <= data.keys():
        return ""
    given = ", ".join(filter(None, [_fields(data.get("params")), _fields(data.get("seed"))]))
    return f"{data['procedure']} at {data['step']}" + (f", {given}" if given else "")


def _ran(data: Data) -> str:
    written = _fields(data.get("writes"))
    return f"{data['fn']} wrote {written or 'nothing'}" if "fn" in data else ""


def _shown(data: Data) -> str:
    amounts = [f"{len(data[key]):,} in {key}" for key in ("full", "summary")
               if isinstance(data.get(key), list)]  # fmt: skip
    return f"{data.get('tool') or 'a tool'} showed {', '.join(amounts)}" if amounts else ""


def _fields(value: Any) -> str:
    if not isinstance(value, dict):
        return ""
    return ", ".join(f"{name}: {_brief(held)}" for name, held in list(value.items())[:12])


def _brief(value: Any) -> str:
    if value is None:
        return "(cleared)"
    return shorten(value if isinstance(value, str) else document_text(value), 60)


_WORDS: dict[str, Callable[[Data], str]] = {
    EventType.SESSION_META: _opened,
    EventType.LABELED: lambda data: str(data.get("label") or ""),
    EventType.STARTED: _began,
    EventType.REPORT: lambda data: _fields(data.get("fields")),
    EventType.CHOOSER_ANSWER: _chose,
    EventType.OP_RESULT: _ran,
    EventType.SERVED: _stood,
    EventType.TRANSITION: _moved,
    EventType.COMPLETED: lambda data: _fields(data.get("produced")),
    EventType.ABANDONED: lambda data: str(data.get("reason") or ""),
    EventType.READ: _shown,
    EventType.PARKED: _stood,
}


def _skipped(held: EventLog) -> list[Part]:
    if not held.skipped:
        return []
    named = ", ".join(f"{code} {number:,}" for code, number in list(held.skipped.items())[:8])
    return [Note(f"Items of the application, left out: {named}.")]
