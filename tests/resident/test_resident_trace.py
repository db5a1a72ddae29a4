"""A selection tells what it did, why each page is in or out, and how good it is."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

from ctxkit.errors import InvalidValueError
from ctxkit.resident import (
    AcceptedRoot,
    ContextBudget,
    ContextPage,
    DependencyEnv,
    Infeasible,
    OptimumStatus,
    RejectReason,
    ResidentContext,
    Strategy,
    assemble_resident,
    optimal_working_set,
    page_table_from_arrays,
    select_by_cost,
    select_working_set,
    sweep_resident,
)
from tests.resident.test_resident_greedy import random_instance

WEIGHTS = {"a": 3.0, "b": 2.0, "c": 2.0, "d": 0.5}


def page(page_id: str, labels: str, tokens: int = 10, **more: Any) -> ContextPage:
    return ContextPage(page_id=page_id, tokens=tokens, obligations=tuple(labels.split()), **more)


PAGES = [
    page("m0", "a", depends_on=("m1",)),
    page("m1", "", tokens=5),
    page("p1", "a"),
    page("p2", "b c"),
    page("p3", "b"),
    page("p4", "d"),
    page("p5", "unknown"),
    page("p6", "a b c d", tokens=90),
    page("p7", "a", dependency=AcceptedRoot(root="old")),
    page("p8", ""),
]


def assembled(**changes: Any) -> ResidentContext:
    arguments: dict[str, Any] = {
        "weights": WEIGHTS,
        "budget": ContextBudget(window_tokens=100, output_reserve=20),
        "frame_tokens": 20,
        "instruction_tokens": 25,
        "env": DependencyEnv(accepted_root="now"),
    }
    outcome = assemble_resident(PAGES, ["m0"], **(arguments | changes))
    assert isinstance(outcome, ResidentContext)
    return outcome


def test_the_trace_tells_gain_new_labels_and_running_totals_of_each_pick() -> None:
    chosen = assembled().working_set
    assert chosen.slots == 2
    told = [
        (p.step, p.page_id, p.gain, p.new_labels, p.covered_weight, p.used_tokens) for p in chosen
    ]
    assert told == [
        (1, "p2", 4.0, ("b", "c"), 4.0, 10),
        (2, "p1", 3.0, ("a",), 7.0, 20),
    ]
    assert chosen[-1] == chosen[1] and chosen[:1] == (chosen[0],)
    assert [p.page_id for p in chosen.pages] == ["p2", "p1"]


def test_every_page_that_is_out_has_its_reason() -> None:
    context = assembled()
    told = {reject.page_id: reject.detail for reject in context.working_set.rejects}
    assert told == {
        "m0": "mandatory already",
        "m1": "mandatory already",
        "p3": "no gain left: its labels are covered by p2",
        "p4": "out of slots: would still gain 0.5",
        "p5": "no gain left: none of its labels has a weight",
        "p6": "over the frame: 90 tokens, a frame has 20",
        "p7": "stale: accepted root is 'now', page was made at 'old'",
        "p8": "no gain left: it has no labels",
    }
    assert context.explain("p2") == "p2: pick 1, gain 4 for b, c"
    assert context.explain("p4") == "p4: out of slots: would still gain 0.5"
    counts = context.working_set.rejects.counts
    assert counts[RejectReason.NO_GAIN] == 3
    assert sum(counts.values()) + len(context.working_set) == len(PAGES)


def test_the_resident_pages_add_up() -> None:
    context = assembled()
    assert context.page_ids == ("m0", "m1", "p2", "p1")
    assert context.mandatory_len == 2
    assert (context.mandatory_tokens, context.used_tokens, context.allowance) == (15, 60, 80)
    assert [p.page_id for p in context.pages] == list(context.page_ids)


def test_a_closure_that_does_not_fit_is_a_result_with_both_numbers() -> None:
    outcome = assemble_resident(
        PAGES, ["m0"], weights={}, budget=ContextBudget(window_tokens=30), instruction_tokens=20
    )
    assert outcome == Infeasible(required=35, allowance=30)
    assert outcome.missing == 5


def test_by_cost_frames_are_ignored_and_what_is_left_decides() -> None:
    context = assembled(strategy="cost", instruction_tokens=0)
    chosen = context.working_set
    assert (chosen.strategy, chosen.token_budget) == (Strategy.COST, 65)
    assert chosen.page_ids == ("p2", "p1", "p4")
    assert context.explain("p6") == "p6: over the budget: 90 tokens, there are 65"
    left = select_by_cost([page("p", "a", tokens=5), page("q", "b", tokens=10)], WEIGHTS, 12)
    assert left.page_ids == ("p",)
    assert left.explain("q") == "q: over what is left: 10 tokens for a gain of 2, 7 are left"


def test_the_best_single_page_wins_where_it_covers_more_than_the_picks_by_cost() -> None:
    pages = [page("cheap", "d", tokens=1), page("rich", "a b c", tokens=100), page("x", "d", 1)]
    chosen = select_by_cost(pages, WEIGHTS, 100)
    assert chosen.page_ids == ("rich",)
    assert chosen.explain("cheap").startswith("cheap: the best single page covers more")


def test_ties_by_cost_go_to_the_smallest_id() -> None:
    pages = [page("q", "b", tokens=2), page("p", "c", tokens=2), page("free", "d", tokens=0)]
    assert select_by_cost(pages, WEIGHTS, 2).page_ids == ("free", "p")


def test_an_unknown_strategy_is_named() -> None:
    with pytest.raises(InvalidValueError, match="no such strategy; got 'greedy'"):
        assembled(strategy="greedy")


def test_a_label_that_stands_twice_counts_twice_in_gains_but_once_in_what_is_covered() -> None:
    chosen = select_working_set([page("p", "a a b"), page("q", "b c")], WEIGHTS, 2)
    assert [pick.gain for pick in chosen] == [8.0, 2.0]
    assert chosen.covered_weight == chosen.coverable_weight == 7.0
    assert chosen.complete and chosen.share_of_coverable == 1.0 == chosen.share_of_bound


def exhaustive(columns: dict[str, Any], weights: dict[str, float], prices: Any, room: int) -> float:
    rows = range(len(columns["page_id"]))
    best = 0.0
    for size in range(len(rows) + 1):
        for some in itertools.combinations(rows, size):
            ids = {columns["page_id"][row] for row in some}
            if len(ids) == size and sum(prices[row] for row in some) <= room:
                labels = {label for row in some for label in columns["obligations"][row]}
                best = max(best, math.fsum(weights.get(label, 0.0) for label in labels))
    return best


def test_the_optimum_is_the_best_of_all_choices_and_the_bound_never_below_it() -> None:
    rng = random.Random(77)
    statuses = set()
    for _ in range(150):
        columns, weights = random_instance(rng)
        columns = {name: column[:7] for name, column in columns.items()}
        weights = {label: weight for label, weight in weights.items() if weight < 1e6}
        slots, budget = rng.randint(0, 4), rng.randint(0, 14)
        ones = [1] * len(columns["page_id"])
        for chosen, best, floor in (
            (select_working_set(columns, weights, slots), (ones, slots), 1.0),
            (select_by_cost(columns, weights, budget), (columns["tokens"], budget), 0.5),
        ):
            expected = exhaustive(columns, weights, *best)
            found = chosen.optimal()
            assert found.status is OptimumStatus.PROVEN
            assert found.covered_weight == pytest.approx(expected, abs=1e-5)
            assert chosen.covered_weight <= expected * (1 + 1e-12)
            assert expected <= chosen.upper_bound * (1 + 1e-12)
            if all(len(set(row)) == len(row) for row in columns["obligations"]):
                assert chosen.covered_weight >= floor * (1 - 1 / math.e) * expected - 1e-9
            statuses.add(found.note)
    assert len(statuses) >= 2  # by the bound, and by the solver


def test_greedy_falls_short_where_the_optimum_does_not() -> None:
    # The page with the highest gain overlaps both of the pages that cover all.
    pages = [page("big", "1 2 4 5"), page("left", "1 2 3"), page("right", "4 5 6")]
    weights = dict.fromkeys("123456", 1.0)
    chosen = select_working_set(pages, weights, 2)
    best = chosen.optimal()
    assert chosen.covered_weight == 5.0
    assert (best.status, best.page_ids) == (OptimumStatus.PROVEN, ("left", "right"))
    assert (best.covered_weight, best.gap) == (6.0, 0.0)


def hard_instance() -> Any:
    rng = np.random.default_rng(3)
    n, labels = 400, 200
    starts = np.arange(n + 1) * 6
    return (
        page_table_from_arrays(
            [f"p{i:03}" for i in range(n)],
            rng.integers(1, 9, n),
            starts,
            rng.integers(0, labels, n * 6),
            [f"l{i}" for i in range(labels)],
        ),
        rng.random(labels),
    )


def test_without_time_there_is_only_a_bound_and_it_says_so() -> None:
    table, weights = hard_instance()
    chosen = select_working_set(table, weights, 20)
    found = chosen.optimal(time_limit=0.0)
    assert found.status is OptimumStatus.BOUND_ONLY
    assert found.note == "no proof within 0 s"
    assert chosen.covered_weight <= found.covered_weight * (1 + 1e-12)
    assert found.covered_weight < found.upper_bound <= chosen.upper_bound * (1 + 1e-12)
    with pytest.raises(InvalidValueError, match="time_limit: not a time; got -1"):
        chosen.optimal(time_limit=-1)


def test_a_program_that_is_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxkit.resident.optimum._LARGEST_PROGRAM", 100)
    table, weights = hard_instance()
    found = optimal_working_set(table, weights, 20)
    assert found.status is OptimumStatus.BOUND_ONLY
    assert "too large for the integer program: 2," in found.note


def test_kept_pages_take_room_and_are_infeasible_where_they_do_not_fit() -> None:
    best = optimal_working_set(PAGES, WEIGHTS, 3, keep=["m0"])
    assert best.page_ids == ("m0", "m1", "p6")
    assert (best.status, best.covered_weight) == (OptimumStatus.PROVEN, 7.5)
    for room in ({"slots": 1}, {"tokens": 14}):
        none = optimal_working_set(PAGES, WEIGHTS, **room, keep=["m0"])
        assert (none.status, none.page_ids) == (OptimumStatus.INFEASIBLE, ())
        assert none.note.startswith("the pages to keep take 1 ")
    with pytest.raises(InvalidValueError, match="give either slots or tokens; got neither"):
        optimal_working_set(PAGES, WEIGHTS)


def test_a_sweep_has_a_point_for_every_place_of_the_grid() -> None:
    pages = [p for p in PAGES if p.page_id != "p7"]
    sweep = sweep_resident(
        pages,
        ["m0"],
        weights={"plain": WEIGHTS, "flat": dict.fromkeys("abcd", 1.0)},
        budget=ContextBudget(window_tokens=1, output_reserve=20),
        windows=[10, 30, 60, 100],
        frame_tokens=[10, 20],
        strategies=["frames", "cost"],
        optimum_time_limit=5.0,
    )
    assert len(sweep) == 4 * 2 * 2 * 2
    outcomes = [point.outcome for point in sweep[::8]]
    assert outcomes == ["reserves over the window", "infeasible", "assembled", "assembled"]
    for point in sweep:
        if point.outcome == "assembled":
            assert point.covered_weight <= point.optimum_weight <= point.upper_bound
            assert point.used_tokens <= point.allowance
        else:
            assert (point.picks, point.optimum_weight) == (0, None)
    last = sweep[-1]
    assert (last.window_tokens, last.weights, last.strategy) == (100, "flat", Strategy.COST)


def test_a_sweep_covers_no_less_with_a_larger_window() -> None:
    table, weights = hard_instance()
    sweep = sweep_resident(
        table,
        weights=weights,
        budget=ContextBudget(window_tokens=0),
        windows=range(0, 400, 40),
        frame_tokens=9,
    )
    covered = [point.covered_weight for point in sweep]
    assert covered == sorted(covered)
    assert all(point.covered_weight <= point.upper_bound for point in sweep)


def test_numbers_and_sets_of_weights_are_not_mixed() -> None:
    with pytest.raises(InvalidValueError, match="numbers and sets of weights stand side by side"):
        sweep_resident(
            PAGES, weights={"a": 1.0, "b": {"a": 1.0}}, budget=ContextBudget(window_tokens=9)
        )
