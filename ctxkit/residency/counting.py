"""What happened to each page of a session, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ctxkit.residency.loads import UNKNOWN
from ctxkit.residency.running import AGAIN, PUSHED_OUT, STILL_THERE, TOO_LARGE

if TYPE_CHECKING:
    from ctxkit.residency.over_time import ContextOverTime

_COUNTED = {
    "again": AGAIN, "still_there": STILL_THERE, "too_large": TOO_LARGE, "pushed_out": PUSHED_OUT
}  # fmt: skip


def count_pages(over: ContextOverTime) -> dict[str, npt.NDArray[np.int64]]:
    """Return what happened to each page, as columns of shape (pages,).

    Returns
    -------
    dict
        ``first`` and ``last``, places in the log of the first and last load; ``form``, number of
        the deepest form; ``tokens`` in it, or ``UNKNOWN``; ``reads``, number of loads; ``again``,
        ``still_there``, ``too_large`` and ``pushed_out``, how often; ``resident``, 1 where the
        page is there at the end.
    """
    loads, count = over.loads, len(over.loads.names)
    pages, events, forms, tokens = (
        np.array(column, dtype=np.int64)
        for column in (loads.pages, loads.events, loads.forms, loads.tokens)
    )
    found = {
        "first": np.full(count, len(over.log), dtype=np.int64),
        "tokens": np.full(count, UNKNOWN, dtype=np.int64),
    } | {name: np.zeros(count, dtype=np.int64) for name in ("last", "form")}
    np.minimum.at(found["first"], pages, events)
    np.maximum.at(found["last"], pages, events)
    np.maximum.at(found["form"], pages, forms)
    deepest = forms == found["form"][pages]
    found["tokens"][pages[deepest]] = tokens[deepest]
    found["reads"] = np.bincount(pages, minlength=count)
    changes = over.changes
    for name, code in _COUNTED.items():
        found[name] = np.bincount(changes["page"][changes["what"] == code], minlength=count)
    stays = over.stays
    found["resident"] = np.bincount(stays["page"][stays["end"] == len(over.log)], minlength=count)
    return found
