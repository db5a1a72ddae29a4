"""Two manifests can be compared: what came, what went, what is loaded in another way."""

from __future__ import annotations

import pytest

import ctxkit as ck
from ctxkit.manifest import MissionContextItem, MissionContextManifest


@pytest.fixture(scope="module")
def spec() -> ck.Spec:
    return ck.examples.workspace()["gauge-intake"]


def test_a_manifest_does_not_differ_from_itself(spec: ck.Spec) -> None:
    changes = spec.manifest().changes_since(spec.manifest())
    assert not changes
    assert (changes.added, changes.removed, changes.changed) == ((), (), ())


def test_items_that_came_went_or_are_cut_differently_are_told(spec: ck.Spec) -> None:
    before, after = spec.manifest(task="T5"), spec.manifest(task="T1", role="scout")
    changes = after.changes_since(before)
    assert {item.path for item in changes.added} == {item.path for item in after.items} - {
        item.path for item in before.items
    }
    assert {item.path for item in changes.removed} == {item.path for item in before.items} - {
        item.path for item in after.items
    }
    assert [pair.after.path.rpartition("/")[2] for pair in changes.changed] == [
        "requirements.md",
        "tasks.md",
    ]
    assert changes.tokens == (before.estimated_tokens, after.estimated_tokens)
    assert changes.budget == (before.budget, after.budget)
    assert changes.role == ("craftsman", "scout")


def test_comparing_the_other_way_round_swaps_everything(spec: ck.Spec) -> None:
    before, after = spec.manifest(), spec.manifest(task="T8", host_budget=2000)
    there, back = after.changes_since(before), before.changes_since(after)
    assert (there.added, there.removed) == (back.removed, back.added)
    assert there.tokens == back.tokens[::-1]
    assert there.over_budget == (False, True)
    assert [(p.before, p.after) for p in there.changed] == [
        (p.after, p.before) for p in back.changed
    ]


def test_a_file_that_is_named_twice_is_two_items() -> None:
    twice = tuple(MissionContextItem(order=n, kind="scope-file", path="a.py") for n in (1, 2))
    changes = MissionContextManifest(items=twice).changes_since(
        MissionContextManifest(items=twice[:1])
    )
    assert [item.order for item in changes.added] == [2]


def test_what_is_no_manifest_is_refused() -> None:
    with pytest.raises(ck.InvalidValueError, match="before: not a manifest; got dict"):
        MissionContextManifest().changes_since({})  # type: ignore[arg-type]


def test_the_text_of_an_item_is_its_slice_or_the_whole_artifact(spec: ck.Spec) -> None:
    manifest = spec.manifest()
    by_name = {item.path.rpartition("/")[2]: item.order for item in manifest.items}
    assert manifest.text_of(by_name["tasks.md"]) == manifest.slice_of(by_name["tasks.md"])
    assert manifest.text_of(by_name["design.md"]) == spec.read_artifact("design.md")
    assert manifest.text_of(by_name["craftsman.md"]) is None
    assert manifest.text_of(99) is None
    assert MissionContextManifest.from_json(manifest.to_json()).text_of(1) is None
