"""The picture of what must be loaded again."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.resume.cost import STATE_COLORS
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    draw_bars,
    height_for,
    literal,
    new_axes,
    say,
    set_title,
)
from ctxkit.resume.cost import ResumeCost, ResumeState

MAX_ITEMS = 40


@plot.register
def plot_resume_cost(held: ResumeCost, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tokens of each item as it is now, by what has become of it; the largest first.

    Parameters
    ----------
    held : ResumeCost
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    order = sorted(held, key=lambda item: (-item.reload, -item.now_tokens, item.name))
    shown = order[:MAX_ITEMS]
    ax = new_axes(ax, height=height_for(len(shown)))
    if not shown:
        return say(ax, "nothing was loaded")
    rest = len(held) - len(shown)
    more = f" (the first {MAX_ITEMS} of {len(held):,} drawn)" if rest else ""
    set_title(ax, f"{held.reload:,} tokens to load, {held.kept:,} kept{more}")
    notes = [
        str(item.state) if item.state is ResumeState.GONE else f"{item.now_tokens:,} {item.state}"
        for item in shown
    ]
    draw_bars(
        ax,
        [item.name for item in shown],
        [item.now_tokens for item in shown],
        [STATE_COLORS[item.state] for item in shown],
        unit=f"tokens as of now ({literal(held.estimator)})",
        notes=notes,
        **options,
    )
    # Behind each bar stands its amount and what has become of it.
    ax.set_xlim(0, max(max(item.now_tokens for item in shown), 1) * 1.28)
    return ax
