"""Pictures of selections, assemblies, sweeps and calibrations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from ctxkit.display.document import PALETTE
from ctxkit.display.resident.context import PART_COLORS
from ctxkit.display.resident.series import signed_percent
from ctxkit.display.resident.words import STRATEGY_WORDS, percent, weight
from ctxkit.errors import UnknownNameError
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
from ctxkit.plots.stairs import Step, climb, draw_limit, draw_stairs
from ctxkit.resident.assembly import ResidentContext
from ctxkit.resident.calibration import Calibration
from ctxkit.resident.sweep import ASSEMBLED, ResidentSweep, SweepPoint
from ctxkit.resident.working_set import WorkingSet

MAX_PAGES = 60
MAX_LABELS = 80
MAX_STEPS = 5_000
_GAIN, _COVERED, _AGAIN = PALETTE[0], PALETTE[3], "#adb5bd"


@plot.register
def plot_working_set(
    held: WorkingSet, ax: Axes | None = None, *, what: str = "coverage", **options: Any
) -> Axes:
    """Draw a selection.

    Parameters
    ----------
    held : WorkingSet
    ax : matplotlib.axes.Axes, optional
    what : str
        "coverage": covered weight after each pick with the gain of each step, against all that
        could be covered whatever the limits, and the upper bound within them. "labels": which page
        covers which label, and which first.
        "tokens": tokens after each pick against the room there is.
    **options
        Passed to the line, the points or the line.

    Raises
    ------
    UnknownNameError
        If there is no such picture.
    """
    pictures = {"coverage": _coverage, "labels": _labels, "tokens": _tokens}
    if what not in pictures:
        raise UnknownNameError.among("picture of a working set", what, pictures)
    if not len(held):
        ax = new_axes(ax, height=height_for(1))
        set_title(ax, "working set")
        return say(ax, "nothing was picked")
    return pictures[what](held, ax, options)


def _coverage(held: WorkingSet, ax: Axes | None, options: dict[str, Any]) -> Axes:
    ax = new_axes(ax)
    steps = min(len(held), MAX_STEPS)
    xs = range(1, steps + 1)
    options = {"color": _COVERED, "where": "post"} | options
    heights = [0.0, *held.running_weight[:steps].tolist()]
    ax.step([0.0, *map(float, xs), steps + 0.5], [*heights, heights[-1]], **options)
    ax.vlines(xs, 0, held.run.gains[:steps], color=_GAIN, linewidth=max(1.0, 40 / (steps + 10)))
    lines = [("all that could be covered", held.coverable_weight, ":")]
    if held.upper_bound < held.coverable_weight:
        lines.append(("no choice covers more than", held.upper_bound, "--"))
    for text, height, style in lines:
        ax.axhline(height, color=INK, linewidth=1.2, linestyle=style)
        ax.annotate(
            f"{text}: {weight(height)}",
            (0.01, height),
            xycoords=("axes fraction", "data"),
            xytext=(0, 3),
            textcoords="offset points",
            fontsize=8,
            color=INK,
        )
    ax.set_ylim(0, max(height for _, height, _ in lines) * 1.12 or 1.0)
    ax.set_xlim(0, max(1, steps) + 0.5)
    ax.set_xlabel("picks")
    ax.set_ylabel("weight of labels")
    thousands(ax)
    set_title(
        ax,
        f"{len(held):,} picks cover {percent(held.share_of_coverable)} of the coverable weight"
        + (f" (first {steps:,} drawn)" if steps < len(held) else ""),
    )
    add_legend(ax, [("covered", _COVERED, 1.0), ("gain", _GAIN, 1.0)], loc="center right")
    return ax


def _labels(held: WorkingSet, ax: Axes | None, options: dict[str, Any]) -> Axes:
    rows = held.run.rows[:MAX_PAGES]
    shown = dict.fromkeys(label for row in rows for label in held.table.label_codes(row))
    columns = {label: place for place, label in enumerate(list(shown)[:MAX_LABELS])}
    ax = new_axes(ax, height=height_for(len(rows)) + 1.2)
    for first in (False, True):
        points = [
            (columns[label], place)
            for place, row in enumerate(rows)
            for label in dict.fromkeys(held.table.label_codes(row))
            if label in columns and (held.steps_by_label[label] == place) is first
        ]
        marks: dict[str, Any] = {"marker": "s", "s": 46, "linewidths": 0}
        marks |= {"color": _COVERED if first else _AGAIN} | options
        ax.scatter([x for x, _ in points], [y for _, y in points], **marks)
    ax.set_yticks(range(len(rows)), [literal(held.table.page_ids[row]) for row in rows])
    names = [literal(held.table.label_names[label], 24) for label in columns]
    ax.set_xticks(range(len(columns)), names, rotation=90)
    ax.set_xlim(-0.7, max(1, len(columns)) - 0.3)
    ax.set_ylim(max(1, len(rows)) - 0.4, -0.6)
    ax.set_xlabel("labels")
    ax.set_ylabel("picks in order")
    left = (len(held) - len(rows), len(shown) - len(columns))
    more = f" ({left[0]:,} picks and {left[1]:,} labels not drawn)" if any(left) else ""
    set_title(ax, f"what each pick covers{more}")
    entries = [("covered first", _COVERED, 1.0), ("covered before", _AGAIN, 1.0)]
    add_legend(ax, entries, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return ax


def _tokens(held: WorkingSet, ax: Axes | None, options: dict[str, Any]) -> Axes:
    ax = new_axes(ax)
    steps = min(len(held), MAX_STEPS)
    options = {"color": PART_COLORS["picked"], "where": "post"} | options
    heights = [0.0, *map(float, held.running_tokens[:steps])]
    ax.step([*map(float, range(steps + 1)), steps + 0.5], [*heights, heights[-1]], **options)
    room = held.token_budget
    if room is None and held.frame_tokens:
        room = (held.slots or 0) * held.frame_tokens
    if room:
        ax.axhline(float(room), color=INK, linewidth=1.2, linestyle="--")
        ax.annotate(
            f"room for picks: {room:,}",
            (0.01, float(room)),
            xycoords=("axes fraction", "data"),
            xytext=(0, 3),
            textcoords="offset points",
            fontsize=8,
            color=INK,
        )
    ax.set_ylim(0, max(float(room or 0), float(held.used_tokens), 1.0) * 1.12)
    ax.set_xlim(0, max(1, steps) + 0.5)
    ax.set_xlabel("picks")
    ax.set_ylabel(f"tokens ({literal(held.table.estimator)})")
    thousands(ax)
    thousands(ax, "y")
    set_title(ax, f"{len(held):,} picks take {held.used_tokens:,} tokens")
    return ax


@plot.register
def plot_resident_context(
    held: ResidentContext, ax: Axes | None = None, *, what: str = "window", **options: Any
) -> Axes:
    """Draw what fills the allowance, page by page; or the selection behind it.

    Parameters
    ----------
    held : ResidentContext
    ax : matplotlib.axes.Axes, optional
    what : str
        "window", or a picture of the selection: "coverage", "labels" or "tokens".
    **options
        Passed to ``ax.barh``, or to the picture of the selection.
    """
    if what != "window":
        return plot_working_set(held.working_set, ax, what=what, **options)
    stairs = climb(_window_pages(held))
    ax = new_axes(ax, height=height_for(len(stairs)))
    rest = len(held.rows) - MAX_PAGES
    more = f" (first {MAX_PAGES} of {len(held.rows):,} pages drawn)" if rest > 0 else ""
    set_title(ax, f"{held.used_tokens:,} of {held.allowance:,} tokens for input{more}")
    if not stairs:
        return say(ax, "nothing is resident")
    draw_stairs(ax, stairs, held.table.estimator, options)
    draw_limit(ax, f"allowance {held.allowance:,}", held.allowance, fits=True)
    return ax


def _window_pages(held: ResidentContext) -> Iterator[Step]:
    """Yield label, part, tokens, colour and faintness of what is drawn."""
    if held.instruction_tokens:
        color = PART_COLORS["instruction"]
        yield "instruction", "instruction", held.instruction_tokens, color, False
    for place, row in enumerate(held.rows[:MAX_PAGES]):
        part = "mandatory" if place < held.mandatory_len else "picked"
        tokens = int(held.table.tokens[row])
        yield held.table.page_ids[row], part, tokens, PART_COLORS[part], False


@plot.register
def plot_resident_sweep(held: ResidentSweep, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw covered weight against the window: greedy, bound and optimum.

    A line for each frame size, set of weights and strategy. Its bound is dotted, optima are dots
    (hollow where they are not proven), and points that do not fit are crosses at the bottom.

    Parameters
    ----------
    held : ResidentSweep
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.plot`` for the lines of the greedy choice.
    """
    ax = new_axes(ax, height=3.6)
    if not len(held):
        return say(ax, "the grid has no points")
    handles = []
    ordered = sorted(held, key=lambda point: (_series(point), point.window_tokens))
    for number, (name, group) in enumerate(groupby(ordered, key=_series)):
        points = list(group)
        color = PALETTE[number % len(PALETTE)]
        fit = [point for point in points if point.outcome == ASSEMBLED]
        xs = [float(point.window_tokens) for point in fit]
        line: dict[str, Any] = {"color": color, "marker": ".", "linewidth": 1.6} | options
        ax.plot(xs, [point.covered_weight for point in fit], **line)
        ax.plot(xs, [point.upper_bound for point in fit], color=color, linestyle=":")
        _optima(ax, fit, color)
        out = [float(point.window_tokens) for point in points if point.outcome != ASSEMBLED]
        ax.scatter(out, [0.0] * len(out), marker="x", color=OVER, s=24, linewidths=1.2)
        handles.append(Line2D([], [], color=color, marker=".", label=literal(_words(name, held))))
    ax.set_xlabel(f"window (tokens, {literal(held.estimator)})")
    ax.set_ylabel("weight of labels")
    ax.set_ylim(bottom=-0.02 * max((p.upper_bound for p in held), default=1.0))
    thousands(ax)
    set_title(ax, "covered weight against the window; bound dotted, optimum as dots")
    if handles:
        ax.legend(handles=handles, frameon=False, fontsize=8, labelcolor=INK, loc="lower right")
    return ax


def _series(point: SweepPoint) -> tuple[str, str, int]:
    return (str(point.strategy), point.weights, point.frame_tokens)


def _words(name: tuple[str, str, int], held: ResidentSweep) -> str:
    strategy, weights, frame = name
    words = [next(word for key, word in STRATEGY_WORDS.items() if key == strategy)]
    if len({point.weights for point in held}) > 1:
        words.append(weights)
    if len({point.frame_tokens for point in held}) > 1:
        words.append(f"frame {frame:,}")
    return ", ".join(words)


def _optima(ax: Axes, points: list[SweepPoint], color: str) -> None:
    for proven in (True, False):
        found = [
            (float(point.window_tokens), point.optimum_weight)
            for point in points
            if point.optimum_weight is not None and (point.optimum_status == "proven") is proven
        ]
        face = color if proven else "none"
        ax.scatter(
            [x for x, _ in found],
            [y for _, y in found],
            facecolors=face,
            edgecolors=color,
            s=34,
            zorder=3,
        )


@plot.register
def plot_calibration(held: Calibration, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw by how much the estimate is off, for each kind of file.

    Parameters
    ----------
    held : Calibration
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.barh``.
    """
    kinds = list(held[:MAX_PAGES])
    ax = new_axes(ax, height=height_for(len(kinds)))
    if not kinds:
        return say(ax, "no files to count")
    colors = [PALETTE[0] if kind.error >= 0 else PALETTE[4] for kind in kinds]
    options = {"color": colors} | options
    ax.barh(range(len(kinds)), [kind.error for kind in kinds], **options)
    for place, kind in enumerate(kinds):
        ax.annotate(
            f" {signed_percent(kind.error)} ",
            (kind.error, place),
            va="center",
            ha="left" if kind.error >= 0 else "right",
            fontsize=8,
            color=INK,
        )
    ax.axvline(0, color=INK, linewidth=1.0)
    ax.set_yticks(range(len(kinds)), [literal(kind.kind) for kind in kinds])
    ax.invert_yaxis()
    ax.margins(x=0.2)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0))
    ax.set_xlabel(f"{literal(held.estimator)}, too low or too high")
    set_title(ax, f"{held.estimator} against {held.real_estimator}")
    return ax
