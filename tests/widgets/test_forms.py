"""Each type gets the right control, and a filled-in form says what its controls hold."""

from __future__ import annotations

from typing import Any

import pytest

import ctxkit as ck
from ctxkit.errors import InvalidValueError
from ctxkit.procedure.fragments import type_schema
from ctxkit.procedure.types import BaseType, VarType, parse_var_type
from ctxkit.session.store import Store
from ctxkit_widgets.forms import changed_values, control_of, said_values, state_errors
from ctxkit_widgets.runner_content import report_form, start_form
from ctxkit_widgets.runner_form import RunnerForm

SEAL = "20260901-074500-s-ops-gat"


def control(text: str) -> dict[str, Any]:
    declared = parse_var_type(text)
    return control_of(type_schema(declared), declared.base)


@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        ("text", "text"), ("prose", "text"), ("bool", "yesno"), ("entry-id", "line"),
        ("label", "line"), ("participant", "line"), ("entry-kind", "choice"), ("layer", "choice"),
        ("confidence", "choice"), ("intent", "choice"), ("attachment-handle", "line"),
        ("ref", "object"), ("fact-index", "object"), ("involvement", "object"),
        ("involvement-when", "object"), ("search-replace", "object"), ("procedure-spec", "json"),
        ("preflight-findings", "list"), ("guide-findings", "list"), ("list<text>", "list"),
        ("list<ref>", "list"), ("list<procedure-spec>", "json"),
    ],
)  # fmt: skip
def test_each_type_has_its_control(declared: str, kind: str) -> None:
    assert control(declared)["kind"] == kind


def test_every_type_and_every_list_of_it_has_a_control() -> None:
    for base in BaseType:
        for is_list in (False, True):
            assert control_of(type_schema(VarType(base, is_list)), base)["kind"]


def test_known_values_are_offered_where_they_fit() -> None:
    ref = {f["name"]: f["control"] for f in control("ref")["fields"]}
    assert ref["id"]["suggest"] == "entries"
    assert ref["kind"]["choices"]
    assert ref["desc"] == {"kind": "line", "suggest": ""}
    assert control("list<label>")["item"]["suggest"] == "topics"
    days = control("involvement-when")["fields"]
    assert [field["control"]["kind"] for field in days] == ["day", "day"]


def test_a_report_asks_first_for_what_the_step_collects_with_its_edits() -> None:
    spec = ck.examples.procedures()["record-entry"]
    form = report_form(spec, spec.steps[2])
    assert [field["name"] for field in form["fields"]] == ["body", "bodyEdits"]
    assert [field["required"] for field in form["fields"]] == [True, False]
    names = {field["name"] for field in (*form["fields"], *form["others"])}
    assert names == set(spec.state)


def test_descriptions_are_the_help_of_their_fields() -> None:
    form = start_form(ck.examples.procedures()["record-entry"])
    (recorder,) = form["fields"]
    assert (recorder["help"], recorder["type"]) == ("who records", "participant")


def fields_of(*names: str) -> tuple[list[dict[str, Any]], Store]:
    spec = ck.examples.procedures()["record-entry"]
    form = report_form(spec, spec.steps[1])
    fields = [f for f in (*form["fields"], *form["others"]) if f["name"] in names]
    return fields, Store(spec)


def test_empty_controls_say_nothing_and_empty_rows_are_left_out() -> None:
    fields, _ = fields_of("topics", "refs", "confidence", "closes")
    held = {
        "topics": ["a", "", None],
        "refs": [{"id": SEAL, "kind": "refines", "desc": ""}, {}],
        "confidence": "",
        "closes": [None],
    }
    assert said_values(fields, held) == {
        "topics": ["a"],
        "refs": [{"id": SEAL, "kind": "refines"}],
    }


def test_a_part_that_must_be_there_is_said_to_be_empty() -> None:
    fields, _ = fields_of("bodyEdits")
    assert said_values(fields, {"bodyEdits": [{"old": "soon"}]}) == {
        "bodyEdits": [{"old": "soon", "new": ""}]
    }


def test_only_what_differs_from_the_store_is_sent() -> None:
    fields, store = fields_of("topics", "brief", "body", "confidence")
    store.write_state({"topics": ["a"], "brief": "b", "body": "c", "confidence": "high"})
    held = {"topics": [], "brief": None, "body": "", "confidence": "high"}
    sent = changed_values(fields, held, said_values(fields, held), store)
    assert sent == {"topics": [], "brief": None, "body": ""}
    assert changed_values(fields, {}, {}, store) == {}


def test_json_that_is_none_is_told_at_its_field() -> None:
    field = {"name": "machine", "control": {"kind": "json"}, "required": False}
    assert said_values([field], {"machine": '{"steps": []}'}) == {"machine": {"steps": []}}
    with pytest.raises(InvalidValueError, match=r"state\.machine: not JSON"):
        said_values([field], {"machine": "{"})


def test_each_refused_field_has_its_own_error() -> None:
    session = ck.examples.engine().new_session("s")
    session.start(ck.examples.procedures()["record-entry"], {"recorder": "Ines Karlsen"})
    instance = session.instance("i_1")
    assert instance is not None
    errors = state_errors(instance, {"topics": ["No Topic!"], "layer": "nowhere", "body": "fine"})
    assert set(errors) == {"topics", "layer"}
    assert errors["layer"].startswith("Not a value of type layer; got 'nowhere'")
    assert not instance.store.has("body")


def test_the_form_holds_at_first_what_the_store_holds() -> None:
    session = ck.examples.engine().new_session("s")
    session.start(ck.examples.procedures()["record-entry"], {"recorder": "Ines Karlsen"})
    instance = session.instance("i_1")
    assert instance is not None
    assert RunnerForm(instance).stored() == {"confidence": "medium"}
