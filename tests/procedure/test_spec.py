import subprocess
import sys

import pytest

import ctxkit.graph
import ctxkit.procedure
import ctxkit.session
from ctxkit.errors import UnknownNameError
from ctxkit.graph import parse_entry
from ctxkit.procedure import EXAMPLE_SPEC_FRONTMATTER, Registry, load_spec, parse_spec
from ctxkit.session import Engine

API = """
LOG_VERSION END_COMPLETED END_ABANDONED EXAMPLE_SPEC_FRONTMATTER compose_instructions is_end_target
BaseType base_type_values ChooserKind ChooserOption ChooserServe CollectField Command CommandFunc
Context ContextualGraphs Dispatch Engine Event read_events EventSink EventType ExportedValue
FactIndex FailedPredicate FuncClass FuncDoc Graphs GuardExpr parse_guard InjectCall Instance
InstanceStatus Involvement Option PartSize Predicate PredicateFunc PresencePair presence_pairs
Provenance Query QueryBound QueryFunc QueryResolver ReadDepth Ref Registry Serve ServeLane Session
Spec load_spec parse_spec SpecResolver StaticGraphs Step StepSize Store Transition Unit UnitLane
VarDecl VarType parse_var_type When WriterSink
"""


@pytest.mark.parametrize("name", API.split())
def test_every_name_of_the_original_package_can_be_had_from_a_subpackage(name):
    places = (ctxkit.graph, ctxkit.procedure, ctxkit.session)
    assert any(name in place.__all__ and hasattr(place, name) for place in places)


@pytest.mark.parametrize(
    "module", ["graph.ids", "procedure.spec", "procedure.registry", "session.logfold", "session"]
)
def test_any_module_can_be_imported_first(module):
    subprocess.run([sys.executable, "-c", f"import ctxkit.{module}"], check=True)


def example():
    text = f"---\n{EXAMPLE_SPEC_FRONTMATTER}---\n\n## unit: look\nLook at {{{{.change}}}}.\n"
    return load_spec(parse_entry("20260702-100000-d-prc-exm", text), Registry())


def test_the_worked_example_loads_and_runs():
    spec = example()
    change = "20260701-090000-d-tac-chg"
    graph = ctxkit.graph.Graph([parse_entry(change, "---\ntype: d\n---\n")])
    session = Engine(graphs=graph).new_session("s", "Noa")
    assert session.start(spec, {"change": change}).lanes[0].text == f"Look at {change}."
    assert session.report("i_1", {"body": "fine"}).step == "confirm"
    assert session.answer("i_1", "confirm", "confirm", {}, "yes").step == "record"
    assert session.instance("i_1").pending.seed == {"body": "body", "anchor": "change"}
    assert session.report("i_1", {"doneEntry": change}).outcome == "completed"


def test_a_procedure_tells_what_is_worked_out_from_it():
    spec, registry = example(), Registry()
    assert spec.report_schema_for_step("look")["required"] == ["body"]
    assert "enum" in spec.answer_schema_for_step("confirm")["properties"]["choice"]
    assert not spec.validate_functions(registry)
    assert spec.effective_total() == 36_000
    sizes = {size.step: size.bytes for size in spec.worst_case_serve_bytes(registry)}
    assert sizes == {
        "look": len("Look at {{.change}}.") + 128 + 14_000,
        "confirm": 6000,
        "record": 0,
    }
    assert spec.over_budget(registry) == ()
    with pytest.raises(UnknownNameError, match="no step named 'lok'"):
        spec.answer_schema_for_step("lok")


def test_procedures_compare_by_what_they_say():
    assert example() == example() and hash(example()) == hash(example())
    first, second = example(), example()
    assert first.step("look") is not None and first == second
    assert first.replace(canonical="other") != second
    lane = first.units["look"].lanes[0]
    assert lane.template.render({"change": "x"}) == "Look at x."
    assert lane.replace(text="other").template.render({}) == "other"
    unchecked = parse_spec(
        parse_entry("20260702-100000-d-prc-exm", f"---\n{EXAMPLE_SPEC_FRONTMATTER}---\n")
    )
    assert unchecked.units == {}
