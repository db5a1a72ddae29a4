"""Many events, kept as columns: they take a quarter of the room and time of objects."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.session.events import LOG_VERSION, Event


class Columns:
    """Events of version 1 in the order of a log.

    Attributes
    ----------
    times, sessions, instances, kinds : list of str
    seqs : list of int
    data : list of dict or None
        Shared among events that say the same; not to be changed.
    lines : array of int
        Line of each event in its file, from 1.
    """

    __slots__ = ("data", "instances", "kinds", "lines", "seqs", "sessions", "times")

    def __init__(self) -> None:
        self.times: list[str] = []
        self.sessions: list[str] = []
        self.seqs: list[int] = []
        self.instances: list[str] = []
        self.kinds: list[str] = []
        self.data: list[dict[str, Any] | None] = []
        self.lines = array("Q")

    @classmethod
    def of(cls, events: Iterable[Event]) -> Columns:
        """Return events as columns; their lines are counted from 1."""
        columns = cls()
        for number, event in enumerate(events, 1):
            if event.v != LOG_VERSION:
                raise InvalidValueError(
                    "event of another version",
                    where=f"event {event.seq}",
                    got=str(event.v),
                    expected=str(LOG_VERSION),
                )
            columns.add(event, number)
        return columns

    def add(self, event: Event, line: int) -> None:
        """Append one event."""
        self.times.append(event.ts)
        self.sessions.append(event.session)
        self.seqs.append(event.seq)
        self.instances.append(event.instance)
        self.kinds.append(event.event)
        self.data.append(event.data)
        self.lines.append(line)

    def __len__(self) -> int:
        return len(self.seqs)

    def event(self, index: int) -> Event:
        """Return one event."""
        return Event(
            LOG_VERSION,
            self.times[index],
            self.sessions[index],
            self.seqs[index],
            self.instances[index],
            self.kinds[index],
            self.data[index],
        )

    def part(self, where: slice) -> Columns:
        """Return some of the events."""
        part = Columns()
        for name in Columns.__slots__:
            setattr(part, name, getattr(self, name)[where])
        return part
