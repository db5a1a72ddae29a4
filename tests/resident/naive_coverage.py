"""The greedy rule as a plain loop over plain lists: slow, short, and what ours is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Row = tuple[str, Sequence[str]]


def naive_picks(
    rows: Sequence[Row], weights: Mapping[str, float], slots: int
) -> tuple[list[int], list[float]]:
    """Return picked rows and their gains."""
    covered: set[str] = set()
    chosen: set[str] = set()
    picks: list[int] = []
    gains: list[float] = []
    for _ in range(slots):
        best, best_gain = None, 0.0
        for row, (page_id, labels) in enumerate(rows):
            if page_id in chosen:
                continue
            gain = 0.0
            for label in labels:
                if label not in covered:
                    gain += weights.get(label, 0.0)
            if (
                best is None
                or gain > best_gain
                or (gain == best_gain and page_id.encode() < rows[best][0].encode())
            ):
                best, best_gain = row, gain
        if best is None or best_gain <= 0:
            break
        chosen.add(rows[best][0])
        covered.update(rows[best][1])
        picks.append(best)
        gains.append(best_gain)
    return picks, gains


def naive_by_cost(
    rows: Sequence[Row], tokens: Sequence[int], weights: Mapping[str, float], budget: int
) -> list[int]:
    """Return rows picked by gain for each token, or the one page that covers more than they do."""
    rows = [(page_id, list(dict.fromkeys(labels))) for page_id, labels in rows]
    covered: set[str] = set()
    chosen: set[str] = set()
    picks: list[int] = []
    left, total = budget, 0.0
    while True:
        best = None
        for row, (page_id, labels) in enumerate(rows):
            gain = 0.0
            for label in labels:
                if label not in covered:
                    gain += weights.get(label, 0.0)
            if page_id in chosen or tokens[row] > left or gain <= 0:
                continue
            ratio = gain / tokens[row] if tokens[row] else float("inf")
            key = (-ratio, page_id.encode(), row, gain)
            if best is None or key < best:
                best = key
        if best is None:
            break
        _, _, row, gain = best
        chosen.add(rows[row][0])
        covered.update(rows[row][1])
        picks.append(row)
        left -= tokens[row]
        total += gain
    affordable = [(row if tokens[n] <= budget else ("", [])) for n, row in enumerate(rows)]
    single, gains = naive_picks(affordable, weights, 1)
    return single if single and gains[0] > total else picks
