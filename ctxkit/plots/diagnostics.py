"""A picture of diagnostics: where they are."""

from __future__ import annotations

from collections import Counter
from typing import Any

from matplotlib.axes import Axes

from ctxkit.diagnostics import Diagnostics, Severity
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    OVER,
    add_legend,
    height_for,
    literal,
    new_axes,
    say,
    set_title,
    thousands,
)

MAX_BARS = 60
_COLORS = {Severity.ERROR: OVER, Severity.WARNING: "#e8890c", Severity.INFO: "#868e96"}


@plot.register
def plot_diagnostics(held: Diagnostics, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw how many findings each file has, by severity.

    Parameters
    ----------
    held : Diagnostics
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    files = [file for file, _ in Counter(found.file for found in held).most_common(MAX_BARS)]
    ax = new_axes(ax, height=height_for(len(files)))
    set_title(ax, f"{len(held):,} findings")
    if not files:
        return say(ax, "nothing was odd")
    start = [0] * len(files)
    counted = Counter((found.file, found.severity) for found in held)
    for severity, color in _COLORS.items():
        counts = [counted[file, severity] for file in files]
        ax.barh(range(len(files)), counts, left=start, **{"color": color, **options})
        start = [a + b for a, b in zip(start, counts, strict=True)]
    ax.set_yticks(range(len(files)), [literal(file or "(text)") for file in files])
    ax.set_ylim(len(files) - 0.4, -0.6)
    ax.set_xlabel("findings")
    thousands(ax)
    present = {found.severity for found in held}
    add_legend(
        ax,
        ((s.value, c, 1.0) for s, c in _COLORS.items() if s in present),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax
