"""The session in which task T5 is built: two findings, each sends the agent back to its pages."""

from __future__ import annotations

from datetime import UTC, datetime

from ctxkit.examples.run import Run
from ctxkit.examples.workshop.room import TASK, task_engine, task_graph, task_pages, task_procedures

READINGS = "readings.py"
QUALITY = "quality.py"
TASK_ENTRY = f"task {TASK}"
REQUIREMENT = "requirement 4"
DESIGN = "design.md"


class _Reader:
    """Reads pages by a part of their names."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._ids = {e.index["title"]: e.id for e in task_graph() if e.index is not None}

    def ids(self, *names: str) -> list[str]:
        """Return the entries of pages."""
        pages = task_pages()
        return [self._ids[pages.table.page_ids[pages.row_of(name)]] for name in names]

    def required(self) -> list[str]:
        """Return the entries of the pages that the manifest requires."""
        return [self._ids[page] for page in task_pages().mandatory if page in self._ids]

    def show(self, *names: str) -> None:
        """Read pages in full."""
        self._run.show(*self.ids(*names))

    def search(self, *names: str) -> None:
        """Come upon pages in a search."""
        self._run.search(*self.ids(*names))


def play() -> Run:
    """Run the session, and return it."""
    run = Run(
        "s_20260917-060400-b1d5", "pinky-2", datetime(2026, 9, 17, 6, 4, tzinfo=UTC),
        engine=task_engine(), procedures=task_procedures(),
        project="git.example.org/estuary/tidewatch",
    )  # fmt: skip
    read = _Reader(run)
    targets = [*read.required(), *read.ids(TASK_ENTRY, REQUIREMENT)]
    build = run.start("build-task", {"task": TASK, "targets": targets})
    run.label("T5: fill short gaps and leave long ones open")
    _load(run, read, build)
    _change(run, read, build)
    _object(run, read, build)
    return run


def _load(run: Run, read: _Reader, build: str) -> None:
    read.show("roles/craftsman.md", "specd-pinky", "specd-execute")
    read.search(TASK_ENTRY, "task T2", "task T3", "task T4", REQUIREMENT, DESIGN)
    read.show(TASK_ENTRY, REQUIREMENT)
    plan = (
        "gaps.py: fill(readings, station) walks the expected moments, fills up to three missing or"
        " flagged readings on a straight line, and returns longer gaps as begin and end."
        " test_gaps.py: one test for each of 4.1, 4.2 and 4.3."
    )
    run.report(build, plan=plan)  # held: two files were not read yet
    read.show(READINGS)
    read.show(QUALITY)
    run.report(build, plan=f"{plan} readings.py: a seventh flag, filled. quality.py: unchanged.")
    run.expect(build, "change")


def _change(run: Run, read: _Reader, build: str) -> None:
    run.wait(minutes=11)
    run.report(
        build,
        changedFiles=[
            "src/tidewatch/gaps.py", "src/tidewatch/readings.py", "tests/test_gaps.py"
        ],
    )  # fmt: skip
    run.answer(
        build, "failed",
        finding="test_three_are_filled: a reading flagged spike was kept and not filled",
    )  # fmt: skip
    read.show(REQUIREMENT)
    read.show(QUALITY)
    run.wait(minutes=4)
    run.answer(build, "mended", remedy="gaps.py: every flag but filled counts as missing.")
    run.answer(build, "passed", evidence="Ran 14 tests in 0.041s, OK")
    run.expect(build, "accept")


def _object(run: Run, read: _Reader, build: str) -> None:
    run.wait(minutes=6)
    run.answer(
        build, "object", "What if the series begins with a gap? There is nothing to draw from.",
        finding="4.3, edges: a gap at the beginning of a series is filled from its first reading",
    )  # fmt: skip
    read.show(REQUIREMENT, DESIGN)
    read.show(READINGS)
    read.show(TASK_ENTRY)
    read.show(QUALITY)
    run.wait(minutes=3)
    run.answer(
        build, "mended",
        remedy="gaps.py: a gap without a good reading on both sides stays open, however short.",
    )  # fmt: skip
    run.answer(build, "passed", evidence="Ran 15 tests in 0.043s, OK")
    run.answer(build, "accept", "Good. File it under T5.")
