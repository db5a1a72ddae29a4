"""What each task loads before and after, and at which cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxkit.budgets.costing import Costing
from ctxkit.budgets.row import BudgetRow
from ctxkit.collection import Collection
from ctxkit.manifest.changes import ManifestChanges, compare_manifests
from ctxkit.resident.estimators import Estimator
from ctxkit.specdiff.changes import SpecChanges
from ctxkit.view import Plotted, Record
from ctxkit.workspace.spec import Spec


@dataclass(frozen=True, slots=True)
class TaskCost(Record):
    """A task's manifest in two versions of a spec.

    Attributes
    ----------
    before_id, after_id : str
        Empty where the task is not there; both empty for the spec as a whole.
    title : str
    before, after : BudgetRow or None
        What its manifest costs.
    changes : ManifestChanges or None
        What it loads otherwise, where it is there in both.
    """

    before_id: str
    after_id: str
    title: str
    before: BudgetRow | None
    after: BudgetRow | None
    changes: ManifestChanges | None

    @property
    def name(self) -> str:
        """Id of the task now, or last; ``spec`` for the spec as a whole."""
        return self.after_id or self.before_id or "spec"

    @property
    def estimate_delta(self) -> int:
        """How much more its required items cost by the tool's hints, in tokens."""
        before, after = (0 if row is None else row.estimate for row in (self.before, self.after))
        return after - before

    @property
    def whole_delta(self) -> int:
        """How much more all its items come to on real bytes, in tokens."""
        before, after = (0 if row is None else row.whole for row in (self.before, self.after))
        return after - before


class TaskCosts(Plotted, Collection[TaskCost]):
    """What every task loads before and after."""

    noun = "task"

    @staticmethod
    def name_of(item: TaskCost) -> str:
        """Return the task's id now, or last."""
        return item.name

    @property
    def estimate(self) -> tuple[int, int]:
        """Tokens by hints of all tasks, before and after."""
        return (
            sum(one.before.estimate for one in self if one.before),
            sum(one.after.estimate for one in self if one.after),
        )

    @property
    def whole(self) -> tuple[int, int]:
        """Tokens on real bytes of all items of all tasks, before and after."""
        return (
            sum(one.before.whole for one in self if one.before),
            sum(one.after.whole for one in self if one.after),
        )


def compare_costs(
    before: Spec, after: Spec, tasks: SpecChanges, estimator: Estimator
) -> Iterator[TaskCost]:
    """Yield what each task loads in two versions, and the spec itself where it has no task."""
    was, now = Costing(before, estimator), Costing(after, estimator)
    pairs = [(one.before, one.after, one.title) for one in tasks] or [("", "", after.title)]
    for old, new, title in pairs:
        whole_spec = not old and not new
        earlier = before.manifest(task=old) if old or whole_spec else None
        later = after.manifest(task=new) if new or whole_spec else None
        yield TaskCost(
            before_id=old,
            after_id=new,
            title=title,
            before=was.row_of(earlier) if earlier else None,
            after=now.row_of(later) if later else None,
            changes=compare_manifests(earlier, later) if earlier and later else None,
        )
