"""Which tasks cover a requirement, and which requirements none does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxkit.collection import Collection
from ctxkit.workspace.progress import SpecTask
from ctxkit.workspace.requirements import Requirements


class CoveredRequirement(NamedTuple):
    """A requirement and the tasks that cover it."""

    number: int
    title: str
    criteria: int  #: how many acceptance criteria it has
    tasks: tuple[str, ...]  #: empty where no task covers it


class Coverage(Collection[CoveredRequirement]):
    """The requirements of a spec, each with the tasks that cover it."""

    __slots__ = ()

    @property
    def uncovered(self) -> tuple[int, ...]:
        """Numbers of the requirements that no task covers."""
        return tuple(row.number for row in self if not row.tasks)


def cover_requirements(requirements: Requirements, tasks: Sequence[SpecTask]) -> Coverage:
    """Return each requirement, in the order of its file, with the tasks that cover it."""
    return Coverage(
        CoveredRequirement(
            requirement.number,
            requirement.title,
            len(requirement.criteria),
            tuple(task.id for task in tasks if requirement.number in task.requirements),
        )
        for requirement in requirements
    )
