"""Pictures of pages of a manifest and of what fits a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.manifest.manifest import kind_color, manifest_title
from ctxkit.display.window.assembly import assembly_title
from ctxkit.display.window.words import WINDOW_COLORS
from ctxkit.errors import InvalidValueError
from ctxkit.plots import plot
from ctxkit.plots.canvas import (
    height_for,
    new_axes,
    say,
    set_title,
)
from ctxkit.plots.resident import plot_working_set
from ctxkit.plots.stairs import Step, climb, draw_limit, draw_stairs
from ctxkit.window.assembly import Assembly
from ctxkit.window.drafts import place_of
from ctxkit.window.pages import ManifestPages

MAX_BARS = 60


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
    steps = [_step_of(held, row) for row in [*inside, *held.rejects]]
    if held.instruction_tokens:
        color = WINDOW_COLORS["instruction"]
        steps = [("instruction", "instruction", held.instruction_tokens, color, False), *steps]
    if held.feasible:
        said = f"{held.used:,} of {held.allowance:,} tokens for input used"
    else:
        said = f"{held.shortfall:,} tokens short of {held.required:,}"
    ax = _staircase(ax, steps, f"{assembly_title(held)}: {said}", held.pages.estimator, options)
    if steps:
        draw_limit(ax, f"allowance {held.allowance:,}", held.allowance, fits=held.feasible)
        if held.budget.reserves:
            fits = held.feasible
            draw_limit(ax, f"window {held.window:,}", held.window, fits=fits, outer=True)
    return ax


def _step_of(held: Assembly, row: int) -> Step:
    table, part = held.pages.table, held.parts[row]
    label, tokens = _short_name(held.pages, row), int(table.tokens[row])
    return label, part, tokens, WINDOW_COLORS[part], part == "out"


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
    steps = [
        (
            _short_name(held, row),
            table.kind_of(row) + ("" if row in closure else " (optional)"),
            int(table.tokens[row]),
            kind_color(table.kind_of(row)),
            row not in closure,
        )
        for row in rows
    ]
    title = f"{manifest_title(held.manifest)}: {held.mandatory_tokens:,} tokens are mandatory"
    return _staircase(ax, steps, title, held.estimator, options)


def _staircase(
    ax: Axes | None,
    steps: Sequence[Step],
    title: str,
    estimator: str,
    options: dict[str, Any],
) -> Axes:
    shown = steps[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown)))
    more = f" (first {len(shown)} of {len(steps):,} drawn)" if len(shown) < len(steps) else ""
    set_title(ax, title + more)
    if not steps:
        return say(ax, "there are no pages")
    draw_stairs(ax, climb(shown), estimator, options)
    return ax
