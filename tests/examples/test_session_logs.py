"""The example logs are what the engine writes, and show what their names say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxkit import examples
from ctxkit.examples import make_sessions
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EventType
from ctxkit.session.logread import read_log
from ctxkit.session.replay import Replay
from ctxkit.session.verify import verify_log

NAMES = ("finished", "reopened", "abandoned", "parked")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return make_sessions.session_texts()


def read(name: str) -> EventLog:
    return read_log(examples.session_logs()[name].read_bytes(), file=name)


def replay(name: str) -> Replay:
    return Replay(read(name), examples.procedures())


def test_the_logs_are_listed_by_name() -> None:
    assert tuple(examples.session_logs()) == NAMES
    assert all(path.is_file() for path in examples.session_logs().values())


@pytest.mark.parametrize("name", NAMES)
def test_making_a_log_again_gives_the_bytes_that_ship(name: str, made: dict[str, str]) -> None:
    assert examples.session_logs()[name].read_bytes() == made[name].encode()


def test_the_script_writes_the_logs_into_a_folder(
    tmp_path: Path, made: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    make_sessions.main([str(tmp_path / "new")])
    written = {path.stem: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    task = {"build-t5": make_sessions.task_session_text()}
    assert written == {name: text.encode() for name, text in (made | task).items()}
    assert "finished.jsonl: " in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_a_log_is_read_and_replayed_without_a_finding(name: str) -> None:
    log = read(name)
    assert 60 <= len(log) <= 250
    assert not log.diagnostics
    assert not Replay(log, examples.procedures(), strict=True).diagnostics


@pytest.mark.parametrize("name", NAMES)
def test_a_replay_ends_where_the_session_stood(name: str) -> None:
    session = make_sessions.play(name).session
    end = replay(name).end
    live = {i.id: (i.step, i.status, i.store.export()) for i in session.instances}
    replayed = {i.id: (i.step, i.status, i.store.export()) for i in end.instances.values()}
    assert replayed == live
    assert (end.participant, end.label, end.reads) == (
        session.participant, session.label, session.reads,
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_event_is_what_the_procedures_would_have_done(name: str) -> None:
    log = read(name)
    verification = verify_log(log, examples.procedures(), examples.engine(log))
    assert verification.first_difference is None
    assert verification.counts["unverified"] == 0


def test_an_engine_for_a_log_knows_what_its_session_has_filed() -> None:
    now = make_sessions.play("finished").session.engine.graphs.current()
    again = examples.engine(read("finished")).graphs.current()
    assert now is not None and again is not None
    assert list(again) == list(now)
    assert len(again) == 33


@pytest.mark.parametrize("name", NAMES)
def test_every_session_has_several_instances_and_a_dispatch_that_seeds_one(name: str) -> None:
    started = [e for e in read(name) if e.event == EventType.STARTED]
    assert len(started) >= 3
    assert any((e.data or {}).get("seed") for e in started)


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_of_the_user_is_in_the_users_words(name: str) -> None:
    answers = [e.data or {} for e in read(name) if e.event == EventType.CHOOSER_ANSWER]
    assert answers
    assert all(bool(a.get("userWords")) == (a["kind"] == "user") for a in answers)


def statuses(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for instance in replay(name).end.instances.values():
        found.setdefault(instance.procedure, []).append(str(instance.status))
    return found


def test_in_the_finished_session_everything_is_completed() -> None:
    assert statuses("finished") == {
        "harbour-desk": ["completed"],
        "review-open-entries": ["completed"],
        "record-entry": ["completed"] * 3,
    }


def test_in_the_reopened_session_two_confirmations_are_lost_and_given_again() -> None:
    events = read("reopened")
    reopened = [e for e in events if (e.data or {}).get("reopen")]
    assert [e.instance for e in reopened] == ["i_2", "i_3"]
    confirmed = [e for e in events if (e.data or {}).get("fn") == "confirmPlayback"]
    assert [e.instance for e in confirmed] == ["i_2", "i_2", "i_3", "i_3"]
    assert statuses("reopened")["record-entry"] == ["completed"] * 2


def test_in_the_abandoned_session_nothing_is_completed() -> None:
    assert statuses("abandoned") == {
        "harbour-desk": ["abandoned"],
        "record-entry": ["abandoned"],
        "review-open-entries": ["abandoned"],
    }
    reasons = [(e.data or {}).get("reason") for e in read("abandoned") if e.event == "abandoned"]
    assert reasons == [
        "The lead line was read at berth 5; there is nothing to record.",
        "procedure exit",
        "procedure exit",
    ]


def test_in_the_parked_session_a_desk_and_a_record_are_still_open() -> None:
    running = [(i.procedure, i.step) for i in replay("parked").end.running]
    assert running == [("harbour-desk", "desk"), ("record-entry", "playback")]
    assert read("parked").columns.kinds[-1] == "parked"


def test_the_parked_session_goes_on_from_its_log() -> None:
    engine, specs = examples.engine(read("parked")), examples.procedures()
    session = engine.replay_session("s_more", "", list(read("parked")), specs)
    done = session.answer("i_4", "playback", "confirm", user_words="Now it is right.")
    assert done.outcome == "completed"


def test_the_parked_session_has_the_shape_of_later_runtimes() -> None:
    text = examples.session_logs()["parked"].read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["version"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["metadata"]["Participant"] == "Ines Karlsen" and "events" not in lines[0]
    assert {"workflow_event", "workflow_instance_project"} == {
        item["Code"] for line in lines for item in line.get("events", ())
    }
    labels = [line["metadata"]["Label"] for line in lines if "metadata" in line]
    assert labels == ["", "Berthing at night", "Berthing at night, and the limit of the head"]


def test_all_data_of_the_office_are_below_400_kilobytes() -> None:
    folder = examples.session_logs()["finished"].parents[1]
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 400_000
