"""The items of a manifest are pages whose required part is mandatory."""

from __future__ import annotations

import pytest

import ctxkit as ck


def test_a_manifest_fits_a_window_as_its_own_figures_say() -> None:
    manifest = ck.examples.workspace()["gauge-intake"].manifest()
    pages, mandatory = ck.pages_from_manifest(manifest)
    assert [len(pages), len(mandatory)] == [11, 8]
    assert pages.estimator == "bytes/4 heuristic and fixed hints"
    slice_of_requirements = pages.row_of(
        ".specd/specs/gauge-intake/requirements.md (requirement 4)"
    )
    assert pages.labels_of(slice_of_requirements) == (
        "kind:source-artifact",
        "path:.specd/specs/gauge-intake/requirements.md",
        "requirement:4",
    )
    assert pages.labels_of(10)[-1] == "task:T5"
    weights = {"requirement:4": 2.0, "task:T5": 1.0, "kind:source-artifact": 0.5}
    context = ck.assemble_resident(
        pages,
        mandatory,
        weights=weights,
        budget=ck.ContextBudget(window_tokens=manifest.estimated_tokens + 200),
        strategy="cost",
    )
    assert isinstance(context, ck.ResidentContext)
    assert context.mandatory_tokens == manifest.estimated_tokens
    assert context.working_set.page_ids == (context.table.page_ids[slice_of_requirements],)
    small = ck.ContextBudget(window_tokens=manifest.estimated_tokens - 1)
    refused = ck.assemble_resident(pages, mandatory, weights=weights, budget=small)
    assert refused == ck.Infeasible(
        required=manifest.estimated_tokens, allowance=manifest.estimated_tokens - 1
    )


def test_no_items_are_no_pages_and_a_negative_hint_is_named() -> None:
    assert len(ck.pages_from_manifest(ck.MissionContextManifest()).table) == 0
    item = ck.MissionContextItem(order=1, command="run it", token_hint=-1)
    with pytest.raises(ck.InvalidValueError, match="item 1, run it: a negative token hint; got -1"):
        ck.pages_from_manifest(ck.MissionContextManifest(items=(item,)))
