"""The tasks of a spec: what tasks.md lists and what state.json records, joined."""

from __future__ import annotations

from ctxkit.workspace.progress import SpecTask, TaskStatus
from ctxkit.workspace.state import SpecState, TaskState
from ctxkit.workspace.tasks import Task, TaskList


def join_tasks(listed: TaskList, state: SpecState) -> tuple[SpecTask, ...]:
    """Return the listed tasks in order, then those that are only recorded."""
    recorded = {task.id: task for task in state.tasks}
    joined = [_join(task, recorded.pop(task.id, None)) for task in listed]
    return (*joined, *map(_from_record, recorded.values()))


def _from_record(recorded: TaskState) -> SpecTask:
    return SpecTask(
        id=recorded.id,
        title=recorded.title,
        role=recorded.role,
        wave=recorded.wave,
        status=recorded.status,
        depends=recorded.depends,
        requirements=recorded.requirements,
        blocker=recorded.blocker,
        evidence=recorded.evidence,
    )


def _join(listed: Task, recorded: TaskState | None) -> SpecTask:
    """Join both sources; the record counts where both speak of progress."""
    note = listed.annotation
    return SpecTask(
        id=listed.id,
        title=listed.title,
        role=listed.role or (recorded.role if recorded else ""),
        wave=listed.wave if listed.wave is not None or recorded is None else recorded.wave,
        status=recorded.status if recorded else _status_of_box(listed),
        depends=listed.depends,
        files=listed.files,
        requirements=listed.requirements,
        acceptance=listed.acceptance,
        verify=listed.verify,
        blocker=(recorded.blocker if recorded else "") or (note.reason if note else ""),
        evidence=(recorded.evidence if recorded else "") or (note.evidence if note else ""),
        line=listed.line,
    )


def _status_of_box(listed: Task) -> TaskStatus:
    if listed.done:
        return TaskStatus.COMPLETE
    blocked = listed.annotation is not None and listed.annotation.kind == "blocked"
    return TaskStatus.BLOCKED if blocked else TaskStatus.PENDING
