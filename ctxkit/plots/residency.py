"""Pictures of what was in the window over time."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.residency.words import AGAIN_COLOR, FORM_COLORS, FORM_WORDS, PUSHED_COLOR
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
from ctxkit.residency.comparing import PolicyComparison, PolicyOutcome
from ctxkit.residency.loads import FORMS
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.policies import Policy
from ctxkit.residency.records import Happening
from ctxkit.residency.running import AGAIN, PUSHED_OUT
from ctxkit.residency.track import moments_to_draw, moved_between

MAX_MOMENTS = 1_500
MAX_MARKS = 240
POLICY_COLORS = {
    Policy.KEEP_ALL: PALETTE[7], Policy.DROP_OLDEST: PALETTE[4], Policy.COVERAGE: PALETTE[3]
}  # fmt: skip


@plot.register
def plot_context_over_time(
    held: ContextOverTime, ax: Axes | None = None, *, now: int | None = None, **options: Any
) -> Axes:
    """Draw the resident tokens after each event, stacked by form.

    The window is dashed. Triangles above it tell where pages were pushed out (down) and where
    entries were read again after that (up).

    Parameters
    ----------
    held : ContextOverTime
    ax : matplotlib.axes.Axes, optional
    now : int, optional
        Number of an event to mark.
    **options
        Passed to ``ax.fill_between`` for the areas.
    """
    ax = new_axes(ax, height=3.6)
    if not len(held):
        set_title(ax, "context over time")
        return say(ax, "nothing was read and nothing shown")
    places = moments_to_draw(held, MAX_MOMENTS)
    levels = held.levels[places].astype(float)
    xs = np.append(places, len(held.log) + 0.5)
    base = np.zeros(len(xs))
    for code, form in enumerate(FORMS):
        top = base + np.append(levels[:, code], levels[-1, code])
        looks: dict[str, Any] = {"color": FORM_COLORS[form], "linewidth": 0, "alpha": 0.85}
        ax.fill_between(xs, base, top, step="post", **looks | options)
        base = top
    _window_line(ax, held)
    _marks(ax, held)
    if now is not None:
        place = held.log.index_of(now) + 1 if now else 0
        ax.axvline(place, color=OVER, linewidth=1.2)
    ax.set_xlim(0, len(held.log) + 0.5)
    ax.set_ylim(0, max(held.peak, held.window) * 1.22)
    ax.set_xlabel("events")
    ax.set_ylabel(f"tokens ({literal(held.estimator)})")
    thousands(ax)
    thousands(ax, "y")
    least = ", at least" if held.unknown else ""
    set_title(ax, f"{held.policy}: {held.peak:,} of {held.window:,} tokens at the peak{least}")
    present = [form for code, form in enumerate(FORMS) if held.levels[:, code].any()]
    entries = [(FORM_WORDS[form], FORM_COLORS[form], 0.85) for form in present]
    marks = [("pushed out ▾", PUSHED_COLOR, 1.0), ("read again ▴", AGAIN_COLOR, 1.0)]
    shown = [held.counts[Happening.PUSHED_OUT], held.counts[Happening.AGAIN]]
    entries += [mark for mark, there in zip(marks, shown, strict=True) if there]
    add_legend(ax, entries, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return ax


def _window_line(ax: Axes, held: ContextOverTime) -> None:
    color = OVER if held.exceeded else INK
    ax.axhline(held.window, color=color, linewidth=1.2, linestyle="--")
    ax.annotate(
        f"window {held.window:,}",
        (0.005, held.window),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        fontsize=8,
        color=color,
    )


def _marks(ax: Axes, held: ContextOverTime) -> None:
    """Mark push-outs and reloads above all else, in at most so many places of the axis."""
    top = max(held.peak, held.window)
    width = max(1, -(-(len(held.log) + 1) // MAX_MARKS))
    edges = np.arange(width - 1, len(held.log) + width, width).clip(max=len(held.log))
    for what, color, marker, height in (
        (PUSHED_OUT, PUSHED_COLOR, "v", 1.11), (AGAIN, AGAIN_COLOR, "^", 1.17)
    ):  # fmt: skip
        moved = np.array(moved_between(held, edges, what))
        at = edges[moved > 0]
        ax.plot(at, np.full(len(at), top * height), linestyle="", marker=marker, color=color,
                markersize=4, markeredgewidth=0)  # fmt: skip


@plot.register
def plot_policy_comparison(held: PolicyComparison, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tokens that had to be read again, by policy.

    Over several windows a line for each policy, and bars otherwise.

    Parameters
    ----------
    held : PolicyComparison
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.plot`` or ``ax.barh``.
    """
    windows = sorted({each.window for each in held})
    unit = f"tokens read again after they were pushed out ({literal(held.estimator)})"
    if len(windows) > 1:
        return _lines(held, new_axes(ax, height=3.4), unit, options)
    ax = new_axes(ax, height=height_for(len(held)))
    if not len(held):
        return say(ax, "nothing was compared")
    set_title(ax, f"read again in a window of {windows[0]:,} tokens")
    return draw_bars(
        ax,
        [str(each.policy) for each in held],
        [each.again_tokens for each in held],
        [POLICY_COLORS[each.policy] for each in held],
        unit=unit,
        notes=list(map(_note, held)),
        **options,
    )


def _note(each: PolicyOutcome) -> str:
    if each.exceeded:
        return f"{each.again_tokens:,}, but {each.peak:,} at the peak: over the window"
    return f"{each.again_tokens:,} of {each.loaded_tokens:,} loaded"


def _lines(held: PolicyComparison, ax: Axes, unit: str, options: dict[str, Any]) -> Axes:
    for policy in dict.fromkeys(each.policy for each in held):
        points = sorted(
            (each.window, each.again_tokens, each.exceeded) for each in held
            if each.policy == policy
        )  # fmt: skip
        looks: dict[str, Any] = {"color": POLICY_COLORS[policy], "marker": ".", "linewidth": 1.6}
        label = f"{policy} (exceeds the window)" if any(p[2] for p in points) else str(policy)
        ax.plot([p[0] for p in points], [p[1] for p in points], label=label, **looks | options)
    ax.set_xlabel("window (tokens)")
    ax.set_ylabel(unit.replace(" after they were pushed out", ""))
    ax.set_ylim(bottom=0)
    thousands(ax)
    thousands(ax, "y")
    set_title(ax, "read again after it was pushed out, against the window")
    ax.legend(frameon=False, fontsize=8, labelcolor=INK)
    return ax
