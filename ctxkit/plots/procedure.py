"""Pictures of a procedure: its steps with the ways between them, and its serves."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from ctxkit.display.procedure.procedure import functions_of
from ctxkit.display.procedure.steps import CHOOSER_COLORS, targets_of
from ctxkit.errors import UnknownNameError
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    INK,
    OVER,
    add_legend,
    height_for,
    literal,
    new_axes,
    say,
    set_title,
    thousands,
)
from ctxkit.procedure.arithmetic import DEFAULT_BUDGET, effective_total, worst_case_serve_bytes
from ctxkit.procedure.functions import Functions
from ctxkit.procedure.spec import Spec, Step, is_end_target

MAX_STEPS = 40
BACK = "#d9480f"  #: ways that lead back
_WIDTH = 2.6  # of a box; the distance between two rows is 1


@plot.register
def plot_procedure(
    held: Spec,
    ax: Axes | None = None,
    *,
    what: str = "steps",
    functions: Functions | None = None,
    **options: Any,
) -> Axes:
    """Draw the steps with the ways between them, or the largest serve of each step.

    Parameters
    ----------
    held : Spec
    ax : matplotlib.axes.Axes, optional
    what : str
        ``"steps"``: boxes in the order written; ways to a later step on the right, ways back on
        the left. ``"sizes"``: bytes of the largest serve against the budget.
    functions : Registry, optional
        Functions whose bounds count for the sizes; those that the procedure was checked against,
        or else the built-in ones, where not given.
    **options
        Passed to the boxes of the steps, or to ``ax.barh`` for the sizes.

    Raises
    ------
    UnknownNameError
        If ``what`` is neither.
    """
    if what == "steps":
        return _plot_steps(held, ax, options)
    if what == "sizes":
        return _plot_sizes(held, ax, functions or functions_of(held), options)
    raise UnknownNameError.among("picture of a procedure", what, ("steps", "sizes"))


# Steps -------------------------------------------------------------------------------------------


def _plot_steps(held: Spec, ax: Axes | None, options: dict[str, Any]) -> Axes:
    shown = held.steps[:MAX_STEPS]
    rows = {step.id: row for row, step in enumerate(shown)}
    ax = new_axes(ax, width=7.5, height=min(16.0, 0.9 + 0.62 * max(1, len(shown))))
    more = (
        f", first {MAX_STEPS} of {len(held.steps):,} steps" if len(held.steps) > MAX_STEPS else ""
    )
    set_title(ax, (held.canonical or "no name") + more)
    if not shown:
        return say(ax, "no steps")
    for row, step in enumerate(shown):
        _draw_box(ax, step, row, options)
    skips = any(_skips(step, row, rows) for row, step in enumerate(shown))
    end_at = _WIDTH / 2 + (1.2 if skips else 0.35)
    for row, step in enumerate(shown):
        _draw_ways(ax, step, row, rows, end_at)
    ax.set_xlim(-_WIDTH / 2 - 1.2, end_at + 1.2)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_xticks([])
    ax.set_yticks([])
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    present = dict.fromkeys(step.chooser for step in shown)
    names = {"gate": "left by the engine", "agent": "the agent chooses", "user": "the user chooses"}
    add_legend(
        ax,
        ((names[kind.value], CHOOSER_COLORS[kind], 1.0) for kind in present),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _draw_box(ax: Axes, step: Step, row: int, options: dict[str, Any]) -> None:
    color = CHOOSER_COLORS[step.chooser]
    looks = {} if "color" in options else {"facecolor": (color, 0.14), "edgecolor": color}
    ax.add_patch(
        FancyBboxPatch(
            (-_WIDTH / 2, row - 0.27),
            _WIDTH,
            0.54,
            boxstyle="round,pad=0,rounding_size=0.08",
            **({"linewidth": 1.1, "zorder": 2} | looks | options),
        )
    )
    left = -_WIDTH / 2 + 0.12
    ax.text(left, row, literal(step.id, 22), va="center", fontsize=9, color=INK,
            fontweight="bold", zorder=3)  # fmt: skip
    if step.op:
        ax.text(-left, row, literal(step.op, 16), va="center", ha="right", fontsize=7.5, color=INK,
                zorder=3)  # fmt: skip


def _skips(step: Step, row: int, rows: dict[str, int]) -> bool:
    """Tell whether a way of a step leads past the next one."""
    return any(rows.get(to, 0) > row + 1 for to in targets_of(step))


def _draw_ways(ax: Axes, step: Step, row: int, rows: dict[str, int], end_at: float) -> None:
    ends = [to for to in targets_of(step) if is_end_target(to)]
    for place, to in enumerate(ends):
        _draw_end(ax, to, row + 0.24 * (place - (len(ends) - 1) / 2), end_at)
    for to in targets_of(step):
        if to in rows:
            _draw_arrow(ax, row, rows[to])


def _draw_arrow(ax: Axes, row: int, target: int) -> None:
    back = target <= row
    if target == row + 1:
        start, end, bend = (0.0, row + 0.27), (0.0, target - 0.27), 0.0
    else:
        side = -_WIDTH / 2 if back else _WIDTH / 2
        lean = 0.16 if target >= row else -0.16  # a way to the step itself is a small loop
        start, end = (side, row + lean), (side, target - lean)
        # The bend is a share of the distance; far ways bulge more, but not out of the picture.
        bend = -0.75 / max(abs(target - row), 1) ** 0.5
    ax.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle="-|>",
            mutation_scale=9,
            connectionstyle=f"arc3,rad={bend if target != row else 1.6}",
            color=BACK if back else INK,
            linewidth=1.1,
            linestyle="--" if back else "-",
            shrinkA=0,
            shrinkB=0,
            zorder=1,
        )
    )


def _draw_end(ax: Axes, to: str, y: float, end_at: float) -> None:
    word = to.removeprefix("end(").removesuffix(")")
    color = "#2f9e44" if word == "completed" else OVER
    ax.annotate(
        word,
        (_WIDTH / 2, y),
        xytext=(end_at, y),
        va="center",
        fontsize=8,
        color=color,
        arrowprops={"arrowstyle": "<|-", "color": color, "linewidth": 1.0},
        zorder=3,
    )


# Sizes -------------------------------------------------------------------------------------------


def _plot_sizes(held: Spec, ax: Axes | None, functions: Functions, options: dict[str, Any]) -> Axes:
    sizes = worst_case_serve_bytes(held, functions)[:MAX_STEPS]
    kinds = [step.chooser for step in held.steps[:MAX_STEPS]]
    total = effective_total(held, DEFAULT_BUDGET)
    ax = new_axes(ax, height=height_for(len(sizes)))
    set_title(ax, held.canonical or "no name")
    if not sizes:
        return say(ax, "no steps")
    rows = range(len(sizes))
    colors = [
        OVER if size.bytes > total else CHOOSER_COLORS[kind]
        for size, kind in zip(sizes, kinds, strict=True)
    ]
    options = {"color": colors} | options
    ax.barh(rows, [size.bytes for size in sizes], **options)
    for row, size in zip(rows, sizes, strict=True):
        ax.annotate(f" {size.bytes:,}", (size.bytes, row), va="center", fontsize=8, color=INK)
    ax.axvline(total, color=INK, linewidth=1.2, linestyle="--")
    ax.annotate(f"budget {total:,} ", (total, 1.0), xycoords=("data", "axes fraction"), ha="right",
                va="top", fontsize=8, color=INK)  # fmt: skip
    ax.set_yticks(rows, [literal(size.step) for size in sizes])
    ax.invert_yaxis()
    ax.set_xlim(0, max([total, *(size.bytes for size in sizes)]) * 1.12)
    ax.set_xlabel("bytes of the largest serve (worst case; schema and diagnostics not counted)")
    thousands(ax)
    present = [(kind.value, CHOOSER_COLORS[kind], 1.0) for kind in dict.fromkeys(kinds)]
    if OVER in colors:
        present.append(("over budget", OVER, 1.0))
    add_legend(ax, present, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return ax
