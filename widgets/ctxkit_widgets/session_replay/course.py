"""The events that a replay goes through: all of a log, or those that match a filter."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ctxkit.session.logindex import LogIndex

#: Steps whose moments are made before they are asked for, in the direction that is gone.
_AHEAD = (1, 2, 3, 4, 5, 6, -1)


class Course:
    """The events that are shown, and the steps from one to another.

    Attributes
    ----------
    places : sequence of int
        Their places, from 0, rising.
    mask : array of bool or None
        Which events are shown; ``None`` where all are.
    """

    def __init__(self, index: LogIndex) -> None:
        self._index = index
        self.places: Sequence[int] = range(len(index))
        self.mask: npt.NDArray[np.bool_] | None = None

    def narrow(self, kinds: Iterable[str], instance: str, text: str) -> None:
        """Show the events that match, or all; see :meth:`LogIndex.matching`."""
        self.mask = self._index.matching(kinds, instance, text)
        all_places = range(len(self._index))
        self.places = all_places if self.mask is None else self.mask.nonzero()[0].tolist()

    def after(self, index: int, steps: int) -> int:
        """Return how many events come before and with the one so many steps from a moment.

        It is the first or the last one that is shown where there are not so many, and the moment
        itself where none is shown at all.
        """
        places = self.places
        if not places:
            return index
        at = bisect_left(places, index - 1)
        on = at < len(places) and places[at] == index - 1
        # Between two events that are shown, one step ahead is the next of them.
        target = at + steps - (0 if on or steps < 0 else 1)
        return places[max(0, min(len(places) - 1, target))] + 1

    def near(self, index: int, *, back: bool) -> list[int]:
        """Return the moments that are likely to be asked for next, the likeliest first."""
        found = [self.after(index, -steps if back else steps) for steps in _AHEAD]
        return [each for each in dict.fromkeys(found) if each != index]
