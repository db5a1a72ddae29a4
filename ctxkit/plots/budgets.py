"""The heat map of a budget table."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from ctxkit.budgets.table import BudgetTable
from ctxkit.display.budgets.table import matrix_of, sign_of
from ctxkit.plots import plot
from ctxkit.plots.canvas import INK, height_for, literal, new_axes, say, set_title

MAX_ROWS = 40
_FULL = 1.4  #: share of the budget from which the colour does not get stronger
#: Calm up to the budget, and another colour beyond it.
_SCALE = LinearSegmentedColormap.from_list(
    "budget",
    [(0.0, "#edf2ff"), (1 / _FULL, "#8fb3f5"), (1 / _FULL + 1e-6, "#ffa8a8"), (1.0, "#e03131")],
)


@plot.register
def plot_budgets(held: BudgetTable, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the share of the budget that each request takes, by task and role.

    Parameters
    ----------
    held : BudgetTable
        Of more than 40 tasks the worst are drawn.
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.imshow``.
    """
    names, roles, cells = matrix_of(held)
    rest = len(names) - MAX_ROWS
    if rest > 0:
        worst = sorted(
            names, key=lambda n: -max(cells[*n, r].share for r in roles if (*n, r) in cells)
        )[:MAX_ROWS]
        names = [name for name in names if name in set(worst)]
    ax = new_axes(ax, width=max(6.0, 2.6 + 0.85 * len(roles)), height=height_for(len(names)) + 0.4)
    more = f", the worst {MAX_ROWS} of {MAX_ROWS + rest:,}" if rest > 0 else ""
    set_title(ax, f"share of the budget by task and role{more} (▲ over, △ over if all is opened)")
    if not names:
        return say(ax, "no requests")
    shares = np.full((len(names), len(roles)), np.nan)
    for at, name in enumerate(names):
        for place, role in enumerate(roles):
            row = cells.get((*name, role))
            if row is None:
                continue
            shares[at, place] = min(row.share, 9.99)
            text = f"{sign_of(row)} {min(row.share, 9.99):.0%}".strip()
            ax.text(place, at, text, ha="center", va="center", fontsize=8, color="#1a1a1a")
    drawn = {"cmap": _SCALE, "vmin": 0.0, "vmax": _FULL, "aspect": "auto", **options}
    ax.imshow(shares, **drawn)
    ax.set_xticks(range(len(roles)), [literal(role) for role in roles])
    modes = {mode for _, _, mode in names}
    labels = [
        " · ".join(filter(None, (spec, task, mode if len(modes) > 1 else "")))
        for spec, task, mode in names
    ]
    ax.set_yticks(range(len(names)), [literal(label) for label in labels])
    ax.set_xlabel("role", color=INK)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    return ax
