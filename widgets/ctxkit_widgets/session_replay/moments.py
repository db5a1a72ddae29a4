"""The moments that the page is told: the present one, and those that it may want next."""

from __future__ import annotations

from collections.abc import Iterable

from ctxkit.residency.over_time import ContextOverTime
from ctxkit.session.engine import Engine
from ctxkit.session.logindex import LogIndex
from ctxkit.session.replay import Replay
from ctxkit_widgets.session_replay.moment import Told, moment_of
from ctxkit_widgets.session_replay.residency import window_at

#: Moments that the page surely still has; it keeps twice as many.
_REMEMBERED = 64


class Moments:
    """Makes the moments of a replay, and remembers which of them the page knows.

    A step is answered in the page at once where its moment was told before it was asked for: the
    way to a kernel and back takes longer than everything else, above all to one far away.
    """

    def __init__(
        self,
        replay: Replay,
        index: LogIndex,
        engine: Engine | None,
        context: ContextOverTime | None,
    ) -> None:
        self._source = (replay, index)
        self._engine = engine
        self._context = context
        self._known: dict[tuple[int, str], None] = {}

    def at(self, place: int, handle: str) -> Told:
        """Return a moment; see :func:`~ctxkit_widgets.session_replay.moment.moment_of`."""
        self._known.pop((place, handle), None)
        self._known[place, handle] = None
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]
        told = moment_of(*self._source, place, handle, self._engine)
        if self._context is not None:
            told["window"] = window_at(self._context, place)
        return told

    def unknown(self, places: Iterable[int], handle: str) -> list[Told]:
        """Return those of some moments that the page does not know."""
        return [self.at(each, handle) for each in places if (each, handle) not in self._known]
