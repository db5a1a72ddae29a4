"""The manifest builder: traits, calls and controls do the same, and it can be shown anywhere."""

from __future__ import annotations

from typing import Any

import pytest
import traitlets

import ctxkit as ck
from ctxkit_widgets import ManifestBuilder
from tests.display.objects import HOSTILE, hostile_workspace
from tests.widgets.controls import cards, control, press


@pytest.fixture(scope="module")
def ws() -> ck.Workspace:
    return ck.examples.workspace()


@pytest.fixture
def builder(ws: ck.Workspace) -> ManifestBuilder:
    return ManifestBuilder(ws, spec="gauge-intake")


def test_it_starts_with_what_the_tool_itself_answers(
    builder: ManifestBuilder, ws: ck.Workspace
) -> None:
    spec = ws["gauge-intake"]
    assert builder.manifest == builder.start == spec.manifest()
    assert builder.request == spec.request()
    assert builder.code == "ws['gauge-intake'].manifest()"
    assert not builder.changes


@pytest.mark.parametrize(
    ("label", "value", "trait"),
    [
        ("Role", "scout", "role"),
        ("Mode", "mission", "mode"),
        ("Task", "T1", "task"),
        ("Task", "", "task"),
        ("Host budget, tokens", 4000, "host_budget"),
        ("Spec", "surge-alerts", "spec"),
    ],
)
def test_a_control_a_trait_and_a_call_do_the_same(
    ws: ck.Workspace, label: str, value: Any, trait: str
) -> None:
    by_control, by_trait, by_call = (ManifestBuilder(ws, spec="gauge-intake") for _ in range(3))
    control(by_control, label).value = value
    setattr(by_trait, trait, value)
    by_call.ask(**{trait: value})
    assert by_control.manifest == by_trait.manifest == by_call.manifest
    assert by_control.request == by_trait.request == by_call.request
    assert by_control.request != by_control.start.request
    assert by_control.code == by_trait.code == by_call.code
    assert [c.value for c in cards(by_control)] == [c.value for c in cards(by_trait)]
    assert control(by_trait, label).value == value


def test_the_code_makes_the_very_manifest(ws: ck.Workspace) -> None:
    for asked in (
        {},
        {"task": "", "role": "tester"},
        {"task": "T2", "mode": "dispatch", "host_budget": 0},
        {"files": ["it's.py", 'a"b'], "host_budget": 9000},
        {"spec": "surge-alerts", "files": ()},
    ):
        builder = ManifestBuilder(ws, **asked)
        assert eval(builder.code, {"ws": ws}) == builder.manifest
    spec = ws["surge-alerts"]
    assert eval(ManifestBuilder(spec, role="auditor").code, {"spec": spec}) == spec.manifest(
        role="auditor"
    )


def test_files_are_one_a_line_and_back_at_the_task_s_own_they_are_no_override(
    builder: ManifestBuilder,
) -> None:
    files = control(builder, "Files")
    own = files.value
    assert own.split("\n") == list(builder.request.files)
    files.value = "a.py\n\n  b c.py  \n"
    assert builder.files == ("a.py", "b c.py")
    assert "files=['a.py', 'b c.py']" in builder.code
    files.value = own
    assert builder.files is None and not builder.changes
    files.value = ""
    assert builder.files == () and builder.request.files == ()


def test_another_spec_leaves_task_and_files_to_the_tool_and_keeps_the_rest(
    builder: ManifestBuilder,
) -> None:
    builder.ask(task="T1", files=["a.py"], role="scout", host_budget=5000)
    builder.spec = "surge-alerts"
    assert (builder.task, builder.files) == (None, None)
    assert (builder.role, builder.host_budget) == ("scout", 5000)


def test_a_refused_trait_raises_and_everything_stays(builder: ManifestBuilder) -> None:
    before = builder.manifest
    with pytest.raises(ck.UnknownNameError, match="no role named 'scuot'"):
        builder.role = "scuot"
    with pytest.raises(ck.InvalidValueError, match="a negative budget"):
        builder.host_budget = -1
    with pytest.raises(ck.UnknownNameError, match="no task named"):
        builder.ask(role="scout", task="T99")
    with pytest.raises(ck.UnknownNameError, match="no spec named"):
        builder.spec = "nothing"
    with pytest.raises(ck.InvalidValueError, match="no such control; got colour"):
        builder.ask(colour="red")
    assert (builder.role, builder.host_budget, builder.task) == (None, None, None)
    assert builder.manifest is before
    assert builder.spec == "gauge-intake"


def test_a_refused_control_says_so_in_words_until_the_value_is_good(
    builder: ManifestBuilder,
) -> None:
    budget = control(builder, "Host budget, tokens")
    budget.value = -5
    assert builder.error == (
        "host_budget: a negative budget; got -5; expected tokens, or 0 for no cap"
    )
    told = [card for card in cards(builder) if "a negative budget" in card.value]
    assert len(told) == 1 and told[0].layout.display != "none"
    assert builder.host_budget is None
    budget.value = 0
    assert builder.error == "" and told[0].layout.display == "none"


def test_what_changed_is_told_against_the_start_which_can_be_moved(
    builder: ManifestBuilder,
) -> None:
    builder.role = "scout"
    assert builder.changes.role == ("craftsman", "scout")
    assert any("1 added, 1 removed" in card.value for card in cards(builder))
    press(builder, "Start from here")
    assert not builder.changes and builder.start == builder.manifest
    builder.ask(role="auditor", host_budget=2000)
    press(builder, "Back to start")
    assert (builder.role, builder.host_budget) == ("scout", None)
    control(builder, "Show which items differ").value = False
    builder.role = "auditor"
    assert not any("Items that differ" in card.value for card in cards(builder))
    assert not builder.show_items


def test_an_item_can_be_looked_into_and_stays_chosen_while_it_is_there(
    builder: ManifestBuilder, ws: ck.Workspace
) -> None:
    assert builder.slice is not None and "Requirement 4" in builder.slice
    design = next(i.order for i in builder.manifest.items if i.path.endswith("design.md"))
    control(builder, "Look into").value = design
    assert builder.selected == design
    assert builder.slice == ws["gauge-intake"].read_artifact("design.md")
    builder.ask(files=[])
    assert builder.selected == design - 4
    builder.selected = 1
    assert builder.slice is None
    with pytest.raises(ck.InvalidValueError, match="no such item; got 99"):
        builder.selected = 99
    assert builder.selected == 1


def test_traits_can_be_observed_and_linked(builder: ManifestBuilder, ws: ck.Workspace) -> None:
    seen: list[tuple[int, str]] = []
    builder.observe(lambda change: seen.append((change.new.budget, builder.code)), "manifest")
    other = ManifestBuilder(ws["gauge-intake"])
    traitlets.link((builder, "role"), (other, "role"))
    builder.role = "researcher"
    assert seen == [(builder.manifest.budget, builder.code)]
    assert other.manifest == builder.manifest
    with pytest.raises(traitlets.TraitError):
        builder.manifest = builder.start


def test_it_takes_specs_and_workspaces_only(ws: ck.Workspace, tmp_path: Any) -> None:
    with pytest.raises(ck.InvalidValueError, match="nothing to build manifests of; got str"):
        ManifestBuilder("gauge-intake")  # type: ignore[arg-type]
    (tmp_path / ".specd").mkdir()
    with pytest.raises(ck.InvalidValueError, match="the workspace has no spec"):
        ManifestBuilder(ck.open_workspace(tmp_path))
    with pytest.raises(ck.InvalidValueError, match="made of one spec"):
        ManifestBuilder(ws["gauge-intake"], spec="surge-alerts")


def test_the_twin_says_what_the_app_says_and_how_to_get_it(builder: ManifestBuilder) -> None:
    builder.role = "scout"
    bundle = builder._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    for text in (bundle["text/html"], bundle["text/plain"]):
        assert "10,200" in text and "scout.md" in text and "removed" in text
        assert "Run this cell in JupyterLab, Notebook or Voilà" in text
    assert bundle["text/plain"] == repr(builder)
    assert builder.code.replace("'", "&#x27;") in bundle["text/html"]
    assert "<script" not in bundle["text/html"]


def test_it_looks_the_same_each_time(builder: ManifestBuilder, ws: ck.Workspace) -> None:
    again = ManifestBuilder(ws, spec="gauge-intake")
    assert repr(again) == repr(builder)
    assert again._repr_mimebundle_()["text/html"] == builder._repr_mimebundle_()["text/html"]
    assert builder.model_id not in repr(builder)


def test_hostile_specs_stay_text_in_every_part_of_it() -> None:
    builder = ManifestBuilder(hostile_workspace())
    for order in range(1, len(builder.manifest.items) + 1):
        builder.selected = order
        for card in cards(builder):
            assert "<script" not in card.value and "<img" not in card.value
    assert "<script" not in builder.to_html()
    assert HOSTILE not in builder.to_html()
