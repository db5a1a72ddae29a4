"""Pictures of manifests and heads-up displays."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.manifest.manifest import item_target, kind_color, manifest_title
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot, SnapshotDiff
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    OVER,
    draw_bars,
    height_for,
    new_axes,
    say,
    set_title,
)
from ctxkit.plots.stairs import Stair, draw_limit, draw_stairs

MAX_BARS = 60


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
    stairs = _stairs(held)
    ax = new_axes(ax, height=height_for(len(stairs)))
    set_title(ax, manifest_title(held))
    if not stairs:
        return say(ax, "nothing to load")
    draw_stairs(ax, stairs, "bytes/4 heuristic and fixed hints", options)
    if held.budget:
        draw_limit(ax, f"budget {held.budget:,}", held.budget, fits=not held.over_budget)
    return ax


def _stairs(held: MissionContextManifest) -> list[Stair]:
    """Return a stair for each item, and one for all items of a kind that do not fit in."""
    shown = held.items if len(held.items) <= MAX_BARS else held.items[: MAX_BARS - 10]
    steps = [(item_target(item), item.kind, item.required, item.token_hint) for item in shown]
    rest: dict[tuple[str, bool], list[int]] = {}
    for item in held.items[len(shown) :]:
        rest.setdefault((item.kind, item.required), []).append(item.token_hint)
    steps += [
        (f"{len(hints):,} more: {kind}", kind, need, sum(hints))
        for (kind, need), hints in rest.items()
    ]
    # Required ones go on from each other, so that the last of them ends at the estimate.
    start = {True: 0, False: held.estimated_tokens}
    stairs = []
    for label, kind, need, tokens in steps[:MAX_BARS]:
        group = kind if need else f"{kind} (optional)"
        stairs.append(Stair(label, group, start[need], tokens, kind_color(kind), not need))
        start[need] += tokens
    return stairs


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
