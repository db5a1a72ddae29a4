import gzip
import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.errors import CtxkitError, DiagnosticError, InvalidValueError, ReadError
from ctxkit.session.commonlines import BlockReader
from ctxkit.session.engine import Engine
from ctxkit.session.errors import SinkError
from ctxkit.session.events import Event, MemorySink, format_time, parse_time
from ctxkit.session.logfile import read_events
from ctxkit.session.logread import read_log
from ctxkit.session.logtext import decode_row, parse_events
from ctxkit.session.logwriter import LogWriter
from ctxkit.session.replay import Replay
from tests.session.worlds import sample_log, small_world


def line(seq, event="served", **data):
    return Event(1, "2026-07-02T23:00:00Z", "s", seq, "", event, data or None).to_line()


def codes(log):
    return [(found.code, found.line) for found in log.diagnostics]


def test_every_readable_line_is_read_and_the_rest_is_a_diagnostic_with_its_line():
    text = "\n".join(
        [
            "\ufeff" + line(1),
            "not json",
            "",
            "   ",
            "\0\0\0",
            line(2).replace('"v":1', '"v":2'),
            line(3),
            line(4, "reoriented"),
            line(5)[:30],
        ]
    )
    log = read_log(text.encode())
    assert [event.seq for event in log] == [1, 3, 4]
    assert codes(log) == [
        ("log-bom", 1),
        ("log-junk-line", 2),
        ("log-blank-line", 4),
        ("log-nul-padding", 5),
        ("log-unknown-version", 6),
        ("log-unknown-event", 8),
        ("log-torn-tail", 9),
    ]
    with pytest.raises(DiagnosticError, match="line:2: no event"):
        read_log(text.encode(), strict=True)


def test_lines_end_at_line_feeds_only_and_carriage_returns_are_dropped():
    log = read_log((line(1, "labeled", label="a\u2028b\x0bc\x85d") + "\r\n" + line(2)).encode())
    assert len(log) == 2 and not log.diagnostics
    assert log.label == "a\u2028b\x0bc\x85d"


def test_envelopes_are_unwrapped_and_what_belongs_to_the_application_is_counted():
    def envelope(version, *items, **more):
        return json.dumps({"version": version, "events": list(items), **more})

    def item(payload, code="workflow_event", codec=1):
        return {"CodecVersion": codec, "Code": code, "Payload": payload}

    text = "\n".join(
        [
            json.dumps({"version": 1, "metadata": {"ID": "s", "Participant": "Noa"}}),
            envelope(2, item(json.loads(line(1))), item({"handle": "a"}, "workflow_staged_blob")),
            envelope(4, item(json.loads(line(2)), codec=2)),
            envelope(5, item(json.loads(line(3))), metadata={"Label": "x"}) + "\n{",
        ]
    )
    log = read_log(text.encode())
    assert log.kind == "envelope" and log.participant == "Noa" and log.session == "s"
    assert [event.seq for event in log] == [1, 3]
    assert log.skipped == {"workflow_staged_blob": 1}
    assert codes(log) == [("log-version-gap", 3), ("log-unknown-codec", 3), ("log-torn-tail", 5)]


def test_events_in_common_and_in_odd_layout_read_the_same():
    events = sample_log()
    common = events.to_text()
    odd = "".join(
        json.dumps(json.loads(each), ensure_ascii=True, sort_keys=True) + "\n"
        for each in common.splitlines()
    )
    assert list(read_log(common)) == list(read_log(odd)) == parse_events(common) == list(events)
    mixed = common.replace("\n", "\r\n", 3)
    assert list(read_log(mixed)) == list(events)


@pytest.mark.parametrize(
    "bad",
    [
        '"seq":"2"', '"seq":2.0', '"v":"1"', '"ts":"yesterday"', '"ts":"2026-02-30T00:00:00Z"',
        '"data":[]', '"data":{"x":NaN}', '"data":{"x":1e999}', '"instance":7',
        '"data":' + '{"a":' * 5000 + "1" + "}" * 5000,
    ],
)  # fmt: skip
def test_a_line_of_the_wrong_shape_is_left_out_in_any_position(bad):
    key = bad.split(":")[0]
    broken = json.loads(line(2, "labeled", label="x"))
    parts = [f'"{k}":{json.dumps(v)}' for k, v in broken.items() if f'"{k}"' != key]
    text = line(1) + "\n{" + ",".join([*parts, bad]) + "}\n" + line(3) + "\n"
    log = read_log(text.encode())
    assert [event.seq for event in log] == [1, 3]
    assert codes(log) == [("log-junk-line", 2)]


TEXT = sample_log().to_text().encode()


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.integers(0, len(TEXT)))
def test_a_log_cut_anywhere_loses_at_most_its_last_line(cut):
    whole = TEXT[:cut].count(b"\n")
    log = read_log(TEXT[:cut])
    assert len(log) in (whole, whole + 1)
    assert all(found.code == "log-torn-tail" for found in log.diagnostics)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from(TEXT.splitlines(keepends=True)), max_size=12).map(b"".join)
)
def test_any_bytes_are_read_and_replayed_without_an_error_of_another_family(data):
    log = read_log(data)
    state = Replay(log, small_world()[1]).end
    assert state.index == len(log)
    try:
        read_log(data, strict=True)
    except CtxkitError:
        assert log.diagnostics


def test_compressed_files_are_read_as_they_are_and_a_damaged_one_as_far_as_it_goes(tmp_path):
    whole, cut = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    whole.write_bytes(gzip.compress(TEXT))
    cut.write_bytes(gzip.compress(TEXT * 40)[:-200])
    assert list(read_events(whole)) == list(sample_log())
    log = read_events(cut)
    assert len(log) > 0
    assert log.diagnostics[0].code == "log-broken-compression"


def test_zstandard_files_are_read_where_a_library_is_there(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    try:
        import zstandard
    except ModuleNotFoundError:
        path.write_bytes(b"\x28\xb5\x2f\xfd" + b"\0" * 20)
        with pytest.raises(ReadError, match="Zstandard files"):
            read_events(path)
        return
    path.write_bytes(zstandard.ZstdCompressor().compress(TEXT))
    assert list(read_events(path)) == list(sample_log())


def test_a_line_of_sixteen_mebibytes_is_too_long_and_the_others_are_read():
    long = line(2, "labeled", label="x" * (16 << 20))
    log = read_log(f"{line(1)}\n{long}\n{line(3)}\n".encode())
    assert [event.seq for event in log] == [1, 3]
    assert codes(log) == [("log-junk-line", 2)]
    assert "line is too long" in log.diagnostics[0].message


def test_a_missing_file_is_an_error_of_ours(tmp_path):
    with pytest.raises(ReadError, match="not a file"):
        read_events(tmp_path)
    with pytest.raises(ReadError, match="cannot be read"):
        read_events(tmp_path / "none.jsonl")


def test_a_torn_tail_is_never_glued_onto(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text(line(1) + "\n" + line(2)[:20])
    with LogWriter(path) as writer:
        writer.append(Event(1, "2026-07-02T23:00:00Z", "s", 3, "", "served", None))
    log = read_events(path)
    assert [event.seq for event in log] == [1, 3]
    assert codes(log) == [("log-junk-line", 2)]


def test_a_second_writer_on_the_same_file_is_refused(tmp_path):
    path = tmp_path / "s.jsonl"
    with LogWriter(path), pytest.raises(SinkError, match="another writer has the log open"):
        LogWriter(path)
    LogWriter(path).close()


def test_logs_of_another_shape_are_not_appended_to(tmp_path):
    packed, enveloped = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl"
    packed.write_bytes(gzip.compress(TEXT))
    enveloped.write_text('{"version":1,"metadata":{}}\n')
    for path in (packed, enveloped):
        before = path.read_bytes()
        with pytest.raises(SinkError, match="only plain logs"):
            LogWriter(path)
        assert path.read_bytes() == before


def test_what_is_no_json_in_a_log_is_told_with_the_column_of_its_line():
    text = line(1) + '\n{"v":1,"ts":oops}\n' + line(2) + "\n"
    [found] = read_log(text, file="s.jsonl").diagnostics
    assert (found.where, found.message) == (
        "s.jsonl:2", "no event: not JSON at column 13: expecting value; got 'oops}'"
    )  # fmt: skip
    with pytest.raises(CtxkitError, match=r"^line 2: not JSON at column 13: expecting value"):
        parse_events(text)
    with pytest.raises(CtxkitError, match=r"not JSON at column 8: .*; got the end of the line"):
        parse_events('{"v":1 ')


@pytest.mark.parametrize(
    ("moment", "got"),
    [
        (datetime(2026, 7, 2, 23), "got 2026-07-02 23:00:00 without one"),
        ("2026-07-02T23:00:00Z", "got str '2026-07-02T23:00:00Z'"),
    ],
)
def test_a_clock_without_a_time_zone_is_refused_and_never_taken_for_utc(moment, got):
    with pytest.raises(InvalidValueError, match="a clock returns times with a time zone") as caught:
        Engine().new_session("s", "Noa", MemorySink(), clock=lambda: moment)
    assert got in str(caught.value) and "datetime.now(UTC)" in caught.value.hint


def test_times_keep_their_digits_and_lose_what_is_no_use():
    moment = datetime(2026, 7, 2, 23, 0, 0, 120000, tzinfo=UTC)
    assert format_time(moment) == "2026-07-02T23:00:00.12Z"
    assert format_time(moment.replace(microsecond=0)) == "2026-07-02T23:00:00Z"
    assert parse_time("2026-07-02T23:00:00.123456789Z") - moment == timedelta(microseconds=3456)


def read_slowly(text):
    """Return the events of each line by itself, as the ordinary reader has them."""
    found = []
    for each in text.split("\n"):
        try:
            event = Event(*decode_row(each.removesuffix("\r")))
        except CtxkitError:
            continue
        found += [event] if each and event.v == 1 else []
    return found


@settings(derandomize=True, deadline=None, max_examples=300)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(TEXT.decode()) - 1),
            st.sampled_from([*'{}[]",:\\\n\r\0 0-9eE.+tz', "", "é", "\ud800", "\\ud800", "1e9"]),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_the_fast_reader_and_the_ordinary_one_read_the_same(edits):
    text = TEXT.decode()
    for at, new in edits:
        text = text[:at] + new + text[at + 1 :]
    text = text.encode("utf-8", "replace").decode()
    log, slow = read_log(text), read_ordinarily(text)
    assert list(log) == list(slow) and codes(log) == codes(slow)
    # Lines that are whole by themselves are all read; what more is read was mended.
    remaining = iter(log)
    assert all(event in remaining for event in read_slowly(text))


def read_ordinarily(text):
    """Return a log without the reader of common blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BlockReader, "_read_block", lambda self, block, count: False)
        return read_log(text)


def test_numbers_that_do_not_rise_by_one_are_told_once_for_each_kind():
    def found(*seqs):
        text = "".join(line(seq) + "\n" for seq in seqs)
        return [(d.code, d.line, str(d.severity)) for d in read_log(text).diagnostics]

    assert found(1, 2, 3) == []
    assert found(1, 4, 5, 9) == [("log-seq-gap", 2, "error")]
    assert found(1, 2, 2, 3, 3) == [("log-seq-repeat", 3, "error")]
    assert found(1, 3, 2, 4) == [("log-seq-order", 3, "error")]
    assert found(5, 6) == [("log-late-start", 1, "info")]
    log = read_log("".join(line(seq) + "\n" for seq in (1, 4, 5, 9)))
    assert log.diagnostics[0].message == (
        "2 events missing after event 1, before event 4, and 1 more such places"
    )
    twice = read_log(TEXT * 2)
    assert [d.code for d in twice.diagnostics] == ["log-seq-repeat"]
    with pytest.raises(DiagnosticError, match="the number 1 was used before"):
        read_log(TEXT * 2, strict=True)


def test_the_events_of_envelopes_are_numbered_as_those_of_plain_logs():
    def envelope(version, *seqs):
        items = [
            {"CodecVersion": 1, "Code": "workflow_event", "Payload": json.loads(line(seq))}
            for seq in seqs
        ]
        return json.dumps({"version": version, "events": items}) + "\n"

    assert not read_log(envelope(1, 1, 2) + envelope(2, 3)).diagnostics
    assert codes(read_log(envelope(1, 1, 2) + envelope(2, 2))) == [("log-seq-repeat", 2)]
    assert codes(read_log(envelope(1, 1) + envelope(2, 3))) == [("log-seq-gap", 2)]


def test_padding_around_a_line_is_stripped_and_told():
    text = f"{line(1)}\n\0\0{line(2)}\0\n\ufeff{line(3)}\n"
    log = read_log(text)
    assert [event.seq for event in log] == [1, 2, 3]
    assert codes(log) == [("log-stray-bytes", 2), ("log-stray-bytes", 3)]


def test_events_glued_in_one_line_are_all_read_and_what_is_lost_is_an_error():
    log = read_log(f"{line(1)}{line(2)}\n{line(3)[:40]}{line(4)}\n{line(5)}\n")
    assert [event.seq for event in log] == [1, 2, 4, 5]
    assert [(d.code, d.line, str(d.severity)) for d in log.diagnostics] == [
        ("log-glued-lines", 1, "warning"),
        ("log-glued-lines", 2, "error"),
    ]
    assert "40 characters that are none" in log.diagnostics[1].message


def test_an_event_quoted_in_a_torn_one_is_not_taken_for_an_event():
    inner = line(9)
    torn = line(2, "report", fields={"x": json.loads(inner)}, step="s")[:-1]
    log = read_log(f"{line(1)}\n{torn}\n{line(3)}\n")
    assert [event.seq for event in log] == [1, 3]


def test_envelopes_glued_in_one_line_are_all_read():
    one, two = (json.dumps({"version": number, "events": []}) for number in (1, 2))
    log = read_log(f"{one}{two}\n")
    assert log.kind == "envelope"
    assert codes(log) == [("log-glued-lines", 1)]


def test_a_file_in_another_form_of_text_is_one_diagnostic_that_names_the_cause():
    for name in ("utf-16", "utf-16-le", "utf-16-be"):
        log = read_log(TEXT.decode().encode(name))
        assert [d.code for d in log.diagnostics] == ["log-utf16"]
    log = read_log(TEXT.replace(b"\n", b"\r"))
    assert list(log) == list(sample_log())
    assert [d.code for d in log.diagnostics] == ["log-cr-lines"]


def test_bytes_that_are_no_utf8_are_told_with_their_line():
    text = (line(1) + "\n" + line(2, "labeled", label="@") + "\n").encode()
    log = read_log(text.replace(b"@", b"\xff"))
    assert log.label == "\ufffd" and codes(log) == [("log-invalid-utf8", 2)]
    with pytest.raises(DiagnosticError, match="not UTF-8"):
        read_log(text.replace(b"@", b"\xff"), strict=True)


@pytest.mark.parametrize(
    "content",
    [
        b'{"version":1,"metadata":{}}',
        b'\xef\xbb\xbf{"version":1,"metadata":{}}\n',
        b'{"version":1,"metadata":{"x":"' + b"a" * (1 << 17) + b'"}}\n',
        b'{"version":1,"metadata":{"x":"aaa',
        b"notes on something\n",
        b"\n",
    ],
)
def test_only_plain_logs_and_empty_files_are_appended_to(tmp_path, content):
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    with pytest.raises(SinkError, match="only plain logs can be appended to"):
        LogWriter(path)
    assert path.read_bytes() == content
