"""The replay app without a browser: its traits and methods, what it sends, and its twin."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ctxkit as ck
from ctxkit.errors import UnknownNameError
from ctxkit.session import Replay
from ctxkit.session.errors import SessionError
from ctxkit_widgets import SessionReplay
from tests.conftest import REPOSITORY
from tests.test_house import in_fresh_python

FOLDER = REPOSITORY / "widgets" / "ctxkit_widgets" / "session_replay"


def press(held: SessionReplay, *wishes: dict[str, Any]) -> None:
    """Ask for something as the page does."""
    last = held._stage.done
    held._stage.asked = [{"number": last + n, **wish} for n, wish in enumerate(wishes, 1)]


@cache
def replay(name: str = "reopened") -> Replay:
    log = ck.read_events(ck.examples.session_logs()[name])
    return Replay(log, ck.examples.procedures())


def app(**traits: Any) -> SessionReplay:
    return SessionReplay(replay(), ck.examples.engine(replay().log), **traits)


def moment(held: SessionReplay) -> dict[str, Any]:
    """Return what the page is told; as it travels, as JSON."""
    told: dict[str, Any] = json.loads(json.dumps(held._stage.moment))
    return told


def test_a_call_a_trait_and_the_page_all_go_to_the_same_moment() -> None:
    held = app()
    assert (held.seq, held.index) == (1, 1)
    held.go(38)
    assert held.seq == 38 and moment(held)["seq"] == 38
    held.seq = 12
    assert held.index == 12 and held.state == replay().at(12)
    held._stage.index = 20  # as the page does
    assert held.seq == 20 and moment(held)["event"]["kind"] == "read"
    held.forward(), held.forward(2), held.back()
    assert held.seq == 22
    held.last()
    assert held.seq == 97 and held.forward() is None and held.seq == 97
    held.first()
    assert held.seq == 1
    held.seq = 0
    assert held.state.seq == 0 and moment(held)["event"] is None and not held.changes


def test_the_moment_says_what_the_replay_says() -> None:
    held = app(seq=35)
    told = moment(held)
    state = replay().at(35).instances["i_2"]
    assert told["shown"]["id"] == "i_2" == held.shown
    assert told["shown"]["step"] == state.step == "file"
    assert [f["name"] for f in told["fields"] if f["mark"]] == ["playbackConfirmation"]
    assert {f["name"] for f in told["fields"]} == set(state.store)
    assert told["visits"]["playback"] == 1
    assert moment(app(seq=36))["visits"]["playback"] == 2
    assert moment(app(seq=36))["moved"] == ["file", "playback"]
    serve = held.serve
    assert serve is not None and told["serve"]["total"] == serve.total_bytes
    assert [lane["name"] for lane in told["serve"]["lanes"]] == [x.name for x in serve.lanes]
    assert told["reads"]["full"] == 4
    assert [each["id"] for each in told["running"]] == ["i_1", "i_2"]


def test_a_gate_that_holds_says_what_is_missing_and_what_fails() -> None:
    assert moment(app(seq=13))["serve"]["missing"] == ["entryKind", "layer", "observedAt"]
    failing = moment(app(seq=19))["serve"]["failing"]
    assert failing and all(each["name"] and each["says"] for each in failing)


def test_without_an_engine_or_procedures_it_says_what_is_not_known() -> None:
    bare = SessionReplay(replay().log, seq=38)
    told = moment(bare)
    assert "not the text" in told["serve"]["said"]
    assert not told["shown"]["checked"] and told["shown"]["step"] == "playback"
    assert bare.serve is None
    with pytest.raises(SessionError, match="its procedure is not at hand"):
        bare.fork()
    press(bare, {"do": "fork"})
    assert "its procedure is not at hand" in bare.error
    told = moment(SessionReplay(Replay(replay().log), ck.Engine(), seq=38))
    assert "not at hand" in told["serve"]["error"]


def test_filters_narrow_what_is_stepped_through() -> None:
    held = app()
    assert held.filter(kinds=["report"]) == 11
    held.first()
    assert held.seq == 5
    held.forward()
    assert held.seq == 14
    held.seq = 16
    held.forward()
    assert held.seq == 18
    held.seq = 16
    held.back()
    assert held.seq == 14
    assert held.filter(instance="i_3") == 5
    assert held.filter(kinds=(), instance="record-entry") == 74
    assert held.filter(text="SILT") > 0
    bits = np.unpackbits(np.frombuffer(held._stage.mask, np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == list(held.places)
    for index in held.places:
        assert "silt" in replay().log[index].to_line().lower()
    held.clear_filter()
    assert len(held.places) == 97 and held._stage.mask == b""
    held.kinds = ["read"]
    assert len(held.places) == 7


def test_a_filter_that_names_nothing_is_refused_and_changes_nothing() -> None:
    held = app(instance="i_2")
    with pytest.raises(UnknownNameError, match="instance or procedure"):
        held.filter(instance="i_9", text="x")
    assert (held.instance, held.text, len(held.places)) == ("i_2", "", 34)
    with pytest.raises(UnknownNameError, match="type of event"):
        held.kinds = ["reprot"]
    assert held.kinds == []
    press(held, {"do": "filter", "filter": {"instance": "i_9"}})
    assert "instance or procedure" in held.error and held._stage.told["error"] == held.error
    with pytest.raises(UnknownNameError, match="instance"):
        held.selected = "i_9"


def test_it_jumps_to_the_next_event_that_changed_a_field() -> None:
    held = app(seq=30, field="playbackConfirmation")
    assert held.next_change() == 35
    assert held.next_change() == 44
    assert held.previous_change() == 35
    held.field, held.selected = "body", "i_3"
    assert held.next_change() == 61
    held.field = "nothing"
    assert held.next_change() is None and held.seq == 61
    assert "No later event changes nothing of i_3." in held._stage.told["note"]


def test_wishes_are_met_in_order_and_each_once_however_they_arrive() -> None:
    held = app(seq=30, field="playbackConfirmation")
    seen: list[int] = []
    held._stage.observe(lambda change: seen.append(change.new["seq"]), "moment")
    # Pressed while the kernel was busy, so that all of it comes as one: on, a change, one step on.
    wishes = [{"number": 1, "do": "forward"}, {"number": 2, "do": "step", "by": 1}]
    with held._stage.hold_trait_notifications():
        held._stage.index = 34
        held._stage.asked = wishes
    assert (held.seq, held._stage.index, held._stage.done) == (36, 36, 2)
    assert seen[-1] == 36
    # A list that comes again, with one more: only that one is new.
    held._stage.asked = [*wishes, {"number": 3, "do": "bookmark"}]
    assert held.bookmarks == [36] and held._stage.done == 3
    press(held, {"do": "kind", "kind": "report"}, {"do": "kind", "kind": "op_result"})
    assert held.kinds == ["report", "op_result"]
    press(held, {"do": "kind", "kind": "report"}, {"do": "go", "index": 90}, {"do": "back"})
    assert held.kinds == ["op_result"] and held.seq == 86
    press(held, {"do": "filter", "filter": {"instance": "i_9"}}, {"do": "step", "by": 1})
    assert held._stage.told["error"] == "" and held.seq == 90


def test_moments_near_the_present_one_are_told_once_and_are_those_of_the_log() -> None:
    held = app(seq=38)
    held._heard(None, {"back": False}, [])
    assert [each["index"] for each in held._stage.near] == [39, 40, 41, 42, 43, 44, 37]
    told = {each["index"]: each for each in held._stage.near}
    held.forward()
    assert held._stage.moment == told[39]
    held._heard(None, {"back": False}, [])
    assert [each["index"] for each in held._stage.near] == [45]
    held.filter(kinds=["report"])
    held._heard(None, {"back": True}, [])
    shown = {place + 1 for place in held.places}
    assert {each["index"] for each in held._stage.near} <= shown


def test_an_instance_can_be_held_in_view_or_followed() -> None:
    held = app(seq=38)
    held.select("i_1")
    assert held.shown == "i_1" and moment(held)["shown"]["procedure"] == "harbour-desk"
    assert not [f for f in moment(held)["fields"] if f["mark"]]  # that was another instance
    held.select()
    assert held.shown == "i_2"
    held.seq = 57  # a reading has no instance: the last one stays
    assert held.shown == "i_3"


def test_bookmarks_window_and_playing_are_traits() -> None:
    held = app(seq=38)
    assert held.bookmark() and held.bookmark(12)
    assert held.bookmarks == [12, 38] == held._stage.bookmarks
    assert not held.bookmark(38) and held.bookmarks == [12]
    held.zoom(30, 10)
    assert held.window == [10, 30] == held._stage.window
    held.zoom()
    assert held.window == []
    held.play(10)
    assert held._stage.playing and held._stage.speed == 10
    held.pause()
    assert not held._stage.playing
    held.speed = 1e9
    assert held.speed == 100
    seen: list[int] = []
    held.observe(lambda change: seen.append(change.new), "seq")
    held._stage.index = 40
    held.go(41)
    assert seen == [40, 41]


def test_a_fork_goes_on_live_and_leaves_the_log_alone() -> None:
    held = app(seq=38)
    before = replay().log.to_text()
    session = held.fork()
    assert held.session is session and held._stage.told["fork"].startswith("Forked after event 38")
    assert session.instance("i_2").step == "playback"  # type: ignore[union-attr]
    session.answer("i_2", "playback", "drop", {}, "no")
    assert held.fork_log is not None and held.fork_log[-1].event == "abandoned"
    assert len(held.fork_log) == 38 + 1 + 3
    assert replay().log.to_text() == before


def test_a_fork_is_run_below_the_replay_and_logs_for_itself() -> None:
    held = app(seq=88)
    assert held.runner is None and held._below.children == ()
    before = replay().log.to_text()
    press(held, {"do": "fork"})
    runner = held.runner
    assert held._below.children == (runner,) and runner.session is held.session
    assert runner.instance == "i_3" and runner.serve.step == "playback"
    runner.answer("drop", user_words="Leave it, then.")
    assert held.fork_log is not None and held.fork_log[-1].event == "abandoned"
    assert runner.events == tuple(held.fork_log)
    # Another fork of the same moment stands beside the first one.
    again = held.fork()
    assert held.runner is runner and runner.session is again
    assert list(runner.branches) == [f"{replay().log.session}_fork_88{n}" for n in ("", "_2")]
    assert again.instance("i_3").is_running  # type: ignore[union-attr]
    runner.fork(40)
    assert runner.session.seq == 41 and held.session is again
    assert replay().log.to_text() == before


def test_a_fork_can_be_logged_into_a_file_and_goes_on_there(tmp_path: Path) -> None:
    held = app(seq=88)
    session = held.fork(tmp_path / "fork.jsonl")
    assert held.fork_log is None
    held.runner.answer("drop", user_words="no")
    session.close()
    log = ck.read_events(tmp_path / "fork.jsonl")
    assert log[-1].event == "abandoned" and not log.diagnostics


def test_its_plain_form_is_the_same_each_time_and_its_twin_leads_to_the_live_one() -> None:
    held, again = app(seq=38), app(seq=38)
    assert repr(held) == repr(again)
    bundle = held._repr_mimebundle_()
    assert set(bundle) >= {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    for text in (bundle["text/html"], repr(held)):
        assert "End of the sluice trial" in text and "After event 38" in text
        assert "SessionReplay" in text and "JupyterLab" in text
    assert not re.search(r"0x[0-9a-f]{6}|model_id", repr(held))
    assert len(bundle["text/html"]) < 100_000


def test_an_event_takes_a_few_bytes_and_is_sent_once() -> None:
    log = ck.read_log(ck.examples.synthetic_log(3_000, seed=4))
    held = SessionReplay(Replay(log, ck.examples.procedures()))
    assert len(held._stage.events) < 10 * len(log)
    sent = held._stage.events
    held.go(1_500)
    assert held._stage.events is sent
    assert len(json.dumps(held._stage.moment)) < 40_000
    assert held.window == [1, 400]


def test_odd_logs_are_shown_too() -> None:
    empty = SessionReplay(ck.read_log(""))
    assert empty.seq == 0 and moment(empty)["event"] is None
    empty.forward(), empty.last()
    assert "no session" in repr(empty)
    lines = [
        '{"v":1,"ts":"2026-01-01T00:00:02Z","session":"<b>","seq":7,"event":"</script>"}',
        '{"v":1,"ts":"2026-01-01T00:00:01Z","session":"<b>","seq":7,"instance":"<i>",'
        '"event":"started","data":{"procedure":"<u>","step":3}}',
    ]
    held = SessionReplay(ck.read_log("\n".join(lines) + "\n"))
    held.last()
    assert held.index == 2 and held.seq == 7
    assert held._stage.meta["unit"] == 0  # times that run back are not drawn
    assert "<b>" not in held.to_html() and "<u>" not in held.to_html()


def test_what_is_no_trait_is_refused() -> None:
    with pytest.raises(ck.InvalidValueError, match="no such trait"):
        app(sek=3)


@pytest.mark.parametrize("heavy", ["pandas", "matplotlib", "scipy"])
def test_it_imports_no_more_than_it_needs(heavy: str) -> None:
    code = f"import sys; from ctxkit_widgets import SessionReplay; print({heavy!r} in sys.modules)"
    assert in_fresh_python(code) == "False\n"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.js")), ids=lambda p: p.name)
def test_scripts_set_text_and_never_markup_and_reach_for_nothing(path: Any) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
    assert not re.search(r"https?:|fetch\(|XMLHttpRequest|import\(|^import ", text, re.MULTILINE)
    assert len(text.splitlines()) < 500


def of_a_task(window: int = 5_000, **traits: Any) -> SessionReplay:
    """The session of the example task, with what was in its window."""
    log = ck.read_events(ck.examples.task_log())
    held, engine = ck.replay(log, ck.examples.task_graph()), ck.examples.task_engine()
    over = ck.context_over_time(held, engine, window=window)
    return SessionReplay(held, engine, context=over, **traits)


def test_with_a_context_each_moment_says_what_is_in_the_window_and_what_moved() -> None:
    held = of_a_task(seq=32)
    told = held._stage.moment["window"]
    inside = held.context.at(32)  # type: ignore[union-attr]
    assert (told["tokens"], told["count"]) == (inside.tokens, len(inside))
    moved = {one["words"]: (one["count"], one["tokens"]) for one in told["moved"]}
    gone = [one.tokens for one in held.context.evictions if one.seq == 32]  # type: ignore[union-attr]
    assert moved["pushed out"] == (len(gone), sum(gone))
    assert moved["loaded again"][0] == 1
    json.dumps(held._stage.moment)


def test_the_course_of_the_window_is_sent_once_and_adds_up() -> None:
    held = of_a_task()
    course = held._stage.meta["course"]
    totals = [sum(tokens) for tokens in zip(*(f["tokens"] for f in course["forms"]), strict=True)]
    assert max(totals) == course["peak"] == held.context.peak  # type: ignore[union-attr]
    assert course["places"] == sorted(course["places"])
    assert "In the window" in held.to_html()


def test_without_a_context_nothing_is_said_of_a_window() -> None:
    assert app()._stage.meta["course"] is None
    assert "window" not in app(seq=35)._stage.moment


def test_a_context_of_another_log_is_refused() -> None:
    over = of_a_task().context
    with pytest.raises(ck.InvalidValueError, match="of another log"):
        SessionReplay(replay(), context=over)
    with pytest.raises(ck.InvalidValueError, match="context_over_time"):
        SessionReplay(replay(), context=5_000)  # type: ignore[arg-type]
