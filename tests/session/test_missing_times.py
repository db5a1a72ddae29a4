"""Logs whose times are missing, or beyond what a table can hold."""

import json

import pytest

from ctxkit.session.listing import list_sessions
from ctxkit.session.logread import read_log
from ctxkit.session.replay import Replay
from tests.session.worlds import sample_log

TIMES = [None, "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00",
         "2500-01-01T00:00:00Z"]  # fmt: skip


def log_with(time, *places):
    lines = [json.loads(each) for each in sample_log().to_text().splitlines()]
    for place in places:
        lines[place] |= {"ts": time}
        if time is None:
            del lines[place]["ts"]
    return read_log("".join(json.dumps(each) + "\n" for each in lines))


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("places", [(0,), (7,), (-1,), range(33)])
def test_a_time_that_is_missing_or_out_of_range_is_nat_and_breaks_no_view(tmp_path, time, places):
    log = log_with(time, *places)
    assert log.to_frame()["time"].isna().sum() == len(places)
    for held in (log, Replay(log)):
        held.to_frame()
        assert repr(held) and held._repr_html_()
        held.plot()
    (tmp_path / "a.jsonl").write_text(log.to_text())
    sessions = list_sessions(tmp_path)
    assert repr(sessions) and len(sessions.to_frame()) == 1


def test_no_span_is_told_from_a_missing_time():
    assert "33 events in " in repr(sample_log())
    assert "33 events in " not in repr(log_with(None, 0))
