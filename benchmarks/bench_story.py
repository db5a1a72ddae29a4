"""From spec to window, and from a session to what was in its window.

Reading is measured beside a plain loop that reads the same files and counts nothing; the session
beside a plain loop over its read events with a dictionary.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ctxkit as ck
from ctxkit.session.events import EventType

EVENTS = 200_000


@pytest.fixture(scope="module")
def session() -> tuple[ck.Replay, ck.Engine]:
    log = ck.read_log(ck.examples.synthetic_log(EVENTS, seed=7))
    return ck.replay(log, ck.examples.procedures()), ck.examples.engine()


@pytest.mark.benchmark(group="assemble")
def test_assemble_a_task(benchmark: Any) -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    assembly = benchmark(ck.assemble, spec, window=6_500)
    assert assembly.feasible


@pytest.mark.benchmark(group="assemble")
def test_reading_the_same_files_in_a_plain_loop(benchmark: Any) -> None:
    ws = ck.examples.workspace()
    paths = [ws.root / item.path for item in ws["gauge-intake"].manifest().items if item.path]

    def read() -> int:
        return sum(len(path.read_bytes()) for path in paths if path.exists())

    assert benchmark(read)


@pytest.mark.benchmark(group="budgets")
def test_budgets_of_every_task_and_role(benchmark: Any) -> None:
    ws = ck.examples.workspace()
    assert len(benchmark(ck.budget_table, ws)) == 88


@pytest.mark.benchmark(group="spec diff")
def test_comparing_two_versions_of_a_spec(benchmark: Any, tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    file = ws.root / ".specd" / "specs" / "gauge-intake" / "requirements.md"
    file.write_text(file.read_text("utf-8").replace("— Gaps", "— Holes"), "utf-8")
    before, after = ck.examples.workspace()["gauge-intake"], ws["gauge-intake"].reload()
    assert benchmark(ck.compare_specs, before, after)


@pytest.mark.benchmark(group="context over time, 200,000 events")
@pytest.mark.parametrize("policy", ["keep all", "drop oldest", "coverage"])
def test_context_over_time(
    benchmark: Any, session: tuple[ck.Replay, ck.Engine], policy: str
) -> None:
    replay, engine = session

    def run() -> ck.ContextOverTime:
        return ck.context_over_time(replay, engine, window=32_000, policy=policy)

    over = benchmark.pedantic(run, rounds=2)
    assert over.peak


@pytest.mark.benchmark(group="context over time, 200,000 events")
def test_a_plain_loop_over_its_reads(benchmark: Any, session: tuple[ck.Replay, ck.Engine]) -> None:
    log = session[0].log

    def run() -> int:
        last: dict[str, int] = {}
        for event in log:
            if event.event == EventType.READ and event.data:
                for entry_id in (*event.data.get("full", ()), *event.data.get("summary", ())):
                    last[entry_id] = event.seq
        return len(last)

    assert benchmark.pedantic(run, rounds=2)
