"""Finding the next event that changed a field, without looking at the whole log first."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ctxkit.session.collector import collector_paused
from ctxkit.session.events import EventType

if TYPE_CHECKING:
    from ctxkit.session.replay import Replay

#: Types that can change a field where they are as they should be.
_WRITING = frozenset(
    map(str, (EventType.STARTED, EventType.REPORT, EventType.CHOOSER_ANSWER, EventType.OP_RESULT))
)


def find_change(
    replay: Replay, index: int, *, field: str = "", instance: str = "", back: bool = False
) -> int | None:
    """Return where the next event stands that changed a field.

    Parameters
    ----------
    replay : Replay
    index : int
        Place, from 0, of the first event to look at; with ``back`` the last one.
    field : str
        Name of the field; any where empty.
    instance : str
        Handle of the instance; any where empty.
    back : bool
        Look at earlier events, and return the nearest of them.

    Returns
    -------
    int or None
        Place of the event, from 0.

    Notes
    -----
    Goes through the log from checkpoint to checkpoint and stops at the first that has one: what is
    near is found in milliseconds, in a log of any length.
    """
    for start, stop in _blocks(replay, index, back):
        found = _changes_within(replay, start, stop, field, instance, first=not back)
        if found is not None:
            return found
    return None


def _blocks(replay: Replay, index: int, back: bool) -> list[tuple[int, int]]:
    """Return the parts of the log to look at, the nearest first, none across a checkpoint."""
    marks = [*replay.checkpoints, len(replay.log)]
    if back:
        stop = min(index + 1, len(replay.log))
        return [
            (start, min(end, stop))
            for start, end in zip(reversed(marks[:-1]), reversed(marks[1:]), strict=True)
            if start < min(end, stop)
        ]
    begin = max(0, index)
    return [(max(start, begin), end) for start, end in pairwise(marks) if max(start, begin) < end]


def _changes_within(
    replay: Replay, start: int, stop: int, field: str, instance: str, *, first: bool
) -> int | None:
    """Return the first, or the last, event from ``start`` to before ``stop`` that changed it."""
    columns = replay.log.columns
    found = None
    places = [
        place
        for place in range(start, stop)
        if columns.kinds[place] in _WRITING
        and (not instance or columns.instances[place] == instance)
    ]
    with collector_paused():
        fold = replay.fold_to(start) if places else None
        for place in places:
            assert fold is not None
            fold.run(columns, place)
            handle = columns.instances[place]
            held = fold.by_id.get(handle)
            before = held.store.clone() if held is not None else None
            fold.run(columns, place + 1)
            after = fold.by_id.get(handle)
            changed = after.store.changed_since(before) if after is not None else ()
            if field in changed if field else changed:
                found = place
                if first:
                    break
    return found
