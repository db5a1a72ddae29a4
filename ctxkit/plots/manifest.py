"""Pictures of manifests and heads-up displays."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.manifest.manifest import KIND_COLORS, item_target, manifest_title
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    INK,
    OVER,
    add_legend,
    height_for,
    literal,
    new_axes,
    set_title,
    thousands,
)

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
    shown = held.items[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    start = {True: 0, False: held.estimated_tokens}
    for row, item in enumerate(shown):
        ax.barh(
            row,
            item.token_hint,
            left=start[item.required],
            color=KIND_COLORS.get(item.kind, PALETTE[-1]),
            alpha=1.0 if item.required else 0.45,
            **options,
        )
        end = start[item.required] + item.token_hint
        ax.annotate(
            f" {item.token_hint:,}",
            (end, row),
            va="center",
            fontsize=8,
            color=INK,
            annotation_clip=False,
        )
        start[item.required] = end
    if held.budget:
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
    ax.set_yticks(range(len(shown)), [literal(item_target(item)) for item in shown])
    ax.invert_yaxis()
    ax.set_xlim(0, max(held.budget, held.estimated_tokens + held.optional_tokens, 1) * 1.08)
    ax.set_xlabel("tokens, added up in load order (bytes/4 heuristic and fixed hints)")
    rest = len(held.items) - len(shown)
    more = f", first {MAX_BARS} of {len(held.items):,} items" if rest else ""
    set_title(ax, manifest_title(held) + more)
    thousands(ax)
    kinds = dict.fromkeys((item.kind, item.required) for item in shown)
    add_legend(
        ax,
        (
            (
                f"{kind}{'' if need else ' (optional)'}",
                KIND_COLORS.get(kind, PALETTE[-1]),
                1.0 if need else 0.45,
            )
            for kind, need in kinds
        ),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


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
    options = {"color": PALETTE[0]} | options
    ax.barh(range(len(shown)), [file.approx_tokens for file in shown], **options)
    for row, file in enumerate(shown):
        text = f" {file.approx_tokens:,}" if file.exists else " missing"
        ax.annotate(text, (file.approx_tokens, row), va="center", fontsize=8, color=INK)
    ax.set_yticks(range(len(shown)), [literal(file.path) for file in shown])
    ax.invert_yaxis()
    ax.margins(x=0.12)
    ax.set_xlabel("tokens (bytes/4 heuristic)")
    set_title(ax, f"{held.spec}: {held.approx_tokens:,} tokens")
    thousands(ax)
    return ax
