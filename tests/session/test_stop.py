"""Why an instance stands where it stands is told in words that a reader can act on."""

from __future__ import annotations

import pytest

import ctxkit as ck
from ctxkit.display.session.eventlog import event_words
from ctxkit.errors import UnknownNameError
from ctxkit.procedure.truth import explain_guard
from ctxkit.session.stop import Reason, StopKind, explain_stop

SEAL = "20260901-074500-s-ops-gat"


def held_session() -> ck.Session:
    """A record that is held at the step ``ground`` for two reasons."""
    session = ck.examples.engine().new_session("s", "Ines Karlsen", ck.MemorySink())
    session.start(ck.examples.procedures()["record-entry"], {"recorder": "Ines Karlsen"})
    session.report("i_1", {"entryKind": "gap", "layer": "ops", "observedAt": "2026-09-18 15:30"})
    session.report(
        "i_1",
        {
            "refs": [{"id": SEAL, "kind": "addresses"}],
            "topics": ["lock/seal"],
            "participants": ["Ines Karlsen"],
        },
    )
    return session


def test_each_condition_that_holds_a_gate_is_told_with_its_reason_and_what_it_looks_at() -> None:
    stop = explain_stop(held_session(), "i_1")
    assert (stop.kind, stop.step, stop.held) == (StopKind.GATE, "ground", True)
    assert [reason.predicate for reason in stop.reasons] == ["refsInspected", "topicsKnown"]
    assert stop.reasons[1].reads == {"topics": ["lock/seal"]}
    assert stop.headline == (
        f"Held by: refsInspected is false, because: Not read in full yet: {SEAL}; "
        "topicsKnown is false, because: Not in use yet: lock/seal."
    )


def test_explaining_logs_nothing_and_moves_nothing() -> None:
    session = held_session()
    before = session.seq, session.instance("i_1").step  # type: ignore[union-attr]
    explain_stop(session, "i_1")
    session.peek("i_1")
    assert (session.seq, session.instance("i_1").step) == before  # type: ignore[union-attr]


def test_where_reading_has_lifted_what_held_it_the_way_on_is_told() -> None:
    session = held_session()
    session.report("i_1", {"topics": ["lock/gate"]})
    assert [reason.predicate for reason in explain_stop(session, "i_1").reasons] == [
        "refsInspected"
    ]
    session.log_read("show", full=[SEAL])
    stop = explain_stop(session, "i_1")
    assert (stop.held, stop.leads_to) == (False, "write")
    assert stop.headline == "Nothing holds it any more: the next report takes it on to write."


def test_missing_fields_are_named() -> None:
    session = ck.examples.engine().new_session("s")
    session.start(ck.examples.procedures()["record-entry"], {"recorder": "Ines Karlsen"})
    assert explain_stop(session, "i_1").missing == ("entryKind", "layer", "observedAt")


def test_a_choice_and_an_end_are_told_as_such() -> None:
    session = ck.examples.engine().new_session("s")
    session.start(ck.examples.procedures()["harbour-desk"])
    session.report("i_1", {"concern": "The seal."})
    stop = explain_stop(session, "i_1")
    assert stop.headline == "The user must choose: review, record, talk, hand-over, leave."
    session.answer("i_1", "desk", "leave")
    stop = explain_stop(session, "i_1")
    assert (stop.kind, stop.headline) == (StopKind.ENDED, "It has ended: abandoned.")


def test_an_unknown_instance_is_named() -> None:
    with pytest.raises(UnknownNameError, match="i_7"):
        explain_stop(held_session(), "i_7")


@pytest.mark.parametrize(
    ("guard", "truth", "culprits"),
    [
        ("a and b", {"a": True, "b": False}, ("b",)),
        ("a or b", {"a": False, "b": False}, ("a", "b")),
        ("a or b", {"a": False, "b": True}, ()),
        ("not a and b", {"a": True, "b": True}, ("a",)),
        ("not (a or b)", {"a": True, "b": False}, ("a",)),
        ("not (a and b)", {"a": True, "b": True}, ("a", "b")),
        ("a and b", {"a": True}, ("b",)),
    ],
)
def test_what_keeps_a_guard_from_holding_is_told_also_under_not(
    guard: str, truth: dict[str, bool], culprits: tuple[str, ...]
) -> None:
    assert explain_guard(guard, truth).culprits == culprits


def test_a_condition_that_is_true_where_it_must_not_be_is_told_as_true() -> None:
    assert str(Reason("isDraft", True, "Hold for a draft.")) == (
        "isDraft is true, because: Hold for a draft"
    )


def test_peeking_shows_what_serving_would_show() -> None:
    session = held_session()
    assert session.peek("i_1") == session.serve("i_1")


def test_a_sink_that_is_put_in_takes_what_is_still_to_come() -> None:
    session = held_session()
    later = ck.MemorySink()
    session.sink = later
    session.park("i_1", "for tomorrow")
    assert [event.event for event in later.events] == ["parked"]
    assert later.events[0].seq == session.seq


def test_the_log_of_a_fork_says_where_it_came_from() -> None:
    session = held_session()
    assert isinstance(session.sink, ck.MemorySink)
    forked = ck.MemorySink()
    ck.replay(session.sink.events, ck.examples.procedures()).fork(4, sink=forked)
    assert event_words(forked.events[-1]) == "Ines Karlsen, forked from s after event 4"
