"""Where two sessions part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.given import as_log
from ctxkit.view import Framed, Shown


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the events of one instance, or of the whole session, stop being the same.

    Attributes
    ----------
    instance : str
        Handle; empty for the session as a whole.
    same : int
        Events that are the same at the beginning.
    only_a, only_b : int
        Events after that in either log.
    a, b : Event or None
        The first that differ; ``None`` where a log has no more.
    what : str
        What differs: ``"event"``, ``"instance"``, a path such as ``"data.fields.body"``, or
        ``"end"`` where one log goes on and the other does not. Empty where nothing differs.
    """

    instance: str
    same: int
    only_a: int
    only_b: int
    a: Event | None
    b: Event | None
    what: str

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.what


class Comparison(Shown, Framed):
    """Two logs beside each other; made by :func:`compare_logs`.

    Attributes
    ----------
    a, b : EventLog
    whole : Parting
        Where the logs part.
    instances : tuple of Parting
        Where each instance parts, for those that are in both.
    only_in_a, only_in_b : tuple of str
        Handles of the instances that are in one log only.
    """

    def __init__(self, a: EventLog, b: EventLog) -> None:
        self.a = a
        self.b = b
        self.whole = _parting("", a, b)
        in_a, in_b = a.handles, b.handles
        self.only_in_a = tuple(handle for handle in in_a if handle not in set(in_b))
        self.only_in_b = tuple(handle for handle in in_b if handle not in set(in_a))
        shared = [handle for handle in in_a if handle in set(in_b)]
        parts_a, parts_b = _by_instance(a), _by_instance(b)
        self.instances = tuple(_parting(h, parts_a[h], parts_b[h]) for h in shared)

    @property
    def equal(self) -> bool:
        """Whether both tell the same story: time and session apart, all events are the same."""
        return self.whole.equal


def compare_logs(a: EventLog | Iterable[Event], b: EventLog | Iterable[Event]) -> Comparison:
    """Compare two logs event by event; when they were written makes no difference."""
    return Comparison(as_log(a), as_log(b))


def _by_instance(log: EventLog) -> dict[str, EventLog]:
    parts: dict[str, list[int]] = {}
    for index, handle in enumerate(log.columns.instances):
        parts.setdefault(handle, []).append(index)
    return {
        handle: EventLog.of(log.columns.event(index) for index in indexes)
        for handle, indexes in parts.items()
    }


def _parting(instance: str, a: EventLog, b: EventLog) -> Parting:
    left, right = a.columns, b.columns
    shorter = min(len(a), len(b))
    same = 0
    while (
        same < shorter
        and left.kinds[same] == right.kinds[same]
        and left.instances[same] == right.instances[same]
        and (left.data[same] or {}) == (right.data[same] or {})
    ):
        same += 1
    first = a[same] if same < len(a) else None
    second = b[same] if same < len(b) else None
    return Parting(
        instance, same, len(a) - same, len(b) - same, first, second, _what(first, second)
    )


def _what(a: Event | None, b: Event | None) -> str:
    if a is None and b is None:
        return ""
    if a is None or b is None:
        return "end"
    if a.event != b.event:
        return "event"
    return "instance" if a.instance != b.instance else _path("data", a.data or {}, b.data or {})


def _path(path: str, a: Any, b: Any) -> str:
    """Return the way to the first value that differs."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            if key not in a or key not in b:
                return f"{path}.{key}"
            if a[key] != b[key]:
                return _path(f"{path}.{key}", a[key], b[key])
    if isinstance(a, list) and isinstance(b, list):
        for index, (one, other) in enumerate(zip(a, b, strict=False)):
            if one != other:
                return _path(f"{path}[{index}]", one, other)
    return path
