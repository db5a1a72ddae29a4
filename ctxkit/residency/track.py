"""A session's context over time in as many moments as a picture can show."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.residency.loads import FORMS
from ctxkit.residency.running import AGAIN, PUSHED_OUT

if TYPE_CHECKING:
    from ctxkit.residency.over_time import ContextOverTime

Ints = npt.NDArray[np.int64]


def moments_to_draw(over: ContextOverTime, most: int) -> Ints:
    """Return places, 0 for before the first event, that a picture can show.

    Of each of at most ``most`` stretches of the log it is the moment with the most tokens, so that
    no peak is lost.
    """
    count = len(over.levels)
    if count <= most:
        return np.arange(count)
    totals = over.levels.sum(axis=1)
    edges = np.linspace(0, count, most + 1).astype(np.int64).tolist()
    found = [a + int(np.argmax(totals[a:b])) for a, b in pairwise(edges)]
    return np.array(found, dtype=np.int64)


def track_of(over: ContextOverTime, most: int) -> dict[str, Any]:
    """Return what a picture of the session needs; see :meth:`ContextOverTime.track`."""
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise InvalidValueError(
            "no such number of moments", where="most", got=repr(most)[:60], expected="1 or more"
        )
    places = moments_to_draw(over, most)
    return {
        "window": over.window,
        "policy": str(over.policy),
        "estimator": over.estimator,
        "peak": over.peak,
        "unknown": over.unknown,
        "seq": [over.seq_of(place - 1) if place else 0 for place in places.tolist()],
        "tokens": {
            str(form): over.levels[places, code].tolist() for code, form in enumerate(FORMS)
        },
        "pushedOut": moved_between(over, places, PUSHED_OUT),
        "again": moved_between(over, places, AGAIN),
    }


def moved_between(over: ContextOverTime, places: Ints, what: int) -> list[int]:
    """Return the tokens that a sort of change moved up to each place, since the place before.

    What comes after the last place is told there, so that they add up to all that were moved.
    """
    changes = over.changes
    chosen = changes["what"] == what
    moved = np.zeros(len(over.log) + 1, dtype=np.int64)
    np.add.at(moved, changes["event"][chosen] + 1, np.abs(changes["delta"][chosen]))
    sums = np.cumsum(moved)[places]
    sums[-1:] = moved.sum()
    found: list[int] = np.diff(sums, prepend=0).tolist()
    return found
