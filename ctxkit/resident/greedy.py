"""Greedy coverage by lazy evaluation: the picks of the plain loop, without its scans.

The plain loop looks at every page in every round. But a page's gain can only fall while labels
become covered: leaving out a term that is not negative never raises a sum, in double precision
either, since rounding is monotone. So an old gain is an upper bound of the present one. The pages
stand in a heap by their last known gain; the top one is evaluated again, and if its gain is
unchanged, no other page can beat it.

Three things keep the work small for a million pages. The gains of all pages are computed at once
where that is cheaper than one by one: at the beginning, and whenever many had to be evaluated
again. With each such pass the labels covered by then and the pages without gain are dropped. And
only pages whose bound reaches the heap's top enter the heap, in growing batches of the sorted rest.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ctxkit.resident.table import Flags, Floats, PageTable

#: A pass over all pages costs about as much as evaluating this share of them one by one, …
_PASS_SHARE = 40
#: … and this many, however few there are.
_PASS_LEAST = 50
_FIRST_BATCH = 256
#: How many of the best pages are sorted first; few runs look at more.
_SORTED_FIRST = 4096


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
    coverable : ndarray of bool, shape (labels,)
        Labels with a weight that any eligible page has.
    evaluations : int
        How many single pages were evaluated again.
    """

    rows: list[int] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    new_labels: list[list[int]] = field(default_factory=list)
    first_gains: Floats = field(default_factory=lambda: np.zeros(0))
    last_gains: Floats = field(default_factory=lambda: np.zeros(0))
    coverable: Flags = field(default_factory=lambda: np.zeros(0, dtype=bool))
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
    gains = _add_up(rows, live[table.labels], n)
    gains[~eligible] = 0.0
    return gains


def _add_up(owners: npt.NDArray[np.intp], worth: Floats, n: int) -> Floats:
    # bincount adds one weight after the other; reduceat and matrix products add pairwise.
    # Where there are none at all it forgets their type.
    return np.bincount(owners, weights=worth, minlength=n).astype(np.float64, copy=False)


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
        self._by_cost = by_cost
        self._live = weights.copy()
        self._live_list: list[float] = weights.tolist()
        self._covered = bytearray(len(weights))
        self._chosen: set[str] = set()
        self._purse: int | None = None
        self._heap: list[tuple[float, str, int]] = []
        # What may still gain: rows of the table, and their labels in compressed rows.
        self._rows = np.arange(len(table), dtype=np.intp)
        self._owners = np.repeat(self._rows, np.diff(table.starts))
        self._labels = table.labels.astype(np.intp)  # what numpy indexes with
        if not eligible.all():
            on = eligible[self._owners]
            self._owners, self._labels = self._owners[on], self._labels[on]

    def run(self, rounds: int, purse: int | None = None) -> GreedyRun:
        """Pick until the rounds, the gains or the tokens in the purse are used up."""
        run = GreedyRun()
        self._purse = purse
        run.coverable = np.zeros(len(self._live), dtype=bool)
        run.coverable[self._labels] = True
        run.coverable &= self._live > 0
        run.first_gains = self._rebuild()
        while len(run.rows) < rounds and (best := self._best(run)) is not None:
            row, gain = best
            run.rows.append(row)
            run.gains.append(gain)
            run.new_labels.append(self._cover(row))
        run.last_gains = run.first_gains
        if run.rows:
            run.last_gains = page_gains(self._table, self._live, self._eligible)
        return run

    def _rebuild(self) -> Floats:
        """Drop what cannot gain any more, sort the rest and empty the heap; return all gains."""
        worth = self._live[self._labels]
        alive = np.flatnonzero(worth)
        if len(alive) < len(worth):
            # A term of 0 changes no sum, so what is left adds up to the same gain.
            worth = worth.take(alive)
            self._owners, self._labels = self._owners.take(alive), self._labels.take(alive)
        gains = _add_up(self._owners, worth, len(self._rows))
        wanted = gains > 0
        if self._purse is not None and self._purse < 2**64:
            wanted &= self._table.tokens[self._rows] <= np.uint64(self._purse)
            on = wanted[self._owners]
            self._owners, self._labels = self._owners[on], self._labels[on]
        kept = np.flatnonzero(wanted)
        counts = np.bincount(self._owners, minlength=len(self._rows)).take(kept)
        self._rows = self._rows.take(kept)
        self._owners = np.repeat(np.arange(len(kept), dtype=np.intp), counts)
        self._starts = np.concatenate([[0], np.cumsum(counts)])
        self._sort(-gains.take(kept))
        return gains

    def _sort(self, keys: Floats) -> None:
        """Arrange the pages by key, at first only the best of them; the heap tells ties apart."""
        if self._by_cost:
            with np.errstate(divide="ignore", over="ignore"):
                keys /= self._table.tokens[self._rows].astype(np.float64)
        self._keys = keys
        self._sorted = min(_SORTED_FIRST, len(keys))
        if self._sorted < len(keys):
            self._order = np.argpartition(keys, self._sorted)
        else:
            self._order = np.arange(len(keys))
        self._arrange(slice(0, self._sorted))
        self._cursor = 0
        self._next_key = math.inf
        self._heap.clear()
        self._evaluated = 0
        self._patience = len(keys) // _PASS_SHARE + _PASS_LEAST

    def _arrange(self, part: slice) -> None:
        places = self._order[part]
        self._order[part] = places[np.argsort(self._keys[places])]

    def _fill(self) -> None:
        """Take the next of the sorted pages into the heap, as many as were taken before."""
        if self._cursor == self._sorted:
            self._arrange(slice(self._sorted, None))
            self._sorted = len(self._order)
        end = min(self._sorted, self._cursor + max(_FIRST_BATCH, self._cursor))
        places = self._order[self._cursor : end]
        ids = map(self._table.page_ids.__getitem__, self._rows[places].tolist())
        self._heap.extend(zip(self._keys[places].tolist(), ids, places.tolist(), strict=True))
        heapq.heapify(self._heap)
        self._cursor = end
        # At the end of the sorted part stands the best of the rest, too.
        more = end < len(self._order)
        self._next_key = float(self._keys[self._order[end]]) if more else math.inf

    def _best(self, run: GreedyRun) -> tuple[int, float] | None:
        """Return the page that the plain loop would pick now, and its gain."""
        heap, live, labels, starts = self._heap, self._live_list, self._labels, self._starts
        while True:
            # A page outside with the same key may have the smaller id.
            if not heap or self._next_key <= heap[0][0]:
                if self._cursor == len(self._order):
                    return None
                self._fill()
                continue
            if self._evaluated > self._patience:
                self._rebuild()
                labels, starts = self._labels, self._starts
                continue
            self._evaluated += 1
            key, page_id, place = heap[0]
            if page_id in self._chosen or (self._purse is not None and not self._fits(place)):
                heapq.heappop(heap)
                continue
            gain = 0.0
            # Not sum(): from Python 3.12 on it corrects rounding errors, the rule's sums do not.
            for label in labels[starts[place] : starts[place + 1]].tolist():
                gain += live[label]
            run.evaluations += 1
            if gain <= 0:
                heapq.heappop(heap)
                continue
            present = self._key(place, gain) if self._by_cost else -gain
            if present == key:
                heapq.heappop(heap)
                return int(self._rows[place]), gain
            heapq.heapreplace(heap, (present, page_id, place))

    def _fits(self, place: int) -> bool:
        return self._purse is None or int(self._table.tokens[self._rows[place]]) <= self._purse

    def _key(self, place: int, gain: float) -> float:
        """Return what the heap sorts by, by cost: the smallest is the best."""
        price = float(self._table.tokens[self._rows[place]])
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
