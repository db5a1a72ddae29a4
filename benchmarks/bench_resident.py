"""Engine B: selection at the contract's sizes, beside the plain loop and two public libraries.

``make bench`` times every way in one run. ``python benchmarks/bench_resident.py`` runs each way in
a process of its own and prints peak memory, picks and digest as well. apricot and submodlib come
with the extra ``bench`` and are skipped where they are not installed.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

REPOSITORY = Path(__file__).parent.parent
#: pages, distinct labels, slots
SIZES = [(10_000, 2_000, 1_000), (100_000, 20_000, 100), (1_000_000, 200_000, 1_000)]
#: The plain loop needs hours beyond this many pages.
NAIVE_UP_TO = 100_000
LIBRARIES_UP_TO = 100_000


class Instance:
    """Random pages with 1 to 9 labels each, 5 on average."""

    def __init__(self, n: int, labels: int, slots: int) -> None:
        rng = np.random.default_rng(7)
        self.slots = slots
        self.starts = np.concatenate([[0], np.cumsum(rng.integers(1, 10, n))])
        self.labels = rng.integers(0, labels, self.starts[-1])
        self.weights = rng.random(labels)
        self.tokens = rng.integers(1, 500, n)
        self.ids = [f"{number:016x}" for number in rng.integers(0, 2**63, n)]
        self.names = [f"label {number}" for number in range(labels)]

    def lists(self) -> dict[str, list[Any]]:
        cuts = self.starts.tolist()
        flat = [self.names[label] for label in self.labels.tolist()]
        rows = [flat[a:b] for a, b in pairwise(cuts)]
        return {"page_id": self.ids, "tokens": self.tokens.tolist(), "obligations": rows}

    def by_name(self) -> dict[str, float]:
        return dict(zip(self.names, self.weights.tolist(), strict=True))


Answer = tuple[list[str], float]


def from_arrays(case: Instance) -> Callable[[], Answer]:
    from ctxkit.resident import page_table_from_arrays, select_working_set

    def run() -> Answer:
        table = page_table_from_arrays(case.ids, case.tokens, case.starts, case.labels, case.names)
        chosen = select_working_set(table, case.weights, case.slots)
        return list(chosen.page_ids), chosen.covered_weight

    return run


def from_lists(case: Instance) -> Callable[[], Answer]:
    from ctxkit.resident import select_working_set

    columns, weights, slots = case.lists(), case.by_name(), case.slots

    def run() -> Answer:
        chosen = select_working_set(columns, weights, slots)
        return list(chosen.page_ids), chosen.covered_weight

    return run


def from_frame(case: Instance) -> Callable[[], Answer]:
    import pandas as pd

    from ctxkit.resident import select_working_set

    frame, weights, slots = pd.DataFrame(case.lists()), case.by_name(), case.slots

    def run() -> Answer:
        chosen = select_working_set(frame, weights, slots)
        return list(chosen.page_ids), chosen.covered_weight

    return run


def from_pages(case: Instance) -> Callable[[], Answer]:
    from ctxkit.resident import page_table, select_working_set

    table = page_table(case.lists())
    pages = [table.page(row) for row in range(len(table))]
    weights, slots = case.by_name(), case.slots

    def run() -> Answer:
        chosen = select_working_set(pages, weights, slots)
        return list(chosen.page_ids), chosen.covered_weight

    return run


def by_cost(case: Instance) -> Callable[[], Answer]:
    from ctxkit.resident import page_table_from_arrays, select_by_cost

    table = page_table_from_arrays(case.ids, case.tokens, case.starts, case.labels, case.names)

    def run() -> Answer:
        chosen = select_by_cost(table, case.weights, case.slots * 100)
        return list(chosen.page_ids), chosen.covered_weight

    return run


def naive_loop(case: Instance) -> Callable[[], Answer]:
    from tests.resident.naive_coverage import naive_picks

    columns, weights = case.lists(), case.by_name()
    rows = list(zip(columns["page_id"], columns["obligations"], strict=True))

    def run() -> Answer:
        picks, _ = naive_picks(rows, weights, case.slots)
        covered = {label for row in picks for label in rows[row][1]}
        return [rows[row][0] for row in picks], sum(weights[label] for label in covered)

    return run


def submodlib(case: Instance) -> Callable[[], Answer]:
    from submodlib import SetCoverFunction

    cuts = case.starts.tolist()
    flat = case.labels.tolist()

    def run() -> Answer:
        sets = [set(flat[a:b]) for a, b in pairwise(cuts)]
        function = SetCoverFunction(
            n=len(sets),
            cover_set=sets,
            num_concepts=len(case.names),
            concept_weights=case.weights.tolist(),
        )
        picks = function.maximize(
            budget=case.slots,
            optimizer="LazyGreedy",
            stopIfZeroGain=True,
            stopIfNegativeGain=True,
            show_progress=False,
        )
        return answer(case, [row for row, _ in picks])

    return run


def apricot(case: Instance) -> Callable[[], Answer]:
    from apricot import MaxCoverageSelection
    from scipy.sparse import csr_matrix

    ones = np.ones(len(case.labels))
    shape = (len(case.ids), len(case.names))

    def run() -> Answer:
        matrix = csr_matrix((ones, case.labels, case.starts), shape=shape)
        matrix.sum_duplicates()
        # It knows no weights for sparse data, so its picks are those of equal ones.
        model = MaxCoverageSelection(case.slots, threshold=1.0, optimizer="lazy")
        model.fit(matrix)
        return answer(case, model.ranking.tolist())

    return run


def answer(case: Instance, rows: list[int]) -> Answer:
    covered = {
        label
        for row in rows
        for label in case.labels[case.starts[row] : case.starts[row + 1]].tolist()
    }
    return [case.ids[row] for row in rows], float(sum(case.weights[label] for label in covered))


WAYS: dict[str, Callable[[Instance], Callable[[], Answer]]] = {
    "ctxkit, arrays": from_arrays,
    "ctxkit, lists": from_lists,
    "ctxkit, DataFrame": from_frame,
    "ctxkit, page objects": from_pages,
    "ctxkit, by cost": by_cost,
    "plain Python loop": naive_loop,
    "submodlib, lazy": submodlib,
    "apricot, lazy": apricot,
}


def measure(way: str, size: int) -> None:
    """Run one way once and print the figures as JSON (the work of a child process)."""
    case = Instance(*SIZES[size])
    try:
        run = WAYS[way](case)
    except ImportError as error:
        print(json.dumps({"error": f"not installed: {error.name}"}))
        return
    begin = time.perf_counter()
    try:
        ids, covered = run()
    except Exception as error:  # a library's failure is a finding, not the end of the table
        print(json.dumps({"error": f"{type(error).__name__}: {error}"[:60]}))
        return
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    from ctxkit.resident import resident_page_digest

    digest = resident_page_digest(ids)
    print(
        json.dumps(
            {
                "seconds": seconds,
                "peak": peak,
                "picks": len(ids),
                "covered": covered,
                "digest": digest,
            }
        )
    )


def skipped(way: str, pages: int) -> bool:
    if way == "plain Python loop":
        return pages > NAIVE_UP_TO
    if not way.startswith("ctxkit"):
        return pages > LIBRARIES_UP_TO
    return way == "ctxkit, page objects" and pages > LIBRARIES_UP_TO


def title(size: int) -> str:
    pages, labels, slots = SIZES[size]
    return f"{pages:,} pages of 5 labels on average, {labels:,} labels, {slots:,} slots"


def way_at_size() -> list[Any]:
    return [
        pytest.param(way, size, id=f"{way}", marks=pytest.mark.benchmark(group=title(size)))
        for size, (pages, _, _) in enumerate(SIZES)
        for way in WAYS
        if not skipped(way, pages)
    ]


@pytest.mark.parametrize(("way", "size"), way_at_size())
def test_selection(benchmark: Any, way: str, size: int) -> None:
    try:
        run = WAYS[way](Instance(*SIZES[size]))
    except ImportError as error:
        pytest.skip(f"{error.name} is not installed (extra 'bench')")
    once = not way.startswith("ctxkit") or SIZES[size][0] > 100_000
    ids, covered = benchmark.pedantic(run, rounds=1 if once else 7)
    benchmark.extra_info |= {"picks": len(ids), "covered": round(covered, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--child", nargs=2, metavar=("WAY", "SIZE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        measure(given.child[0], int(given.child[1]))
        return
    for size, (pages, _, _) in enumerate(SIZES):
        print(f"\n{title(size)}")
        print(f"  {'':<22}{'seconds':>9}{'MiB peak':>10}{'picks':>7}{'covered':>11}  digest")
        for way in WAYS:
            if skipped(way, pages):
                continue
            command = [sys.executable, "-m", "benchmarks.bench_resident", "--child", way, str(size)]
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, cwd=REPOSITORY
            )
            lines = done.stdout.strip().splitlines()
            found = json.loads(lines[-1]) if lines else {"error": done.stderr[-60:]}
            if "error" in found:
                print(f"  {way:<22}{found['error']}")
            else:
                print(
                    f"  {way:<22}{found['seconds']:>9.3f}{found['peak']:>10.0f}"
                    f"{found['picks']:>7,}{found['covered']:>11.2f}  {found['digest'][7:19]}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
