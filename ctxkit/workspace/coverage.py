"""Which tasks cover a requirement, and which requirements none does."""

from __future__ import annotations

from collections.abc import Sequence

from ctxkit.collection import Collection
from ctxkit.model import Model
from ctxkit.view import Plotted
from ctxkit.workspace.progress import SpecTask
from ctxkit.workspace.requirements import Requirements


class CoveredRequirement(Model):
    """A requirement and the tasks that cover it.

    Attributes
    ----------
    number : int
    title : str
    criteria : int
        How many acceptance criteria it has.
    tasks : tuple of str
        Empty where no task covers it.
    """

    number: int
    title: str
    criteria: int
    tasks: tuple[str, ...]


class Coverage(Plotted, Collection[CoveredRequirement]):
    """The requirements of a spec, each with the tasks that cover it."""

    @property
    def uncovered(self) -> tuple[int, ...]:
        """Numbers of the requirements that no task covers."""
        return tuple(row.number for row in self if not row.tasks)


def cover_requirements(requirements: Requirements, tasks: Sequence[SpecTask]) -> Coverage:
    """Return each requirement, in the order of its file, with the tasks that cover it."""
    return Coverage(
        CoveredRequirement(
            number=requirement.number,
            title=requirement.title,
            criteria=len(requirement.criteria),
            tasks=tuple(task.id for task in tasks if requirement.number in task.requirements),
        )
        for requirement in requirements
    )
