"""A finished selection: its picks, how good they are, and why every other page is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, overload

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.resident.bound import exact_sum, fill_bound, slot_bound
from ctxkit.resident.digest import resident_page_digest
from ctxkit.resident.greedy import GreedyRun
from ctxkit.resident.pages import ContextPage, DependencyEnv
from ctxkit.resident.steps import CoverageStep
from ctxkit.resident.table import Flags, Floats, PageTable
from ctxkit.resident.trace import REASONS, Pick, Reject, RejectReason, Strategy, reason_code
from ctxkit.view import Framed, Plotted, Shown

if TYPE_CHECKING:
    from ctxkit.resident.optimum import Optimum

#: How many labels of all pages together the bound may look at again for the sake of tightness.
_BOUND_EFFORT = 2_000_000
_BOUND_POINTS = 16


@dataclass(eq=False, repr=False)
class WorkingSet(Shown, Framed, Plotted, Sequence[Pick]):
    """Picked pages in the order they were picked, and the whole story behind them.

    A sequence of :class:`Pick`. Contract B.

    Attributes
    ----------
    table : PageTable
        All pages that were looked at.
    weights : ndarray of float64, shape (labels,)
        By position in ``table.label_names``.
    strategy : Strategy
    slots : int or None
        How many picks there was room for; ``None`` when tokens were the limit.
    token_budget : int or None
        How many tokens there was room for; ``None`` when slots were the limit.
    frame_tokens : int or None
        Size of a frame, where pages larger than it were refused.
    run : GreedyRun
        The picks as rows and label numbers.
    eligible : ndarray of bool, shape (n,)
        Pages that could be picked.
    reasons : ndarray of uint8, shape (n,)
        0 for picked pages, else 1 + the position in :class:`RejectReason`.
    env : DependencyEnv or None
        The state that pages were checked against, if they were.
    """

    table: PageTable
    weights: Floats
    strategy: Strategy
    slots: int | None
    token_budget: int | None
    run: GreedyRun
    eligible: Flags
    reasons: npt.NDArray[np.uint8]
    frame_tokens: int | None = None
    env: DependencyEnv | None = None

    # -- the picks ------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.run.rows)

    @overload
    def __getitem__(self, index: int) -> Pick: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Pick, ...]: ...
    def __getitem__(self, index: int | slice) -> Pick | tuple[Pick, ...]:
        steps = range(len(self))[index]
        if isinstance(steps, range):
            return tuple(map(self._pick, steps))
        return self._pick(steps)

    def __iter__(self) -> Iterator[Pick]:
        return map(self._pick, range(len(self)))

    def _pick(self, step: int) -> Pick:
        row = self.run.rows[step]
        names = self.table.label_names
        return Pick(
            step=step + 1,
            page_id=self.table.page_ids[row],
            row=row,
            gain=self.run.gains[step],
            new_labels=tuple(names[label] for label in self.run.new_labels[step]),
            tokens=int(self.table.tokens[row]),
            covered_weight=float(self.running_weight[step]),
            used_tokens=self.running_tokens[step],
        )

    @property
    def page_ids(self) -> tuple[str, ...]:
        """Ids of the picks in order."""
        return tuple(self.table.page_ids[row] for row in self.run.rows)

    @property
    def pages(self) -> tuple[ContextPage, ...]:
        """The picked pages in order."""
        return tuple(map(self.table.page, self.run.rows))

    @property
    def resident_digest(self) -> str:
        """Digest of the picked ids in order."""
        return resident_page_digest(self.page_ids)

    @cached_property
    def running_weight(self) -> Floats:
        """Weight of all labels covered after each pick, each label once."""
        sizes = list(map(len, self.run.new_labels))
        owners = np.repeat(np.arange(len(sizes)), sizes)
        labels = np.fromiter(chain.from_iterable(self.run.new_labels), np.intp, len(owners))
        # bincount adds in the order of the labels, as the gains were added.
        new = np.bincount(owners, weights=self.weights[labels], minlength=len(sizes))
        return np.cumsum(new.astype(np.float64, copy=False))

    @cached_property
    def running_tokens(self) -> list[int]:
        """Tokens of all picks after each pick."""
        total, running = 0, []
        for row in self.run.rows:
            total += int(self.table.tokens[row])
            running.append(total)
        return running

    @property
    def used_tokens(self) -> int:
        """Tokens of all picks together."""
        return self.running_tokens[-1] if self.run.rows else 0

    def at(self, step: int) -> CoverageStep:
        """Return a moment of the run: what competes for the next pick, and what is left.

        Parameters
        ----------
        step : int
            Picks made by then: 0 before the first, ``len(self)`` at the end.

        Raises
        ------
        InvalidValueError
            If there is no such step.
        """
        return CoverageStep.of(self, step)

    # -- how good it is -------------------------------------------------------------------------

    @property
    def covered_weight(self) -> float:
        """Weight of all labels that the picks cover, each once."""
        return float(self.running_weight[-1]) if self.run.rows else 0.0

    @cached_property
    def coverable(self) -> Flags:
        """Labels with a weight that any page has which is neither stale nor mandatory.

        Pages that are too large for the frame or the budget are among them, so that this does not
        change with the limits.
        """
        never = [reason_code(RejectReason.STALE), reason_code(RejectReason.MANDATORY)]
        open_ = ~np.isin(self.reasons, never)
        if bool((open_ == self.eligible).all()):
            return self.run.coverable
        found = np.zeros(len(self.weights), dtype=bool)
        found[self.table.labels[np.repeat(open_, np.diff(self.table.starts))]] = True
        found &= self.weights > 0
        return found

    @cached_property
    def coverable_weight(self) -> float:
        """Weight of all that pages neither stale nor mandatory have, whatever the limits."""
        return exact_sum(self.weights[self.coverable])

    @cached_property
    def coverable_within_limits(self) -> float:
        """Weight of all labels that any eligible page has: one that fits frame and budget."""
        return exact_sum(self.weights[self.run.coverable])

    @cached_property
    def complete(self) -> bool:
        """Whether no eligible page gains anything any more: nothing coverable is left."""
        return not bool(self.run.last_gains.any())

    @cached_property
    def share_of_coverable(self) -> float:
        """Covered weight as a share of all coverable weight; 1 where there is none to cover."""
        if self.complete and bool((self.coverable == self.run.coverable).all()):
            return 1.0
        return min(1.0, self.covered_weight / self.coverable_weight)

    @cached_property
    def upper_bound(self) -> float:
        """Weight that no choice within the same limits can exceed, from the data at hand.

        Whatever the best choice is, it covers at most what some of the picks cover plus the largest
        gains left after them (coverage is submodular). The smallest such sum over several
        beginnings of the picks, and never more than the weight coverable within the limits.
        """
        if self.complete:
            return self.covered_weight
        bounds = [self.coverable_within_limits, *map(self._bound_after, self._bound_steps())]
        return max(self.covered_weight, min(bounds))

    @property
    def share_of_bound(self) -> float:
        """Covered weight as a share of the upper bound: at least this close to the best."""
        if self.complete or self.upper_bound == 0:
            return 1.0
        return min(1.0, self.covered_weight / self.upper_bound)

    def _bound_steps(self) -> list[int]:
        """Return after how many picks to look: always none and all, more where it is cheap."""
        points = min(_BOUND_POINTS, _BOUND_EFFORT // max(1, len(self.table.labels)))
        between = np.linspace(0, len(self), points + 2)[1:-1].astype(int).tolist()
        return sorted({0, len(self), *between})

    def _bound_after(self, step: int) -> float:
        covered = float(self.running_weight[step - 1]) if step else 0.0
        if step == len(self):
            gains = self.run.last_gains
        elif step == 0:
            gains = self.run.first_gains
        else:
            gains = self.at(step).gains
        if self.slots is not None:
            return covered + slot_bound(gains, self.slots)
        return covered + fill_bound(gains, self.table.tokens, self.token_budget or 0)

    def optimal(self, *, time_limit: float = 10.0) -> Optimum:
        """Look for the best choice within the same limits, see :func:`optimal_working_set`."""
        from ctxkit.resident.optimum import best_choice

        return best_choice(self, time_limit=time_limit)

    # -- the rejects ----------------------------------------------------------------------------

    @cached_property
    def rejects(self) -> Rejects:
        """The pages that were not picked, in their order in the table."""
        return Rejects(self)

    @cached_property
    def steps_by_label(self) -> dict[int, int]:
        """Which pick (from 0) covered each label number first."""
        return {label: step for step, labels in enumerate(self.run.new_labels) for label in labels}

    def explain(self, page: str | int) -> str:
        """Say in one sentence why a page is in or out.

        Parameters
        ----------
        page : str or int
            Its id, or its row in the table (needed where an id stands twice).

        Raises
        ------
        UnknownNameError
            If there is no such page.
        InvalidValueError
            If the id stands twice, or there is no such row.
        """
        row = self.row_of(page)
        page_id = self.table.page_ids[row]
        if not self.reasons[row]:
            pick = self._pick(self.run.rows.index(row))
            labels = ", ".join(pick.new_labels)
            return f"{page_id}: pick {pick.step}, gain {pick.gain:g} for {labels}"
        return f"{page_id}: {self.detail(row)}"

    def row_of(self, page: str | int) -> int:
        """Return the row of a page given by id or by row; raises like :meth:`explain`."""
        if isinstance(page, str):
            return self.table.row_of(page)
        if not 0 <= page < len(self.table):
            raise InvalidValueError(
                "no such row", where="page", got=str(page), expected=f"0 to {len(self.table) - 1}"
            )
        return page

    def detail(self, row: int) -> str:
        """Say why the page in a row was not picked, with its names and numbers."""
        reason = REASONS[self.reasons[row] - 1]
        tokens = int(self.table.tokens[row])
        gain = float(self.run.last_gains[row])
        match reason:
            case RejectReason.STALE if self.env is not None:
                return f"{reason}: {self.table.dependency_of(row).why_stale(self.env)}"
            case RejectReason.OVER_FRAME if not self.frame_tokens:
                return f"{reason}: {tokens:,} tokens, no frame size was given"
            case RejectReason.OVER_FRAME:
                return f"{reason}: {tokens:,} tokens, a frame has {self.frame_tokens:,}"
            case RejectReason.OVER_BUDGET:
                return f"{reason}: {tokens:,} tokens, there are {self.token_budget or 0:,}"
            case RejectReason.OVER_REST:
                left = (self.token_budget or 0) - self.used_tokens
                return f"{reason}: {tokens:,} tokens for a gain of {gain:g}, {left:,} are left"
            case RejectReason.OUT_OF_SLOTS:
                return f"{reason}: would still gain {gain:g}"
            case RejectReason.NO_GAIN:
                return f"{reason}: {self._why_no_gain(row)}"
        return str(reason)

    def _why_no_gain(self, row: int) -> str:
        labels = list(dict.fromkeys(self.table.label_codes(row)))
        weighing = [label for label in labels if self.weights[label] > 0]
        if not labels:
            return "it has no labels"
        if not weighing:
            return "none of its labels has a weight"
        steps = sorted({self.steps_by_label[label] for label in weighing})
        ids = [self.table.page_ids[self.run.rows[step]] for step in steps]
        more = f" and {len(ids) - 3} more" if len(ids) > 3 else ""
        return "its labels are covered by " + ", ".join(ids[:3]) + more


class Rejects(Shown, Framed, Sequence[Reject]):
    """The pages that a selection did not pick; objects are made when they are asked for."""

    __slots__ = ("rows", "working_set")

    def __init__(self, working_set: WorkingSet) -> None:
        self.working_set = working_set
        self.rows = np.flatnonzero(working_set.reasons)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Reject: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Reject, ...]: ...
    def __getitem__(self, index: int | slice) -> Reject | tuple[Reject, ...]:
        if isinstance(index, slice):
            return tuple(self._reject(int(row)) for row in self.rows[index])
        return self._reject(int(self.rows[index]))

    def __iter__(self) -> Iterator[Reject]:
        return (self._reject(int(row)) for row in self.rows)

    def _reject(self, row: int) -> Reject:
        chosen = self.working_set
        return Reject(
            page_id=chosen.table.page_ids[row],
            row=row,
            reason=REASONS[chosen.reasons[row] - 1],
            detail=chosen.detail(row),
            tokens=int(chosen.table.tokens[row]),
            first_gain=float(chosen.run.first_gains[row]),
            last_gain=float(chosen.run.last_gains[row]),
        )

    @property
    def counts(self) -> dict[RejectReason, int]:
        """How many pages were rejected for each reason that occurred."""
        found = np.bincount(self.working_set.reasons, minlength=len(REASONS) + 1)[1:].tolist()
        return {reason: count for reason, count in zip(REASONS, found, strict=True) if count}
