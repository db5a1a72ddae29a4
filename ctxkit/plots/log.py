"""Pictures of a log: instances over time, visits of steps, reading by depth."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ctxkit.display.session.eventlog import EVENT_COLORS, OTHER_COLOR
from ctxkit.display.session.lanes import Lane
from ctxkit.display.session.session import DEPTH_COLORS
from ctxkit.display.session.summary import summary_of
from ctxkit.errors import InvalidValueError
from ctxkit.frames.session import event_times
from ctxkit.plots.canvas import (
    INK,
    OVER,
    add_legend,
    draw_bars,
    height_for,
    literal,
    new_axes,
    say,
    set_time_axis,
    set_title,
    thousands,
    to_days,
)
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import is_end_target
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EventType

MAX_LANES = 40
MAX_BARS = 60
_PIXELS = 1_600  # Marks that fall onto the same one of so many places are drawn once.
_ENDS = {"completed": ("o", "#2f9e44"), "abandoned": ("X", OVER), "parked": ("D", "#f08c00")}
_DEPTH_WORDS = {ReadDepth.FULL: "in full", ReadDepth.SUMMARY: "at least in summary"}


def plot_lanes(
    held: EventLog, ax: Axes | None, options: dict[str, Any], *, now: int, by: str
) -> Axes:
    """Draw a lane for each instance, a mark for each of its events, and how it ended."""
    lanes = list(summary_of(held).lanes.values())
    shown = lanes[:MAX_LANES]
    ax = new_axes(ax, height=min(14.0, 1.3 + 0.34 * max(1, len(shown))))
    rest = len(lanes) - len(shown)
    more = f", first {MAX_LANES} of {len(lanes):,} instances" if rest else ""
    set_title(ax, f"{_name(held)}: {len(held):,} events{more}")
    if not shown:
        return say(ax, "no instance was started")
    days, timed = _days(held, by)
    rows = {lane.handle: row for row, lane in enumerate(shown)}
    for row, lane in enumerate(shown):
        ax.plot(days[[lane.first, lane.last]], [row, row], color=INK, alpha=0.18, linewidth=9,
                solid_capstyle="butt", zorder=1)  # fmt: skip
        _draw_end(ax, lane, days, row)
    _draw_marks(ax, held, days, rows, options)
    ax.set_yticks(range(len(shown)), [_lane_label(lane) for lane in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.margins(x=0.02)
    _time_axis(ax, timed)
    _mark_now(ax, held, days, now)
    _lane_legend(ax, held, shown)
    return ax


def _lane_label(lane: Lane) -> str:
    return literal(f"{lane.handle} {lane.procedure}".strip(), 32)


def _name(held: EventLog) -> str:
    return summary_of(held).label or held.session or "log"


def _draw_end(ax: Axes, lane: Lane, days: Any, row: int) -> None:
    if lane.outcome in _ENDS:
        marker, color = _ENDS[lane.outcome]
        place = lane.ended if lane.ended is not None else lane.last
        ax.plot(days[place], row, marker, color=color, markersize=8, zorder=4)


def _draw_marks(
    ax: Axes, held: EventLog, days: Any, rows: dict[str, int], options: dict[str, Any]
) -> None:
    columns = held.columns
    lane_of = np.array([rows.get(handle, -1) for handle in columns.instances], dtype=np.int32)
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(columns.kinds))}
    kind_of = np.array([kinds[kind] for kind in columns.kinds], dtype=np.int32)
    span = float(days.max() - days.min()) or 1.0
    place = ((days - days.min()) / span * _PIXELS).astype(np.int64)
    # Frequent types first, so that the rare ones stay visible on top of them.
    counts = summary_of(held).counts
    for kind in sorted(kinds, key=lambda kind: -counts[kind]):
        chosen = np.flatnonzero((kind_of == kinds[kind]) & (lane_of >= 0))
        if not len(chosen):
            continue
        keys = lane_of[chosen] * (_PIXELS + 1) + place[chosen]
        chosen = chosen[np.unique(keys, return_index=True)[1]]
        marks: dict[str, Any] = {"color": EVENT_COLORS.get(kind, OTHER_COLOR), "markersize": 9,
                 "markeredgewidth": 1.8 if len(held) < 2_000 else 0.9, "zorder": 2}  # fmt: skip
        ax.plot(days[chosen], lane_of[chosen], "|", **(marks | options))


def _lane_legend(ax: Axes, held: EventLog, shown: list[Lane]) -> None:
    counts = summary_of(held).counts
    about = [kind for kind in EVENT_COLORS if counts[kind] and kind not in _ABOUT_SESSION]
    entries = [(str(kind), EVENT_COLORS[kind], 1.0) for kind in about]
    if any(kind not in EVENT_COLORS for kind in counts):
        entries.append(("unknown", OTHER_COLOR, 1.0))
    add_legend(ax, entries, loc="upper left", bbox_to_anchor=(1.01, 1.0))


_ABOUT_SESSION = (EventType.SESSION_META, EventType.LABELED, EventType.READ)


def plot_visits(held: EventLog, ax: Axes | None, options: dict[str, Any], **ignored: Any) -> Axes:
    """Draw how often each step was entered, in the order of the first visits."""
    lanes = summary_of(held).lanes
    counted = _visits(held)
    procedures = list(dict.fromkeys(procedure for procedure, _ in counted))
    ordered = sorted(counted.items(), key=lambda item: procedures.index(item[0][0]))
    shown = ordered[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    rest = len(ordered) - len(shown)
    more = f", first {MAX_BARS} of {len(ordered):,} steps" if rest else ""
    set_title(ax, f"{_name(held)}: {len(lanes):,} instances{more}")
    if not shown:
        return say(ax, "no step was entered")
    several = len(procedures) > 1
    return draw_bars(
        ax,
        [f"{procedure} · {step}" if several else step for (procedure, step), _ in shown],
        [number for _, number in shown],
        "#4c6ef5",
        unit="times the step was entered, coming back included",
        **options,
    )


def _visits(held: EventLog) -> Counter[tuple[str, str]]:
    columns, lanes = held.columns, summary_of(held).lanes
    counted: Counter[tuple[str, str]] = Counter()
    keys = {EventType.STARTED: "step", EventType.TRANSITION: "to"}
    for kind, key in keys.items():
        for index in held.positions(kind):
            step = (columns.data[index] or {}).get(key)
            lane = lanes.get(columns.instances[index])
            if isinstance(step, str) and not is_end_target(step) and lane is not None:
                counted[lane.procedure, step] += 1
    return counted


def plot_reads(
    held: EventLog, ax: Axes | None, options: dict[str, Any], *, now: int, by: str
) -> Axes:
    """Draw how many entries had been read, at least in summary and in full."""
    ax = new_axes(ax)
    days, timed = _days(held, by)
    if not len(days):
        return say(ax, "no events")
    depth: dict[str, str] = {}
    full = 0
    places, totals, wholes = [0], [0], [0]
    for index in held.positions(EventType.READ):
        data = held.columns.data[index] or {}
        for key in (ReadDepth.SUMMARY, ReadDepth.FULL):
            names = data.get(key.value)
            for name in names if isinstance(names, list) else []:
                if isinstance(name, str) and depth.get(name) != ReadDepth.FULL:
                    full += key is ReadDepth.FULL
                    depth[name] = key
        places.append(index)
        totals.append(len(depth))
        wholes.append(full)
    for kind, heights in ((ReadDepth.SUMMARY, totals), (ReadDepth.FULL, wholes)):
        xs, heights = np.append(days[places], days[-1]), [*heights, heights[-1]]
        line: dict[str, Any] = {"color": DEPTH_COLORS[kind], "linewidth": 1.8} | options
        ax.step(xs, heights, where="post", label=_DEPTH_WORDS[kind], **line)
        ax.fill_between(xs, heights, step="post", color=DEPTH_COLORS[kind], alpha=0.12, linewidth=0)
    ax.set_ylim(bottom=0)
    ax.set_ylabel("entries read so far")
    thousands(ax, "y")
    _time_axis(ax, timed)
    _mark_now(ax, held, days, now)
    set_title(ax, f"{_name(held)}: {len(depth):,} entries read, {full:,} in full")
    add_legend(ax, ((_DEPTH_WORDS[k], c, 1.0) for k, c in DEPTH_COLORS.items()),
               loc="upper left", bbox_to_anchor=(1.01, 1.0))  # fmt: skip
    return ax


# Time --------------------------------------------------------------------------------------------


def _days(held: EventLog, by: str) -> tuple[Any, bool]:
    """Return the place of each event on the axis, and whether that is its time.

    Where times are lost, its number takes their place.
    """
    times = event_times(held)
    if by == "time" and len(times) and not times.isna().any() and times.min() < times.max():
        stamps = times.to_numpy(dtype="datetime64[ns]")
        return np.asarray(to_days(stamps), dtype=float), True
    return np.arange(1, len(held) + 1, dtype=float), False


def _time_axis(ax: Axes, timed: bool) -> None:
    if not timed:
        ax.set_xlabel("event, in the order of the lines")
        thousands(ax)
        return
    set_time_axis(ax)
    ax.set_xlabel("time, UTC")


def _mark_now(ax: Axes, held: EventLog, days: Any, now: int) -> None:
    if not now:
        return
    try:
        index = held.columns.seqs.index(now)
    except ValueError:
        raise InvalidValueError("no event has that number", where="now", got=str(now)) from None
    ax.axvline(days[index], color=OVER, linewidth=1.4, zorder=5)
    ax.annotate(f" event {now:,}", (days[index], 1.0), xycoords=("data", "axes fraction"),
                va="top", ha="left", fontsize=8, color=OVER)  # fmt: skip
