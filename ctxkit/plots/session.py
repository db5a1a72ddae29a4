"""Pictures of sessions, serves and logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from ctxkit.display.document import PALETTE
from ctxkit.display.session.instance import STATUS_COLORS
from ctxkit.display.session.serve import PART_COLORS, part_kind, part_label
from ctxkit.display.session.verification import VERDICT_COLORS
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
from ctxkit.plots.log import plot_lanes, plot_reads, plot_visits
from ctxkit.session.eventlog import EventLog
from ctxkit.session.instance import Instance
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.serve import Serve
from ctxkit.session.serves import Serves
from ctxkit.session.session import Session
from ctxkit.session.verify import Verdict, Verification

MAX_BARS = 60
MAX_PLACES = 2_000
_LOG_PICTURES = {"lanes": plot_lanes, "visits": plot_visits, "reads": plot_reads}


@plot.register
def plot_serve(held: Serve, ax: Axes | None = None, *, budget: int = 0, **options: Any) -> Axes:
    """Draw the parts of a serve by size.

    Parameters
    ----------
    held : Serve
    ax : matplotlib.axes.Axes, optional
    budget : int
        Bytes to compare the total with, such as :func:`ctxkit.effective_total` of the procedure;
        0 for none.
    **options
        Passed to ``ax.barh``.
    """
    shown = held.sizes[:MAX_BARS]
    ax = new_axes(ax, height=height_for(len(shown) + 1))
    where = " · ".join(filter(None, [held.procedure, held.step]))
    set_title(ax, f"{where}: {held.total_bytes:,} bytes")
    if not shown:
        return say(ax, "no parts")
    start = 0
    for row, size in enumerate(shown):
        kind = part_kind(size.part)
        inside = kind == "inject"
        ax.barh(
            row,
            size.bytes,
            left=0 if inside else start,
            alpha=0.45 if inside else 1.0,
            **({"color": PART_COLORS.get(kind, INK)} | options),
        )
        end = size.bytes if inside else start + size.bytes
        ax.annotate(f" {size.bytes:,}", (end, row), va="center", fontsize=8, color=INK)
        start = start if inside else end
    if budget:
        color = OVER if held.total_bytes > budget else INK
        ax.axvline(budget, color=color, linewidth=1.2, linestyle="--")
        ax.annotate(f"budget {budget:,} ", (budget, 1.0), xycoords=("data", "axes fraction"),
                    ha="right", va="top", fontsize=8, color=color)  # fmt: skip
    ax.set_yticks(range(len(shown)), [literal(part_label(size.part)) for size in shown])
    ax.invert_yaxis()
    ax.set_xlim(0, max(budget, held.total_bytes, *(s.bytes for s in shown), 1) * 1.12)
    ax.set_xlabel("bytes, added up; injects (faint) are inside the lanes")
    thousands(ax)
    kinds = dict.fromkeys(part_kind(size.part) for size in shown)
    add_legend(
        ax,
        ((literal(k), PART_COLORS.get(k, INK), 0.45 if k == "inject" else 1.0) for k in kinds),
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
    )
    return ax


@plot.register
def plot_session(held: Session, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw where each instance stands on the steps of its procedure.

    Parameters
    ----------
    held : Session
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.scatter`` for the step of each instance.
    """
    return _plot_instances(held.instances, held.label or held.id or "session", ax, options)


@plot.register
def plot_moment(held: ReplayState, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw where each instance stood; see :func:`plot_session`.

    Of an instance whose procedure is not at hand only the step is drawn, at the left.
    """
    instances = list(held.instances.values())
    return _plot_instances(instances, f"{held.label or 'session'}, event {held.seq:,}", ax, options)


def _plot_instances(
    held: Sequence[Instance | InstanceState], name: str, ax: Axes | None, options: dict[str, Any]
) -> Axes:
    shown = held[-MAX_BARS:]
    ax = new_axes(ax, height=height_for(len(shown)) + 0.3)
    rest = len(held) - len(shown)
    more = f", {rest:,} earlier ones not drawn" if rest else ""
    set_title(ax, f"{name}: {len(held):,} instance{'s' * (len(held) != 1)}{more}")
    if not shown:
        return say(ax, "no instance was started")
    for row, instance in enumerate(shown):
        steps = [step.id for step in instance.spec.steps]
        ax.plot(range(1, len(steps) + 1), [row] * len(steps), "o-", color=INK, alpha=0.45,
                markersize=4, linewidth=1.0)  # fmt: skip
        if instance.step in steps or not steps:
            place = steps.index(instance.step) + 1 if steps else 1
            looks: dict[str, Any] = {"color": STATUS_COLORS[instance.status], "s": 110, "zorder": 3}
            ax.scatter(place, row, **(looks | options))
            ax.annotate(literal(instance.step, 24), (place, row), xytext=(0, 8), ha="center",
                        textcoords="offset points", fontsize=8, color=INK)  # fmt: skip
    labels = [literal(f"{i.id} {i.spec.canonical}", 40) for i in shown]
    ax.set_yticks(range(len(shown)), labels)
    ax.set_ylim(len(shown) - 0.4, -0.8)
    ax.margins(x=0.08)
    ax.set_xlabel("place of the step in its procedure")
    thousands(ax)
    present = dict.fromkeys(instance.status for instance in shown)
    add_legend(ax, ((str(s), STATUS_COLORS[s], 1.0) for s in present),
               loc="upper left", bbox_to_anchor=(1.01, 1.0))  # fmt: skip
    return ax


@plot.register
def plot_serves(held: Serves, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the text of each serve in bytes, in order, against the budget of its procedure.

    Parameters
    ----------
    held : Serves
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.bar``.
    """
    ax = new_axes(ax)
    name = held.log.label or held.log.session or "log"
    set_title(ax, f"{name}: {len(held):,} serves")
    if not held:
        return say(ax, "nothing was shown")
    # Of very many the largest of each stretch is drawn: none over its budget is lost.
    width = -(-len(held) // MAX_PLACES)
    starts = range(0, len(held), width)
    shown = [max(held[start : start + width], key=lambda s: s.text_bytes) for start in starts]
    names = list(dict.fromkeys(item.procedure for item in held))
    color_of = {name: PALETTE[number % len(PALETTE)] for number, name in enumerate(names)}
    colors = [OVER if item.over_budget else color_of[item.procedure] for item in shown]
    places = [start + 1 for start in starts]
    looks: dict[str, Any] = {"color": colors, "width": width * 0.85}
    ax.bar(places, [item.text_bytes for item in shown], **(looks | options))
    budgets = [item.budget for item in shown]
    ax.step(places, budgets, where="mid", color=INK, linewidth=1.2, linestyle="--")
    ax.annotate("budget", (places[0], budgets[0]), xytext=(0, 3), textcoords="offset points",
                va="bottom", fontsize=8, color=INK)  # fmt: skip
    ax.set_ylim(bottom=0)
    ax.set_ylabel("bytes of text")
    ax.set_xlabel("serve, in the order of the log")
    thousands(ax)
    thousands(ax, "y")
    present = [(literal(name or "no name", 30), color_of[name], 1.0) for name in names[:12]]
    if OVER in colors:
        present.append(("over budget", OVER, 1.0))
    add_legend(ax, present, loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return ax


@plot.register
def plot_log(
    held: EventLog,
    ax: Axes | None = None,
    *,
    what: str = "lanes",
    by: str = "time",
    now: int = 0,
    **options: Any,
) -> Axes:
    """Draw a log.

    Parameters
    ----------
    held : EventLog
    ax : matplotlib.axes.Axes, optional
    what : str
        ``"lanes"``: the instances over time, a mark an event. ``"visits"``: how often each step was
        entered. ``"reads"``: entries read so far, by how deeply.
    by : str
        ``"time"``, or ``"events"`` to give each event the same room, whatever the pauses.
    now : int
        Number of an event to mark, in lanes and reads; 0 for none.
    **options
        Passed to the drawing of the marks, bars or lines.

    Raises
    ------
    UnknownNameError
        If there is no such picture or axis.
    InvalidValueError
        If no event has the number ``now``.
    """
    if what not in _LOG_PICTURES:
        raise UnknownNameError.among("picture of a log", what, _LOG_PICTURES)
    if by not in ("time", "events"):
        raise UnknownNameError.among("axis of a log", by, ("time", "events"))
    return _LOG_PICTURES[what](held, ax, options, now=now, by=by)


@plot.register
def plot_replay(held: Replay, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the log of a replay; see :func:`plot_log`."""
    return plot_log(held.log, ax, **options)


@plot.register
def plot_verification(held: Verification, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the verdict on each event, by type, in the order of the log.

    Parameters
    ----------
    held : Verification
    ax : matplotlib.axes.Axes, optional
    **options
        Passed to ``ax.plot``.
    """
    kinds = list(dict.fromkeys(check.event for check in held.checks))
    rows = {kind: row for row, kind in enumerate(kinds)}
    ax = new_axes(ax, height=1.3 + 0.34 * max(1, len(kinds)))
    found = held.first_difference
    said = f"first difference at event {found.seq:,}" if found is not None else "nothing differs"
    set_title(ax, f"{held.log.session or 'log'}: {said}")
    if not kinds:
        return say(ax, "no event is held to a procedure")
    for verdict in (Verdict.AGREES, Verdict.UNVERIFIED, Verdict.DIFFERS):
        # Marks at the same place are drawn once: a log may have hundreds of thousands of events.
        width = max(1, len(held.log) // MAX_PLACES)
        places = sorted(
            {(c.index // width * width + 1, rows[c.event]) for c in held.checks
             if c.verdict is verdict}
        )  # fmt: skip
        if places:
            marks: dict[str, Any] = {
                "color": VERDICT_COLORS[verdict],
                "markersize": 11,
                "markeredgewidth": 1.8,
            }
            ax.plot([x for x, _ in places], [y for _, y in places], "|", **(marks | options))
    ax.set_yticks(range(len(kinds)), [literal(kind) for kind in kinds])
    ax.set_ylim(len(kinds) - 0.4, -0.6)
    ax.set_xlim(0, len(held.log) + 1)
    ax.set_xlabel("event, in the order of the lines")
    thousands(ax)
    add_legend(ax, ((v.value, c, 1.0) for v, c in VERDICT_COLORS.items()),
               loc="upper left", bbox_to_anchor=(1.01, 1.0))  # fmt: skip
    return ax
