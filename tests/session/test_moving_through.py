"""Going through a replay: neighbours, the next change, serves at a moment, and the log index."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ctxkit as ck
from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.procedure.spec import is_end_target
from ctxkit.session import Replay, SessionError, changes_between
from ctxkit.session import replay as replay_module
from ctxkit.session.logindex import LogIndex

LOGS = {name: ck.read_events(path) for name, path in ck.examples.session_logs().items()}
PROCEDURES = ck.examples.procedures()
REPLAYS = {name: Replay(log, PROCEDURES) for name, log in LOGS.items()}


@pytest.mark.parametrize("name", LOGS)
def test_the_moments_around_an_event_are_those_before_and_after_it(name: str) -> None:
    replay = REPLAYS[name]
    for index in range(len(replay)):
        before, after = replay.around(index)
        assert before == replay.at_index(index) and after == replay.at_index(index + 1)
        assert changes_between(before, after) == changes_between(
            replay.at_index(index), replay.at_index(index + 1)
        )
    with pytest.raises(InvalidValueError, match="no such event"):
        replay.around(len(replay))


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("every", [7, 1024])
def test_the_next_change_is_the_next_event_that_changed_the_store(
    name: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_module, "CHECKPOINT_EVERY", every)
    replay = Replay(LOGS[name], PROCEDURES)
    changed = {
        event.seq: [(c.instance, c.name) for c in replay.changes(event.seq) if c.what == "store"]
        for event in replay.log
    }
    for field, instance in (("", ""), ("body", ""), ("", "i_2"), ("concern", "i_1")):
        wanted = [
            seq
            for seq, found in changed.items()
            if any((not instance or i == instance) and (not field or f == field) for i, f in found)
        ]
        found, seq = [], 0
        while (following := replay.next_change(seq, field=field, instance=instance)) is not None:
            found.append(seq := following)
        assert found == wanted
        last = len(replay)
        back = replay.next_change(last, field=field, instance=instance, back=True)
        assert back == max((seq for seq in wanted if seq < last), default=None)


def test_what_an_instance_shows_at_a_moment_is_made_again() -> None:
    replay, engine = REPLAYS["reopened"], ck.examples.engine(LOGS["reopened"])
    serve = replay.serve_at(38, "i_2", engine)
    assert serve == replay.fork(38, engine).serve("i_2")
    with pytest.raises(SessionError, match="no such instance"):
        replay.serve_at(1, "i_2", engine)
    with pytest.raises(SessionError, match="not at hand"):
        Replay(LOGS["reopened"]).serve_at(38, "i_2", engine)


@pytest.mark.parametrize("name", LOGS)
def test_the_index_counts_visits_and_finds_events_as_a_loop_would(name: str) -> None:
    log = LOGS[name]
    index = LogIndex(log)
    assert index.counts == {k: log.counts[k] for k in index.kinds}
    for handle in log.handles:
        counted: Counter[str] = Counter()
        for place, event in enumerate(log):
            assert index.visits(handle, place) == dict(counted)
            step = (event.data or {}).get({"started": "step", "transition": "to"}.get(event.event))
            if event.instance == handle and step and not is_end_target(step):
                counted[step] += 1
    reports = index.matching(["report"], "i_2", "")
    assert reports is not None
    assert np.flatnonzero(reports).tolist() == [
        n for n, e in enumerate(log) if e.event == "report" and e.instance == "i_2"
    ]
    text = index.matching(text="Berth")
    assert text is not None
    assert np.flatnonzero(text).tolist() == [
        n for n, e in enumerate(log) if "berth" in str(e.data).casefold()
    ]
    assert index.matching() is None
    assert index.times is not None and len(index.times) == len(log)
    with pytest.raises(UnknownNameError, match="type of event"):
        index.matching(["nothing"])
