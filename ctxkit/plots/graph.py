"""A picture of a graph: its entries over time, and what refers to what."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from ctxkit.display.document import PALETTE
from ctxkit.display.graph.graph import kind_colors, state_of
from ctxkit.frames.graph import entry_time
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.vocabulary import LAYER_NAMES
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    INK,
    add_legend,
    literal,
    new_axes,
    say,
    set_time_axis,
    set_title,
    to_days,
)

MAX_ENTRIES = 2_000
MAX_LABELS = 30


@plot.register
def plot_graph(held: Graph, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the entries by layer over time, with a line from each to those it refers to.

    Entries that were superseded or closed are faint. Of more than 2,000 entries the newest are
    drawn.

    Parameters
    ----------
    held : Graph
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.scatter``.
    """
    timed = [(entry, entry_time(entry.id)) for entry in sorted(held, key=lambda e: e.id)]
    shown = [(entry, time) for entry, time in timed if time is not None][-MAX_ENTRIES:]
    others = sorted({entry.layer for entry, _ in shown} - set(LAYER_NAMES))
    layers = [*LAYER_NAMES, *others][:12]
    ax = new_axes(ax, height=1.2 + 0.5 * len(layers))
    rest = len(held) - len(shown)
    set_title(ax, f"{len(held):,} entries" + (f", {rest:,} not drawn" if rest else ""))
    if not shown:
        return say(ax, "no entries")
    places = {}
    taken: dict[tuple[str, float], int] = {}
    for entry, time in shown:
        layer = entry.layer if entry.layer in layers else layers[-1]
        day = float(to_days(time.to_pydatetime()))
        beside = taken[layer, day] = taken.get((layer, day), -1) + 1
        places[entry.id] = (day, layers.index(layer) + 0.12 * (beside % 4))
    lines = [
        (places[entry.id], places[ref.id])
        for entry, _ in shown
        for ref in entry.refs
        if ref.id in places
    ]
    ax.add_collection(LineCollection(lines, colors=INK, linewidths=0.7, alpha=0.45, zorder=1))
    colors = kind_colors(held)
    for faint in (True, False):
        chosen = [e for e, _ in shown if (state_of(held, e) != "stands") is faint]
        if chosen:
            ax.scatter(
                [places[e.id][0] for e in chosen],
                [places[e.id][1] for e in chosen],
                **{
                    "color": [colors.get(e.kind, PALETTE[-1]) for e in chosen],
                    "alpha": 0.35 if faint else 1.0,
                    "s": 60,
                    "zorder": 2,
                    "linewidths": 0,
                    **options,
                },
            )
    if len(shown) <= MAX_LABELS:
        _label(ax, [entry for entry, _ in shown], places)
    _time_axis(ax, [places[e.id][0] for e, _ in shown])
    ax.set_yticks(range(len(layers)), [literal(layer or "no layer") for layer in layers])
    ax.set_ylim(len(layers) - 0.4, -0.7)
    add_legend(
        ax,
        ((literal(k) or "no kind", c, 1.0) for k, c in colors.items()),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _label(ax: Axes, entries: list[Entry], places: dict[str, tuple[float, float]]) -> None:
    """Name the entries: of those close together one above, one below, and the others not."""
    days = [day for day, _ in places.values()]
    close = (max(days) - min(days)) * 0.07 if days else 0.0
    before: dict[str, tuple[float, int]] = {}
    for entry in entries:
        day, _ = places[entry.id]
        last, number = before.get(entry.layer, (day - 1e9, 0))
        number = number + 1 if day - last < close else 0
        before[entry.layer] = (day, number)
        if number > 1:
            continue
        ax.annotate(
            literal(entry.canonical or entry.id.split("-", 4)[-1], 18),
            places[entry.id],
            xytext=(0, -15 if number else 7),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=INK,
        )


def _time_axis(ax: Axes, days: list[float]) -> None:
    ax.set_xlabel("when the entry was made, as its ID says")
    margin = max((max(days) - min(days)) * 0.06, 0.5)
    ax.set_xlim(min(days) - margin, max(days) + margin)
    set_time_axis(ax)
