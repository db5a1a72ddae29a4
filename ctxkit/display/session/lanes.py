"""The instances of a log, each made when it is asked for: a long log has tens of thousands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

from ctxkit.session.columns import Columns
from ctxkit.session.events import EventType

_STARTED, _PARKED = str(EventType.STARTED), str(EventType.PARKED)
_ENDS = {str(EventType.COMPLETED): "completed", str(EventType.ABANDONED): "abandoned"}
_SESSION = {str(EventType.LABELED): "label", str(EventType.SESSION_META): "participant"}
_TELLING = frozenset({_STARTED, *_ENDS, *_SESSION})


@dataclass(slots=True)
class Lane:
    """One instance of a log.

    Attributes
    ----------
    handle, procedure, parent : str
    events : int
    first, last : int
        Positions of its first and last event, from 0.
    outcome : str
        ``"completed"``, ``"abandoned"``, ``"parked"`` where that was the last of it, or ``"open"``.
    ended : int or None
        Position of the event that ended it.
    """

    handle: str
    events: int
    first: int
    last: int
    procedure: str = ""
    parent: str = ""
    outcome: str = "open"
    ended: int | None = None


class Lanes(Mapping[str, Lane]):
    """The instances of a log by handle, in the order of their first event.

    Parameters
    ----------
    columns : Columns

    Attributes
    ----------
    label, participant : str
        What the log says last of the session; empty where it does not.
    """

    def __init__(self, columns: Columns) -> None:
        kinds, handles, data = columns.kinds, columns.instances, columns.data
        self._kinds = kinds
        self._handles = handles
        self._counts = Counter(handles)
        self._counts.pop("", None)
        self._last = dict(zip(handles, range(len(handles)), strict=True))
        # Where several events start or end one instance, the last of them counts.
        self._started: dict[str, dict[str, Any] | None] = {}
        self._ended: dict[str, int] = {}
        told = {"label": "", "participant": ""}
        for index in compress(range(len(kinds)), map(_TELLING.__contains__, kinds)):
            kind = kinds[index]
            if kind == _STARTED:
                self._started[handles[index]] = data[index]
            elif kind in _ENDS:
                self._ended[handles[index]] = index
            else:
                key = _SESSION[kind]
                told[key] = text_of(data[index] or {}, key) or told[key]
        self.label, self.participant = told["label"], told["participant"]
        self._ended.pop("", None)

    def __len__(self) -> int:
        return len(self._counts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __contains__(self, handle: object) -> bool:
        return handle in self._counts

    def __getitem__(self, handle: str) -> Lane:
        if handle not in self._counts:
            raise KeyError(handle)
        return self._lane(handle, self._first[handle])

    def in_order(self) -> Iterator[Lane]:
        """Yield the instances; for the first of many, this is quicker than :meth:`values`."""
        first = 0
        for handle in self._counts:
            first = self._handles.index(handle, first)
            yield self._lane(handle, first)

    def _lane(self, handle: str, first: int) -> Lane:
        said = self._started.get(handle) or {}
        return Lane(
            handle, self._counts[handle], first, self._last[handle],
            text_of(said, "procedure"), text_of(said, "parent"),
            self._outcome(handle), self._ended.get(handle),
        )  # fmt: skip

    @cached_property
    def _first(self) -> dict[str, int]:
        handles = self._handles
        return dict(zip(reversed(handles), range(len(handles) - 1, -1, -1), strict=True))

    def _outcome(self, handle: str) -> str:
        ended = self._ended.get(handle)
        if ended is not None:
            return _ENDS[self._kinds[ended]]
        return "parked" if self._kinds[self._last[handle]] == _PARKED else "open"

    @property
    def outcomes(self) -> Counter[str]:
        """How many instances have each outcome, in the order in which outcomes come first."""
        ended = Counter(map(self._kinds.__getitem__, self._ended.values()))
        counts = Counter({_ENDS[kind]: number for kind, number in ended.items()})
        counts.update(self._outcome(handle) for handle in self._counts if handle not in self._ended)
        ordered: Counter[str] = Counter()
        for handle in self._counts:
            if len(ordered) == len(counts):
                break
            outcome = self._outcome(handle)
            ordered[outcome] = counts[outcome]
        return ordered

    @property
    def largest(self) -> int:
        """Events of the instance that has the most."""
        return max(self._counts.values(), default=0)

    @property
    def procedures(self) -> list[str]:
        """Names of the procedures, each once; an empty one where the log does not say it."""
        started = self._started
        said = (started.get(handle) or {} for handle in self._counts)
        return list(dict.fromkeys(text_of(data, "procedure") for data in said))


def text_of(data: Mapping[str, Any], key: str) -> str:
    """Return a text that an event says; empty where it says none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""
