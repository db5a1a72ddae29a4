"""Greedy coverage by lazy evaluation: the picks of the plain loop, without its scans.

The plain loop looks at every page in every round. But a page's gain can only fall while labels
become covered: leaving out a term that is not negative never raises a sum, in double precision
either, since rounding is monotone. So an old gain is an upper bound of the present one. The pages
stand in a heap by their last known gain; the top one is evaluated again, and if its gain is
unchanged, no other page can beat it.

Three things keep the work small for a million pages. First gains are computed for all pages at
once. Only pages whose bound reaches the heap's top enter the heap, in growing batches of the sorted
rest. And where so many pages had to be evaluated again that computing all gains anew is cheaper,
that is done.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

import numpy as np

from ctxkit.resident.table import Flags, Floats, PageTable

#: Evaluating all pages at once costs about as much as evaluating this share one by one.
_WHOLE_PASS_SHARE = 8
_FIRST_BATCH = 512


@dataclass(slots=True)
class GreedyRun:
    """What a run of the greedy rule did.

    Attributes
    ----------
    rows : list of int
        Picked rows in order.
    gains : list of float
        Gain of each pick.
    new_labels : list of list of int
        Labels that each pick covered first, in their order on the page.
    first_gains, last_gains : ndarray of float64, shape (n,)
        Gains of all eligible pages before the first and after the last pick; 0 for the others.
    evaluations : int
        How many single pages were evaluated again.
    """

    rows: list[int] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    new_labels: list[list[int]] = field(default_factory=list)
    first_gains: Floats = field(default_factory=lambda: np.zeros(0))
    last_gains: Floats = field(default_factory=lambda: np.zeros(0))
    evaluations: int = 0


def page_gains(table: PageTable, live: Floats, eligible: Flags) -> Floats:
    """Return the gain of every page under the weights of the labels not yet covered.

    Parameters
    ----------
    table : PageTable
    live : ndarray of float64, shape (labels,)
        Weight of each label, 0 once it is covered.
    eligible : ndarray of bool, shape (n,)
        Pages that may be picked; the gain of the others is given as 0.

    Returns
    -------
    ndarray of float64, shape (n,)
        Sums in label order, each rounded as a plain loop rounds them.
    """
    n = len(table)
    rows = np.repeat(np.arange(n, dtype=np.intp), np.diff(table.starts))
    # bincount adds one weight after the other; reduceat and matrix products add pairwise.
    # It forgets the weights' type where there are no labels at all.
    gains = np.bincount(rows, weights=live[table.labels], minlength=n).astype(np.float64)
    gains[~eligible] = 0.0
    return gains


class LazyGreedy:
    """The greedy rule over one set of pages.

    Parameters
    ----------
    table : PageTable
    weights : ndarray of float64, shape (labels,)
    eligible : ndarray of bool, shape (n,)
        Pages that may be picked.
    by_cost : bool
        Whether pages are compared by gain for each token instead of by gain.
    """

    def __init__(
        self, table: PageTable, weights: Floats, eligible: Flags, *, by_cost: bool = False
    ) -> None:
        self._table = table
        self._eligible = eligible
        self._prices = table.tokens.astype(np.float64) if by_cost else None
        self._live = weights.copy()
        self._live_list: list[float] = weights.tolist()  # faster to read one by one
        self._covered = bytearray(len(weights))
        self._chosen: set[str] = set()
        self._purse: int | None = None
        self._heap: list[tuple[float, str, int]] = []
        self._evaluated = 0

    def run(self, rounds: int, purse: int | None = None) -> GreedyRun:
        """Pick until the rounds, the gains or the tokens in the purse are used up."""
        run = GreedyRun(first_gains=self._all_gains())
        self._purse = purse
        self._rebuild(run.first_gains)
        while len(run.rows) < rounds and (best := self._best(run)) is not None:
            row, gain = best
            run.rows.append(row)
            run.gains.append(gain)
            run.new_labels.append(self._cover(row))
        run.last_gains = self._all_gains() if run.rows else run.first_gains
        return run

    def _all_gains(self) -> Floats:
        return page_gains(self._table, self._live, self._eligible)

    def _rebuild(self, gains: Floats) -> None:
        """Sort all pages that still gain anything and are affordable, and empty the heap."""
        wanted = gains > 0
        if self._purse is not None and self._purse < 2**64:
            wanted &= self._table.tokens <= np.uint64(self._purse)
        order = np.flatnonzero(wanted)
        keys = -gains[order]
        if self._prices is not None:
            with np.errstate(divide="ignore", over="ignore"):
                keys /= self._prices[order]
        by_key = np.argsort(keys, kind="stable")
        self._order = order[by_key]
        self._keys = keys[by_key]
        self._cursor = 0
        self._heap.clear()
        self._evaluated = 0
        self._patience = len(order) // _WHOLE_PASS_SHARE + _FIRST_BATCH

    def _fill(self) -> None:
        """Take sorted pages into the heap until no page outside may beat or tie its top."""
        heap, keys, total = self._heap, self._keys, len(self._keys)
        while self._cursor < total and (not heap or keys[self._cursor] <= heap[0][0]):
            end = min(total, self._cursor + max(_FIRST_BATCH, self._cursor))
            rows = self._order[self._cursor : end].tolist()
            ids = map(self._table.page_ids.__getitem__, rows)
            heap.extend(zip(keys[self._cursor : end].tolist(), ids, rows, strict=True))
            heapq.heapify(heap)
            self._cursor = end

    def _best(self, run: GreedyRun) -> tuple[int, float] | None:
        """Return the page that the plain loop would pick now, and its gain."""
        heap = self._heap
        while True:
            self._fill()
            if not heap:
                return None
            key, page_id, row = heap[0]
            if self._evaluated > self._patience:
                self._rebuild(self._all_gains())
                continue
            self._evaluated += 1
            if page_id in self._chosen or not self._affordable(row):
                heapq.heappop(heap)
                continue
            gain = self._gain(row)
            run.evaluations += 1
            if gain <= 0:
                heapq.heappop(heap)
                continue
            present = self._key(row, gain)
            if present == key:
                heapq.heappop(heap)
                return row, gain
            heapq.heapreplace(heap, (present, page_id, row))

    def _affordable(self, row: int) -> bool:
        return self._purse is None or int(self._table.tokens[row]) <= self._purse

    def _gain(self, row: int) -> float:
        live = self._live_list
        gain = 0.0
        # Not sum(): from Python 3.12 on it corrects rounding errors, the rule's sums do not.
        for label in self._table.label_codes(row):
            gain += live[label]
        return gain

    def _key(self, row: int, gain: float) -> float:
        """Return what the heap sorts by: the smallest is the best."""
        if self._prices is None:
            return -gain
        price = float(self._prices[row])
        return -gain / price if price else -math.inf

    def _cover(self, row: int) -> list[int]:
        """Make a page resident; return the labels it covers first."""
        new = []
        for label in self._table.label_codes(row):
            if not self._covered[label]:
                self._covered[label] = 1
                self._live[label] = 0.0
                self._live_list[label] = 0.0
                new.append(label)
        self._chosen.add(self._table.page_ids[row])
        if self._purse is not None:
            self._purse -= int(self._table.tokens[row])
        return new
