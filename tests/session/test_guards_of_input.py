"""What a session, a fork and a verification refuse before anything is logged."""

import gzip

import pytest

import ctxkit as ck
from ctxkit.errors import CtxkitError, InvalidValueError, ReadError, UnknownNameError
from ctxkit.graph.graph import Graph
from ctxkit.session.engine import Engine
from ctxkit.session.errors import FunctionError, SinkError
from ctxkit.session.events import MemorySink, WriterSink
from ctxkit.session.logfile import read_events
from ctxkit.session.logread import read_log
from ctxkit.session.logwriter import LogWriter
from ctxkit.session.replay import Replay
from ctxkit.session.verify import verify_log
from tests.session.worlds import Clock, sample_log, small_registry, small_world

ENGINE, SPECS = small_world()
TEXT = sample_log().to_text()


def test_a_fork_is_never_logged_into_the_log_it_comes_from(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text(TEXT)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    replay = Replay(read_events(path), SPECS)
    for name in (str(path), path, link):
        with pytest.raises(SinkError, match="the log that it comes from"):
            replay.fork(5, ENGINE, name)
    with LogWriter(path) as sink, pytest.raises(SinkError, match="the log that it comes from"):
        replay.fork(5, ENGINE, sink)
    with path.open("a") as stream, pytest.raises(SinkError, match="the log that it comes from"):
        replay.fork(5, ENGINE, WriterSink(stream))
    assert path.read_text() == TEXT


def test_a_fork_needs_an_empty_file_and_an_id_of_its_own(tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_text(TEXT)
    replay = Replay(sample_log(), SPECS)
    with pytest.raises(SinkError, match="not empty"):
        replay.fork(5, ENGINE, other)
    kept = MemorySink()
    with pytest.raises(SinkError, match="ID of its own"):
        replay.fork(5, ENGINE, kept, session_id="s_small")
    assert other.read_text() == TEXT and not kept.events


def test_a_path_opens_a_log_for_sessions_and_forks(tmp_path):
    fork = Replay(sample_log(), SPECS).fork(5, ENGINE, tmp_path / "new.jsonl", clock=Clock())
    log = read_events(tmp_path / "new.jsonl")
    assert log.session == fork.id and len(log) == 6 and not log.diagnostics
    fork.close()
    path = str(tmp_path / "t.jsonl")
    session = ENGINE.new_session("t", "Noa", path, clock=Clock())
    assert len(read_events(path)) == 1
    session.close()
    again = ENGINE.replay_session("t", "", read_events(path), SPECS, path, clock=Clock())
    again.set_label("x")
    again.close()
    assert [event.seq for event in read_events(path)] == [1, 2]


@pytest.mark.parametrize("sink", [5, object(), {}])
def test_what_has_no_append_is_no_sink(sink):
    with pytest.raises(InvalidValueError, match="sink: not a sink for events"):
        ENGINE.new_session("s", "Noa", sink)
    with pytest.raises(InvalidValueError, match="sink: not a sink for events"):
        Replay(sample_log(), SPECS).fork(5, ENGINE, sink)


def test_a_session_is_brought_back_with_procedures_in_any_form():
    for procedures in (SPECS, SPECS["small"], [SPECS["small"]], SPECS.get):
        session = ENGINE.replay_session("s_small", "", sample_log(), procedures)
        assert session.label == "a small one"


def test_what_is_no_text_is_refused_by_the_name_of_its_argument_and_not_logged():
    sink = MemorySink()
    session = ENGINE.new_session("s", "Noa", sink, clock=Clock())
    session.start(SPECS["small"])
    before = len(sink.events)
    for name, call in {
        "label": lambda: session.set_label(5),
        "full": lambda: session.log_read("show", [1]),
        "tool": lambda: session.log_read(None, ["a"]),
        "summary": lambda: session.log_read("show", [], "abc"),
        "note": lambda: session.park("i_1", 5),
        "reason": lambda: session.abandon("i_1", ["x"]),
        "participant": lambda: ENGINE.new_session("s", None, sink),
        "session_id": lambda: ENGINE.new_session(5, "Noa", sink),
    }.items():
        with pytest.raises(InvalidValueError, match=f"^{name}"):
            call()
    with pytest.raises(InvalidValueError, match="full: not a list of texts"):
        session.log_read("show", "abc")
    assert len(sink.events) == before and session.label == "" and not session.reads
    assert session.instance("i_1").is_running


def lines(*order):
    each = TEXT.splitlines(keepends=True)
    return read_log("".join(each[place] for place in order))


def test_a_log_of_which_lines_are_lost_doubled_or_moved_is_never_verified():
    number = len(TEXT.splitlines())
    whole = range(number)
    good = verify_log(lines(*whole), SPECS, ENGINE)
    assert good.ok and good.complete and good.first_break is None
    assert "ok" in repr(good) and "complete" in repr(good)
    for order, seq, word in (
        ([*whole[:3], *whole[4:]], 5, "missing"),
        ([*whole[1:]], 2, "missing"),
        ([*whole[:4], *whole[3:]], 4, "used before"),
        ([*whole[:3], 4, 3, *whole[5:]], 4, "behind"),
        ([*whole, *whole], 1, "used before"),
    ):
        found = verify_log(lines(*order), SPECS, ENGINE)
        assert not found.ok and found.first_break.seq == seq
        assert word in found.first_break.message and found.first_break.message in repr(found)


def test_where_nothing_was_verified_nothing_is_ok():
    assert not verify_log([], SPECS, ENGINE).ok
    unknown = verify_log(sample_log(), {}, ENGINE)
    assert not unknown.ok and not unknown.complete


def test_a_predicate_that_returns_no_truth_is_an_error_that_names_it():
    registry = small_registry()
    registry._functions.pop("hasBody")

    @registry.predicate(name="hasBody")
    def forgot(ctx):
        ctx.store.has("body")

    session = Engine(registry).new_session("s", "Noa")
    with pytest.raises(FunctionError, match="predicate hasBody: a predicate returns True or False"):
        session.start(SPECS["small"])


def test_wrong_input_is_an_error_of_ours(tmp_path):
    guard = ck.parse_guard("a and b")
    for call in (
        lambda: ck.read_events(None),
        lambda: ck.read_events("a\0b"),
        lambda: verify_log(sample_log(), SPECS, "x"),
        lambda: ck.report_schema(SPECS["small"], "zz"),
        lambda: ck.answer_schema(SPECS["small"], 5),
        lambda: ck.explain_guard(guard, "b"),
        lambda: ck.explain_guard(None, {}),
        lambda: ck.parse_guard(None),
        lambda: ck.Template(None),
        lambda: Graph([1]),
        lambda: Graph(5),
        lambda: ck.examples.synthetic_log("a", 1),
        lambda: Engine(template_values=5),
        lambda: ck.read_graph(tmp_path / "none"),
    ):
        with pytest.raises(CtxkitError):
            call()


def test_a_step_is_given_itself_or_by_its_id():
    spec = SPECS["small"]
    assert ck.report_schema(spec, "write") == ck.report_schema(spec, spec.step("write"))
    assert ck.answer_schema(spec, "ask") == ck.answer_schema(spec, spec.step("ask"))
    with pytest.raises(UnknownNameError, match="no step named 'asks'"):
        ck.answer_schema(spec, "asks")


def test_a_packed_log_is_still_refused_as_such(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(TEXT.encode()))
    with pytest.raises(SinkError, match="kind compressed"):
        LogWriter(path)
    with pytest.raises(ReadError):
        LogWriter(tmp_path / "no" / "a.jsonl")
