"""The tasks of a spec as a collection: where each stands, and which comes next."""

from __future__ import annotations

from functools import cached_property

from ctxkit.collection import Collection
from ctxkit.view import Plotted
from ctxkit.workspace.progress import NextTask, SpecTask, TaskStatus, find_next_task


class SpecTasks(Plotted, Collection[SpecTask]):
    """The tasks of a spec in the order of tasks.md, with their recorded status; by id."""

    noun = "task"

    @staticmethod
    def name_of(item: SpecTask) -> str:
        """Return the task's id."""
        return item.id

    @cached_property
    def next_task(self) -> NextTask:
        """What to work on next, or why there is nothing."""
        return find_next_task(self)

    @property
    def complete(self) -> int:
        """How many are complete."""
        return sum(task.status == TaskStatus.COMPLETE for task in self)
