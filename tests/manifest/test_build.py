"""A manifest says what to load, as the original does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxkit as ck
from tests.conftest import vectors


def request_of(fields: dict[str, Any]) -> ck.ContextRequest:
    artifacts = fields["artifacts"]
    return ck.ContextRequest(
        slug=fields["slug"],
        status=fields["status"],
        task_id=fields["taskID"],
        role=fields["role"],
        files=tuple(fields["files"] or ()),
        mode=fields["mode"],
        host_budget=fields["hostBudget"],
        context_command=fields["contextCommand"],
        requirements=tuple(fields["requirements"] or ()),
        design_headings=tuple(fields["designHeadings"] or ()),
        read_artifact=None if artifacts is None else artifacts.get,
    )


def without_wording(wire: dict[str, Any]) -> dict[str, Any]:
    """Blank the texts that are ours to choose, having seen that they are there."""
    assert wire["strategy"]
    wire["strategy"] = None
    for item in wire["items"]:
        assert item["rationale"]
        item["rationale"] = None
    if "budgetActions" in wire:
        assert all(wire["budgetActions"])
        wire["budgetActions"] = [None] * len(wire["budgetActions"])
    return wire


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/build_manifest"))
def test_manifests_are_the_original_ones(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    manifest = ck.build_context_manifest(request_of(given_))
    wire = without_wording(json.loads(manifest.to_json()))
    assert json.dumps(wire) == json.dumps(expected)  # the order of the keys, too


requests = st.builds(
    ck.ContextRequest,
    slug=st.text(max_size=8),
    status=st.sampled_from([*ck.SpecStatus, "", "odd"]),
    task_id=st.sampled_from(["", "T1", "A2", "x"]),
    role=st.sampled_from(["scout", "craftsman", "nobody", ""]),
    files=st.lists(st.text(max_size=6), max_size=5).map(tuple),
    mode=st.sampled_from([*ck.ContextMode, ""]),
    host_budget=st.integers(-5, 10**6),
    context_command=st.sampled_from(["", "specd context x"]),
    requirements=st.lists(st.integers(0, 4), max_size=3).map(tuple),
    design_headings=st.lists(st.text(max_size=4), max_size=2).map(tuple),
    read_artifact=st.none() | st.text(max_size=40).map(lambda text: lambda name: text),
)


@given(requests)
def test_any_request_has_an_answer_that_survives_its_wire_form(request: ck.ContextRequest) -> None:
    manifest = ck.build_context_manifest(request)
    again = ck.MissionContextManifest.from_json(manifest.to_json())
    assert again == manifest
    assert again.to_json() == manifest.to_json()
    assert [item.order for item in manifest.items] == list(range(1, len(manifest.items) + 1))
    assert manifest.estimated_tokens == sum(item.token_hint for item in manifest.required_items)
    assert ck.MIN_SOFT_CEILING <= manifest.budget <= ck.MAX_SOFT_CEILING
    assert manifest.over_budget == (manifest.estimated_tokens > manifest.budget)


@given(requests)
def test_measuring_never_moves_what_is_required(request: ck.ContextRequest) -> None:
    measured = ck.build_context_manifest(request)
    unmeasured = ck.build_context_manifest(request.replace(read_artifact=None))
    assert measured.estimated_tokens == unmeasured.estimated_tokens


def test_a_slice_can_be_looked_at_without_reading_again() -> None:
    manifest = ck.build_context_manifest(
        ck.ContextRequest(
            slug="a",
            status="tasks",
            task_id="T1",
            read_artifact={"tasks.md": "- [ ] T1 — one\n- [ ] T2 — two\n"}.get,
        )
    )
    item = manifest.items[-1]
    assert item.selector is not None and item.selector.wording == "task T1"
    assert manifest.slice_of(item) == manifest.slice_of(item.order) == "- [ ] T1 — one"
    assert manifest.slice_of(1) is None


def test_a_manifest_cannot_be_changed_in_place() -> None:
    manifest = ck.build_context_manifest(ck.ContextRequest())
    with pytest.raises(ck.InvalidValueError, match=r"MissionContextManifest.budget: .* is frozen"):
        manifest.budget = 3  # type: ignore[misc]
    assert manifest.replace(budget=3).budget == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "MissionContextManifest: not a JSON text"),
        ("[]", "MissionContextManifest: wrong JSON type; got list; expected an object"),
        ('{"version": "1"}', "MissionContextManifest.version: .*valid integer; got '1'"),
        ('{"items": [{"order": true}]}', r"items\[0\]"),
        ('{"items": {}}', "items: wrong JSON type; got dict; expected a list"),
        ('{"items": 5}', "items: wrong JSON type; got int; expected a list"),
        ('{"version": 99999999999999999999}', "version: a number of more than 64 bits"),
        ('{"x": NaN}', "NaN is no JSON number"),
        ("[" * 100_000, "not a JSON text"),
    ],
)
def test_a_bad_wire_form_names_the_field(text: str, says: str) -> None:
    with pytest.raises(ck.InvalidJsonError, match=says):
        ck.MissionContextManifest.from_json(text)


def test_keys_are_matched_as_go_does() -> None:
    manifest = ck.MissionContextManifest.from_json('{"ROLE": "scout", "Version": 1, "VERSION": 2}')
    assert (manifest.role, manifest.version) == ("scout", 2)
    assert ck.MissionContextManifest.from_json('{"role": "a", "ROLE": "b"}').role == "b"
    with pytest.raises(ck.InvalidJsonError, match="not a JSON text"):
        ck.MissionContextManifest.from_json('{"version": 1}'.encode("utf-16"))


def test_a_wrong_value_in_python_names_the_field_within_our_errors() -> None:
    with pytest.raises(ck.CtxkitError, match=r"ContextRequest.host_budget: .*; got 'much'"):
        ck.ContextRequest(host_budget="much")  # type: ignore[arg-type]
