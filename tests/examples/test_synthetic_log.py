"""A synthetic log has the size that was asked for, and is one that the engine writes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit import examples
from ctxkit.errors import InvalidValueError
from ctxkit.examples.harbour import synthetic
from ctxkit.session.events import EVENT_NAMES
from ctxkit.session.logread import read_log
from ctxkit.session.replay import Replay
from ctxkit.session.verify import verify_log


@settings(max_examples=25)
@given(events=st.integers(20, 1_500), seed=st.integers(0, 1_000))
def test_a_log_of_any_size_replays_without_a_finding(events: int, seed: int) -> None:
    log = read_log(examples.synthetic_log(events, seed))
    assert len(log) == events
    assert list(log.columns.seqs) == list(range(1, events + 1))
    assert not log.diagnostics
    assert not Replay(log, examples.procedures(), strict=True).diagnostics


def test_every_event_is_what_the_procedures_would_have_done() -> None:
    log = read_log(examples.synthetic_log(3_000, 4))
    verification = verify_log(log, examples.procedures(), examples.engine())
    assert verification.first_difference is None
    assert verification.counts["unverified"] == 0


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    assert examples.synthetic_log(500, 7) == examples.synthetic_log(500, 7)
    assert examples.synthetic_log(500, 7) != examples.synthetic_log(500, 8)


def test_leaving_the_texts_out_while_it_runs_does_not_change_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without = examples.synthetic_log(1_500, 5)
    monkeypatch.setattr(synthetic, "_without_texts", lambda spec: spec)
    assert examples.synthetic_log(1_500, 5) == without


def test_a_long_log_holds_every_type_of_event_and_every_way_an_instance_can_go() -> None:
    log = read_log(examples.synthetic_log(12_000, 2))
    assert set(log.columns.kinds) == EVENT_NAMES
    data = [data or {} for data in log.columns.data]
    assert any(d.get("reopen") for d in data)
    taken = {(d["from"], d["to"]) for d in data if "to" in d}
    assert {("check", "mend"), ("mend", "playback"), ("settle", "inspect")} <= taken
    assert {target for _, target in taken} >= {"end(completed)", "end(abandoned)"}


def test_several_instances_run_at_the_same_time() -> None:
    log = read_log(examples.synthetic_log(2_000, 1))
    end = Replay(log, examples.procedures()).end
    assert len(end.running) >= 4


def test_too_short_a_log_is_refused_with_the_least_size() -> None:
    with pytest.raises(
        InvalidValueError, match="events: too short a log; got 3; expected at least 20"
    ):
        examples.synthetic_log(3)
