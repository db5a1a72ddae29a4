"""Windows over time and all that is made of them, for the tests of displays, frames and plots."""

from __future__ import annotations

from typing import Any

from ctxkit.examples import engine, procedures, session_logs
from ctxkit.graph.entry import parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.residency import Policy, PolicyComparison, compare_policies, context_over_time
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.logfile import read_events
from ctxkit.session.replay import Replay


def reading(events: list[dict[str, Any]], session: str = "s") -> EventLog:
    """A log that does nothing but read."""
    return EventLog.of(
        Event(1, "2026-10-01T08:00:00Z", session, number, "", "read", data)
        for number, data in enumerate(events, 1)
    )


def entries(count: int, words: int = 40) -> Graph:
    """Entries e0, e1, … whose body is longer the higher their number."""
    return Graph(
        parse_entry(
            name_of(n),
            f"---\ntype: s\nlayer: tac\nkind: gap\nsummary: entry {n}\ntopics: [t{n % 3}]\n---\n"
            + "word " * (words + n),
        )
        for n in range(count)
    )


def name_of(number: int) -> str:
    """The ID of one of these entries."""
    return f"20260101-{number // 3600:02}{number // 60 % 60:02}{number % 60:02}-s-tac-n{number}"


def parts_of(replay: Any, graph: Any, window: int) -> dict[str, Any]:
    """Everything that can be made of a session and shown."""
    over = context_over_time(replay, graph, window=window)
    log = over.log
    return {
        "context_over_time": over,
        "window_pages": over.pages,
        "push_outs": over.evictions,
        "reloads": over.reloads,
        "window_moment": over.at_index(len(log)),
        "policies": compare_policies(replay, graph, window=window),
    }


def ordinary() -> dict[str, Any]:
    log = read_events(session_logs()["reopened"])
    return parts_of(Replay(log, procedures()), engine(log), 3_000)


def empty() -> dict[str, Any]:
    return parts_of(EventLog.of([]), None, 100) | {"policies": PolicyComparison()}


def huge() -> dict[str, Any]:
    graph = entries(1_200)
    reads = [{"tool": "t", "full": [name_of(n * 7 % 1_200)]} for n in range(6_000)]
    parts = parts_of(reading(reads), graph, 30_000)
    parts["policies"] = PolicyComparison([*parts["policies"]] * 300, "bytes/4 heuristic")
    kept = context_over_time(reading(reads), graph, window=9, policy=Policy.KEEP_ALL)
    return parts | {"window_moment": kept.at(6_000)}


def hostile(text: str) -> dict[str, Any]:
    entry = parse_entry(
        name_of(1), f"---\ntype: s\nlayer: tac\nkind: gap\n---\n{text.replace(chr(0xD800), '')}"
    )
    events = [
        Event(1, "2026-10-01T08:00:00Z", text, 1, "", "read", {"full": [text, entry.id]}),
        Event(1, "2026-10-01T08:00:01Z", text, 2, text, "served", {"step": text}),
        Event(1, "2026-10-01T08:00:02Z", text, 3, "", "labeled", {"label": text}),
    ]
    return parts_of(EventLog.of(events), Graph([entry]), 1_000)
