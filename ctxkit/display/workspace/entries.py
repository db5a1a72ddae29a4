"""How the readable parts of a spec look by themselves: tasks, requirements, memory, decisions."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.diagnostics import diagnostics_fold
from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.workspace.decisions import Decisions
from ctxkit.workspace.memory import Memory
from ctxkit.workspace.mid_requirements import MidRequirements
from ctxkit.workspace.requirements import Criteria, Requirement, Requirements
from ctxkit.workspace.state import SpecState
from ctxkit.workspace.tasks import Task, TaskList

_FOOTER = "`.to_frame()` for the table, `.diagnostics` for what could not be read"


@describe.register
def _tasks(held: TaskList) -> Document:
    done = sum(task.done for task in held)
    return Document(
        kind="Tasks",
        title=held.title or "untitled",
        facts=[held.form_name],
        parts=[
            Figure(f"{done:,}", f"of {count(len(held), 'task')} ticked"),
            Table(
                caption="Tasks in the order of the file",
                columns=[
                    Column("wave", "right"),
                    Column("task"),
                    Column("done"),
                    Column("title, or when it is done", wide=True),
                    Column("role"),
                    Column("depends on"),
                    Column("covers"),
                    Column("files", wide=True),
                ],
                rows=(
                    Row(
                        [
                            "—" if task.wave is None else f"{task.wave}",
                            Cell(task.id, code=True),
                            "yes" if task.done else "no",
                            Cell(task.title or task.acceptance, excerpt=_extra(task)),
                            task.role or "—",
                            ", ".join(task.depends) or "—",
                            ", ".join(map(str, task.requirements)) or "—",
                            ", ".join(task.files) or "—",
                        ],
                        dim=task.done,
                    )
                    for task in held
                ),
                total=len(held),
            ),
            *diagnostics_fold(held.diagnostics),
        ],
        footer=_FOOTER,
    )


def _extra(task: Task) -> Excerpt | None:
    if not task.extra:
        return None
    lines = "\n".join(f"{name}: {text}" for name, text in task.extra)
    return Excerpt(count(len(task.extra), "further field"), lines, ".extra")


@describe.register
def _requirements(held: Requirements) -> Document:
    criteria = sum(len(requirement.criteria) for requirement in held)
    return Document(
        kind="Requirements",
        title=held.title or "untitled",
        facts=[held.form_name],
        parts=[
            Figure(
                count(len(held), "requirement"), f"with {count(criteria, 'criterion', 'criteria')}"
            ),
            Table(
                caption="Requirements in the order of the file",
                columns=[
                    Column("#", "right"),
                    Column("requirement", wide=True),
                    Column("criteria", "right"),
                    Column("story", wide=True),
                ],
                rows=(
                    Row(
                        [
                            f"{requirement.number}",
                            Cell(requirement.title, excerpt=_criteria(requirement)),
                            f"{len(requirement.criteria)}",
                            requirement.story or "—",
                        ]
                    )
                    for requirement in held
                ),
                total=len(held),
            ),
            *diagnostics_fold(held.diagnostics),
        ],
        footer="`.to_frame()` for the table, `.criteria` for the criteria",
    )


def _criteria(requirement: Requirement) -> Excerpt | None:
    if not requirement.criteria:
        return None
    lines = "\n".join(f"{c.id}  {c.text}" for c in requirement.criteria)
    return Excerpt(count(len(requirement.criteria), "criterion", "criteria"), lines, ".criteria")


@describe.register
def _criteria_list(held: Criteria) -> Document:
    return Document(
        kind="Acceptance criteria",
        title=count(len(held), "criterion", "criteria"),
        parts=[
            Table(
                caption="Criteria in the order of the file",
                columns=[Column("id"), Column("criterion", wide=True), Column("line", "right")],
                rows=(Row([Cell(c.id, code=True), c.text, f"{c.line:,}"]) for c in held),
                total=len(held),
            )
        ],
        footer="`.to_frame()` for the table",
    )


@describe.register
def _memory(held: Memory) -> Document:
    return _notes("Memory", count(len(held), "entry", "entries"), memory_table(held), held)


@describe.register
def _decisions(held: Decisions) -> Document:
    return _notes("Decisions", count(len(held), "decision"), decisions_table(held), held)


@describe.register
def _mid_requirements(held: MidRequirements) -> Document:
    table = mid_requirements_table(held)
    return _notes("Mid-requirements", count(len(held), "turn"), table, held)


def _notes(
    kind: str, title: str, table: Table, held: Memory | Decisions | MidRequirements
) -> Document:
    parts: list[Part] = [table, *diagnostics_fold(held.diagnostics)]
    return Document(kind=kind, title=title, parts=parts, footer=_FOOTER)


def memory_table(held: Memory) -> Table:
    """Return the entries of a memory.md."""
    return Table(
        caption="Entries, oldest first",
        columns=[
            Column("key"),
            Column("pattern", wide=True),
            Column("criticality"),
            Column("source", wide=True),
        ],
        rows=(
            Row([Cell(e.key, code=True), e.pattern, e.criticality or "—", e.source or "—"])
            for e in held
        ),
        total=len(held),
        more=".memory.to_frame()",
    )


def decisions_table(held: Decisions) -> Table:
    """Return the entries of a decisions.md."""
    return Table(
        caption="Decisions, oldest first",
        columns=[
            Column("id"),
            Column("day"),
            Column("summary", wide=True),
            Column("supersedes"),
        ],
        rows=(
            Row([Cell(d.id, code=True), d.date or "—", d.summary, d.supersedes or "—"])
            for d in held
        ),
        total=len(held),
        more=".decisions.to_frame()",
    )


def mid_requirements_table(held: MidRequirements) -> Table:
    """Return the turns of a mid-requirements.md."""
    return Table(
        caption="What the user asked for on the way",
        columns=[
            Column("turn", "right"),
            Column("day"),
            Column("impact"),
            Column("in the user's words", wide=True),
            Column("changes", wide=True),
        ],
        rows=(
            Row(
                [
                    "—" if m.turn is None else f"{m.turn}",
                    m.date or "—",
                    m.impact or "—",
                    m.user_input,
                    m.changes or "—",
                ]
            )
            for m in held
        ),
        total=len(held),
        more=".mid_requirements.to_frame()",
    )


@describe.register
def _state(held: SpecState) -> Document:
    return Document(
        kind="Spec state",
        title=held.title or held.spec or "no title",
        facts=[held.status or "status unknown", held.phase, held.schema_name],
        parts=[
            Table(
                caption="Recorded tasks",
                columns=[Column("task"), Column("title", wide=True), Column("status")],
                rows=_state_rows(held),
                total=len(held.tasks),
            ),
            *diagnostics_fold(held.diagnostics),
        ],
        footer=f"revision {held.revision:,}, turn {held.turn:,}",
    )


def _state_rows(held: SpecState) -> Iterator[Row]:
    for task in held.tasks:
        yield Row([Cell(task.id, code=True), task.title or "—", task.status])
