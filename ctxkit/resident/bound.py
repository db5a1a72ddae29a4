"""Sums of gains, and upper bounds on what any choice can still gain."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ctxkit.resident.table import Floats

#: How many pages are sorted at first; most budgets are filled by fewer.
_FIRST_SORTED = 16_384


def slot_bound(gains: Floats, slots: int) -> float:
    """Return the most that ``slots`` pages can gain: the largest gains together."""
    if slots <= 0 or not len(gains):
        return 0.0
    if slots < len(gains):
        gains = np.partition(gains, len(gains) - slots)[-slots:]
    return exact_sum(gains)


def fill_bound(gains: Floats, tokens: npt.NDArray[np.uint64], budget: int) -> float:
    """Return the most that pages of ``budget`` tokens can gain, if the last may be cut.

    Pages are taken by gain for each token until the budget is full; of the first that does not
    fit, the part that does is counted (the bound of the fractional knapsack).
    """
    rows = np.flatnonzero(gains > 0)
    prices = tokens[rows].astype(np.float64)
    with np.errstate(divide="ignore", over="ignore"):
        ratios = gains[rows] / prices
    order = _best_first(ratios, prices, budget)
    gains, prices = gains[rows[order]], prices[order]
    spent = np.cumsum(prices)
    whole = int(np.searchsorted(spent, budget, side="right"))
    bound = exact_sum(gains[:whole])
    if whole < len(gains):
        left = budget - (float(spent[whole - 1]) if whole else 0.0)
        bound += float(gains[whole]) * (left / float(prices[whole]))
    return bound


def _best_first(ratios: Floats, prices: Floats, budget: int) -> npt.NDArray[np.intp]:
    """Return places by falling ratio, as many as it takes to fill the budget."""
    many = _FIRST_SORTED
    while many < len(ratios):
        best = np.argpartition(-ratios, many)[:many]
        if prices[best].sum() > budget:
            return best[np.argsort(-ratios[best])]
        many *= 8
    return np.argsort(-ratios)


def exact_sum(values: Floats) -> float:
    """Return the correctly rounded sum; infinity where it is too large for a double."""
    try:
        return math.fsum(values.tolist())
    except OverflowError:
        return math.inf


def sum_in_order(values: list[float]) -> float:
    """Return the sum, rounded after each addend (``sum`` does so only before Python 3.12)."""
    total = 0.0
    for value in values:
        total += value
    return total
