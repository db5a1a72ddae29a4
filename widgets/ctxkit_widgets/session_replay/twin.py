"""What stands over a replay, and its static twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxkit.display.document import Document, Fold, Note, Part, count, describe
from ctxkit.display.session.eventlog import clock_text, lane_table, type_bar
from ctxkit.display.session.summary import LogSummary, duration_text
from ctxkit.session.eventlog import EventLog

if TYPE_CHECKING:
    from ctxkit_widgets.session_replay.replayer import SessionReplay


def title_of(log: EventLog, summary: LogSummary) -> str:
    """Return what a session is called."""
    return summary.label or log.session or "no session"


def facts_of(log: EventLog, summary: LogSummary) -> list[str]:
    """Return what is said of a session beside its title."""
    told = (
        log.session if summary.label else "",
        summary.participant,
        count(len(log), "event"),
        count(len(summary.lanes), "instance"),
        duration_text(log),
    )
    return [fact for fact in told if fact]


def replay_twin(held: SessionReplay, summary: LogSummary) -> Document:
    """Return the log, and the moment that is shown."""
    log, state = held.replay.log, held.state
    event = state.event
    what = f"After event {event.seq:,}" if event is not None else "Before the first event"
    told = f"{what}: {event.event}, {clock_text(event.ts)}" if event is not None else what
    changes = describe(held.changes)
    shown: list[Part] = [
        type_bar(summary.counts),
        Note(_filter_words(held), "dim"),
        Fold(told, list(describe(state).parts), open=True),
        Fold(changes.title, list(changes.parts)),
        *_window(held),
        Fold("Instances", [lane_table(log, summary, ".replay")]),
    ]
    if held.bookmarks:
        shown.append(Note("Bookmarks: " + ", ".join(f"{seq:,}" for seq in held.bookmarks)))
    footer = "`.seq` is the moment, `.state` the session then, `.changes` what changed"
    title, facts = title_of(log, summary), facts_of(log, summary)
    return Document("Session replay", title, facts, shown, footer)


def _filter_words(held: SessionReplay) -> str:
    shown, events = count(len(held.places), "event"), len(held.replay.log)
    filtered = held.kinds or held.instance or held.text.strip()
    return f"{shown} of {events:,} shown" if filtered else shown


def _window(held: SessionReplay) -> list[Part]:
    if held.context is None:
        return []
    inside = describe(held.context.at_index(held.index))
    return [Fold(f"In the window: {inside.title}", list(inside.parts), open=True)]
