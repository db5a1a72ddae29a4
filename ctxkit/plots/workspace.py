"""Pictures of workspaces and specs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.workspace.spec import TASK_COLORS
from ctxkit.display.workspace.workspace import GUIDE_COLORS
from ctxkit.errors import UnknownNameError
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    INK,
    OVER,
    add_legend,
    draw_bars,
    height_for,
    literal,
    new_axes,
    say,
    set_title,
    thousands,
)
from ctxkit.workspace.coverage import Coverage
from ctxkit.workspace.progress import TaskStatus, by_number
from ctxkit.workspace.requirements import Requirements
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.spec_tasks import SpecTasks
from ctxkit.workspace.tasks import TaskList
from ctxkit.workspace.workspace import Workspace

MAX_BARS = 60
MAX_TASKS = 200


@plot.register
def plot_workspace(
    held: Workspace, ax: Axes | None = None, *, what: str = "guides", **options: Any
) -> Axes:
    """Draw the weight of what every agent is told, or how far each spec is.

    Parameters
    ----------
    held : Workspace
    ax : matplotlib.axes.Axes, optional
    what : str
        ``guides``: tokens of each role, steering file and skill, heaviest first within its kind.
        ``specs``: tasks of each spec by status.
    **options
        Passed to ``ax.barh``.

    Raises
    ------
    UnknownNameError
        If ``what`` is something else.
    """
    if what == "specs":
        return _plot_specs(held, ax, options)
    if what != "guides":
        raise UnknownNameError.among("picture", what, ("guides", "specs"))
    order = list(GUIDE_COLORS)
    guides = sorted(held.guides, key=lambda g: (order.index(g.kind), -g.tokens, g.name))[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(guides)))
    set_title(ax, f"standing instructions of {held.name}")
    if not guides:
        return say(ax, "this workspace has no roles, steering or skills")
    draw_bars(
        ax,
        [guide.name for guide in guides],
        [guide.tokens for guide in guides],
        [GUIDE_COLORS[guide.kind] for guide in guides],
        unit="tokens (bytes/4 heuristic)",
        **options,
    )
    present = {guide.kind for guide in guides}
    add_legend(
        ax,
        ((kind.value, color, 1.0) for kind, color in GUIDE_COLORS.items() if kind in present),
        loc="lower right",
    )
    return ax


def _plot_specs(held: Workspace, ax: Axes | None, options: dict[str, Any]) -> Axes:
    specs = list(held.values())[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(specs)))
    set_title(ax, f"specs of {held.name}")
    if not specs:
        return say(ax, "this workspace has no specs yet")
    start = [0] * len(specs)
    present = dict.fromkeys(str(task.status) for spec in specs for task in spec.progress)
    for status in [*(s for s in TASK_COLORS if s in present), *present.keys() - TASK_COLORS.keys()]:
        counts = [sum(task.status == status for task in spec.progress) for spec in specs]
        ax.barh(range(len(specs)), counts, left=start, **{"color": _color(status), **options})
        start = [a + b for a, b in zip(start, counts, strict=True)]
    for row, (spec, total) in enumerate(zip(specs, start, strict=True)):
        note = f" {spec.progress.complete:,} of {total:,}" if total else " no tasks yet"
        ax.annotate(note, (total, row), va="center", fontsize=8, color=INK)
    names = [f"{spec.slug} ({spec.status or 'status unknown'})" for spec in specs]
    ax.set_yticks(range(len(specs)), [literal(name) for name in names])
    ax.set_ylim(len(specs) - 0.4, -0.6)
    ax.set_xlim(0, max(1, *start) * 1.25)
    ax.set_xlabel("tasks")
    thousands(ax)
    add_legend(
        ax,
        ((status, _color(status), 1.0) for status in present),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _color(status: str) -> str:
    return TASK_COLORS.get(status, "#69737d")


@plot.register
def plot_spec(held: Spec, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tasks of a spec by wave; see :func:`plot_progress`."""
    ax = plot_progress(held.progress, ax, **options)
    set_title(ax, f"{held.slug}: {held.next_task if held.progress else 'no tasks yet'}")
    return ax


@plot.register
def plot_progress(held: SpecTasks, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw tasks by wave, with an arrow from each to those that wait for it.

    Parameters
    ----------
    held : SpecTasks
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.scatter``.
    """
    ax = _draw_tasks(ax, [(t.id, t.wave, t.depends, str(t.status)) for t in held], options)
    set_title(ax, str(held.next_task) if held else "no tasks yet")
    return ax


@plot.register
def plot_tasks(held: TaskList, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tasks of a tasks.md by wave, ticked ones as complete; see :func:`plot_progress`."""
    status = {True: str(TaskStatus.COMPLETE), False: str(TaskStatus.PENDING)}
    ax = _draw_tasks(ax, [(t.id, t.wave, t.depends, status[t.done]) for t in held], options)
    set_title(ax, held.title or "untitled tasks")
    return ax


#: Id, wave, ids it waits for, status.
_Node = tuple[str, int | None, Sequence[str], str]


def _draw_tasks(ax: Axes | None, nodes: list[_Node], options: dict[str, Any]) -> Axes:
    nodes = nodes[:MAX_TASKS]
    places = _places(nodes)
    tallest = max((row for _, row in places.values()), default=0) + 1
    ax = new_axes(ax, height=min(14.0, 1.3 + 0.5 * tallest))
    if not nodes:
        return say(ax, "no tasks yet")
    for name, _, depends, _ in nodes:
        for needed in depends:
            if needed in places and needed != name:
                _draw_arrow(ax, places[needed], places[name])
    for name, _, _, status in nodes:
        ax.scatter(*places[name], **{"s": 620, "zorder": 3, "color": _color(status), **options})
        ax.annotate(
            literal(name, 8),
            places[name],
            ha="center",
            va="center",
            fontsize=8,
            color="white",
            zorder=4,
        )
    columns = sorted({x for x, _ in places.values()})
    noun = "wave" if any(wave for _, wave, _, _ in nodes) else "step"
    ax.set_xticks(columns, [f"{noun} {x}" if x else "no wave" for x in columns])
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_ylim(tallest - 0.4, -0.6)
    ax.margins(x=0.15)
    present = dict.fromkeys(status for _, _, _, status in nodes)
    add_legend(
        ax,
        ((status, _color(status), 1.0) for status in present),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _draw_arrow(ax: Axes, start: tuple[int, int], end: tuple[int, int]) -> None:
    # Arrows bend, so that they do not run through what lies between.
    across, down = end[0] - start[0], end[1] - start[1]
    bend = (0.35 if abs(down) > 1 else 0.0) if across == 0 else (0.12 if abs(across) > 1 else 0.06)
    ax.annotate(
        "",
        end,
        start,
        arrowprops={
            "arrowstyle": "->",
            "color": INK,
            "alpha": 0.6,
            "shrinkA": 15,
            "shrinkB": 15,
            "connectionstyle": f"arc3,rad={bend}",
        },
    )


def _places(nodes: Sequence[_Node]) -> dict[str, tuple[int, int]]:
    """Return column and row of each task: its wave (or how deep it waits), its place there."""
    columns = {name: wave for name, wave, _, _ in nodes if wave} or _depths(nodes)
    taken: dict[int, int] = defaultdict(int)
    places = {}
    for name, *_ in nodes:
        column = columns.get(name, 0)
        places[name] = (column, taken[column])
        taken[column] += 1
    return places


def _depths(nodes: Sequence[_Node]) -> dict[str, int]:
    """Return for each task the length of the longest chain that it ends, from 1."""
    depths = dict.fromkeys((name for name, *_ in nodes), 1)
    for _ in nodes:  # a chain has no more links than there are tasks; a cycle stops here too
        moved = False
        for name, _, depends, _ in nodes:
            deepest = max((depths.get(d, 0) for d in depends if d != name), default=0)
            if depths[name] < deepest + 1 <= len(nodes):
                depths[name] = deepest + 1
                moved = True
        if not moved:
            break
    return depths


@plot.register
def plot_requirements(held: Requirements, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw how many acceptance criteria each requirement has.

    Parameters
    ----------
    held : Requirements
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    shown = held[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    set_title(ax, held.title or "untitled requirements")
    if not shown:
        return say(ax, "no requirements yet")
    return draw_bars(
        ax,
        [f"{requirement.number}  {requirement.title}" for requirement in shown],
        [len(requirement.criteria) for requirement in shown],
        PALETTE[0],
        unit="acceptance criteria",
        **options,
    )


@plot.register
def plot_coverage(held: Coverage, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw which task covers which requirement; rows without a mark are covered by none.

    Parameters
    ----------
    held : Coverage
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.scatter``.
    """
    shown = held[:MAX_BARS]
    tasks = sorted({task for row in shown for task in row.tasks}, key=by_number)
    ax = new_axes(ax, height=height_for(len(shown)) + 0.3)
    set_title(ax, f"{len(held):,} requirements, {len(held.uncovered):,} covered by no task")
    if not shown:
        return say(ax, "no requirements yet")
    marks = [(tasks.index(task), row) for row, one in enumerate(shown) for task in one.tasks]
    looks = {"s": 90, "marker": "s", "color": PALETTE[3], **options}
    ax.scatter([x for x, _ in marks], [y for _, y in marks], **looks)
    for row, one in enumerate(shown):
        if not one.tasks:
            ax.annotate("no task", (-0.3, row), va="center", fontsize=8, color=OVER)
    ax.set_yticks(range(len(shown)), [literal(f"{one.number}  {one.title}") for one in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_xticks(range(len(tasks)), [literal(task, 8) for task in tasks])
    ax.set_xlim(-0.6, max(0.6, len(tasks) - 0.4))
    ax.set_xlabel("task")
    return ax
