"""The picture of two versions of a spec: what each task loads more, or less."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ctxkit.plots import plot
from ctxkit.plots.canvas import INK, height_for, literal, new_axes, say, set_title, thousands
from ctxkit.specdiff.costs import TaskCost, TaskCosts
from ctxkit.specdiff.diff import SpecDiff

MAX_BARS = 60
_MORE, _LESS = "#d9480f", "#2f9e44"


@plot.register
def plot_diff(held: SpecDiff, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw what each task loads more or less than before; see :func:`plot_costs`."""
    return plot_costs(held.costs, ax, **options)


@plot.register
def plot_costs(held: TaskCosts, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw how many tokens each task loads more or less, all items on real bytes.

    Parameters
    ----------
    held : TaskCosts
        Of more than 60 tasks those that changed most are drawn.
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    shown: list[TaskCost] = list(held)
    if len(shown) > MAX_BARS:
        most = {
            id(cost) for cost in sorted(shown, key=lambda cost: -abs(cost.whole_delta))[:MAX_BARS]
        }
        shown = [cost for cost in shown if id(cost) in most]
    ax = new_axes(ax, height=height_for(len(shown)))
    before, after = held.whole
    set_title(ax, f"{after - before:+,} tokens of all that the tasks load")
    if not shown:
        return say(ax, "no tasks")
    deltas = [cost.whole_delta for cost in shown]
    colors = [_MORE if delta > 0 else _LESS for delta in deltas]
    ax.barh(range(len(shown)), deltas, **{"color": colors, **options})
    for row, delta in enumerate(deltas):
        side = "right" if delta < 0 else "left"
        ax.annotate(
            f" {delta:+,} " if delta else " ±0", (delta, row), ha=side, va="center", fontsize=8,
            color=INK,
        )  # fmt: skip
    ax.axvline(0, color=INK, linewidth=1)
    ax.set_yticks(range(len(shown)), [literal(_label(cost)) for cost in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.margins(x=0.15)
    ax.set_xlabel("tokens more (bytes on disk, commands by their hints)")
    thousands(ax)
    return ax


def _label(cost: TaskCost) -> str:
    state = "new" if cost.before is None else "gone" if cost.after is None else ""
    return f"{cost.name} ({state})" if state else cost.name
