"""A picture of a sweep: what is required against what is allowed."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ctxkit.errors import InvalidValueError
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

_NAMED_BY = (
    *("spec", "task", "asked_role", "mode", "host_budget"),
    *("files", "requirements", "headings"),
)
_FITS, _OPTIONAL = "#2f9e44", "#e8890c"
MAX_BARS = 60


def plot_sweep(frame: pd.DataFrame, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw estimate against budget for the rows of :func:`ctxkit.sweep_manifests`.

    Parameters
    ----------
    frame : pandas.DataFrame
        A sweep, or some of its rows; at most the first 60 are drawn.
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.

    Returns
    -------
    matplotlib.axes.Axes
        Tokens to the right, a tick at each row's budget; rows over budget in red.

    Raises
    ------
    InvalidValueError
        If the frame is not a sweep.
    """
    if not isinstance(frame, pd.DataFrame):
        raise InvalidValueError("not a frame", where="frame", got=type(frame).__name__)
    missing = {"estimated", "optional", "budget", *_NAMED_BY} - set(frame.columns)
    if missing:
        raise InvalidValueError(
            "not a sweep",
            where="frame",
            got=f"no column {', '.join(sorted(missing))}",
            expected="a frame of ctxkit.sweep_manifests",
        )
    shown = frame.head(MAX_BARS)
    ax = new_axes(ax, height=height_for(len(shown)))
    if shown.empty:
        return say(ax, "no rows")
    rows = range(len(shown))
    over = shown["estimated"] > shown["budget"]
    colors = [OVER if bad else _FITS for bad in over]
    ax.barh(rows, shown["estimated"], **{"color": colors, **options})
    ax.barh(rows, shown["optional"], left=shown["estimated"], color=_OPTIONAL, alpha=0.45)
    for color, width in (("white", 5), (INK, 2)):  # a white edge, to be seen on the bars
        ax.scatter(
            shown["budget"], rows, marker="|", s=140, color=color, linewidths=width, zorder=3
        )
    ax.set_yticks(rows, _labels(shown))
    ax.invert_yaxis()
    ax.margins(x=0.05)
    ax.set_xlabel("tokens (bytes/4 heuristic and fixed hints)")
    set_title(ax, "required tokens against the budget ( | )")
    thousands(ax)
    entries = [("required, fits", _FITS, 1.0), ("optional", _OPTIONAL, 0.45)]
    if over.any():
        entries.insert(1, ("required, over budget", OVER, 1.0))
    add_legend(ax, entries, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return ax


def _labels(frame: pd.DataFrame) -> list[str]:
    """Name each row by what differs between the rows."""
    varying = [name for name in _NAMED_BY if frame[name].nunique() > 1] or ["spec"]
    return [
        literal(" · ".join(_word(name, row[name]) for name in varying))
        for _, row in frame.iterrows()
    ]


def _word(name: str, value: Any) -> str:
    if name == "host_budget":
        return f"host {value:,}" if value else "no host cap"
    if isinstance(value, tuple):
        return f"{name}: {', '.join(map(str, value)) or 'none'}"
    return str(value) or f"no {name.removeprefix('asked_')}"
