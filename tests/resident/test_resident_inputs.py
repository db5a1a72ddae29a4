"""Ordinary data goes in as it is, and what is wrong is named instead of traced back."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ctxkit.errors import CtxkitError, InvalidValueError, UnknownNameError
from ctxkit.resident import (
    ContextBudget,
    DependencyEnv,
    Infeasible,
    ResidentContext,
    assemble_resident,
    mandatory_closure,
    optimal_working_set,
    page_table,
    select_by_cost,
    select_working_set,
    sweep_resident,
)

PAGES: dict[str, Any] = {"page_id": ["a", "b"], "tokens": [10, 500], "obligations": [["x"], ["y"]]}
WEIGHTS = {"x": 1.0, "y": 9.0}
BUDGET = ContextBudget(window_tokens=1000)


def assembled(pages: Any = PAGES, mandatory: Any = (), **changes: Any) -> ResidentContext:
    arguments: dict[str, Any] = {"weights": WEIGHTS, "budget": BUDGET, "frame_tokens": 500}
    outcome = assemble_resident(pages, mandatory, **(arguments | changes))
    assert isinstance(outcome, ResidentContext)
    return outcome


def swept(**changes: Any) -> Any:
    arguments: dict[str, Any] = {"weights": WEIGHTS, "budget": BUDGET, "frame_tokens": 500}
    return sweep_resident(PAGES, **(arguments | changes))


# -- what may be left out or given in another form ------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"budget": 1000}, "budget: not a ContextBudget; got 1000"),
        ({"budget": None}, "budget: not a ContextBudget; got None"),
        ({"budget": {}}, r"ContextBudget\.window_tokens: Field required"),
        ({"budget": {"window": 5}}, "no field of budget named 'window'"),
        ({"env": "x"}, "env: not a DependencyEnv; got 'x'"),
        ({"env": {"acepted_root": "x"}}, "no field of env named 'acepted_root'"),
        ({"env": {"accepted_root": 3}}, r"DependencyEnv\.accepted_root"),
        ({"mandatory": 5}, "mandatory: not page ids; got 5"),
        ({"mandatory": np.array(5)}, "mandatory: not page ids"),
        ({"mandatory": ["a", 5]}, "mandatory: a page id is not a text; got 5"),
        ({"frame_tokens": -1}, "frame_tokens: not a count; got -1"),
        ({"frame_tokens": 1.5}, "frame_tokens: not a count; got 1.5"),
        ({"instruction_tokens": 1.5}, "instruction_tokens: not a count"),
    ],
)
@pytest.mark.parametrize("call", [assembled, swept])
def test_a_wrong_argument_is_named_by_assembly_and_sweep(
    call: Any, changes: Any, message: str
) -> None:
    with pytest.raises(CtxkitError, match=message):
        call(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"windows": -1}, "windows: not a count; got -1"),
        ({"windows": [100, 1.5]}, "windows: not a count; got 1.5"),
        ({"windows": "100"}, "windows: not a count; got '100'"),
        ({"frame_tokens": None}, "frame_tokens: not a count; got None"),
        ({"strategies": 3}, "no such strategy; got 3"),
    ],
)
def test_a_wrong_axis_of_a_sweep_is_named(changes: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        swept(**changes)


def test_one_number_or_name_is_an_axis_of_one_point() -> None:
    for windows in (600, np.int64(600), [600], np.array([600]), range(600, 601)):
        assert [point.window_tokens for point in swept(windows=windows)] == [600]
    assert [p.frame_tokens for p in swept(frame_tokens=np.int64(5))] == [5]
    assert [str(point.strategy) for point in swept(strategies="cost")] == ["cost"]


@pytest.mark.parametrize("slots", [-1, 1.0, np.float64(2)])
def test_rooms_that_are_no_count_are_refused_wherever_they_go_in(slots: Any) -> None:
    with pytest.raises(InvalidValueError, match="slots: not a count"):
        optimal_working_set(PAGES, WEIGHTS, slots)
    with pytest.raises(InvalidValueError, match="tokens: not a count"):
        optimal_working_set(PAGES, WEIGHTS, tokens=slots)
    with pytest.raises(InvalidValueError, match="tokens: not a count"):
        select_by_cost(PAGES, WEIGHTS, slots)


def test_budget_and_state_may_be_given_by_their_fields() -> None:
    stale = PAGES | {"dependency": [{"accepted_root": "x"}, {"accepted_root": "y"}]}
    for env in ({"accepted_root": "x"}, DependencyEnv(accepted_root="x").to_wire()):
        held = assembled(stale, env=env, budget=BUDGET.to_wire())
        assert held.page_ids == ("a",)
        assert held.budget == BUDGET


def test_no_mandatory_pages_may_be_said_as_none_and_one_as_a_text() -> None:
    assert assembled(mandatory=None).mandatory_len == 0
    assert mandatory_closure(PAGES, None) == ()  # type: ignore[arg-type]
    assert assembled(mandatory="b").page_ids[:1] == ("b",)
    pages = PAGES | {"page_id": ["aa", "bb"]}
    assert sweep_resident(pages, "bb", weights=WEIGHTS, budget=BUDGET)[0].mandatory_pages == 1
    assert optimal_working_set(pages, WEIGHTS, 1, keep="aa").page_ids == ("aa",)


# -- mandatory ids that no page has ---------------------------------------------------------------


def test_mandatory_ids_that_no_page_has_are_ignored_but_named() -> None:
    held = assembled(mandatory=["zz", "a", "yy", "zz"])
    assert held.page_ids == ("a", "b")
    assert held.unknown_mandatory == ("zz", "yy")
    assert "Mandatory ids that no page has, ignored: zz, yy." in repr(held)
    assert "Mandatory ids" not in repr(assembled(mandatory=["a"]))


def test_what_does_not_fit_and_sweeps_name_them_too() -> None:
    small = ContextBudget(window_tokens=5)
    outcome = assemble_resident(PAGES, ["zz", "a"], weights=WEIGHTS, budget=small)
    assert outcome == Infeasible(required=10, allowance=5, unknown_mandatory=("zz",))
    assert "no page has, ignored: zz." in repr(outcome)
    sweep = swept(mandatory=["zz"], windows=[10, 20])
    assert sweep.unknown_mandatory == sweep[:1].unknown_mandatory == ("zz",)
    assert "no page has, ignored: zz." in repr(sweep)


# -- pages ----------------------------------------------------------------------------------------


def test_tokens_may_be_floats_that_are_whole() -> None:
    for tokens in (np.array([10.0, 500.0]), [10.0, 500], pd.Series([10.0, 500.0])):
        table = page_table(PAGES | {"tokens": tokens})
        assert (table.tokens.tolist(), table.tokens.dtype) == ([10, 500], np.dtype("uint64"))


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (pd.Series([10, None]), "not a whole number; got nan"),
        (pd.Series([10, None], dtype="Int64"), "not a whole number"),
        (np.array([1.0, 2.5]), "not a whole number; got 2.5"),
        ([1.0, 2.5], "not a whole number; got 2.5"),
        (np.array([1.0, np.inf]), "not a whole number; got inf"),
        (np.array([1.0, -2.0]), "out of range; got -2.0"),
        (np.array([1.0, 2.0**64]), "out of range"),
        ([1.0, 2.0**64], "out of range"),
    ],
)
def test_other_floats_are_refused_by_page_and_row(tokens: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=rf"page 'b' \(row 1\), tokens: {message}"):
        page_table(PAGES | {"tokens": tokens})


def test_sets_of_labels_are_refused_because_order_matters() -> None:
    with pytest.raises(InvalidValueError, match=r"\(row 1\), obligations: .* a set of 2") as caught:
        page_table(PAGES | {"obligations": [["x"], {"y", "z"}]})
    assert "Order matters" in caught.value.hint


def test_records_are_pages_and_what_they_leave_out_is_empty() -> None:
    records = [
        {"page_id": "a", "tokens": 10, "obligations": ["x"], "kind": "note"},
        {"page_id": "b", "tokens": 500.0, "obligations": ("y",), "depends_on": ["a"]},
    ]
    table = page_table(records)
    more = {"kind": ["note", ""], "depends_on": [[], ["a"]]}
    columns = page_table(PAGES | more)
    pages = [columns.page(row) for row in range(2)]
    assert [table.page(row) for row in range(2)] == pages
    assert [p.page_id for p in mandatory_closure(records, ["b"])] == ["a", "b"]
    wires = page_table([page.to_wire() for page in pages])
    assert [wires.page(row) for row in range(2)] == pages


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({"page_id": "b", "tokens": 1}, r"pages\[1\]: not a page: the field 'obligations' is miss"),
        ({}, r"pages\[1\]: not a page: the field 'page_id' is missing; got no fields"),
        (7, r"pages\[0\]: not a page; got dict"),
        ({"page_id": "b", "tokens": 1, "obligations": [], "knd": 1}, "no page column named 'knd'"),
        ({"page_id": "b", "tokens": 1.5, "obligations": []}, r"page 'b' \(row 1\), tokens: not a"),
    ],
)
def test_a_bad_record_is_named(second: Any, message: str) -> None:
    with pytest.raises(CtxkitError, match=message):
        page_table([{"page_id": "a", "tokens": 10, "obligations": ["x"]}, second])


# -- weights --------------------------------------------------------------------------------------


def frame(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"label": ["x", "y"], "weight": [1.0, 9.0]} | columns)


def test_weights_may_be_a_series_by_label_or_a_frame_of_label_and_weight() -> None:
    for weights in (pd.Series(WEIGHTS), frame(), frame()[["weight", "label"]]):
        assert select_working_set(PAGES, weights, 2).covered_weight == 10.0
        assert swept(weights=weights)[0].covered_weight == 10.0
    named = swept(weights={"frame": frame(), "series": pd.Series(WEIGHTS)})
    assert [point.weights for point in named] == ["frame", "series"]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (frame().rename(columns={"weight": "w"}), "weights: the column 'weight' is missing"),
        (frame().drop(columns="label"), "the column 'label' is missing; got weight"),
        (frame(count=[1, 2]), "no column of weights named 'count'"),
        (pd.concat([frame(), frame()["label"]], axis=1), "the column 'label' stands twice"),
    ],
)
def test_a_frame_of_weights_with_other_columns_is_refused_by_name(
    weights: Any, message: str
) -> None:
    with pytest.raises(UnknownNameError, match=message):
        select_working_set(PAGES, weights, 2)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (frame(label=["x", "x"]), "weights['x']: a label has two weights"),
        (frame(label=["x", None]), "weights, row 1: a label is not a text"),
        (frame(weight=[1.0, None]), "weights['y']: a weight is not finite"),
        (pd.Series([1.0, 9.0]), "weights, row 0: a label is not a text; got 0"),
    ],
)
def test_a_bad_value_in_a_frame_or_series_of_weights_is_named(weights: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=re.escape(message)):
        select_working_set(PAGES, weights, 2)
