"""Displays of procedures, guards, sessions and logs say what matters."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ctxkit.display.session.summary import SPANS, span_text, step_after, summary_of
from ctxkit.procedure.parse import load_spec, parse_spec
from ctxkit.procedure.spec import InjectCall, Spec, Step
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.replay import Replay
from tests.display.objects import all_objects
from tests.display.watch_desk import OBSERVE, full_registry, ordinary_graph
from tests.test_house import in_fresh_python


@pytest.mark.parametrize(
    ("held", "says"),
    [
        (
            "ordinary procedure",
            [
                "8,057 of 9,000 bytes in the largest serve",
                "held until hasBody and (refsInspected or not hasRefs)",
                "→ playback when hasTopics and hasConfidence",
                "→ classify otherwise",
                "confirm → write",
                "· runs confirmPlayback",
                "drop it → end: abandoned",
                "No way leads to 1 step: leftover.",
                "Functions it names: 9, 2 not built in",
                "edits body.",
            ],
        ),
        ("ordinary shell procedure", ["· hands down remark as note", "· to observe only"]),
        ("ordinary problems", ["broken.md:8", "bad-guard"]),
        (
            "ordinary guard truth",
            ["Does not hold", "any of (or): false", "hasRefs: true", "noHighFindings: not known"],
        ),
        ("ordinary registry", ["2 registered besides the built-in ones", "changes the graph"]),
        ("ordinary graph", ["5 neither superseded nor closed", "incidents/power", "1 entry refer"]),
        ("ordinary store", ["2 given at the start", "written by a command", "list<label>"]),
        ("ordinary instance", ["write is where it was completed", "now here"]),
        (
            "ordinary serve at a gate",
            [
                "2,855 bytes · 3 lanes",
                "body is missing.",
                "Missing: body",
                "1,493 of 3,116 bytes",
            ],
        ),
        ("ordinary serve at a choice", ["Choices of the agent", "topics, confidence?"]),
        ("ordinary serve of an ended one", ["Produced by commands", "newEntryId"]),
        (
            "ordinary event log",
            ["42 events in 27 min 20 s · 4 instances", "playback → correct “say which gauge”"],
        ),
        ("ordinary torn log", ["the last line was not written to its end"]),
        ("ordinary replay", ["Held to 2 procedures."]),
        ("ordinary replay of only a log", ["No procedures were given"]),
        ("ordinary moment", ["after event 21", "observe (this event)", "2 of 2 instances running"]),
        (
            "ordinary verification of a changed log",
            ["First at event 20, transition of i_2 (classify → write)", "goes to 'playback'"],
        ),
        ("ordinary verification", ["events agree, none differs"]),
        ("ordinary comparison", ["19 events are the same", "part at event 20 · in data.to"]),
        ("ordinary comparison with itself", ["The same story in 42 events"]),
        ("ordinary sessions", ["broken.jsonl.gz could not be read: damaged", "27 min 20 s"]),
        ("ordinary changes", ["observe", "gather", "Hallam pier"]),
        ("empty event log", ["0 events · 0 instances"]),
        ("empty verification", ["Nothing to verify"]),
        ("empty guard truth", ["Not decided"]),
    ],
)
def test_a_display_says_what_matters(held: str, says: list[str]) -> None:
    text = repr(all_objects()[held])
    for piece in says:
        assert piece in text, piece


def test_a_deep_guard_is_shown_in_part_and_says_where_the_rest_is() -> None:
    for name in ("large deep guard truth", "large wide guard"):
        held = all_objects()[name]
        assert "… more: " in repr(held)
        assert "… more: " in held._repr_html_()


def test_a_step_that_is_over_the_budget_is_marked() -> None:
    spec = parse_spec(ordinary_graph().entry(OBSERVE))  # type: ignore[arg-type]
    tight = spec.replace(serve_budget=3_000)
    assert "5,057 over the budget of 3,000" in repr(tight)
    assert "2 steps over" in repr(tight)
    assert tight.to_frame()["over_budget"].tolist() == [True, False, True, False, False]


def log_of(*said: tuple[str, str, dict[str, str]]) -> EventLog:
    return EventLog.of(
        Event(1, f"2026-08-15T07:{n:02}:00Z", "s", n, handle, kind, data)
        for n, (handle, kind, data) in enumerate(said, 1)
    )


def test_the_outcome_of_an_instance_is_the_last_thing_that_happened_to_it() -> None:
    log = log_of(
        ("i_1", "started", {"procedure": "p", "step": "a"}),
        ("i_1", "parked", {"step": "a"}),
        ("i_1", "served", {"step": "a"}),
        ("i_2", "started", {"procedure": "p", "step": "a"}),
        ("i_2", "transition", {"from": "a", "to": "end(completed)"}),
        ("i_2", "completed", {}),
        ("i_3", "started", {"procedure": "p", "step": "a"}),
        ("i_3", "parked", {"step": "a"}),
    )
    lanes = summary_of(log).lanes
    assert {name: lane.outcome for name, lane in lanes.items()} == {
        "i_1": "open",
        "i_2": "completed",
        "i_3": "parked",
    }
    assert summary_of(log) is summary_of(log)


def test_the_parts_of_a_logs_time_hold_every_event_once() -> None:
    log = all_objects()["ordinary event log"]
    summary = summary_of(log)
    assert len(summary.spans) == SPANS and summary.even
    assert sum(span.counts.total() for span in summary.spans) == len(log) == summary.counts.total()


def test_a_log_that_is_out_of_order_is_divided_by_events() -> None:
    events = list(all_objects()["ordinary event log"])
    summary = summary_of(EventLog.of(events[20:] + events[:20]))
    assert not summary.even
    assert sum(span.counts.total() for span in summary.spans) == len(events)


@pytest.mark.parametrize(
    ("kind", "data", "step"),
    [
        ("transition", {"from": "a", "to": "b"}, "b"),
        ("transition", {"from": "a", "to": "end(completed)"}, "a"),
        ("chooser_answer", {"chooser": "a", "choice": "x"}, "a"),
        ("completed", {}, ""),
        ("served", {"step": 7}, ""),
    ],
)
def test_an_event_tells_where_its_instance_stands(kind: str, data: dict, step: str) -> None:
    assert step_after(kind, data) == step


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (7_200, "2 h"), (90_000, "1 d 1 h")],
)
def test_a_duration_is_told_in_its_two_largest_units(seconds: int, words: str) -> None:
    assert span_text(timedelta(seconds=seconds)) == words


def test_events_that_do_not_fit_are_listed_with_their_line() -> None:
    log = log_of(
        ("i_1", "started", {"procedure": "observe", "step": "gather"}),
        ("i_9", "transition", {"from": "a", "to": "b"}),
    )
    replay = Replay(log, [parse_spec(e) for e in ordinary_graph().procedures])
    assert "Events that do not fit: 2" in repr(replay)
    assert (replay.to_frame()["misfit"] != "").tolist() == [True, True]


def test_displays_of_the_engine_are_made_without_pandas_or_matplotlib() -> None:
    code = (
        "import sys; from tests.display.watch_desk import ordinary_session; "
        "session = ordinary_session(); session._repr_html_(); repr(session.instance('i_2')); "
        "print([m for m in ('pandas', 'matplotlib', 'IPython') if m in sys.modules])"
    )
    assert in_fresh_python(code) == "[]\n"


def test_a_checked_procedure_is_weighed_by_the_functions_it_was_checked_against() -> None:
    graph, registry = ordinary_graph(), full_registry()
    entry = graph.entry(OBSERVE)
    assert entry is not None
    loaded = load_spec(entry, registry)
    assert loaded.functions is registry and loaded == parse_spec(entry)
    assert "Functions it names: 9, 2 not built in, none missing" in repr(loaded)


def test_a_bound_that_is_assumed_is_said_to_be() -> None:
    step = Step(id="a", inject=(InjectCall(fn="lookUp"),), render="a")
    spec = Spec(entry_id="", canonical="p", steps=(step,), serve_budget=100)
    assert "bounds assumed for lookUp, not known here" in repr(spec)
