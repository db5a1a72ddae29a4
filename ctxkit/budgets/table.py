"""All requests of a workspace against their budgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ctxkit.budgets.costing import Costing
from ctxkit.budgets.remedies import Remedy, find_remedies
from ctxkit.budgets.row import BudgetRow
from ctxkit.collection import Collection
from ctxkit.errors import InvalidValueError
from ctxkit.manifest.vocabulary import ITEM_KINDS, ROLES, ContextMode
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.view import Plotted, Styled
from ctxkit.workspace.overrides import check_budget, check_name, several
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

Worst = tuple[tuple[BudgetRow, tuple[Remedy, ...]], ...]


class BudgetTable(Styled, Plotted, Collection[BudgetRow]):
    """What every request costs against its budget, by spec, task, role and mode.

    Attributes
    ----------
    estimator : str
        Who counted what is measured.
    """

    noun = "request"

    def __init__(
        self,
        rows: Iterable[BudgetRow],
        costings: Mapping[str, Costing],
        *,
        estimator: str,
        host_budget: int | None = None,
        worst: Worst = (),
    ) -> None:
        super().__init__(rows)
        self.estimator = estimator
        self._costings = costings
        self._host_budget = host_budget
        self._worst = worst

    @staticmethod
    def name_of(item: BudgetRow) -> str:
        """Return spec, task, role and mode."""
        return item.name

    def _sliced(self, items: tuple[BudgetRow, ...]) -> BudgetTable:
        return _with_worst(items, self._costings, self.estimator, self._host_budget)

    @property
    def over(self) -> tuple[BudgetRow, ...]:
        """Requests that the tool calls over budget: by its hints."""
        return tuple(row for row in self if row.over)

    @property
    def over_measured(self) -> tuple[BudgetRow, ...]:
        """Requests whose required items are over budget on real bytes."""
        return tuple(row for row in self if row.over_measured)

    @property
    def over_whole(self) -> tuple[BudgetRow, ...]:
        """Requests that are over budget on real bytes if every optional item is opened."""
        return tuple(row for row in self if row.over_whole)

    @property
    def tokens_by_kind(self) -> dict[str, int]:
        """Tokens on real bytes of all items of all requests, by kind, in load order."""
        totals = {kind: sum(row.by_kind.get(kind, 0) for row in self) for kind in ITEM_KINDS}
        return {kind: tokens for kind, tokens in totals.items() if tokens}

    @property
    def ten_worst(self) -> Worst:
        """The ten tasks that are nearest to their budget or over it, with what would help.

        Worked out when the table is made, since a display reads no disk.
        """
        return self._worst

    def worst(self, number: int = 10) -> Worst:
        """Return the tasks that are nearest to their budget or over it, with what would help.

        Parameters
        ----------
        number : int
            How many. Of each task its own role is looked at, or the worst where that is not here.

        Returns
        -------
        tuple of (BudgetRow, tuple of Remedy)
            The worst first. Every remedy was built and counted; the gentlest comes first.

        Raises
        ------
        InvalidValueError
            If the number is below zero.
        """
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise InvalidValueError(
                "no such number of tasks", where="number", got=repr(number), expected="0 or more"
            )
        if number <= len(self._worst):
            return self._worst[:number]
        return _find_worst(tuple(self), self._costings, self._host_budget, number)


def budget_table(
    subject: Workspace | Spec,
    *,
    roles: Iterable[str] | None = None,
    modes: Iterable[str] = (ContextMode.BRIEFING,),
    host_budget: int | None = None,
    estimator: Estimator = HEURISTIC,
) -> BudgetTable:
    """Count what every request of a workspace loads, against its budget.

    Parameters
    ----------
    subject : Workspace or Spec
    roles : iterable of str, optional
        Every role that there is when not given.
    modes : iterable of str
        ``briefing``, ``dispatch``, ``mission``.
    host_budget : int, optional
        Cap in tokens, as for :meth:`Spec.request`.
    estimator : Estimator
        Counts the tokens of what is on the disk.

    Returns
    -------
    BudgetTable
        A row for each task of each spec (or the spec itself, where it has no tasks), role and mode.

    Raises
    ------
    UnknownNameError
        If there is no such role or mode.
    InvalidValueError
        If the subject is neither a workspace nor a spec, or the host budget is negative.
    """
    asked_roles = list(ROLES) if roles is None else list(several("roles", roles, str))
    asked_modes = [str(mode) for mode in several("modes", modes, str)]
    for role in asked_roles:
        check_name("role", role, ROLES)
    for mode in asked_modes:
        check_name("mode", mode, ContextMode)
    if host_budget is not None:
        check_budget(host_budget)
    costings = {spec.slug: Costing(spec, estimator) for spec in _specs(subject)}
    rows = [
        costing.row(task=task, role=role, mode=mode, **_cap(host_budget))
        for costing in costings.values()
        for task in [known.id for known in costing.spec.progress] or [""]
        for mode in asked_modes
        for role in asked_roles
    ]
    return _with_worst(rows, costings, estimator.name, host_budget)


def _specs(subject: Workspace | Spec) -> Iterator[Spec]:
    if isinstance(subject, Spec):
        yield subject
    elif isinstance(subject, Workspace):
        yield from subject.values()
    else:
        raise InvalidValueError(
            "neither a workspace nor a spec",
            where="subject",
            got=type(subject).__name__,
            expected="a Workspace or a Spec",
            hint="ctxkit.open_workspace(path) opens a folder.",
        )


def _cap(host_budget: int | None) -> dict[str, Any]:
    return {} if host_budget is None else {"host_budget": host_budget}


def _with_worst(
    rows: Iterable[BudgetRow],
    costings: Mapping[str, Costing],
    estimator: str,
    host_budget: int | None,
) -> BudgetTable:
    held = tuple(rows)
    worst = _find_worst(held, costings, host_budget, 10)
    return BudgetTable(held, costings, estimator=estimator, host_budget=host_budget, worst=worst)


def _find_worst(
    rows: tuple[BudgetRow, ...],
    costings: Mapping[str, Costing],
    host_budget: int | None,
    number: int,
) -> Worst:
    one_a_task: dict[tuple[str, str, str], BudgetRow] = {}
    for row in sorted(rows, key=lambda row: (not row.own, -row.share)):
        one_a_task.setdefault((row.spec, row.task, row.mode), row)
    ordered = sorted(one_a_task.values(), key=lambda row: (-row.share, row.name))
    found = []
    for row in ordered[:number]:
        overrides = {"task": row.task, "role": row.role, "mode": row.mode, **_cap(host_budget)}
        found.append((row, tuple(find_remedies(costings[row.spec], row, overrides))))
    return tuple(found)
