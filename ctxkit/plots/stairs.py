"""Staircases: amounts that add up from the left, one bar each, against their limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from ctxkit.plots.canvas import INK, OVER, add_legend, literal, thousands

_FAINT = 0.45


class Stair(NamedTuple):
    """One bar: what it is, the group that gives its colour, and from where it goes on."""

    label: str
    group: str
    start: int
    tokens: int
    color: str
    faint: bool = False


#: Label, group, tokens, colour, and whether it is faint.
Step = tuple[str, str, int, str, bool]


def climb(steps: Iterable[Step]) -> list[Stair]:
    """Return steps as stairs, each of which goes on from the last."""
    stairs, start = [], 0
    for label, group, tokens, color, faint in steps:
        stairs.append(Stair(label, group, start, tokens, color, faint))
        start += tokens
    return stairs


def draw_stairs(ax: Axes, stairs: Sequence[Stair], unit: str, options: dict[str, Any]) -> None:
    """Draw stairs from the top, each with its tokens behind it, and a legend of their groups."""
    for place, stair in enumerate(stairs):
        looks = {"color": stair.color, "alpha": _FAINT if stair.faint else 1.0}
        ax.barh(place, float(stair.tokens), left=float(stair.start), **{**looks, **options})
        end = (float(stair.start + stair.tokens), place)
        ax.annotate(f" {stair.tokens:,}", end, va="center", fontsize=8, color=INK)
    ax.set_yticks(range(len(stairs)), [literal(stair.label) for stair in stairs])
    ax.set_ylim(len(stairs) - 0.4, -0.6)
    top = max((stair.start + stair.tokens for stair in stairs), default=0)
    ax.set_xlim(0, max(float(top), 1.0) * 1.1)
    ax.set_xlabel(f"tokens, added up ({literal(unit)})")
    thousands(ax)
    groups = {stair.group: (stair.color, _FAINT if stair.faint else 1.0) for stair in stairs}
    add_legend(
        ax,
        ((literal(group), color, alpha) for group, (color, alpha) in groups.items()),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )


def draw_limit(ax: Axes, text: str, tokens: int, *, fits: bool, outer: bool = False) -> None:
    """Draw a limit, with its name where no bars are; the axis reaches at least to it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    text : str
    tokens : int
    fits : bool
        Whether what is drawn keeps to it.
    outer : bool
        Whether it is the outer one of two: dotted, its name to the right and a line lower.
    """
    ax.set_xlim(0, max(ax.get_xlim()[1], float(tokens) * 1.18))
    color = INK if fits else OVER
    ax.axvline(float(tokens), color=color, linewidth=1.2, linestyle=":" if outer else "--")
    below = 16 if outer else 4
    ax.annotate(
        f" {text} ",
        (float(tokens), 1.0 if fits else 0.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, -below if fits else below),
        textcoords="offset points",
        ha="right" if fits and not outer else "left",
        va="top" if fits else "bottom",
        fontsize=8,
        color=color,
    )
