"""The events of a log as a few bytes each, sent to the page once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ctxkit.display.session.eventlog import EVENT_COLORS, OTHER_COLOR
from ctxkit.display.session.summary import LogSummary
from ctxkit.session.logindex import LogIndex

_MOST_TICKS = 2**32 - 2
_OUTCOMES = ("open", "completed", "abandoned", "parked")


def pack_events(index: LogIndex, summary: LogSummary) -> tuple[bytes, dict[str, Any]]:
    """Return the arrays that the timeline is drawn from, and what they mean.

    Parameters
    ----------
    index : LogIndex
    summary : LogSummary

    Returns
    -------
    bytes
        Per event its type (1 byte), its lane (2 or 4) and, where the times can be used, its time
        (4); per lane its first and last event and its end.
    dict
        Where each array begins, and the names that their numbers stand for.
    """
    few = len(index.handles) <= 65_536
    arrays: dict[str, npt.NDArray[Any]] = {
        "lane": index.lane_of.astype("<u2" if few else "<u4"),
        "first": index.first.astype("<u4"),
        "last": index.last.astype("<u4"),
        "ended": np.array(_ended(index, summary), "<u4"),
        "kind": index.kind_of,
        "outcome": np.array(_outcomes(index, summary), np.uint8),
    }
    unit = 0.0
    if index.times is not None:
        unit = max(0.001, float(index.times[-1]) / _MOST_TICKS)
        arrays["time"] = np.round(index.times / unit).astype("<u4")
    seqs = index.log.columns.seqs
    if seqs != list(range(1, len(seqs) + 1)):
        # Numbers that JavaScript cannot hold as they are would only be shown wrongly.
        arrays["seq"] = np.clip(np.array(seqs, np.float64), 0, _MOST_TICKS).astype("<u4")
    packed, layout = bytearray(), {}
    for name, array in arrays.items():
        packed += b"\0" * (-len(packed) % 4)
        layout[name] = [array.dtype.itemsize, len(packed), len(array)]
        packed += array.tobytes()
    return bytes(packed), {
        "layout": layout,
        "unit": unit,
        "begin": index.log.first_time,
        "kinds": list(index.kinds),
        "colors": [EVENT_COLORS.get(kind, OTHER_COLOR) for kind in index.kinds],
        "counts": list(index.counts.values()),
        "handles": list(index.handles),
        "procedures": list(index.procedures),
        "outcomes": list(_OUTCOMES),
    }


def _outcomes(index: LogIndex, summary: LogSummary) -> list[int]:
    lanes = summary.lanes
    told = (lanes[h].outcome if h in lanes else "open" for h in index.handles)
    return [_OUTCOMES.index(outcome) for outcome in told]


def _ended(index: LogIndex, summary: LogSummary) -> list[int]:
    """Return the place of the event that ended each lane; that of its last event for none."""
    found = []
    for lane, handle in enumerate(index.handles):
        held = summary.lanes.get(handle)
        ended = held.ended if held is not None else None
        found.append(int(index.last[lane]) if ended is None else ended)
    return found


def pack_mask(mask: npt.NDArray[np.bool_] | None) -> bytes:
    """Return which events are shown, a bit each; nothing where all are."""
    return b"" if mask is None else np.packbits(mask, bitorder="little").tobytes()
