"""Engine C: reading and replaying a large log, being anywhere in it, running live.

Each beside a plain loop of ``json.loads`` over the lines of the same log, in the same run.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.functions import Context
from ctxkit.procedure.parse import load_spec
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.session.events import EventSink, WriterSink
from ctxkit.session.logfile import read_events
from ctxkit.session.replay import Replay
from ctxkit.session.session import Session

EVENTS = 221_000

REVIEW = """---
type: decision
layer: process
kind: procedure
canonical: review
state:
  body: {type: prose}
  goal: {type: text, optional: true}
  topics: {type: list<label>, optional: true}
  refs: {type: list<ref>, optional: true}
  layer: {type: layer, optional: true}
steps:
  - id: write
    collect: [body, "topics?"]
    guard: hasBody
    op: stamp
    transitions: [{when: hasGoal and hasBody, to: judge}]
  - id: judge
    chooser: agent
    options:
      - {choice: again, collect: ["goal?"], to: write}
      - {choice: ask, to: ask}
  - id: ask
    chooser: user
    options:
      - {choice: back, collect: [goal], to: write}
      - {choice: done, to: end(completed)}
---

## unit: write
Write the body for {{.goal}}.
{{range .topics}}- {{.}}
{{end}}

## unit: judge
Judge {{if .body}}{{.body}}{{end}}
"""
ENTRY_ID = "20260701-090000-s-tac-aa1"


def world() -> tuple[Engine, Spec]:
    """Return an engine and the procedure that it runs."""
    registry = Registry()
    numbers = iter(range(1_000_000_000))

    @registry.command(writes=["stampId"])
    def stamp(ctx: Context) -> None:
        ctx.store.write_engine("stampId", f"st-{next(numbers)}")

    spec = load_spec(parse_entry("20260702-100000-d-prc-rev", REVIEW), registry)
    return Engine(registry), spec


def clock() -> Iterator[datetime]:
    """Yield a moment for each event."""
    now = datetime(2026, 7, 2, tzinfo=UTC)
    while True:
        now += timedelta(milliseconds=137)
        yield now


def run_live(events: int, sink: EventSink) -> Session:
    """Run a session until its log has so many events."""
    engine, spec = world()
    moments = clock()
    session = engine.new_session("s_bench", "Noa", sink, clock=lambda: next(moments))
    while session.seq < events:
        handle = session.start(spec, {"goal": f"goal {session.seq}"}).instance
        for number in range(20):
            session.report(
                handle,
                {
                    "body": f"Round {number}: " + "words that make a body of a usual length. " * 3,
                    "topics": ["engine/serve", f"topic-{number % 7}"],
                    "layer": "tac",
                    "refs": [{"id": ENTRY_ID, "kind": "refines"}],
                },
            )
            session.log_read("show", [ENTRY_ID], [f"20260701-0900{number:02d}-s-tac-bb2"])
            session.answer(handle, "judge", "again", {"goal": f"goal {number}"})
            session.answer(handle, "judge", "ask")
            session.answer(handle, "ask", "back", {"goal": "refined"}, "please refine it")
    return session


@pytest.fixture(scope="module")
def log_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "session.jsonl"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        run_live(EVENTS, WriterSink(file))
    return path


def plain_loop(path: Path) -> int:
    """Parse every line, and forget it."""
    count = 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            json.loads(line)
            count += 1
    return count


def seconds(function: Any, *args: Any) -> float:
    """Return the least processor time of three runs, each in a tidy heap."""
    least = float("inf")
    for _ in range(3):
        gc.collect()
        started = time.process_time()
        result = function(*args)
        least = min(least, time.process_time() - started)
        del result
    return least


@pytest.mark.benchmark(group="session log")
def test_plain_loop_of_json_loads(benchmark: Any, log_file: Path) -> None:
    benchmark.pedantic(plain_loop, args=(log_file,), rounds=3)


@pytest.mark.benchmark(group="session log")
def test_read_and_replay(benchmark: Any, log_file: Path) -> None:
    spec = world()[1]

    def read_and_replay(path: Path) -> Replay:
        return Replay(read_events(path), [spec])

    benchmark.extra_info["events"] = EVENTS
    benchmark.extra_info["MB"] = round(log_file.stat().st_size / 1e6)
    loop, ours = seconds(plain_loop, log_file), seconds(read_and_replay, log_file)
    benchmark.extra_info["times the speed of the plain loop"] = round(loop / ours, 2)
    benchmark.extra_info["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    benchmark.pedantic(read_and_replay, args=(log_file,), rounds=3)


@pytest.mark.benchmark(group="a moment of a log")
def test_any_moment(benchmark: Any, log_file: Path) -> None:
    replay = Replay(read_events(log_file), [world()[1]])
    numbers = random.Random(1)
    benchmark(lambda: replay.at(numbers.randint(1, EVENTS)))


@pytest.mark.benchmark(group="running live")
def test_run_live(benchmark: Any, tmp_path: Path) -> None:
    def run() -> None:
        with (tmp_path / "live.jsonl").open("w", encoding="utf-8") as file:
            run_live(20_000, WriterSink(file))

    benchmark.pedantic(run, rounds=3)
    benchmark.extra_info["events/s"] = round(20_000 / benchmark.stats.stats.min)
