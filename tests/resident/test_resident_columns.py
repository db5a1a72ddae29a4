"""Pages come in as objects, columns, frames, arrays and files; bad ones are named."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ctxkit.errors import (
    CtxkitError,
    InvalidJsonError,
    InvalidValueError,
    ReadError,
    UnknownNameError,
)
from ctxkit.resident import (
    AcceptedRoot,
    ContextBudget,
    ContextPage,
    DependencyEnv,
    PathBlob,
    SessionInvariant,
    StalePageError,
    StateDependency,
    assemble_resident,
    page_table,
    page_table_from_arrays,
    read_pages,
    select_working_set,
)

COLUMNS: dict[str, Any] = {
    "page_id": ["p1", "p2", "p3"],
    "tokens": [10, 20, 30],
    "obligations": [["a", "b"], ["b"], []],
}
WEIGHTS = {"a": 1.0, "b": 2.0}
needs_arrow = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not installed"
)


def changed(**columns: Any) -> dict[str, Any]:
    return COLUMNS | columns


def test_all_ways_in_give_the_same_pages() -> None:
    expected = [
        ContextPage(page_id="p1", tokens=10, obligations=("a", "b")),
        ContextPage(page_id="p2", tokens=20, obligations=("b",)),
        ContextPage(page_id="p3", tokens=30),
    ]
    frame = pd.DataFrame(COLUMNS)
    arrays = page_table_from_arrays(
        COLUMNS["page_id"], np.array([10, 20, 30]), [0, 2, 3, 3], [0, 1, 1], ["a", "b"]
    )
    tuples = changed(obligations=[("a", "b"), ("b",), ()])
    numpy = changed(obligations=[np.array(["a", "b"]), np.array(["b"]), np.array([], dtype=str)])
    for pages in (expected, COLUMNS, frame, arrays, tuples, numpy):
        table = page_table(pages)
        assert [table.page(row) for row in range(len(table))] == expected
        assert select_working_set(pages, WEIGHTS, 5).page_ids == ("p1",)


@needs_arrow
def test_arrow_tables_and_parquet_files_give_the_same_pages(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(changed(kind=["x", "y", "z"]))
    pq.write_table(table, tmp_path / "pages.parquet")
    expected = page_table(changed(kind=["x", "y", "z"]))
    for found in (page_table(table), read_pages(tmp_path / "pages.parquet")):
        assert [found.page(row) for row in range(3)] == [expected.page(row) for row in range(3)]
    chunked = pa.concat_tables([table, table.slice(1)])
    assert page_table(chunked).labels_of(3) == ("b",)
    with pytest.raises(InvalidValueError, match=r"page 'p2' .* obligations: not a list"):
        page_table(pa.table(changed(obligations=[["a"], None, []])))
    with pytest.raises(InvalidValueError, match=r"page 'p2' .* obligations: a label is not a text"):
        page_table(pa.table(changed(obligations=[["a"], [None], []])))
    with pytest.raises(InvalidValueError, match=r"page 'p1' .* not a list"):
        page_table(pa.table(changed(obligations=["a", "b", "c"])))


def test_no_pages_are_fine() -> None:
    empty: dict[str, list[Any]] = {"page_id": [], "tokens": [], "obligations": []}
    for pages in ([], empty, pd.DataFrame(empty)):
        assert select_working_set(pages, WEIGHTS, 3).page_ids == ()
        assert select_working_set(pages, {}, 3).share_of_coverable == 1.0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (changed(tokens=[10, -1, 30]), r"page 'p2' \(row 1\), tokens: out of range; got -1"),
        (changed(tokens=[10, 2**64, 30]), r"page 'p2' \(row 1\), tokens: out of range"),
        (changed(tokens=[10, 1.5, 30]), r"page 'p2' \(row 1\), tokens: not a whole number"),
        (changed(tokens=[10, None, 30]), r"page 'p2' .*not a whole number; got None"),
        (changed(tokens=[10, True, 30]), r"page 'p2' .*not a whole number; got True"),
        (changed(tokens=np.array([10, float("nan"), 30])), "page 'p2' .*not a whole number"),
        (changed(tokens=np.array([10, -2, 30])), r"page 'p2' \(row 1\), tokens: out of range"),
        (changed(tokens=[10, 20]), r"tokens: the columns differ in length; got 2 values"),
        (changed(page_id=["p1", 2, "p3"]), "row 1, page_id: a page id is not a text; got 2"),
        (changed(obligations=["a b", [], []]), r"page 'p1' .*not a list of texts; got 'a b'"),
        (changed(obligations=[[], None, []]), r"page 'p2' .*not a list of texts; got None"),
        (changed(obligations=[[], [], ["a", 7]]), r"page 'p3' .*a label is not a text; got 7"),
        (changed(obligations=[[], [], [["a"]]]), r"page 'p3' .*not a text; got \['a'\]"),
        (changed(dependency=["x", "y", "z"]), r"page 'p1' \(row 0\), dependency: not a state dep"),
        (changed(depends_on=["p2", [], []]), r"page 'p1' .*depends_on: not a list of texts"),
    ],
)
def test_a_bad_value_is_named_with_page_and_column(columns: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        page_table(columns)


def test_an_unknown_column_is_named_with_the_nearest_known_one() -> None:
    with pytest.raises(UnknownNameError, match="no page column named 'obligation'") as caught:
        page_table({**COLUMNS, "obligation": [[], [], []]})
    assert "Did you mean 'obligations'?" in caught.value.__notes__[0]


def test_a_missing_column_is_named() -> None:
    with pytest.raises(UnknownNameError, match="the column 'tokens' is missing"):
        page_table({"page_id": ["a"], "obligations": [[]]})


@pytest.mark.parametrize("pages", [7, "p1", None, [1, 2], [{"page_id": "p1"}]])
def test_what_is_no_pages_at_all_is_refused(pages: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"these are not pages|not a page"):
        page_table(pages)


@pytest.mark.parametrize(
    ("starts", "labels", "message"),
    [
        ([0, 1], [0], "starts does not divide labels"),
        ([0, 2, 1, 3], [0, 1, 1], r"starts\[2\]: starts falls; got 1"),
        ([0, 1, 2, 3], [0, 5, 1], r"labels\[1\]: a label has no name; got 5"),
        ([0, 1, 2, 3], [0.0, 1.0, 1.0], "labels are not integers"),
    ],
)
def test_arrays_that_do_not_fit_are_named(starts: Any, labels: Any, message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        page_table_from_arrays(["p1", "p2", "p3"], [1, 2, 3], starts, labels, ["a", "b"])


@pytest.mark.parametrize("weight", [-1.0, -1e-300, float("nan"), float("inf"), 10**400, "1", None])
def test_a_bad_weight_is_named_with_its_label(weight: Any) -> None:
    for label in ("b", "on no page"):
        with pytest.raises(InvalidValueError, match=rf"weights\['{label}'\]: a weight is"):
            select_working_set(COLUMNS, {"a": 1.0, label: weight}, 1)


def test_weights_may_be_a_series_or_an_array() -> None:
    table = page_table(COLUMNS)
    series = pd.Series({"b": 2.0, "a": 1.0})
    for weights in (series, np.array([1.0, 2.0]), {"a": 1, "b": 2}):
        assert select_working_set(table, weights, 1)[0].gain == 3.0
    with pytest.raises(InvalidValueError, match=r"weights\['a'\]: a label has two weights"):
        select_working_set(table, pd.Series([1.0, 2.0], index=["a", "a"]), 1)
    with pytest.raises(InvalidValueError, match=r"weights\['b'\]: .* got -2.0"):
        select_working_set(table, np.array([1.0, -2.0]), 1)
    with pytest.raises(InvalidValueError, match=r"got shape \(3,\)"):
        select_working_set(table, np.zeros(3), 1)


@pytest.mark.parametrize("slots", [-1, 1.0, True, None, "2"])
def test_slots_that_are_no_count_are_refused(slots: Any) -> None:
    with pytest.raises(InvalidValueError, match="slots: not a count"):
        select_working_set(COLUMNS, WEIGHTS, slots)


def test_an_id_that_stands_twice_is_ambiguous_only_where_one_page_is_asked_for() -> None:
    chosen = select_working_set(changed(page_id=["p", "q", "p"]), WEIGHTS, 3)
    assert chosen.page_ids == ("p",)
    with pytest.raises(InvalidValueError, match=r"page 'p': the page id is ambig.*; got rows 0, 2"):
        chosen.explain("p")
    assert chosen.explain(2) == "p: same id picked already"
    with pytest.raises(UnknownNameError, match="no page named 'r'"):
        chosen.explain("r")
    with pytest.raises(InvalidValueError, match="no such row"):
        chosen.explain(3)


def test_a_stale_mandatory_page_is_named_with_the_reason() -> None:
    page = ContextPage(page_id="m0", tokens=5, dependency=AcceptedRoot(root="old"))
    with pytest.raises(StalePageError) as caught:
        assemble_resident(
            [page],
            ["m0"],
            weights={},
            budget=ContextBudget(window_tokens=100),
            env=DependencyEnv(accepted_root="new"),
        )
    assert (caught.value.kind, caught.value.page_id) == ("gate-af", "m0")
    assert str(caught.value).startswith("page 'm0': gate-af: a mandatory page is stale")
    assert "accepted root is 'new', page was made at 'old'" in str(caught.value)


def test_reserves_over_the_window_name_every_reserve() -> None:
    budget = ContextBudget(window_tokens=100, output_reserve=90, guard_reserve=20)
    with pytest.raises(InvalidValueError, match=r"output 90 . tool 0 . guard 20 = 110 tokens"):
        budget.input_allowance()


@pytest.mark.parametrize(
    "wire",
    [
        "other",
        {"accepted_root": 1},
        {"path_blob": {"path": "a"}},
        {},
        None,
        3,
        {"accepted_root": "a", "partial_checkpoint_root": "b"},
    ],
)
def test_what_is_no_dependency_is_refused(wire: Any) -> None:
    with pytest.raises(InvalidJsonError, match="not a state dependency"):
        StateDependency.from_wire(wire)


def test_a_page_names_the_field_that_is_missing_or_wrong() -> None:
    wire = ContextPage(page_id="p", tokens=1).to_wire()
    for name in wire:
        with pytest.raises(InvalidJsonError, match=rf"ContextPage\.{name}: a field is missing"):
            ContextPage.from_wire({key: value for key, value in wire.items() if key != name})
    with pytest.raises(InvalidJsonError, match=r"ContextPage\.tokens: .*got -1"):
        ContextPage.from_wire(wire | {"tokens": -1})
    with pytest.raises(InvalidJsonError, match=r"ContextPage\.dependency"):
        ContextPage.from_wire(wire | {"dependency": "never"})
    with pytest.raises(InvalidValueError, match=r"ContextPage\.tokens"):
        ContextPage(page_id="p", tokens=True)
    with pytest.raises(InvalidValueError, match="frozen"):
        ContextPage(page_id="p", tokens=1).tokens = 2  # type: ignore[misc]


def test_dependencies_keep_their_form_and_compare_by_value() -> None:
    page = ContextPage(
        page_id="p",
        tokens=np.int64(3),  # type: ignore[arg-type]
        dependency={"path_blob": {"path": "a", "blob_hash": "h"}},  # type: ignore[arg-type]
    )
    assert page.dependency == PathBlob(path="a", blob_hash="h")
    assert page.dependency.to_json() == '{"path_blob":{"path":"a","blob_hash":"h"}}'
    assert SessionInvariant().to_json() == '"session_invariant"'
    assert StateDependency.from_json('"session_invariant"') == SessionInvariant()
    env = DependencyEnv(path_blobs={"b": "2", "a": "h"})
    assert page.dependency_holds(env)
    assert (
        env.to_json() == '{"accepted_root":"","partial_root":null,"path_blobs":{"a":"h","b":"2"}}'
    )
    assert DependencyEnv.from_json(env.to_json()) == env


def test_pages_are_read_from_json_files(tmp_path: Path) -> None:
    table = page_table(COLUMNS)
    wires = [table.page(row).to_wire() for row in range(3)]
    lines, listed = tmp_path / "pages.jsonl", tmp_path / "pages.json"
    lines.write_text("\n".join(json.dumps(wire) for wire in wires) + "\n\n")
    listed.write_text(json.dumps(wires))
    for file in (lines, listed):
        found = read_pages(file, estimator="o200k_base BPE")
        assert [found.page(row).to_wire() for row in range(3)] == wires
        assert found.estimator == "o200k_base BPE"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.jsonl", b'{"page_id": "p"}\n', r"a\.jsonl:1: ContextPage\.kind: a field is missing"),
        ("a.jsonl", b"\n{\n", r"a\.jsonl:2: ContextPage: not a JSON text"),
        ("a.json", b"{}", r"a\.json: wrong JSON type; got dict; expected a list of pages"),
        ("a.json", b"[1]", r"a\.json\[0\]: ContextPage: wrong JSON type; got 1"),
        ("a.json", b"[", r"a\.json: not a JSON text"),
        ("a.json", b"\xff", r"a\.json: not UTF-8; got byte 0"),
        ("a.csv", b"", r"a\.csv: not a file of pages"),
    ],
)
def test_a_bad_file_of_pages_is_named_with_the_place(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(CtxkitError, match=message):
        read_pages(tmp_path / name)


def test_an_absent_file_of_pages_is_a_read_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"absent.json: cannot be read; got No such file"):
        read_pages(tmp_path / "absent.json")
