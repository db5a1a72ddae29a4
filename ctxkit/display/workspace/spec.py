"""How a spec looks: where it stands, its tasks, and which requirements they cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxkit.display.diagnostics import diagnostics_fold
from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Listing,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    count,
    describe,
    shorten,
)
from ctxkit.display.workspace.entries import decisions_table, memory_table, mid_requirements_table
from ctxkit.manifest.tokens import ESTIMATOR_NAME
from ctxkit.workspace.coverage import Coverage
from ctxkit.workspace.progress import NextTask, SpecTask, TaskStatus
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.spec_tasks import SpecTasks
from ctxkit.workspace.state import Blocker

#: One colour a task status, wherever it is drawn; white text on it has a contrast of 4.5:1.
TASK_COLORS: dict[str, str] = {
    TaskStatus.COMPLETE: "#2b7f3a",
    TaskStatus.RUNNING: "#0b7285",
    TaskStatus.PENDING: "#69737d",
    TaskStatus.BLOCKED: "#c92a2a",
}
_TASK_TONES: dict[str, Tone] = {
    TaskStatus.COMPLETE: "good",
    TaskStatus.RUNNING: "warn",
    TaskStatus.BLOCKED: "bad",
}


@describe.register
def _spec(held: Spec) -> Document:
    return Document(
        kind="Spec",
        title=held.title,
        facts=[
            f"as of {held.revision}" if held.revision else "",
            held.slug,
            held.status or "status unknown",
            f"{held.phase} phase",
            f"gate: {held.state.gate}" if held.state.gate not in ("", "none") else "",
        ],
        parts=[
            _progress_line(held),
            _progress_bar(held.progress),
            _task_table(held.progress, f"Tasks by wave (tasks.md: {held.tasks.form_name})"),
            coverage_table(
                held.coverage,
                f"{_coverage_summary(held.coverage)} ({held.requirements.form_name})",
            ),
            _artifact_table(held),
            *_notes(held),
            *diagnostics_fold(held.diagnostics),
        ],
        footer="`.manifest()` says what to load, `.hud()` what it costs on disk; "
        "`.to_frame()` for the tasks, `.plot()` for the picture",
    )


def _progress_line(held: Spec) -> Figure:
    total = len(held.progress)
    if not total:
        return Figure("No tasks yet", asides=[f"tasks.md: {held.tasks.form_name}"])
    return Figure(
        f"{held.progress.complete:,}", f"of {count(total, 'task')} complete", [str(held.next_task)]
    )


def _progress_bar(held: SpecTasks) -> Bar:
    counted = Counter(task.status for task in held)
    known = [*TASK_COLORS, *(word for word in counted if word not in TASK_COLORS)]
    return Bar(
        [Segment(word, counted[word], TASK_COLORS.get(word, "#69737d")) for word in known],
        unit="tasks",
    )


def _task_table(held: SpecTasks, caption: str) -> Table:
    named = any(task.title for task in held)
    return Table(
        caption=caption,
        columns=[
            Column("wave", "right"),
            Column("task"),
            Column("title" if named else "done when", wide=True),
            Column("role"),
            Column("status"),
            Column("waits for", wide=True),
            Column("covers"),
        ],
        rows=_task_rows(held),
        total=len(held),
        empty="none yet",
    )


def _task_rows(held: SpecTasks) -> Iterator[Row]:
    status = {task.id: task.status for task in held}
    following = held.next_task.id
    for task in sorted(held, key=lambda task: (task.wave is None, task.wave or 0)):
        state = f"{task.status} (next)" if task.id == following else task.status
        yield Row(
            [
                "—" if task.wave is None else f"{task.wave}",
                Cell(task.id, code=True),
                task.title or shorten(task.acceptance, 200),
                task.role or "—",
                Cell(state, tone=_TASK_TONES.get(task.status, "plain")),
                _waits_for(task, status),
                ", ".join(map(str, task.requirements)) or "—",
            ],
            dim=task.status == TaskStatus.COMPLETE,
        )


@describe.register
def _spec_tasks(held: SpecTasks) -> Document:
    return Document(
        kind="Task progress",
        title=f"{held.complete:,} of {count(len(held), 'task')} complete"
        if held
        else "no tasks yet",
        facts=[str(held.next_task)] if held else [],
        parts=[_progress_bar(held), _task_table(held, "Tasks by wave")],
        footer="`.get(ID)` finds one; `.to_frame()` for the table, `.plot()` for the picture",
    )


@describe.register
def _next_task(held: NextTask) -> Document:
    return Document(kind="Next task", title=str(held).partition(": ")[2] or str(held))


def _waits_for(task: SpecTask, status: dict[str, str]) -> str:
    if task.status == TaskStatus.BLOCKED and task.blocker:
        return shorten(task.blocker, 60)
    unmet = [d for d in task.depends if status.get(d) != TaskStatus.COMPLETE]
    met = [d for d in task.depends if d not in unmet]
    if not unmet:
        return ", ".join(met) + " (done)" if met else "—"
    return ", ".join(unmet) + (f" ({', '.join(met)} done)" if met else "")


@describe.register
def _coverage(held: Coverage) -> Document:
    return Document(
        kind="Coverage",
        title=_coverage_summary(held),
        parts=[coverage_table(held, "Requirements", ".to_frame()")],
        footer="`.uncovered` gives the numbers, `.to_frame()` the table",
    )


def _coverage_summary(held: Coverage) -> str:
    said = count(len(held), "requirement")
    return f"{said}, {len(held.uncovered):,} covered by no task" if held.uncovered else said


def coverage_table(held: Coverage, caption: str, more: str = ".coverage.to_frame()") -> Table:
    """Return the requirements with the tasks that cover them."""
    return Table(
        caption=caption,
        columns=[
            Column("#", "right"),
            Column("requirement", wide=True),
            Column("criteria", "right"),
            Column("covered by"),
        ],
        rows=(
            Row(
                [
                    f"{row.number}",
                    row.title,
                    f"{row.criteria}",
                    ", ".join(row.tasks) if row.tasks else Cell("no task", tone="warn"),
                ]
            )
            for row in held
        ),
        total=len(held),
        more=more,
        empty="none yet",
    )


def _artifact_table(held: Spec) -> Fold:
    artifacts = list(held.artifacts.values())
    total = sum(artifact.tokens for artifact in artifacts)
    largest = max((artifact.tokens for artifact in artifacts), default=0)
    return Fold(
        f"Files: {len(artifacts)}, {total:,} tokens",
        [
            Table(
                caption=f"Whole files. Tokens by the {ESTIMATOR_NAME}.",
                columns=[Column("file"), Column("bytes", "right"), Column("tokens", "right")],
                rows=(
                    Row(
                        [
                            Cell(artifact.name, code=True),
                            f"{artifact.bytes:,}",
                            Cell(f"{artifact.tokens:,}", gauge=Gauge(artifact.tokens, largest)),
                        ]
                    )
                    for artifact in artifacts
                ),
                total=len(artifacts),
                more=".artifacts",
            )
        ],
    )


def _notes(held: Spec) -> Iterator[Part]:
    if held.memory:
        yield Fold(
            f"Memory: {count(len(held.memory), 'entry', 'entries')}", [memory_table(held.memory)]
        )
    if held.decisions:
        yield Fold(
            f"Decisions: {count(len(held.decisions), 'decision')}",
            [decisions_table(held.decisions)],
        )
    if held.mid_requirements:
        yield Fold(
            f"Mid-requirements: {count(len(held.mid_requirements), 'turn')}",
            [mid_requirements_table(held.mid_requirements)],
        )
    if held.state.blockers:
        reasons = [_blocker_text(blocker) for blocker in held.state.blockers]
        yield Listing("Blocked:", reasons, "bad")


def _blocker_text(blocker: Blocker) -> str:
    since = f" (since {blocker.since})" if blocker.since else ""
    return f"{blocker.task}: {blocker.reason}{since}"


@describe.register
def _task(held: SpecTask) -> Document:
    fields = [
        ("status", held.status),
        ("role", held.role),
        ("wave", "" if held.wave is None else str(held.wave)),
        ("waits for", ", ".join(held.depends)),
        ("covers", ", ".join(map(str, held.requirements))),
        ("files", ", ".join(held.files)),
        ("done when", held.acceptance),
        ("checked by", held.verify),
        ("blocked by", held.blocker),
        ("evidence", held.evidence),
    ]
    said = [(name, value) for name, value in fields if value]
    return Document(
        kind="Task",
        title=f"{held.id} · {held.title}" if held.title else held.id,
        parts=[
            Table(
                caption="What tasks.md and state.json say of it",
                columns=[Column("field"), Column("value", wide=True)],
                rows=(Row(pair) for pair in said),
                total=len(said),
            )
        ],
    )
