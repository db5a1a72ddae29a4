from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.errors import CtxkitError, DiagnosticError, InvalidValueError
from ctxkit.graph import parse_entry
from ctxkit.procedure import Registry, load_spec, parse_spec
from ctxkit.procedure.functions import ReadDepth
from ctxkit.session import Engine
from ctxkit.session import replay as replay_module
from ctxkit.session.compare import compare_logs
from ctxkit.session.errors import FunctionError, SessionError, SinkError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, MemorySink
from ctxkit.session.logfile import read_events
from ctxkit.session.logread import read_log
from ctxkit.session.logwriter import LogWriter
from ctxkit.session.replay import Replay
from ctxkit.session.verify import verify_log
from tests.session.worlds import SMALL, Clock, sample_log, small_world

ENGINE, SPECS = small_world()
HANDLES = st.sampled_from(["i_1", "i_2", "i_3", "i_9"])
VALUES = {
    "body": st.sampled_from(["one two", "<a> & é\u2028", "", None, 7, "one\n" * 900]),
    "edits": st.sampled_from([None, [], [{"old": "one", "new": "two"}], [{"old": "", "new": "x"}]]),
    "goal": st.sampled_from(["g", "", None, ["no"]]),
    "layer": st.sampled_from(["tac", "process", "sky", None]),
    "ghost": st.just("?"),
}
FIELDS = st.dictionaries(st.sampled_from(list(VALUES)), st.none(), max_size=3).flatmap(
    lambda names: st.fixed_dictionaries({name: VALUES[name] for name in names})
)
OPS = st.one_of(
    st.tuples(st.just("start"), FIELDS, st.sampled_from(["", "i_1", "i_7"])),
    st.tuples(st.just("report"), HANDLES, FIELDS),
    st.tuples(
        st.just("answer"), HANDLES, st.just("ask"),
        st.sampled_from(["confirm", "change", "stop", "no"]), FIELDS, st.sampled_from(["", "yes"]),
    ),
    st.tuples(st.just("serve"), HANDLES),
    st.tuples(st.just("park"), HANDLES),
    st.tuples(st.just("abandon"), HANDLES, st.sampled_from(["", "r"])),
    st.tuples(st.just("set_label"), st.sampled_from(["", "a", "b"])),
    st.tuples(st.just("log_read"), st.just("t"), st.sampled_from([[], ["x"]]), st.just(["x", "y"])),
)  # fmt: skip


def carry_out(session, ops):
    """Carry operations out; refused ones change nothing."""
    for name, *args in ops:
        if name == "start":
            args = [SPECS["small"], *args]
        before = facts(session)
        count = session.seq
        try:
            getattr(session, name)(*args)
        except CtxkitError:
            if session.seq == count:
                assert facts(session) == before, f"{name} was refused but changed something"


def facts(session):
    return {
        "label": session.label,
        "reads": session.reads,
        "instances": [
            (
                i.id, i.step, str(i.status), i.outcome, i.parent, i.store.export(),
                i.pending and i.pending.seed,
            )
            for i in session.instances
        ],
    }  # fmt: skip


def state_facts(state):
    return {
        "label": state.label,
        "reads": state.reads,
        "instances": [
            (
                i.id, i.step, str(i.status), i.outcome, i.parent, i.store.export(),
                i.pending or None,
            )
            for i in state.instances.values()
        ],
    }  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=120)
@given(st.lists(OPS, max_size=14))
def test_live_state_equals_the_state_replayed_from_its_own_log(ops):
    sink = MemorySink()
    session = ENGINE.new_session("s", "Noa", sink, clock=Clock())
    carry_out(session, ops)
    log = read_log(sink.to_text())
    assert not log.diagnostics
    again = ENGINE.replay_session("s", "", log, SPECS, None)
    assert facts(again) == facts(session)
    assert again.seq == session.seq and again.participant == "Noa"
    replay = Replay(log, SPECS)
    assert not replay.diagnostics
    assert state_facts(replay.end) == facts(session)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(OPS, min_size=5, max_size=25), st.data())
def test_any_moment_equals_a_fold_from_the_start(ops, data):
    sink = MemorySink()
    carry_out(ENGINE.new_session("s", "Noa", sink, clock=Clock()), ops)
    log = EventLog.of(sink.events)
    every = replay_module.CHECKPOINT_EVERY
    replay_module.CHECKPOINT_EVERY = data.draw(st.integers(1, 7))
    try:
        replay = Replay(log, SPECS)
        for index in data.draw(st.lists(st.integers(0, len(log)), max_size=6)):
            replayed = ENGINE.replay_session("s", "", log[:index], SPECS, None)
            assert state_facts(replay.at_index(index)) == facts(replayed)
    finally:
        replay_module.CHECKPOINT_EVERY = every


def test_a_moment_tells_where_each_instance_stands_and_what_changed():
    log = sample_log()
    replay = Replay(log, SPECS)
    report = next(e for e in log if e.event == "report")
    state = replay.at(report.seq)
    assert state.event == report and state.seq == report.seq
    assert state.instances["i_1"].step == "write" and state.instances["i_1"].checked
    assert state.reads["20260701-090000-d-prc-sml"] is ReadDepth.FULL
    (change,) = replay.changes(report.seq)
    assert (change.what, change.instance, change.name) == ("store", "i_1", "body")
    assert change.before is None and change.after.value.startswith("one two")
    assert replay.start.instances == {} and replay.start.seq == 0
    assert replay.end.instances["i_1"].status == "completed"
    assert [step for _, handle, step in replay.served("i_2")] == ["ask", "ask"]
    with pytest.raises(InvalidValueError, match="no event has that number"):
        replay.at(10_000)


def test_a_log_replays_without_its_procedures_from_what_it_says_itself():
    replay = Replay(sample_log())
    checked = Replay(sample_log(), SPECS).end
    state = replay.end
    assert not replay.diagnostics
    for handle, instance in state.instances.items():
        assert not instance.checked
        assert instance.step == checked.instances[handle].step
        assert instance.status == checked.instances[handle].status
    assert state.instances["i_1"].store.get("goal") == "g"
    assert state.label == "a small one"


def test_an_event_that_does_not_fit_is_noted_and_taken_at_its_word():
    text = sample_log().to_text().replace('"goal":"g"', '"goal":["g"]')
    log = read_log(text)
    replay = Replay(log, SPECS)
    assert [found.code for found in replay.diagnostics] == ["replay-report"]
    assert replay.end.instances["i_1"].store.get("goal") == ["g"]
    assert not replay.end.instances["i_1"].checked
    assert replay.end.instances["i_2"].checked
    with pytest.raises(DiagnosticError, match="not a value of type text"):
        Replay(log, SPECS, strict=True)


def test_a_fork_goes_on_in_its_own_log_and_leaves_the_original_alone(tmp_path):
    path, own = tmp_path / "s.jsonl", tmp_path / "fork.jsonl"
    path.write_text(sample_log().to_text(), encoding="utf-8")
    before = path.read_bytes()
    replay = Replay(read_events(path), SPECS)
    first_ask = next(e for e in replay.log if e.event == "transition")
    with LogWriter(own) as sink:
        fork = replay.fork(first_ask.seq, ENGINE, sink, clock=Clock())
        assert fork.instance("i_1").step == "ask"
        fork.answer("i_1", "ask", "stop", {}, "enough")
    assert path.read_bytes() == before
    log = read_events(own)
    assert not log.diagnostics and log.session == f"s_small_fork_{first_ask.seq}"
    pointer = [e.data for e in log if e.event == "session_meta"][-1]["forkedFrom"]
    assert pointer == {"session": "s_small", "seq": first_ask.seq}
    assert state_facts(Replay(log, SPECS).end) == facts(fork)
    assert compare_logs(replay.log, log).whole.same == first_ask.seq
    with pytest.raises(SessionError, match="cannot go on"):
        Replay(read_events(path)).fork(first_ask.seq, ENGINE)


def test_a_session_whose_log_fails_takes_no_further_steps():
    class Full(MemorySink):
        def append(self, event):
            if len(self.events) == 3:
                raise OSError("disk full")
            super().append(event)

    session = ENGINE.new_session("s", "Noa", Full(), clock=Clock())
    session.start(SPECS["small"])
    session.report("i_1", {"body": "x"})
    assert str(session.sink_err) == "disk full"
    with pytest.raises(SinkError, match="disk full"):
        session.report("i_1", {"body": "y"})


def test_a_function_that_fails_changes_nothing_and_is_named_with_its_cause():
    text = SMALL.replace("op: stamp", "op: broken").replace("playbackConfirmed and hasGoal", "odd")
    registry = Registry()

    @registry.predicate()
    def odd(ctx):
        return ctx.store.get("goal") != "bad" or 1 / 0

    @registry.command()
    def broken(ctx):
        ctx.store.write_engine("half", 1)
        raise RuntimeError("no paper")

    spec = load_spec(parse_entry("20260701-090000-d-prc-sml", text), registry)
    session = Engine(registry).new_session("s", "Noa", MemorySink(), clock=Clock())
    session.start(spec, {"body": "x"})
    with pytest.raises(FunctionError, match="command broken: failed: no paper") as caught:
        session.answer("i_1", "ask", "confirm", {}, "yes")
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert "half" not in session.instance("i_1").store
    assert session.instance("i_1").step == "close"
    with pytest.raises(FunctionError, match="predicate odd: failed: division by zero"):
        session.report("i_1", {"goal": "bad"})


# Verification and comparison ----------------------------------------------------------------------


def test_a_log_agrees_with_the_procedures_that_made_it():
    result = verify_log(sample_log(), SPECS, ENGINE)
    assert result.ok and result.counts["differs"] == 0
    assert result.counts["unverified"] == 0
    assert {check.event for check in result.checks} >= {
        "started", "report", "chooser_answer", "op_result", "transition", "served", "completed"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "event", "message"),
    [
        ('"from":"write","to":"ask"', '"from":"write","to":"close"', "transition", "goes to 'ask'"),
        ('"snapshot":"', '"snapshot":"0', "op_result", "not the state as logged"),
        ('"choice":"change"', '"choice":"stop"', "chooser_answer", "does not take edits"),
        ('"stampId":"for', '"other":"for', "op_result", "does not write other"),
        ('"body":"one', '"body":"uno', "op_result", "not the state as logged"),
        ('"step":"close"', '"step":"write"', "served", "stands at 'close'"),
    ],
)
def test_the_first_tampered_line_is_named(old, new, event, message):
    text = sample_log().to_text()
    assert old in text
    first = verify_log(read_log(text.replace(old, new, 1)), SPECS, ENGINE).first_difference
    assert first is not None and first.event == event
    assert message in first.message


def test_a_transition_that_the_procedure_would_not_make_is_told_with_what_holds_it():
    text = (
        "---\ntype: d\nkind: procedure\ncanonical: small\nstate:\n  body: {type: text}\nsteps:\n"
        "  - {id: a, GUARD, transitions: [{when: WHEN, to: b}]}\n"
        "  - {id: b, chooser: user, options: [{choice: go, to: end(completed)}]}\n---\n"
    )

    def differs(guard, when, *events):
        entry = text.replace("GUARD", guard).replace("WHEN", when)
        spec = parse_spec(parse_entry("20260702-100000-d-prc-aaa", entry))
        session = Engine().new_session("s", "Noa", sink := MemorySink())
        session.start(spec)
        more = [Event(1, "2026-07-02T23:00:00Z", "s", 4 + n, "i_1", *each)
                for n, each in enumerate(events)]  # fmt: skip
        return verify_log([*sink.events, *more], [spec]).first_difference.message

    step = ("transition", {"from": "a", "to": "b"})
    held = "the procedure stays at 'a': held by "
    assert differs("guard: hasBody", "hasRefs", step) == held + "hasBody, which is false"
    assert (
        differs("goal: x", "hasBody or hasRefs", step) == held + "hasBody, hasRefs, which are false"
    )
    assert (
        differs("goal: x", "not intentPresentIfDirective", step)
        == held + "not intentPresentIfDirective"
    )
    again = ("transition", {"from": "a", "to": "b", "reopen": True})
    assert differs("guard: hasBody", "hasRefs", again) == (
        "the procedure stays at 'a': no confirmation was withdrawn before"
    )
    at_choice = ("transition", {"from": "b", "to": "a"})
    assert differs("goal: x", "intentPresentIfDirective", at_choice, at_choice) == (
        "the procedure stays at 'b': the user has not chosen"
    )


def test_a_changed_procedure_is_told_by_the_first_event_that_it_would_not_bring_about():
    spec = SPECS["small"]
    steps = list(spec.steps)
    steps[0] = steps[0].replace(transitions=(steps[0].transitions[0].replace(to="close"),))
    result = verify_log(sample_log(), [spec.replace(steps=tuple(steps))], ENGINE)
    assert "goes to 'close'" in result.first_difference.message
    unknown = verify_log(sample_log(), {}, ENGINE)
    assert not unknown.ok and not unknown.complete and unknown.counts["agrees"] == 0


def test_two_logs_are_compared_by_what_happened_not_by_when():
    a = sample_log()
    later = EventLog.of(
        Event(e.v, "2027-01-01T00:00:00Z", "other", e.seq, e.instance, e.event, e.data) for e in a
    )
    assert compare_logs(a, later).equal
    b = read_log(a.to_text().replace('"new":"2"', '"new":"3"').replace("one 2", "one 3"))
    found = compare_logs(a, b)
    assert found.whole.what == "data.fields.body"
    assert found.whole.a.event == "report"
    parted = {part.instance: part.what for part in found.instances}
    assert parted["i_2"] == ""
    assert parted["i_1"] == "data.fields.body"


def test_the_log_of_the_samples_reads_and_replays():
    folder = Path(__file__).parents[2].parent / "shared" / "samples" / "sdd"
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths:
        pytest.skip("the shared samples are not here")
    for path in paths:
        log = read_events(path)
        assert log.kind == "envelope" and log.session and not log.diagnostics.errors
        assert Replay(log).end.index == len(log)
