"""Pictures of workspaces and specs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.workspace.spec import TASK_COLORS
from ctxkit.display.workspace.workspace import GUIDE_COLORS
from ctxkit.plots import plot
from ctxkit.plots.canvas import INK, add_legend, height_for, literal, new_axes, set_title, thousands
from ctxkit.workspace.progress import SpecTask
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

MAX_BARS = 60
MAX_TASKS = 200


@plot.register
def plot_workspace(held: Workspace, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the weight of each guide of a workspace, heaviest first within its kind.

    Parameters
    ----------
    held : Workspace
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    order = list(GUIDE_COLORS)
    guides = sorted(held.guides, key=lambda g: (order.index(g.kind), -g.tokens, g.name))[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(guides)))
    rows = range(len(guides))
    options = {"color": [GUIDE_COLORS[guide.kind] for guide in guides]} | options
    ax.barh(rows, [guide.tokens for guide in guides], **options)
    for row, guide in enumerate(guides):
        ax.annotate(f" {guide.tokens:,}", (guide.tokens, row), va="center", fontsize=8, color=INK)
    ax.set_yticks(rows, [literal(guide.name) for guide in guides])
    ax.invert_yaxis()
    ax.margins(x=0.12)
    ax.set_xlabel("tokens (bytes/4 heuristic)")
    set_title(ax, f"standing instructions of {held.name}")
    thousands(ax)
    add_legend(
        ax,
        ((kind.value, color, 1.0) for kind, color in GUIDE_COLORS.items()),
        loc="lower right",
    )
    return ax


@plot.register
def plot_spec(held: Spec, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tasks of a spec by wave, with an arrow from each to those that wait for it.

    Parameters
    ----------
    held : Spec
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.scatter``.
    """
    tasks = held.progress[:MAX_TASKS]
    places = _places(tasks)
    tallest = max((row for _, row in places.values()), default=0) + 1
    ax = new_axes(ax, height=min(14.0, 1.3 + 0.5 * tallest))
    for task in tasks:
        for needed in task.depends:
            if needed in places:
                _draw_arrow(ax, places[needed], places[task.id])
    options = {"s": 620, "zorder": 3} | options
    for task in tasks:
        color = TASK_COLORS.get(task.status, "#868e96")
        ax.scatter(*places[task.id], color=color, **options)
        ax.annotate(
            literal(task.id, 8),
            places[task.id],
            ha="center",
            va="center",
            fontsize=8,
            color="white",
            zorder=4,
        )
    waves = sorted({x for x, _ in places.values()})
    noun = "wave" if any(task.wave for task in tasks) else "step"
    ax.set_xticks(waves, [f"{noun} {x}" if x else "no wave" for x in waves])
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_ylim(tallest - 0.4, -0.6)
    ax.margins(x=0.15)
    set_title(ax, f"{held.slug}: {held.next_task}")
    present = dict.fromkeys(task.status for task in tasks)
    add_legend(
        ax,
        ((str(s), TASK_COLORS.get(s, "#868e96"), 1.0) for s in present),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _draw_arrow(ax: Axes, start: tuple[int, int], end: tuple[int, int]) -> None:
    # Within a column the arrow bends around the tasks between.
    bend = 0.35 if start[0] == end[0] and abs(start[1] - end[1]) > 1 else 0.0
    ax.annotate(
        "",
        end,
        start,
        arrowprops={
            "arrowstyle": "->",
            "color": INK,
            "alpha": 0.6,
            "shrinkA": 16,
            "shrinkB": 16,
            "connectionstyle": f"arc3,rad={bend}",
        },
    )


def _places(tasks: Sequence[SpecTask]) -> dict[str, tuple[int, int]]:
    """Return column and row of each task: its wave (or how deep it waits), its place there."""
    waves = {task.id: task.wave for task in tasks if task.wave}
    columns = waves if waves else _depths(tasks)
    taken: dict[int, int] = defaultdict(int)
    places = {}
    for task in tasks:
        column = columns.get(task.id, 0)
        places[task.id] = (column, taken[column])
        taken[column] += 1
    return places


def _depths(tasks: Sequence[SpecTask]) -> dict[str, int]:
    """Return for each task the length of the longest chain that it ends, from 1."""
    depths = dict.fromkeys((task.id for task in tasks), 1)
    for _ in tasks:  # a chain has no more links than there are tasks; a cycle stops here too
        moved = False
        for task in tasks:
            deepest = max((depths.get(d, 0) for d in task.depends if d != task.id), default=0)
            if depths[task.id] < deepest + 1 <= len(tasks):
                depths[task.id] = deepest + 1
                moved = True
        if not moved:
            break
    return depths
