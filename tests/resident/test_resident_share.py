"""The share of what is covered refers to all that could be, whatever the limits."""

from __future__ import annotations

from typing import Any

import pytest

from ctxkit.resident import (
    ContextBudget,
    ResidentContext,
    assemble_resident,
    select_by_cost,
    select_working_set,
    sweep_resident,
)

PAGES: dict[str, Any] = {"page_id": ["a", "b"], "tokens": [10, 500], "obligations": [["x"], ["y"]]}
WEIGHTS = {"x": 1.0, "y": 9.0}
BUDGET = ContextBudget(window_tokens=1000)


def assembled(pages: Any = PAGES, mandatory: Any = (), **changes: Any) -> ResidentContext:
    outcome = assemble_resident(pages, mandatory, weights=WEIGHTS, budget=BUDGET, **changes)
    assert isinstance(outcome, ResidentContext)
    return outcome


def test_where_nothing_is_picked_nothing_is_covered() -> None:
    for chosen in (
        assembled().working_set,
        select_by_cost(PAGES, WEIGHTS, 0),
        select_working_set(PAGES, WEIGHTS, 0),
    ):
        assert (len(chosen), chosen.share_of_coverable, chosen.coverable_weight) == (0, 0.0, 10.0)
        assert "0 % of the coverable weight is covered · 0 of 10" in repr(chosen)
        assert "100 % of the coverable" not in repr(chosen)


def test_a_page_too_large_for_the_frame_counts_as_coverable_but_not_within_the_limits() -> None:
    chosen = assembled(frame_tokens=10).working_set
    assert (chosen.covered_weight, chosen.share_of_coverable) == (1.0, 0.1)
    assert (chosen.coverable_weight, chosen.coverable_within_limits) == (10.0, 1.0)
    assert (chosen.upper_bound, chosen.share_of_bound, chosen.complete) == (1.0, 1.0, True)
    assert "10 % of the coverable weight is covered · 1 of 10" in repr(chosen)
    assert "Pages that fit these limits could cover 1 and do" in repr(chosen)
    assert chosen.to_frame()["share"].tolist() == [0.1]


def test_the_display_of_a_bound_tells_what_pages_that_fit_could_cover() -> None:
    pages = {
        "page_id": ["a", "b", "c"],
        "tokens": [10, 10, 500],
        "obligations": [["x"], ["z"], ["y"]],
    }
    chosen = select_by_cost(pages, WEIGHTS | {"z": 2.0}, 10)
    assert (chosen.covered_weight, chosen.coverable_within_limits) == (2.0, 3.0)
    assert chosen.upper_bound == 2.0
    assert "Pages that fit these limits could cover 3 together. No choice" in repr(chosen)


def test_stale_and_mandatory_pages_are_not_coverable() -> None:
    stale = PAGES | {"dependency": ["session_invariant", {"accepted_root": "old"}]}
    chosen = assembled(stale, frame_tokens=500).working_set
    assert (chosen.coverable_weight, chosen.share_of_coverable) == (1.0, 1.0)
    chosen = assembled(mandatory=["b"], frame_tokens=500).working_set
    assert (chosen.coverable_weight, chosen.share_of_coverable) == (1.0, 1.0)


def test_a_display_says_that_no_frame_size_was_given_only_where_frames_decide() -> None:
    held = assembled()
    assert "No frame size was given" in repr(held)
    assert "over the frame: 10 tokens, no frame size was given" in repr(held)
    assert held.explain("b") == "b: over the frame: 500 tokens, no frame size was given"
    for other in (assembled(frame_tokens=10), assembled(strategy="cost")):
        assert "o frame size" not in repr(other)


def test_where_nothing_has_a_weight_no_share_is_shown() -> None:
    chosen = select_working_set(PAGES, {}, 3)
    assert chosen.share_of_coverable == 1.0
    assert "Nothing that has a weight could be covered" in repr(chosen)
    assert "%" not in repr(chosen)


def test_the_shares_of_a_sweep_are_comparable() -> None:
    sweep = sweep_resident(PAGES, weights=WEIGHTS, budget=BUDGET, frame_tokens=[0, 5, 10, 500])
    frame = sweep.to_frame()
    assert frame["share"].tolist() == [0.0, 0.0, 0.1, 1.0]
    assert frame["coverable_weight"].tolist() == [10.0] * 4
    assert frame["within_limits"].tolist() == [0.0, 0.0, 1.0, 10.0]
    assert repr(sweep).count("none given") == 1


def test_a_point_that_does_not_fit_covers_no_share() -> None:
    sweep = sweep_resident(
        PAGES, ["b"], weights=WEIGHTS, budget=BUDGET, windows=[100, 1000], frame_tokens=10
    )
    assert [point.share_of_coverable for point in sweep] == [0.0, 1.0]


def test_a_picture_draws_all_that_could_be_covered_and_the_bound_below_it() -> None:
    pytest.importorskip("matplotlib")
    ax = assembled(frame_tokens=10).working_set.plot()
    texts = " ".join(text.get_text() for text in ax.texts)
    assert "all that could be covered: 10" in texts
    assert "no choice covers more than: 1" in texts
    assert "cover 10 % of the coverable weight" in ax.get_title(loc="left")
