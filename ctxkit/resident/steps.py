"""A moment of a greedy run: what competes for the next pick, and what is left to cover."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.model import Model
from ctxkit.resident.bound import exact_sum
from ctxkit.resident.greedy import page_gains
from ctxkit.resident.table import Floats
from ctxkit.resident.trace import REASONS, Pick, RejectReason, Strategy, reason_code
from ctxkit.view import Shown

if TYPE_CHECKING:
    from ctxkit.resident.working_set import WorkingSet


class Candidate(Model):
    """A page that could be picked next.

    Attributes
    ----------
    row : int
        Row of the page in the table.
    page_id : str
    gain : float
        Weights of its labels not covered by now.
    tokens : int
    """

    row: int
    page_id: str
    gain: float
    tokens: int

    @property
    def gain_per_token(self) -> float:
        """The gain divided by the tokens; infinity for a page of no tokens."""
        return self.gain / self.tokens if self.tokens else float("inf")


class LabelAtStep(Model):
    """One label of a page at a moment of the run.

    Attributes
    ----------
    name : str
    weight : float
    covered_by : Pick or None
        The pick that covered it first, if it was made by then.
    """

    name: str
    weight: float
    covered_by: Pick | None = None


@dataclass(eq=False, repr=False)
class CoverageStep(Shown):
    """The state of a selection after so many of its picks.

    Attributes
    ----------
    working_set : WorkingSet
    step : int
        Picks made by then: 0 before the first, ``len(working_set)`` at the end.
    gains : ndarray of float64, shape (n,)
        What each eligible page would gain now; 0 for the others.
    live : ndarray of float64, shape (labels,)
        Weight of each label, 0 once it is covered.
    """

    working_set: WorkingSet
    step: int
    gains: Floats
    live: Floats

    @classmethod
    def of(cls, working_set: WorkingSet, step: int) -> CoverageStep:
        """Return the state after ``step`` picks; see :meth:`WorkingSet.at`."""
        whole = isinstance(step, int | np.integer) and not isinstance(step, bool)
        if not whole or not 0 <= step <= len(working_set):
            raise InvalidValueError(
                "no such step",
                where="step",
                got=repr(step),
                expected=f"0 (before the first pick) to {len(working_set)} (after the last)",
            )
        live = working_set.weights.copy()
        for labels in working_set.run.new_labels[:step]:
            live[labels] = 0.0
        gains = page_gains(working_set.table, live, working_set.eligible)
        return cls(working_set, int(step), gains, live)

    @property
    def pick(self) -> Pick | None:
        """The pick just made; ``None`` before the first."""
        return self.working_set[self.step - 1] if self.step else None

    @property
    def next_pick(self) -> Pick | None:
        """The pick that follows; ``None`` at the end."""
        return self.working_set[self.step] if self.step < len(self.working_set) else None

    @property
    def covered_weight(self) -> float:
        """Weight covered by now, each label once."""
        return self.pick.covered_weight if self.pick else 0.0

    @property
    def used_tokens(self) -> int:
        """Tokens of the picks by now."""
        return self.pick.used_tokens if self.pick else 0

    @property
    def left_weight(self) -> float:
        """Coverable weight that no pick covers yet, within the limits or not."""
        return exact_sum(self.live[self.working_set.coverable])

    @property
    def left_slots(self) -> int | None:
        """Slots still empty; ``None`` where tokens are the limit."""
        slots = self.working_set.slots
        return None if slots is None else slots - self.step

    @property
    def left_tokens(self) -> int | None:
        """Tokens not yet spent; ``None`` where slots are the limit."""
        budget = self.working_set.token_budget
        return None if budget is None else budget - self.used_tokens

    @property
    def by_token(self) -> bool:
        """Whether the next pick is decided by gain for each token and not by gain alone."""
        chosen = self.working_set
        single = (chosen.reasons == reason_code(RejectReason.ONE_IS_BETTER)).any()
        return chosen.strategy is Strategy.COST and not single

    @cached_property
    def open_rows(self) -> npt.NDArray[np.intp]:
        """Rows that could be picked now, in their order in the table."""
        chosen = self.working_set
        open_ = self.gains > 0
        if self.left_slots == 0:
            open_[:] = False
        if self.left_tokens is not None and self.left_tokens < 2**64:
            open_ &= chosen.table.tokens <= np.uint64(self.left_tokens)
        open_[chosen.run.rows[: self.step]] = False
        rows = np.flatnonzero(open_)
        ids = self._chosen_ids
        twins = [row for row in rows.tolist() if chosen.table.page_ids[row] in ids] if ids else []
        return np.setdiff1d(rows, np.array(twins, dtype=np.intp)) if twins else rows

    @cached_property
    def _chosen_ids(self) -> frozenset[str]:
        chosen = self.working_set
        return frozenset(chosen.table.page_ids[row] for row in chosen.run.rows[: self.step])

    def candidates(self, most: int = 10) -> tuple[Candidate, ...]:
        """Return the best of the pages that could be picked now, the next pick first.

        Parameters
        ----------
        most : int
            How many.
        """
        table, rows = self.working_set.table, self.open_rows
        keys = self.gains[rows]
        if self.by_token:
            with np.errstate(divide="ignore", over="ignore"):
                keys = keys / table.tokens[rows].astype(np.float64)
        if len(rows) > most > 0:
            # All that are as good as the last one shown stay in, so that ids can decide.
            least = np.partition(keys, len(keys) - most)[-most]
            rows, keys = rows[keys >= least], keys[keys >= least]
        ranked = sorted(
            zip(keys.tolist(), rows.tolist(), strict=True),
            key=lambda pair: (-pair[0], table.page_ids[pair[1]], pair[1]),
        )
        return tuple(self.candidate(row) for _, row in ranked[:most])

    def candidate(self, row: int) -> Candidate:
        """Return a page with what it would gain now."""
        table = self.working_set.table
        return Candidate(
            row=row,
            page_id=table.page_ids[row],
            gain=float(self.gains[row]),
            tokens=int(table.tokens[row]),
        )

    def uncovered(self, most: int = 10) -> tuple[LabelAtStep, ...]:
        """Return the heaviest coverable labels that no pick covers yet, by falling weight."""
        chosen = self.working_set
        labels = np.flatnonzero((self.live > 0) & chosen.coverable)
        order = np.argsort(-self.live[labels], kind="stable")[:most]
        return tuple(map(self._label, labels[order].tolist()))

    @property
    def uncovered_count(self) -> int:
        """How many coverable labels no pick covers yet."""
        return int(((self.live > 0) & self.working_set.coverable).sum())

    def labels_of(self, row: int) -> tuple[LabelAtStep, ...]:
        """Return each label of a page once, with its weight and the pick that covered it."""
        return tuple(map(self._label, dict.fromkeys(self.working_set.table.label_codes(row))))

    def _label(self, code: int) -> LabelAtStep:
        chosen = self.working_set
        first = chosen.steps_by_label.get(code)
        covered = first is not None and first < self.step
        return LabelAtStep(
            name=chosen.table.label_names[code],
            weight=float(chosen.weights[code]),
            covered_by=chosen[first] if covered and first is not None else None,
        )

    def status(self, row: int) -> str:
        """Say in a few words what a page is now: a pick, a candidate, or out and why.

        Parameters
        ----------
        row : int
            Row of the page in the table.
        """
        chosen = self.working_set
        if row in chosen.run.rows:
            turn = chosen.run.rows.index(row) + 1
            if turn <= self.step:
                return f"pick {turn}"
            return "next pick" if turn == self.step + 1 else "candidate"
        if self.step == len(chosen) or not chosen.eligible[row]:
            return str(REASONS[chosen.reasons[row] - 1])
        if chosen.table.page_ids[row] in self._chosen_ids:
            return str(RejectReason.SAME_ID)
        if self.gains[row] <= 0:
            return str(RejectReason.NO_GAIN)
        left = self.left_tokens
        if left is not None and int(chosen.table.tokens[row]) > left:
            return str(RejectReason.OVER_REST)
        return "candidate"

    def page(self, page: str | int) -> PageAtStep:
        """Return the story of one page at this moment.

        Parameters
        ----------
        page : str or int
            Its id, or its row in the table (needed where an id stands twice).

        Raises
        ------
        UnknownNameError, InvalidValueError
            As for :meth:`WorkingSet.explain`.
        """
        return PageAtStep(self, self.working_set.row_of(page))


@dataclass(frozen=True, eq=False, repr=False)
class PageAtStep(Shown):
    """One page at a moment of the run: its state, its gain, and its labels.

    Attributes
    ----------
    moment : CoverageStep
    row : int
        Row of the page in the table.
    """

    moment: CoverageStep
    row: int

    @property
    def page_id(self) -> str:
        """Id of the page."""
        return str(self.moment.working_set.table.page_ids[self.row])

    @property
    def status(self) -> str:
        """What the page is now, see :meth:`CoverageStep.status`."""
        return self.moment.status(self.row)

    @property
    def gain(self) -> float:
        """What it would gain now; 0 once it is picked."""
        return float(self.moment.gains[self.row])

    @property
    def labels(self) -> tuple[LabelAtStep, ...]:
        """Its labels, see :meth:`CoverageStep.labels_of`."""
        return self.moment.labels_of(self.row)

    @property
    def verdict(self) -> str:
        """Why it is in or out in the end, see :meth:`WorkingSet.explain`."""
        return self.moment.working_set.explain(self.row)
