"""Where the tasks of a spec stand, and which one comes next.

Contract A, *The folder on disk*: the next task. What state.json records counts; a task that it
does not know is judged by its check box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Literal

from ctxkit.model import Model
from ctxkit.view import Shown

_NUMBER = re.compile(r"[0-9]+")


class TaskStatus(StrEnum):
    """How far a task is."""

    PENDING = "pending"
    RUNNING = "running"
    COMPLETE = "complete"
    BLOCKED = "blocked"


class SpecTask(Shown, Model):
    """A task with what tasks.md says of it and what state.json records.

    Attributes
    ----------
    id, title, role : str
    wave : int or None
    status : str
        A :class:`TaskStatus`, or another word that state.json holds.
    depends, files : tuple of str
    requirements : tuple of int
    acceptance, verify, blocker, evidence : str
    line : int or None
        Its line in tasks.md; ``None`` where only state.json knows it.
    """

    id: str
    title: str = ""
    role: str = ""
    wave: int | None = None
    status: str = TaskStatus.PENDING
    depends: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    requirements: tuple[int, ...] = ()
    acceptance: str = ""
    verify: str = ""
    blocker: str = ""
    evidence: str = ""
    line: int | None = None


class NextTask(Shown, Model):
    """What to work on next, or why there is nothing.

    Attributes
    ----------
    kind : str
        ``task``, ``all-complete``, ``all-blocked`` or ``waiting``.
    id : str or None
        The task, for kind ``task``.
    blocking : tuple of str
        Ids that the rest waits for, for kind ``waiting``.
    """

    kind: Literal["task", "all-complete", "all-blocked", "waiting"]
    id: str | None = None
    blocking: tuple[str, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case "task":
                return f"next task: {self.id}"
            case "all-complete":
                return "no next task: all are complete"
            case "all-blocked":
                return "no next task: all that is left is blocked"
        return "no next task: waiting on " + ", ".join(self.blocking)


def find_next_task(tasks: Sequence[SpecTask]) -> NextTask:
    """Return the pending task to do next: lowest wave, then lowest number in its id.

    Only tasks all of whose dependencies are complete can come next.
    """
    status = {task.id: task.status for task in tasks}
    pending = [task for task in tasks if task.status == TaskStatus.PENDING]
    ready = [task for task in pending if not _unmet(task, status)]
    if ready:
        return NextTask(kind="task", id=min(ready, key=_turn).id)
    unfinished = [task for task in tasks if task.status != TaskStatus.COMPLETE]
    if not unfinished:
        return NextTask(kind="all-complete")
    if all(task.status == TaskStatus.BLOCKED for task in unfinished):
        return NextTask(kind="all-blocked")
    return NextTask(kind="waiting", blocking=_waited_for(pending, unfinished, status))


def _unmet(task: SpecTask, status: dict[str, str]) -> list[str]:
    return [d for d in task.depends if status.get(d) != TaskStatus.COMPLETE]


def by_number(task_id: str) -> tuple[int, str]:
    """Return a key that sorts ids by the number in them: T2 before T10."""
    number = _NUMBER.search(task_id)
    return int(number[0][-18:]) if number else 0, task_id


def _turn(task: SpecTask) -> tuple[int, int, str]:
    return task.wave or 0, *by_number(task.id)


def _waited_for(
    pending: Iterable[SpecTask], unfinished: Iterable[SpecTask], status: dict[str, str]
) -> tuple[str, ...]:
    """Return the ids at the bottom of the waiting: not themselves waiting for another."""
    unmet = dict.fromkeys(d for task in pending for d in _unmet(task, status))
    roots = [d for d in unmet if status.get(d) != TaskStatus.PENDING]
    return tuple(roots or unmet or [task.id for task in unfinished])
