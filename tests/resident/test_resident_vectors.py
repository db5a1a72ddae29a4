"""The engine gives the reference's answer to every golden vector."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxkit.resident import (
    ContextBudget,
    ContextPage,
    DependencyEnv,
    Infeasible,
    ReservesError,
    StalePageError,
    StateDependency,
    assemble_resident,
    mandatory_closure,
    page_table,
    resident_page_digest,
    select_working_set,
)

VECTORS = Path(__file__).parent.parent / "vectors" / "resident"


def cases(name: str) -> Any:
    lines = (VECTORS / f"{name}.jsonl").read_text().split("\n")
    found = [json.loads(line) for line in lines if line]
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def pages_of(case: dict[str, Any]) -> list[ContextPage]:
    return [ContextPage.from_wire(page) for page in case["in"]["pages"]]


def columns_of(case: dict[str, Any]) -> dict[str, list[Any]]:
    pages = case["in"]["pages"]
    return {name: [page[name] for page in pages] for name in ContextPage.model_fields}


@cases("input_allowance")
def test_the_allowance_is_what_the_reserves_leave(case: dict[str, Any]) -> None:
    budget = ContextBudget.from_wire(case["in"])
    if case["out"].get("error"):
        with pytest.raises(ReservesError, match="reserves are larger than the window"):
            budget.input_allowance()
    else:
        assert budget.input_allowance() == case["out"]["allowance"]


@cases("dependency_holds")
def test_a_dependency_holds_as_in_the_reference(case: dict[str, Any]) -> None:
    dependency = StateDependency.from_wire(case["in"]["dependency"])
    env = DependencyEnv.from_wire(case["in"]["env"])
    assert dependency.holds(env) == case["out"]["holds"]
    assert bool(dependency.why_stale(env)) != case["out"]["holds"]
    assert dependency.to_wire() == case["in"]["dependency"]


@cases("mandatory_closure")
def test_the_closure_has_the_reference_s_pages_in_its_order(case: dict[str, Any]) -> None:
    mandatory = case["in"]["mandatory"]
    for pages in (pages_of(case), columns_of(case)):
        found = mandatory_closure(pages, mandatory)
        assert [page.page_id for page in found] == case["out"]["page_ids"]


@cases("select_working_set")
def test_the_picks_are_the_reference_s_in_its_order(case: dict[str, Any]) -> None:
    given = case["in"]
    for pages in (pages_of(case), columns_of(case)):
        found = select_working_set(pages, given["weights"], given["slots"])
        assert list(found.page_ids) == case["out"]["page_ids"]


@cases("resident_page_digest")
def test_the_digest_is_the_reference_s(case: dict[str, Any]) -> None:
    assert resident_page_digest(case["in"]["page_ids"]) == case["out"]["digest"]


@cases("assemble_resident")
def test_an_assembly_ends_as_in_the_reference(case: dict[str, Any]) -> None:
    given = case["in"]
    for pages in (pages_of(case), columns_of(case)):
        assert outcome_of(pages, given) == case["out"]


def outcome_of(pages: Any, given: dict[str, Any]) -> dict[str, Any]:
    try:
        outcome = assemble_resident(
            pages,
            given["mandatory"],
            weights=given["weights"],
            budget=ContextBudget.from_wire(given["budget"]),
            frame_tokens=given["frame_tokens"],
            instruction_tokens=given["instruction_tokens"],
            env=DependencyEnv.from_wire(given["env"]),
        )
    except StalePageError:
        return {"error": "stale_mandatory"}
    except ReservesError:
        return {"error": "reserves_exceed_window"}
    if isinstance(outcome, Infeasible):
        return {"infeasible": {"required": outcome.required, "allowance": outcome.allowance}}
    assert outcome.used_tokens <= outcome.allowance
    return {
        "assembled": {
            "page_ids": list(outcome.page_ids),
            "mandatory_len": outcome.mandatory_len,
            "resident_digest": outcome.resident_digest,
        }
    }


def test_pages_are_the_same_from_objects_from_columns_and_through_json() -> None:
    path = VECTORS / "assemble_resident.jsonl"
    for line in path.read_text().splitlines()[:20]:
        case = json.loads(line)
        pages = pages_of(case)
        table = page_table(columns_of(case))
        assert [table.page(row) for row in range(len(table))] == pages
        assert [ContextPage.from_json(page.to_json()) for page in pages] == pages
        assert [page.to_wire() for page in pages] == case["in"]["pages"]
