"""Events: what happened in a session, one JSON object a line (contract C, section 8)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, Protocol, TextIO, runtime_checkable

from ctxkit.canonical import quote_json
from ctxkit.errors import InvalidValueError
from ctxkit.procedure.document import document_text
from ctxkit.view import show_html
from ctxkit.visible import visible

#: Version of the lines that are written, and the only one that is replayed.
LOG_VERSION = 1
#: A line must be shorter than this many bytes.
MAX_LINE_BYTES = 16 * 1024 * 1024


class EventType(StrEnum):
    """The closed set of events."""

    SESSION_META = "session_meta"
    LABELED = "labeled"
    STARTED = "started"
    REPORT = "report"
    CHOOSER_ANSWER = "chooser_answer"
    OP_RESULT = "op_result"
    SERVED = "served"
    TRANSITION = "transition"
    COMPLETED = "completed"
    ABANDONED = "abandoned"
    READ = "read"
    PARKED = "parked"


#: Events about a session as a whole; all others are about one instance.
SESSION_EVENTS = frozenset({EventType.SESSION_META, EventType.LABELED, EventType.READ})
EVENT_NAMES = frozenset(map(str, EventType))


# Names of sessions, instances and events come again and again.
_quoted = lru_cache(maxsize=4096)(quote_json)


class Event:
    """One event.

    Attributes
    ----------
    v : int
        Version of the line.
    ts : str
        Time, RFC 3339.
    session : str
    seq : int
        From 1, rising by one.
    instance : str
        Empty where the event is about the whole session.
    event : str
        An :class:`EventType`.
    data : dict or None
        What belongs to the event; not to be changed.
    """

    __slots__ = ("data", "event", "instance", "seq", "session", "ts", "v")

    def __init__(
        self,
        v: int,
        ts: str,
        session: str,
        seq: int,
        instance: str,
        event: str,
        data: dict[str, Any] | None,
    ) -> None:
        self.v = v
        self.ts = ts
        self.session = session
        self.seq = seq
        self.instance = instance
        self.event = event
        self.data = data

    @property
    def time(self) -> datetime:
        """The time, to the microsecond."""
        return parse_time(self.ts)

    def to_line(self) -> str:
        """Return the event as it is logged, without a line end."""
        instance = f'"instance":{_quoted(self.instance)},' if self.instance else ""
        data = f',"data":{document_text(self.data)}' if self.data else ""
        return (
            f'{{"v":{self.v},"ts":"{self.ts}","session":{_quoted(self.session)},'
            f'"seq":{self.seq},{instance}"event":{_quoted(self.event)}{data}}}'
        )

    def _key(self) -> tuple[Any, ...]:
        return (
            self.v, self.ts, self.session, self.seq, self.instance, self.event, self.data or None
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.session, self.seq, self.event))

    def __repr__(self) -> str:
        about = f" {self.instance}" if self.instance else ""
        data = f" {document_text(self.data)}" if self.data else ""
        data = data if len(data) <= 100 else data[:97] + "..."
        return visible(f"<Event {self.seq} {self.event}{about}{data}>")

    def _repr_html_(self) -> str:
        return show_html(self)


def format_time(moment: datetime) -> str:
    """Return a time as RFC 3339 with ``Z`` for UTC, and a fraction only where there is one.

    Raises
    ------
    InvalidValueError
        If it is no time, or a time without a time zone, of which nobody could tell when it was.
    """
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise _no_moment(moment)
    text = moment.isoformat()
    if moment.microsecond:
        clock, zone = text[:26].rstrip("0"), text[26:]
    else:
        clock, zone = text[:19], text[19:]
    return clock + ("Z" if zone == "+00:00" else zone)


def _no_moment(given: object) -> InvalidValueError:
    naive = isinstance(given, datetime)
    return InvalidValueError(
        "a clock returns times with a time zone",
        where="clock",
        got=f"{given} without one" if naive else f"{type(given).__name__} {given!r}"[:60],
        hint="datetime.now(UTC), or datetime.now().astimezone() for the zone of this machine.",
    )


def parse_time(text: str) -> datetime:
    """Return the time that an RFC 3339 text gives; digits below the microsecond are dropped."""
    head, dot, rest = text.replace("Z", "+00:00").replace("z", "+00:00").partition(".")
    if dot:
        digits = len(rest) - len(rest.lstrip("0123456789"))
        head += "." + rest[:digits][:6].ljust(6, "0") + rest[digits:]
    moment = datetime.fromisoformat(head)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


@runtime_checkable
class EventSink(Protocol):
    """Takes events as they happen."""

    def append(self, event: Event) -> None:
        """Take one event; an exception tells that it was not kept."""
        ...


class MemorySink:
    """Keeps events in a list.

    Attributes
    ----------
    events : list of Event
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events = list(events)

    def __repr__(self) -> str:
        return f"<MemorySink of {len(self.events):,} events>"

    def append(self, event: Event) -> None:
        """Keep an event."""
        self.events.append(event)

    def to_text(self) -> str:
        """Return the events as lines."""
        return "".join(event.to_line() + "\n" for event in self.events)


class WriterSink:
    """Writes events as lines to an open text stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __repr__(self) -> str:
        return f"<WriterSink to {self.path or 'a stream'}>"

    @property
    def path(self) -> str:
        """File behind the stream; empty where there is none, or it has no name."""
        name = getattr(self._stream, "name", "")
        return name if isinstance(name, str) else ""

    def append(self, event: Event) -> None:
        """Write an event as one line."""
        self._stream.write(event.to_line() + "\n")
