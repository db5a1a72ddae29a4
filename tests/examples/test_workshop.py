"""The workshop's session is what the engine writes, over the pages that task T5 loads today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ctxkit as ck
from ctxkit.examples import make_sessions


@pytest.fixture(scope="module")
def log() -> ck.EventLog:
    return ck.read_events(ck.examples.task_log(), strict=True)


def test_making_the_log_again_gives_the_bytes_that_ship() -> None:
    assert ck.examples.task_log().read_text("utf-8") == make_sessions.task_session_text()


def test_the_log_agrees_with_the_procedure(log: ck.EventLog) -> None:
    assert ck.verify_log(log, ck.examples.task_graph(), ck.examples.task_engine()).ok


def test_every_page_that_the_session_read_is_a_page_of_the_task(log: ck.EventLog) -> None:
    graph, pages = ck.examples.task_graph(), ck.examples.task_pages()
    read = ck.replay(log, graph).end.reads
    titles = {graph[entry_id].index["title"] for entry_id in read}  # type: ignore[index]
    assert titles <= set(pages.table.page_ids)


def test_the_session_read_a_page_again_after_a_finding(log: ck.EventLog) -> None:
    reads = [e.data["full"] for e in log if e.event == "read" and e.data and "full" in e.data]
    every = [entry_id for ids in reads for entry_id in ids]
    assert len(every) > len(set(every))


def test_the_procedure_has_no_problem_and_no_circle() -> None:
    (spec,) = ck.examples.task_procedures().values()
    assert not spec.warnings
    assert not spec.over_budget(ck.examples.task_engine().registry)


def test_the_installation_proves_itself(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ctxkit.examples"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("  ok    ") == 8
    assert done.stdout.endswith("everything works\n")


def test_an_entry_holds_the_text_of_its_page_and_names_what_it_depends_on() -> None:
    pages = ck.examples.task_pages()
    entries = ck.entries_from_pages(pages, at="2026-09-17T06:00:00Z")
    for page_id, entry in entries.items():
        assert entry.body.strip() == (pages.text_of(page_id) or "").strip()
        assert entry.index == {
            "title": page_id,
            "topic": entry.index["topic"] if entry.index else "",
        }
        assert not entry.diagnostics
    task = next(entry for page, entry in entries.items() if "§ task T5" in page)
    assert {ref.kind for ref in task.refs} == {"depends-on"}
    named = {entry.id: page for page, entry in entries.items()}
    assert any("§ task T4" in named[ref.id] for ref in task.refs)


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ck.InvalidValueError, match="not a moment"):
        ck.entries_from_pages(ck.examples.task_pages(), at="yesterday")
