"""Pictures of manifests and heads-up displays."""

from __future__ import annotations

from typing import Any, NamedTuple

from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.manifest.manifest import item_target, kind_color, manifest_title
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot, SnapshotDiff
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

MAX_BARS = 60


class _Step(NamedTuple):
    """One stair: an item, or all the items of a kind that do not fit."""

    label: str
    kind: str
    required: bool
    tokens: int


@plot.register
def plot_manifest(held: MissionContextManifest, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the load order as a staircase of tokens up to the budget.

    Required items come one after the other from the left, so that the last of them ends at the
    estimate; optional items follow, faint.

    Parameters
    ----------
    held : MissionContextManifest
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    steps = _steps(held)
    ax = new_axes(ax, height=height_for(len(steps)))
    set_title(ax, manifest_title(held))
    if not steps:
        return say(ax, "nothing to load")
    start = {True: 0, False: held.estimated_tokens}
    for row, step in enumerate(steps):
        looks = {"color": kind_color(step.kind), "alpha": 1.0 if step.required else 0.45}
        ax.barh(row, step.tokens, left=start[step.required], **{**looks, **options})
        start[step.required] += step.tokens
        ax.annotate(
            f" {step.tokens:,}", (start[step.required], row), va="center", fontsize=8, color=INK
        )
    _draw_budget(ax, held)
    ax.set_yticks(range(len(steps)), [literal(step.label) for step in steps])
    ax.invert_yaxis()
    ax.set_xlim(0, max(held.budget, held.estimated_tokens + held.optional_tokens, 1) * 1.08)
    ax.set_xlabel("tokens, added up in load order (bytes/4 heuristic and fixed hints)")
    thousands(ax)
    kinds = dict.fromkeys((step.kind, step.required) for step in steps)
    add_legend(
        ax,
        (
            (f"{kind}{'' if need else ' (optional)'}", kind_color(kind), 1.0 if need else 0.45)
            for kind, need in kinds
        ),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _steps(held: MissionContextManifest) -> list[_Step]:
    shown = held.items if len(held.items) <= MAX_BARS else held.items[: MAX_BARS - 10]
    steps = [_Step(item_target(item), item.kind, item.required, item.token_hint) for item in shown]
    rest: dict[tuple[str, bool], list[int]] = {}
    for item in held.items[len(shown) :]:
        rest.setdefault((item.kind, item.required), []).append(item.token_hint)
    steps += [
        _Step(f"{len(hints):,} more: {kind}", kind, need, sum(hints))
        for (kind, need), hints in rest.items()
    ]
    return steps[:MAX_BARS]


def _draw_budget(ax: Axes, held: MissionContextManifest) -> None:
    if not held.budget:
        return
    color = OVER if held.over_budget else INK
    ax.axvline(held.budget, color=color, linewidth=1.2, linestyle="--")
    ax.annotate(
        f"budget {held.budget:,} ",
        (held.budget, 0.0),
        xycoords=("data", "axes fraction"),
        xytext=(-3, 4),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=8,
        color=color,
    )


@plot.register
def plot_hud(held: ContextHUD, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the tokens of each file of a load list.

    Parameters
    ----------
    held : ContextHUD
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    shown = held.files[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    set_title(ax, f"{held.spec}: {held.approx_tokens:,} tokens")
    if not shown:
        return say(ax, "no files")
    return draw_bars(
        ax,
        [file.path for file in shown],
        [file.approx_tokens for file in shown],
        PALETTE[0],
        unit="tokens (bytes/4 heuristic)",
        notes=[f"{file.approx_tokens:,}" if file.exists else "missing" for file in shown],
        **options,
    )


@plot.register
def plot_snapshot(held: ContextSnapshot, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw how many lines of each file a turn loaded.

    Parameters
    ----------
    held : ContextSnapshot
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    shown = held.loaded_files[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    set_title(ax, f"{held.task} · turn {held.turn:,}: {len(held.loaded_files):,} files loaded")
    if not shown:
        return say(ax, "no file was loaded")
    lines = [file.lines[1] - file.lines[0] + (1 if file.lines[0] else 0) for file in shown]
    return draw_bars(ax, [file.path for file in shown], lines, PALETTE[0], unit="lines", **options)


@plot.register
def plot_diff(held: SnapshotDiff, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw how many files have to be loaded again, and how many have not.

    Parameters
    ----------
    held : SnapshotDiff
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    ax = new_axes(ax, height=height_for(2))
    total = len(held.changed) + len(held.unchanged)
    set_title(ax, f"{len(held.changed):,} of {total:,} files to load again")
    return draw_bars(
        ax,
        ["changed or gone", "unchanged"],
        [len(held.changed), len(held.unchanged)],
        [OVER, PALETTE[3]],
        unit="files",
        **options,
    )
