"""What was shown in a session can be had again from its log."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit import examples
from ctxkit.errors import CtxkitError, UnknownNameError
from ctxkit.session.engine import Engine
from ctxkit.session.events import MemorySink
from ctxkit.session.logfile import read_events
from ctxkit.session.logread import read_log
from ctxkit.session.replay import Replay
from ctxkit.session.serve import Serve
from tests.session.test_replay import OPS
from tests.session.worlds import Clock, sample_log, small_world

ENGINE, SPECS = small_world()


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.lists(OPS, max_size=16))
def test_what_is_rendered_again_is_what_was_shown(ops: list[tuple[Any, ...]]) -> None:
    sink = MemorySink()
    session = ENGINE.new_session("s", "Noa", sink, clock=Clock())
    shown: dict[int, Serve] = {}
    for name, *args in ops:
        if name == "start":
            args = [SPECS["small"], *args]
        try:
            served = getattr(session, name)(*args)
        except CtxkitError:
            continue
        if isinstance(served, Serve) and served.step:
            shown[session.seq] = served
    again = Replay(sink.events, SPECS).serves(ENGINE)
    assert {item.seq: item.serve for item in again} == shown


def test_sizes_count_the_text_against_the_budget_of_the_procedure() -> None:
    log = read_events(examples.session_logs()["reopened"])
    serves = Replay(log, examples.graph()).serves(examples.engine(log))
    assert len(serves) == log.counts["served"] and not any(item.problem for item in serves)
    item = serves.at(28)
    assert (item.instance, item.procedure, item.step) == ("i_2", "record-entry", "playback")
    assert item.budget == 7_000 and not item.over_budget
    assert item.serve is not None
    assert item.text_bytes == sum(len(lane.text.encode()) for lane in item.serve.lanes)
    frame = serves.to_frame()
    assert frame["text"].tolist() == [each.text_bytes for each in serves]
    with pytest.raises(UnknownNameError, match="no served event named '29'"):
        serves.at(29)


def test_a_smaller_budget_is_exceeded() -> None:
    log = read_events(examples.session_logs()["reopened"])
    tight = [spec.replace(serve_budget=500) for spec in examples.procedures().values()]
    serves = Replay(log, tight).serves(examples.engine(log))
    over = [item for item in serves if item.over_budget]
    assert over == [item for item in serves if item.text_bytes > 500] != []
    assert "over budget" in repr(serves)


def test_one_instance_can_be_picked_and_its_drafts_stay_the_same() -> None:
    everything = Replay(sample_log(), SPECS).serves(ENGINE)
    picked = Replay(sample_log(), SPECS).serves(ENGINE, "i_1")
    assert list(picked) == [item for item in everything if item.instance == "i_1"]


def test_what_cannot_be_rendered_says_why_and_hides_nothing_else() -> None:
    log = read_events(examples.session_logs()["reopened"])
    bare = Replay(log).serves()
    assert {item.problem for item in bare} == {
        "the procedure is not at hand, or the log left it before"
    }
    unequipped = Replay(log, examples.graph()).serves(Engine())
    assert {item.step for item in unequipped if item.serve is not None} >= {"greet", "desk"}
    assert any("no such query" in item.problem for item in unequipped)
    assert unequipped.to_frame()["text"].isna().any()


def test_nothing_is_done_while_rendering() -> None:
    """A command would file the entries of the session again."""
    log = read_events(examples.session_logs()["reopened"])
    engine = examples.engine(log)
    graph = engine.graphs.current()
    assert graph is not None
    before = list(graph)
    Replay(log, examples.procedures()).serves(engine)
    engine.graphs.invalidate()
    assert list(engine.graphs.current() or ()) == before


def test_a_log_that_was_tampered_with_renders_what_still_fits() -> None:
    text = sample_log().to_text().replace('"step":"ask"', '"step":"close"')
    problems = {item.problem for item in Replay(read_log(text), SPECS).serves(ENGINE)}
    assert "the instance does not stand there, but at 'ask'" in problems
    assert "" in problems
