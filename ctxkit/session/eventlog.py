"""A log that was read: its events, what it says about itself, and what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from typing import Any, overload

from ctxkit.diagnostics import Diagnostics
from ctxkit.errors import InvalidValueError
from ctxkit.session.columns import Columns
from ctxkit.session.events import Event, EventType
from ctxkit.view import Framed, Plotted, Shown


class EventLog(Shown, Framed, Plotted, Sequence[Event]):
    """The events of one log, in the order of its lines.

    Attributes
    ----------
    columns : Columns
        The events, not to be changed.
    path : str
        File that was read; empty where there was none.
    kind : str
        ``"plain"``, ``"envelope"`` or, where no line tells, ``""``.
    metadata : dict
        What an envelope says about the session, last wins.
    skipped : dict
        How many items of an envelope belong to the application, by their code.
    diagnostics : Diagnostics
        What could not be read, or was read with doubt.
    """

    def __init__(
        self,
        columns: Columns,
        *,
        path: str = "",
        kind: str = "plain",
        metadata: dict[str, Any] | None = None,
        skipped: dict[str, int] | None = None,
        diagnostics: Diagnostics | None = None,
    ) -> None:
        self.columns = columns
        self.path = path
        self.kind = kind
        self.metadata = metadata or {}
        self.skipped = skipped or {}
        self.diagnostics = diagnostics if diagnostics is not None else Diagnostics()

    @classmethod
    def of(cls, events: Iterable[Event]) -> EventLog:
        """Return a log of events that are at hand."""
        return cls(Columns.of(events))

    def index_of(self, seq: int) -> int:
        """Return where the event of a number stands in the log, from 0; the last of several.

        Raises
        ------
        InvalidValueError
            If no event has that number.
        """
        seqs = self.columns.seqs
        if not isinstance(seq, int) or isinstance(seq, bool):
            raise InvalidValueError("not the number of an event", got=repr(seq)[:60])
        # Most logs are numbered from 1 without a gap.
        if self._counts_up and 0 < seq <= len(seqs):
            return seq - 1
        for index in range(len(seqs) - 1, -1, -1):
            if seqs[index] == seq:
                return index
        last = max(seqs, default=0)
        raise InvalidValueError("no event has that number", got=str(seq), expected=f"up to {last}")

    @cached_property
    def _counts_up(self) -> bool:
        return self.columns.seqs == list(range(1, len(self) + 1))

    # A sequence of events -----------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> EventLog: ...
    def __getitem__(self, index: int | slice) -> Event | EventLog:
        if isinstance(index, slice):
            part = self.columns.part(index)
            return EventLog(part, path=self.path, kind=self.kind, metadata=self.metadata)
        return self.columns.event(index)

    def __iter__(self) -> Iterator[Event]:
        return map(self.columns.event, range(len(self.columns)))

    # What it is about ---------------------------------------------------------------------------

    @property
    def session(self) -> str:
        """ID of the session."""
        named = self.columns.sessions[0] if len(self) else ""
        return named or str(self.metadata.get("ID", ""))

    @property
    def participant(self) -> str:
        """Who took part: what the log says last, or else its metadata."""
        return self._last(EventType.SESSION_META, "participant") or self._meta("Participant")

    @property
    def label(self) -> str:
        """What the session is about: what the log says last, or else its metadata."""
        return self._last(EventType.LABELED, "label") or self._meta("Label")

    @property
    def first_time(self) -> str:
        """Time of the first event, RFC 3339; empty where there is none."""
        return self.columns.times[0] if len(self) else ""

    @property
    def last_time(self) -> str:
        """Time of the last event, RFC 3339; empty where there is none."""
        return self.columns.times[-1] if len(self) else ""

    @property
    def handles(self) -> tuple[str, ...]:
        """Handles of the instances, in the order of their first event."""
        return tuple(name for name in dict.fromkeys(self.columns.instances) if name)

    @property
    def counts(self) -> dict[str, int]:
        """How many events there are of each type, the most frequent first."""
        return dict(Counter(self.columns.kinds).most_common())

    def positions(self, kind: str) -> list[int]:
        """Return where the events of a type stand, from 0."""
        kinds = self.columns.kinds
        return list(compress(range(len(kinds)), map(frozenset({str(kind)}).__contains__, kinds)))

    def of_instance(self, handle: str) -> EventLog:
        """Return the events of one instance."""
        columns = Columns()
        for index, each in enumerate(self.columns.instances):
            if each == handle:
                columns.add(self.columns.event(index), self.columns.lines[index])
        return EventLog(columns, path=self.path, kind=self.kind, metadata=self.metadata)

    def to_text(self) -> str:
        """Return the events as plain lines."""
        return "".join(event.to_line() + "\n" for event in self)

    def _last(self, kind: str, key: str) -> str:
        for index in reversed(self.positions(kind)):
            value = (self.columns.data[index] or {}).get(key)
            if isinstance(value, str) and value:
                return value
        return ""

    def _meta(self, key: str) -> str:
        value = self.metadata.get(key)
        return value if isinstance(value, str) else ""
