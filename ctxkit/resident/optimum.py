"""The best choice of pages by an integer program, proven where time allows, honest where not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.model import Model
from ctxkit.resident.assembly import check_ids, closure_rows
from ctxkit.resident.bound import exact_sum
from ctxkit.resident.columns import page_table
from ctxkit.resident.selection import check_count, run_by_cost, run_in_frames
from ctxkit.resident.table import Flags, Floats
from ctxkit.resident.trace import RejectReason, reason_code
from ctxkit.resident.weights import label_weights
from ctxkit.resident.working_set import WorkingSet
from ctxkit.view import Shown

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

#: More labels on pages than this and the program would not fit the memory of a laptop.
_LARGEST_PROGRAM = 2_000_000
#: What HiGHS calls equal, as a share of the largest weight.
_TOLERANCE = 1e-6


class OptimumStatus(StrEnum):
    """What is known about the best choice."""

    PROVEN = "proven"  #: No choice covers more, but for the tolerance.
    BOUND_ONLY = "bound only"  #: The best lies between what was found and the upper bound.
    INFEASIBLE = "infeasible"  #: What must be kept does not fit.


class Optimum(Shown, Model):
    """The best choice of pages, or what is known about it.

    Attributes
    ----------
    status : OptimumStatus
    page_ids : tuple of str
        The best choice found, kept pages first, then by id; pages that add nothing are left out.
    covered_weight : float
        Weight of all labels that it covers, each once; 0 when infeasible.
    upper_bound : float
        Weight that no choice exceeds; 0 when infeasible.
    used_tokens : int
    tolerance : float
        Weights closer than this are the same to the solver; a proof holds up to it.
    note : str
        How the answer was reached, or why there is none.
    """

    status: OptimumStatus
    page_ids: tuple[str, ...] = ()
    covered_weight: float = 0.0
    upper_bound: float = 0.0
    used_tokens: int = 0
    tolerance: float = 0.0
    note: str = ""

    @property
    def gap(self) -> float:
        """Weight by which a better choice could at most be better."""
        return self.upper_bound - self.covered_weight


def optimal_working_set(
    pages: Any,
    weights: Any,
    slots: int | None = None,
    *,
    tokens: int | None = None,
    keep: Iterable[str] = (),
    time_limit: float = 10.0,
) -> Optimum:
    """Look for the pages that cover the most weight, by an integer program (scipy's HiGHS).

    Parameters
    ----------
    pages, weights
        As for :func:`select_working_set`. Of pages with one id at most one is chosen; a label
        counts once, however often it stands on a page.
    slots : int, optional
        Room in pages.
    tokens : int, optional
        Room in tokens. Either this or ``slots`` is given.
    keep : iterable of str
        Ids that must be chosen, with all that they depend on. They take up room, and what they
        cover counts.
    time_limit : float
        Seconds for the solver.

    Returns
    -------
    Optimum
        *proven*, *bound only* when time ran out or the program is too large, or *infeasible* when
        the kept pages do not fit. Which choice is found within a time limit, and which of several
        best ones, is up to the solver.

    Raises
    ------
    InvalidValueError, UnknownNameError
        If an argument is not what it must be; the message names the culprit.
    """
    if (slots is None) == (tokens is None):
        raise InvalidValueError(
            "give either slots or tokens",
            where="optimal_working_set",
            got="both" if slots is not None else "neither",
        )
    table = page_table(pages)
    by_label = label_weights(weights, table)
    kept = closure_rows(table, check_ids(keep, "keep"))
    room = check_count(slots, "slots") if slots is not None else check_count(tokens, "tokens")
    room -= len(kept) if slots is not None else table.total_tokens(kept)
    if room < 0:
        unit = "slots" if slots is not None else "tokens"
        return Optimum(
            status=OptimumStatus.INFEASIBLE,
            note=f"the pages to keep take {-room:,} {unit} more than there are",
        )
    covered = np.zeros(len(by_label), dtype=bool)
    for row in kept:
        covered[table.label_codes(row)] = True
    rest = np.where(covered, 0.0, by_label)
    refused = np.zeros(len(table), dtype=np.uint8)
    ids = {table.page_ids[row] for row in kept}
    if ids:
        twins = [row for row, page_id in enumerate(table.page_ids) if page_id in ids]
        refused[twins] = reason_code(RejectReason.MANDATORY)
    run = run_in_frames if slots is not None else run_by_cost
    found = best_choice(run(table, rest, room, refused), time_limit=time_limit)
    sure = exact_sum(by_label[covered])
    return found.replace(
        page_ids=tuple(table.page_ids[row] for row in kept) + found.page_ids,
        covered_weight=found.covered_weight + sure,
        upper_bound=found.upper_bound + sure,
        used_tokens=found.used_tokens + table.total_tokens(kept),
    )


def best_choice(greedy: WorkingSet, *, time_limit: float) -> Optimum:
    """Return the best choice among the eligible pages and within the limits of a selection."""
    if not (isinstance(time_limit, int | float) and math.isfinite(time_limit) and time_limit >= 0):
        raise InvalidValueError(
            "not a time", where="time_limit", got=repr(time_limit), expected="seconds, 0 or more"
        )
    found = _Found(greedy, list(greedy.run.rows), greedy.upper_bound)
    if greedy.upper_bound <= greedy.covered_weight:
        return found.answer(OptimumStatus.PROVEN, "the greedy choice reaches the upper bound")
    if not math.isfinite(greedy.upper_bound):
        return found.answer(OptimumStatus.BOUND_ONLY, "the weights are too large to add up")
    program = _Program.of(greedy)
    if program.size > _LARGEST_PROGRAM:
        return found.answer(
            OptimumStatus.BOUND_ONLY,
            f"too large for the integer program: {program.size:,} labels on pages, "
            f"at most {_LARGEST_PROGRAM:,}",
        )
    result = program.solve(time_limit)
    if result.x is not None:
        found.offer(program.chosen(result.x))
    if result.mip_dual_bound is not None:
        found.bound = min(found.bound, -float(result.mip_dual_bound) * program.scale)
    if result.status == 0:
        return found.answer(OptimumStatus.PROVEN, "integer program solved")
    if result.status == 1:
        return found.answer(OptimumStatus.BOUND_ONLY, f"no proof within {time_limit:g} s")
    return found.answer(OptimumStatus.BOUND_ONLY, f"the solver gave up: {result.message}")


@dataclass(slots=True)
class _Found:
    """The best choice so far and the lowest bound so far."""

    greedy: WorkingSet
    rows: list[int]
    bound: float

    def offer(self, rows: list[int]) -> None:
        if self._weight(rows) > self._weight(self.rows):
            self.rows = rows

    def _weight(self, rows: Sequence[int]) -> float:
        covered = np.zeros(len(self.greedy.weights), dtype=bool)
        for row in rows:
            covered[self.greedy.table.label_codes(row)] = True
        return exact_sum(self.greedy.weights[covered])

    def _needed(self) -> list[int]:
        """Return the rows by id, without those that add nothing to the others."""
        table, weights = self.greedy.table, self.greedy.weights
        labels = {row: set(table.label_codes(row)) for row in self.rows}
        times = np.zeros(len(weights), dtype=np.int64)
        for codes in labels.values():
            times[list(codes)] += 1
        needed = sorted(self.rows, key=lambda row: (table.page_ids[row], row))
        for row in reversed(needed.copy()):
            if all(times[label] > 1 or not weights[label] for label in labels[row]):
                times[list(labels[row])] -= 1
                needed.remove(row)
        return needed

    def answer(self, status: OptimumStatus, note: str) -> Optimum:
        table, weights = self.greedy.table, self.greedy.weights
        tolerance = _TOLERANCE * float(weights.max(initial=0.0))
        weight = self._weight(self.rows)
        if status is OptimumStatus.BOUND_ONLY and self.bound <= weight:
            status, note = OptimumStatus.PROVEN, "the best choice found reaches the upper bound"
        if status is OptimumStatus.PROVEN and (weights[weights > 0] < tolerance).any():
            note += "; some weights are smaller than the tolerance"
        rows = self._needed()
        return Optimum(
            status=status,
            page_ids=tuple(table.page_ids[row] for row in rows),
            covered_weight=weight,
            upper_bound=max(weight, self.bound),
            used_tokens=table.total_tokens(rows),
            tolerance=tolerance,
            note=note,
        )


@dataclass(slots=True)
class _Program:
    """Maximum coverage as a program: a column for each page, then one for each label."""

    greedy: WorkingSet
    rows: npt.NDArray[np.intp]  # page of each of the first columns
    page_of: npt.NDArray[np.intp]  # column of the page of each label on a page
    label_of: npt.NDArray[np.intp]  # number of that label among the worth-while ones
    worth: Floats  # weight of each of those
    scale: float

    @classmethod
    def of(cls, greedy: WorkingSet) -> _Program:
        table = greedy.table.without_repeats()
        row_of = np.repeat(np.arange(len(table), dtype=np.intp), np.diff(table.starts))
        on = greedy.eligible[row_of] & (greedy.weights[table.labels] > 0)
        rows, page_of = np.unique(row_of[on], return_inverse=True)
        labels, label_of = np.unique(table.labels[on], return_inverse=True)
        worth = greedy.weights[labels]
        return cls(greedy, rows, page_of, label_of, worth, float(worth.max()))

    @property
    def size(self) -> int:
        return len(self.page_of)

    def chosen(self, x: Floats) -> list[int]:
        picked: Flags = x[: len(self.rows)] > 0.5
        rows: list[int] = self.rows[picked].tolist()
        return rows

    def solve(self, time_limit: float) -> OptimizeResult:
        from scipy.optimize import Bounds, LinearConstraint, milp

        pages, labels = len(self.rows), len(self.worth)
        return milp(
            c=np.concatenate([np.zeros(pages), -self.worth / self.scale]),
            integrality=np.concatenate([np.ones(pages), np.zeros(labels)]),
            bounds=Bounds(0, 1),
            constraints=[
                LinearConstraint(matrix, -np.inf, limit) for matrix, limit in self._constraints()
            ],
            # The relative gap alone would call a choice best that is not.
            options={"time_limit": time_limit, "mip_rel_gap": 0.0},
        )

    def _constraints(self) -> list[tuple[Any, Any]]:
        from scipy.sparse import csr_array

        pages, labels = len(self.rows), len(self.worth)
        width = pages + labels
        # A label is covered at most as often as pages with it are chosen.
        every = np.arange(labels)
        covered = csr_array(
            (
                np.concatenate([np.full(self.size, -1.0), np.ones(labels)]),
                (
                    np.concatenate([self.label_of, every]),
                    np.concatenate([self.page_of, pages + every]),
                ),
            ),
            shape=(labels, width),
        )
        table, slots = self.greedy.table, self.greedy.slots
        prices = np.ones(pages) if slots is not None else table.tokens[self.rows].astype(np.float64)
        room = slots if slots is not None else self.greedy.token_budget
        within = csr_array((prices, (np.zeros(pages, dtype=int), np.arange(pages))), (1, width))
        constraints: list[tuple[Any, Any]] = [(covered, 0.0), (within, float(room or 0))]
        twins = self._twins()
        if twins is not None:
            constraints.append((twins, 1.0))
        return constraints

    def _twins(self) -> Any:
        """Return one row for each id that stands twice: one of its pages at most."""
        from scipy.sparse import csr_array

        columns: dict[str, list[int]] = {}
        for column, row in enumerate(self.rows.tolist()):
            columns.setdefault(self.greedy.table.page_ids[row], []).append(column)
        groups = [group for group in columns.values() if len(group) > 1]
        if not groups:
            return None
        at = np.array([(n, column) for n, group in enumerate(groups) for column in group])
        shape = (len(groups), len(self.rows) + len(self.worth))
        return csr_array((np.ones(len(at)), (at[:, 0], at[:, 1])), shape)
