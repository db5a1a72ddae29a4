"""Pictures of pages of a manifest and of what fits a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from ctxkit.display.manifest.manifest import kind_color, manifest_title
from ctxkit.display.window.assembly import assembly_title
from ctxkit.display.window.words import WINDOW_COLORS
from ctxkit.errors import InvalidValueError
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
from ctxkit.plots.resident import plot_working_set
from ctxkit.window.assembly import Assembly
from ctxkit.window.drafts import place_of
from ctxkit.window.pages import ManifestPages

MAX_BARS = 60


class _Stair(NamedTuple):
    label: str
    group: str
    tokens: int
    color: str
    faint: bool


@plot.register
def plot_assembly(
    held: Assembly, ax: Axes | None = None, *, what: str = "window", **options: Any
) -> Axes:
    """Draw the window page by page: what is in adds up to the allowance, what is out goes on.

    Parameters
    ----------
    held : Assembly
    ax : matplotlib.axes.Axes, optional
    what : str
        "window", or a picture of the selection: "coverage", "labels" or "tokens".
    **options
        Passed to ``ax.barh``, or to the picture of the selection.
    """
    if what != "window":
        if held.working_set is None:
            raise InvalidValueError(
                "nothing was chosen, because the mandatory pages do not fit",
                where="what",
                got=repr(what),
                expected="'window'",
            )
        return plot_working_set(held.working_set, ax, what=what, **options)
    inside = held.resident.rows if held.resident else held.closure
    stairs = [_stair_of(held, row) for row in [*inside, *held.rejects]]
    if held.instruction_tokens:
        color = WINDOW_COLORS["instruction"]
        first = _Stair("instruction", "instruction", held.instruction_tokens, color, False)
        stairs = [first, *stairs]
    if held.feasible:
        said = f"{held.used:,} of {held.allowance:,} tokens for input used"
    else:
        said = f"{held.shortfall:,} tokens short of {held.required:,}"
    ax = _staircase(ax, stairs, f"{assembly_title(held)}: {said}", held.pages.estimator, options)
    if not stairs:
        return ax
    limits = [("allowance", held.allowance, "--")]
    if held.budget.reserves:
        limits.append(("window", held.window, ":"))
    for name, tokens, style in limits:
        _limit(ax, f"{name} {tokens:,}", tokens, style, fits=held.feasible)
    return ax


def _stair_of(held: Assembly, row: int) -> _Stair:
    table, part = held.pages.table, held.parts[row]
    label, tokens = _short_name(held.pages, row), int(table.tokens[row])
    return _Stair(label, part, tokens, WINDOW_COLORS[part], part == "out")


def _short_name(held: ManifestPages, row: int) -> str:
    """Return the page's id without its hash, and of its path the last two names."""
    page_id, path = held.table.page_ids[row], held.path_of(row)
    if not path:
        return page_id
    return place_of(page_id).replace(path, "/".join(path.split("/")[-2:]), 1)


@plot.register
def plot_manifest_pages(held: ManifestPages, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the pages in load order: mandatory ones add up, those to choose from go on, faint.

    Parameters
    ----------
    held : ManifestPages
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    table, closure = held.table, set(held.closure)
    rows = sorted(range(len(table)), key=lambda row: row not in closure)
    stairs = [
        _Stair(
            _short_name(held, row),
            table.kind_of(row) + ("" if row in closure else " (optional)"),
            int(table.tokens[row]),
            kind_color(table.kind_of(row)),
            row not in closure,
        )
        for row in rows
    ]
    title = f"{manifest_title(held.manifest)}: {held.mandatory_tokens:,} tokens are mandatory"
    return _staircase(ax, stairs, title, held.estimator, options)


def _staircase(
    ax: Axes | None,
    stairs: Sequence[_Stair],
    title: str,
    estimator: str,
    options: dict[str, Any],
) -> Axes:
    shown = stairs[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    more = f" (first {len(shown)} of {len(stairs):,} drawn)" if len(shown) < len(stairs) else ""
    set_title(ax, title + more)
    if not stairs:
        return say(ax, "there are no pages")
    start = 0
    for place, stair in enumerate(shown):
        looks = {"color": stair.color, "alpha": 0.45 if stair.faint else 1.0}
        ax.barh(place, float(stair.tokens), left=float(start), **{**looks, **options})
        start += stair.tokens
        ax.annotate(f" {stair.tokens:,}", (float(start), place), va="center", fontsize=8, color=INK)
    ax.set_yticks(range(len(shown)), [literal(stair.label) for stair in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_xlim(0, max(float(start), 1.0) * 1.1)
    ax.set_xlabel(f"tokens, added up ({literal(estimator)})")
    thousands(ax)
    groups = {stair.group: (stair.color, 0.45 if stair.faint else 1.0) for stair in shown}
    add_legend(
        ax,
        ((literal(group), color, alpha) for group, (color, alpha) in groups.items()),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


def _limit(ax: Axes, text: str, tokens: int, style: str, *, fits: bool) -> None:
    """Draw a limit, with its name where no bars are; the axis reaches at least to it."""
    right = max(ax.get_xlim()[1], float(tokens) * 1.18)
    ax.set_xlim(0, right)
    color = INK if fits else OVER
    ax.axvline(float(tokens), color=color, linewidth=1.2, linestyle=style)
    below = 4 if style == "--" else 16
    ax.annotate(
        f" {text} ",
        (float(tokens), 1.0 if fits else 0.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, -below if fits else below),
        textcoords="offset points",
        ha="right" if fits and style == "--" else "left",
        va="top" if fits else "bottom",
        fontsize=8,
        color=color,
    )
