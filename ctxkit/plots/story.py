"""The picture of a task's story: each page, what the session did with it, what becomes of it."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.story.story import FATE_COLORS, fate, story_title
from ctxkit.plots import plot
from ctxkit.plots.canvas import add_legend, draw_bars, height_for, new_axes, say, set_title
from ctxkit.story.pages import StoryPage
from ctxkit.story.story import TaskStory

MAX_BARS = 60


@plot.register
def plot_story(held: TaskStory, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tokens of each page, coloured by what becomes of it when the session goes on.

    Parameters
    ----------
    held : TaskStory
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    shown = held.pages[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    rest = len(held.pages) - len(shown)
    more = f", the first {len(shown)} of {len(held.pages):,} pages" if rest else ""
    set_title(
        ax,
        f"{story_title(held)}: {held.tokens_to_load:,} tokens to load, "
        f"{held.kept_tokens:,} still there{more}",
    )
    if not shown:
        return say(ax, "the task loads nothing")
    draw_bars(
        ax,
        [page.place for page in shown],
        [page.tokens for page in shown],
        [FATE_COLORS[fate(page)] for page in shown],
        unit=f"tokens ({held.assembly.pages.estimator})",
        notes=[_note(page) for page in shown],
        **options,
    )
    # Room for the notes behind the bars.
    ax.set_xlim(0, 1.35 * max([1, *(page.tokens for page in shown)]))
    present = {fate(page) for page in shown}
    add_legend(
        ax,
        [(name, color, 1.0) for name, color in FATE_COLORS.items() if name in present],
        loc="lower right",
    )
    return ax


def _note(page: StoryPage) -> str:
    told = [f"{page.tokens:,}"]
    if page.reads:
        told.append(f"read {page.reads:,}×")
    if page.pushed_out:
        told.append(f"pushed out {page.pushed_out:,}×")
    return " · ".join(told)
