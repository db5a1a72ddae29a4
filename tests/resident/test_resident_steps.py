"""Any moment of a greedy run can be looked at: what competes, what is left, each page's state."""

from __future__ import annotations

import random

import pytest

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.resident import (
    ContextPage,
    Strategy,
    WorkingSet,
    page_table,
    select_by_cost,
    select_working_set,
)
from tests.resident.naive_coverage import Row

WEIGHTS = {"a": 3.0, "b": 2.0, "c": 2.0, "d": 0.5}
PAGES = [
    ContextPage(page_id=page_id, tokens=tokens, obligations=tuple(labels.split()))
    for page_id, labels, tokens in (
        ("p1", "a", 10),
        ("p2", "b c", 10),
        ("p3", "b", 10),
        ("p4", "d", 10),
        ("p5", "unknown", 10),
        ("p6", "a b c d", 90),
    )
]


def random_pages(seed: int) -> tuple[list[Row], list[int], dict[str, float]]:
    """A few pages whose ids and gains often tie."""
    draw = random.Random(seed)
    names = [f"l{n}" for n in range(6)]
    rows = [
        (f"p{draw.randrange(9)}", draw.choices(names, k=draw.randrange(4)))
        for _ in range(draw.randrange(1, 14))
    ]
    return (
        rows,
        [draw.randrange(0, 40) for _ in rows],
        {name: float(draw.randrange(4)) for name in names},
    )


def chosen_of(seed: int, strategy: Strategy) -> tuple[WorkingSet, list[Row], dict[str, float]]:
    rows, tokens, weights = random_pages(seed)
    columns = {
        "page_id": [page_id for page_id, _ in rows],
        "tokens": tokens,
        "obligations": [list(labels) for _, labels in rows],
    }
    if strategy is Strategy.COST:
        return select_by_cost(columns, weights, 60), rows, weights
    return select_working_set(columns, weights, 4), rows, weights


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("seed", range(60))
def test_the_first_candidate_of_each_step_is_the_next_pick_and_at_the_end_there_is_none(
    seed: int, strategy: Strategy
) -> None:
    chosen, rows, weights = chosen_of(seed, strategy)
    for step in range(len(chosen) + 1):
        moment = chosen.at(step)
        candidates = moment.candidates(100)
        assert len(candidates) == len(moment.open_rows)
        following = moment.next_pick
        if following is None:
            last = chosen.strategy is Strategy.FRAMES or moment.by_token
            assert not last or not candidates
        else:
            assert candidates[0].row == following.row
            assert candidates[0].gain == following.gain
            assert moment.status(following.row) == "next pick"
        covered = {name for pick in chosen[:step] for name in pick.new_labels}
        for one in candidates:
            labels = rows[one.row][1]
            if strategy is Strategy.COST:
                labels = list(dict.fromkeys(labels))
            assert one.gain == sum(weights[name] for name in labels if name not in covered)
            assert moment.status(one.row) in ("next pick", "candidate") or following is None


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("seed", range(20))
def test_covered_and_left_add_up_to_what_can_be_covered(seed: int, strategy: Strategy) -> None:
    chosen, _, _ = chosen_of(seed, strategy)
    for step in range(len(chosen) + 1):
        moment = chosen.at(step)
        assert moment.covered_weight + moment.left_weight == chosen.coverable_weight
        left = moment.uncovered(100)
        assert sum(label.weight for label in left) == moment.left_weight
        assert len(left) == moment.uncovered_count
        assert [label.weight for label in left] == sorted((x.weight for x in left), reverse=True)


def test_what_no_page_within_the_limits_has_is_left_as_well() -> None:
    weights = {"a": 3, "b": 4}
    pages = {"page_id": ["small", "large"], "tokens": [10, 900], "obligations": [["a"], ["b"]]}
    last = select_by_cost(pages, weights, 100).at(1)
    assert (last.covered_weight, last.left_weight, last.uncovered_count) == (3, 4, 1)
    assert [label.name for label in last.uncovered()] == ["b"]
    assert "42.9 % of the coverable weight" in repr(last) and "4 in 1 label not covered" in repr(
        last
    )


def test_a_run_can_be_followed_step_by_step() -> None:
    chosen = select_by_cost(PAGES, WEIGHTS, 25)
    assert chosen.page_ids == ("p2", "p1")
    first, middle, last = map(chosen.at, range(3))
    assert [c.page_id for c in first.candidates()] == ["p2", "p1", "p3", "p4"]
    assert first.pick is None and first.left_tokens == 25 and first.left_slots is None
    assert [(c.page_id, c.gain) for c in middle.candidates()] == [("p1", 3.0), ("p4", 0.5)]
    assert middle.pick is not None and middle.pick.new_labels == ("b", "c")
    assert [middle.status(row) for row in range(6)] == [
        "next pick",
        "pick 1",
        "no gain left",
        "candidate",
        "no gain left",
        "over the budget",
    ]
    assert last.candidates() == () and last.left_tokens == 5
    assert last.status(3) == "over what is left"


def test_a_page_tells_which_of_its_labels_are_covered_and_by_which_pick() -> None:
    chosen = select_working_set(PAGES[:-1], WEIGHTS, 2)
    page = chosen.at(1).page("p3")
    assert page.status == "no gain left" and page.gain == 0
    (label,) = page.labels
    assert label.covered_by is not None and label.covered_by.page_id == "p2"
    assert chosen.at(0).page("p3").labels[0].covered_by is None
    assert page.verdict == chosen.explain("p3")


def test_a_step_or_page_that_is_not_there_is_refused() -> None:
    chosen = select_working_set(PAGES, WEIGHTS, 2)
    with pytest.raises(InvalidValueError, match=r"no such step; got 2; expected 0 .* to 1"):
        chosen.at(2)
    for step in (-1, True, "1", 0.0):
        with pytest.raises(InvalidValueError, match="no such step"):
            chosen.at(step)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        chosen.at(0).page("p9")
    with pytest.raises(InvalidValueError, match="no such row"):
        chosen.at(0).page(6)


def test_where_the_best_single_page_wins_gains_alone_decide() -> None:
    pages = page_table(
        {"page_id": ["small", "large"], "tokens": [1, 100], "obligations": [["a"], ["b"]]}
    )
    chosen = select_by_cost(pages, {"a": 1.0, "b": 50.0}, 100)
    moment = chosen.at(0)
    assert not moment.by_token
    assert moment.candidates()[0].page_id == "large"
    assert chosen.at(1).status(0) == "the best single page covers more"
