"""The lazy evaluation makes exactly the picks of the plain loop, gain for gain."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.resident import interning, page_table, select_by_cost, select_working_set
from ctxkit.resident.greedy import LazyGreedy
from tests.resident.naive_coverage import naive_by_cost, naive_picks

#: Ties, zeros, values whose sums depend on the order of adding, and some that vanish beside others.
WEIGHTS = [0.0, 1.0, 1.0, 0.1, 0.2, 0.3, 1e-9, 5e-324, 1e16, 1e9, 0.7, 1 / 3]
IDS = ["", "a", "b", "aa", "p1", "p10", "p2", "é", "π", "Ω", "😀", "\uffff"]
Instance = tuple[dict[str, list[Any]], dict[str, float]]


def random_instance(rng: random.Random) -> Instance:
    labels = [f"l{n}" for n in range(rng.randint(1, 12))]
    n = rng.randint(0, 14)
    twins = rng.random() < 0.4
    columns: dict[str, list[Any]] = {
        "page_id": [rng.choice(IDS) if twins else f"p{rng.random():.9f}" for _ in range(n)],
        "tokens": [rng.choice([0, 1, 1, 2, 3, 7, 50]) for _ in range(n)],
        "obligations": [rng.choices(labels, k=rng.randint(0, 9)) for _ in range(n)],
    }
    weights = {label: rng.choice(WEIGHTS) for label in labels if rng.random() < 0.9}
    return columns, weights


def rows_of(columns: dict[str, list[Any]]) -> list[tuple[str, list[str]]]:
    return list(zip(columns["page_id"], columns["obligations"], strict=True))


def test_ten_thousand_random_instances_give_the_picks_and_gains_of_the_plain_loop() -> None:
    rng = random.Random(20261)
    for number in range(10_000):
        columns, weights = random_instance(rng)
        slots = rng.randint(0, 8)
        found = select_working_set(columns, weights, slots).run
        assert (found.rows, found.gains) == naive_picks(rows_of(columns), weights, slots), number


def test_two_thousand_random_instances_give_the_picks_of_the_plain_loop_by_cost() -> None:
    rng = random.Random(20262)
    for number in range(2_000):
        columns, weights = random_instance(rng)
        budget = rng.randint(0, 30)
        found = select_by_cost(columns, weights, budget).run.rows
        expected = naive_by_cost(rows_of(columns), columns["tokens"], weights, budget)
        assert found == expected, number


@st.composite
def instances(draw: st.DrawFn) -> Instance:
    labels = st.sampled_from("abcdefgh")
    pages = draw(
        st.lists(
            st.tuples(
                st.sampled_from(IDS) | st.text(max_size=3),
                st.integers(0, 40),
                st.lists(labels, max_size=12),
            ),
            max_size=25,
        )
    )
    weight = st.sampled_from(WEIGHTS) | st.floats(0, 1e300)
    columns: dict[str, list[Any]] = {
        "page_id": [page_id for page_id, _, _ in pages],
        "tokens": [tokens for _, tokens, _ in pages],
        "obligations": [names for _, _, names in pages],
    }
    return columns, draw(st.dictionaries(labels, weight))


@settings(derandomize=True, deadline=None, max_examples=500)
@given(instances(), st.integers(0, 12), st.integers(0, 120))
def test_any_instance_gives_the_picks_of_the_plain_loop(
    instance: Instance, slots: int, budget: int
) -> None:
    columns, weights = instance
    found = select_working_set(columns, weights, slots).run
    assert (found.rows, found.gains) == naive_picks(rows_of(columns), weights, slots)
    by_cost = select_by_cost(columns, weights, budget)
    assert by_cost.run.rows == naive_by_cost(rows_of(columns), columns["tokens"], weights, budget)
    assert by_cost.used_tokens <= budget


@settings(derandomize=True, deadline=None, max_examples=100)
@given(instances(), st.integers(0, 10))
def test_more_slots_only_add_picks(instance: Instance, slots: int) -> None:
    columns, weights = instance
    fewer = select_working_set(columns, weights, slots)
    more = select_working_set(columns, weights, slots + 2)
    assert more.page_ids[: len(fewer)] == fewer.page_ids


def large_instance(shared_label: bool) -> Instance:
    """Thousands of pages, so that batches and whole passes come into play."""
    rng = random.Random(5)
    n = 3000
    names = [f"l{k}" for k in range(400)]
    columns: dict[str, list[Any]] = {
        "page_id": [f"{rng.randrange(10**6):06}" for _ in range(n)],
        "tokens": [rng.randint(1, 90) for _ in range(n)],
        "obligations": [rng.choices(names, k=rng.randint(1, 7)) for _ in range(n)],
    }
    if shared_label:
        for labels in columns["obligations"]:
            labels.insert(0, "shared")
    return columns, {name: rng.choice([1.0, 1.0, 2.0, rng.random()]) for name in names} | {
        "shared": 50.0
    }


@pytest.mark.parametrize("shared_label", [False, True])
def test_thousands_of_pages_give_the_picks_of_the_plain_loop(
    shared_label: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxkit.resident.greedy._FIRST_BATCH", 16)
    columns, weights = large_instance(shared_label)
    found = select_working_set(columns, weights, 40).run
    assert (found.rows, found.gains) == naive_picks(rows_of(columns), weights, 40)
    by_cost = select_by_cost(columns, weights, 300).run.rows
    assert by_cost == naive_by_cost(rows_of(columns), columns["tokens"], weights, 300)


def test_few_pages_are_evaluated_again() -> None:
    columns, weights = large_instance(shared_label=False)
    run = select_working_set(columns, weights, 60).run
    assert len(run.rows) == 60
    # The plain loop would look at 60 x 3,000.
    assert run.evaluations < 3000


def test_sums_are_rounded_after_each_addend_as_in_the_reference() -> None:
    columns = {
        "page_id": ["left", "right"],
        "tokens": [1, 1],
        # 0.1 + 0.2 + 0.3 > 0.3 + 0.2 + 0.1 in doubles.
        "obligations": [["c", "b", "a"], ["a", "b", "c"]],
    }
    found = select_working_set(columns, {"a": 0.1, "b": 0.2, "c": 0.3}, 1)
    assert found.page_ids == ("right",)
    assert found[0].gain == 0.1 + 0.2 + 0.3


def test_gains_that_overflow_tie() -> None:
    columns = {
        "page_id": ["b", "a", "c"],
        "tokens": [1, 1, 1],
        "obligations": [["x", "y"], ["x", "y", "z"], ["z"]],
    }
    found = select_working_set(columns, {"x": 1.7e308, "y": 1.7e308, "z": 1.0}, 3)
    assert found.page_ids == ("a",)
    assert found[0].gain == float("inf")


def test_labels_met_as_one_object_or_as_many_get_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(9)
    names = [f"label {n}" for n in range(50)]
    shared = [rng.choices(names, k=rng.randint(0, 5)) for _ in range(400)]
    fresh = [["".join(list(label)) for label in row] for row in shared]
    expected = interning.intern_labels(shared)
    monkeypatch.setattr(interning, "_MANY", 1)
    for rows in (shared, fresh, [*shared[:200], *fresh[200:]]):
        starts, codes, labels = interning.intern_labels(rows)
        assert (starts == expected[0]).all()
        assert (codes == expected[1]).all()
        assert labels == expected[2]
        by_object = interning._by_object(rows, starts)
        if by_object is not None:
            assert (by_object[0] == codes).all() and by_object[1] == labels


def test_a_run_leaves_table_and_weights_as_they_were() -> None:
    columns, weights = large_instance(shared_label=True)
    table = page_table(columns)
    array = np.array([weights[name] for name in table.label_names])
    before = (array.copy(), table.labels.copy(), table.tokens.copy())
    LazyGreedy(table, array, np.ones(len(table), dtype=bool)).run(20)
    assert (array == before[0]).all()
    assert (table.labels == before[1]).all() and (table.tokens == before[2]).all()
