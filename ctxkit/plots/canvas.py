"""Axes that stay readable on a light and on a dark page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from ctxkit.display.escape import one_line

#: As far from white as from JupyterLab's dark background, since a picture does not know its page.
INK = "#767676"
OVER = "#e03131"


def new_axes(ax: Axes | None, *, width: float = 9.0, height: float = 3.0) -> Axes:
    """Return ``ax``, or the axes of a new figure (inches) on a transparent ground."""
    if ax is None:
        figure, ax = plt.subplots(figsize=(width, height), layout="constrained")
        figure.patch.set_alpha(0.0)
    ax.patch.set_alpha(0.0)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(INK)
    ax.tick_params(colors=INK, labelsize=9)
    ax.xaxis.label.set_color(INK)
    ax.yaxis.label.set_color(INK)
    return ax


def set_title(ax: Axes, text: str) -> None:
    """Set the title at the left, as literal text."""
    ax.set_title(literal(text, 90), loc="left", fontsize=10, color=INK)


def height_for(rows: int) -> float:
    """Return the height in inches of a bar chart with so many rows."""
    return min(14.0, 1.1 + 0.27 * max(1, rows))


def thousands(ax: Axes, axis: str = "x") -> None:
    """Separate the thousands on an axis."""
    chosen = ax.xaxis if axis == "x" else ax.yaxis
    chosen.set_major_locator(MaxNLocator(6, integer=True))
    chosen.set_major_formatter(lambda value, _: f"{value:,.0f}")


def set_time_axis(ax: Axes) -> None:
    """Let the horizontal axis, in matplotlib's days, tell times in few words."""
    locator = AutoDateLocator(maxticks=9)  # type: ignore[no-untyped-call]
    ax.xaxis.set_major_locator(locator)
    formatter = ConciseDateFormatter(locator)  # type: ignore[no-untyped-call]
    ax.xaxis.set_major_formatter(formatter)
    ax.xaxis.get_offset_text().set_color(INK)


def to_days(times: Any) -> Any:
    """Return times as places on such an axis."""
    return date2num(times)  # type: ignore[no-untyped-call]


def add_legend(ax: Axes, entries: Iterable[tuple[str, str, float]], **options: Any) -> None:
    """Add a legend of label, colour and opacity."""
    handles = [Patch(facecolor=color, alpha=alpha, label=label) for label, color, alpha in entries]
    if handles:
        ax.legend(handles=handles, frameon=False, fontsize=8, labelcolor=INK, **options)


_CONTROL_PICTURES = re.compile("[\u2400-\u243f]")


def literal(text: str, most: int = 48) -> str:
    """Return text for a label: visible, no mathematics, not too long (the middle gives way)."""
    # The font of plots has no pictures of control characters.
    text = _CONTROL_PICTURES.sub("\ufffd", one_line(text))
    if len(text) > most:
        half = (most - 1) // 2
        text = f"{text[:half]}…{text[-half:]}"
    return text.replace("$", r"\$")


def say(ax: Axes, text: str) -> Axes:
    """Write a sentence where there is nothing to draw."""
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.annotate(
        literal(text, 90), (0.0, 0.5), xycoords="axes fraction", va="center", fontsize=10, color=INK
    )
    return ax


def draw_bars(
    ax: Axes,
    labels: Sequence[str],
    amounts: Sequence[float],
    colors: Sequence[str] | str,
    *,
    unit: str,
    notes: Sequence[str] | None = None,
    **options: Any,
) -> Axes:
    """Draw horizontal bars from the top, each with its amount (or a note) behind it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    labels, amounts, colors
        One a bar; a single colour counts for all.
    unit : str
        Label of the horizontal axis.
    notes : sequence of str, optional
        What to write behind the bars in place of the amounts.
    **options
        Passed to ``ax.barh``.
    """
    rows = range(len(labels))
    ax.barh(rows, amounts, **{"color": colors, **options})
    for row, amount in enumerate(amounts):
        text = notes[row] if notes else f"{amount:,}"
        ax.annotate(f" {text}", (amount, row), va="center", fontsize=8, color=INK)
    ax.set_yticks(rows, [literal(label) for label in labels])
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.margins(x=0.12)
    ax.set_xlim(left=0)
    ax.set_xlabel(unit)
    thousands(ax)
    return ax
