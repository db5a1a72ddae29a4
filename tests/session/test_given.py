"""Logs and procedures are taken in the forms in which they come to hand, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import matplotlib
import pytest

matplotlib.use("Agg")

import ctxkit as ck
from ctxkit import examples
from ctxkit.session.store import Provenance
from tests.session.worlds import sample_log, small_world

ENGINE, SPECS = small_world()
SMALL = SPECS["small"]


@pytest.fixture
def log() -> ck.EventLog:
    return ck.read_events(examples.session_logs()["reopened"])


def test_procedures_may_be_a_mapping_a_graph_entries_or_one_alone(log: ck.EventLog) -> None:
    graph, specs = examples.graph(), examples.procedures()
    for given in (specs, graph, graph.procedures, list(specs.values())):
        assert ck.replay(log, given).procedures == specs
    for one in (specs["record-entry"], graph["record-entry"]):
        assert list(ck.replay(log, one).procedures) == ["record-entry"]
    assert ck.verify_log(log, graph, examples.engine(log)).ok


def test_a_replay_or_a_list_of_events_is_as_good_as_a_log(log: ck.EventLog) -> None:
    assert ck.compare_logs(ck.replay(log), list(log)).equal  # type: ignore[arg-type]
    assert ck.verify_log(list(log), examples.graph(), examples.engine(log)).ok


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ck.replay("s.jsonl"), "not a session log; got str"),  # type: ignore[arg-type]
        (lambda: ck.compare_logs(sample_log(), 3), "not a session log; got int"),  # type: ignore[arg-type]
        (lambda: ck.verify_log([{}], SPECS), "not a session log; got dict"),  # type: ignore[list-item]
        (lambda: ck.replay(sample_log(), "small"), "not a procedure; got str"),  # type: ignore[arg-type]
        (lambda: ck.replay(sample_log(), {"small": 1}), "not a procedure; got int"),  # type: ignore[dict-item]
        (lambda: ck.replay(sample_log()).at("3"), "not the number of an event; got '3'"),  # type: ignore[arg-type]
        (lambda: ENGINE.new_session("s").start("small"), "not a procedure; got str"),  # type: ignore[arg-type]
        (lambda: ck.parse_spec("---"), "not an entry; got str"),  # type: ignore[arg-type]
    ],
)
def test_anything_else_is_refused_in_words(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        call()


def test_a_report_is_fields_by_name() -> None:
    session = ENGINE.new_session("s")
    session.start(SMALL)
    with pytest.raises(ck.CtxkitError, match="fields by name; got str"):
        session.report("i_1", "body")  # type: ignore[arg-type]


def test_a_session_of_a_folder_is_found_by_its_name_without_the_ending() -> None:
    sessions = ck.list_sessions(examples.session_logs()["parked"].parent)
    assert sessions.read("parked").label == sessions.read("parked.jsonl").label
    with pytest.raises(ck.ReadError, match=r"got 'lost'; expected abandoned.jsonl, finished"):
        sessions.read("lost")


def test_an_entry_is_found_by_its_name_the_newest_that_stands() -> None:
    graph = examples.graph()
    assert graph["record-entry"].id == "20260904-091500-d-prc-rec"
    assert graph["Mara Lindqvist"].kind == "actor"
    assert graph["20260904-091500-d-prc-rec"] is graph["record-entry"]
    with pytest.raises(ck.UnknownNameError, match="no entry named 'record-entri'") as caught:
        graph["record-entri"]
    assert "record-entry" in caught.value.hint


# Asking ---------------------------------------------------------------------------------------


def test_a_moment_can_be_drawn_with_and_without_procedures(log: ck.EventLog) -> None:
    for procedures in (examples.graph(), ()):
        ax = ck.replay(log, procedures).at(30).plot()
        assert [t.get_text() for t in ax.get_yticklabels()] == [
            "i_1 harbour-desk", "i_2 record-entry"
        ]  # fmt: skip
        assert {"desk", "playback"} <= {text.get_text() for text in ax.texts}
        assert "event 30" in ax.get_title(loc="left")


def test_changes_between_two_moments_say_who_wrote_what(log: ck.EventLog) -> None:
    replay = ck.replay(log, examples.graph())
    frame = replay.changes(30, since=12).to_frame()
    by_name = frame.set_index("name")["provenance"]
    assert by_name["body"] == "state" and by_name["playbackConfirmation"] == "engine"
    assert frame[frame["what"] == "step"][["before", "after"]].to_numpy().tolist() == [
        ["frame", "playback"]
    ]
    (change,) = replay.changes(30)
    assert change.provenance is Provenance.ENGINE
    assert len(replay.changes(30, since=30)) == 0
    assert "written by a command" in repr(replay.changes(30))


def test_a_gate_and_a_guard_explain_themselves() -> None:
    session = ENGINE.new_session("s")
    session.start(SMALL)
    (way,) = session.explain("i_1")
    assert way.values == {"hasBody": False}
    found = ck.parse_guard("a and not b").explain({"a": True, "b": False})
    assert found.holds is True


def test_a_procedure_can_be_had_with_one_step_changed() -> None:
    stricter = SMALL.with_step("write", guard=ck.parse_guard("hasGoal"))
    assert str(stricter.step_by_id["write"].guard) == "hasGoal"
    assert SMALL.step_by_id["write"].guard is None
    assert stricter.steps[1:] == SMALL.steps[1:]
    with pytest.raises(ck.UnknownNameError, match="no step named 'wrote'"):
        SMALL.with_step("wrote", op="")
    with pytest.raises(ck.InvalidValueError, match="no such field"):
        SMALL.with_step("write", gard="")
