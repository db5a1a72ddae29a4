import pytest

from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.arithmetic import effective_total, over_budget, worst_case_serve_bytes
from ctxkit.procedure.functions import FuncClass, FuncDoc, Query, QueryBound
from ctxkit.procedure.parse import parse_spec
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.schema import answer_schema, report_schema, start_schema
from ctxkit.procedure.spec import Cap
from tests.procedure.engine_vectors import cases


def assert_like(found, expected, path="schema"):
    """Compare schemas; null descriptions in the vector stand for wording of ours."""
    assert type(found) is type(expected), path
    if isinstance(expected, dict):
        assert found.keys() == expected.keys(), path
        for key, value in expected.items():
            if key == "description" and value is None:
                assert isinstance(found[key], str) and found[key], path
            else:
                assert_like(found[key], value, f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), path
        for number, (a, b) in enumerate(zip(found, expected, strict=True)):
            assert_like(a, b, f"{path}[{number}]")
    else:
        assert found == expected, path


@pytest.mark.parametrize("case", cases("engine/schema"), ids=lambda c: c["id"])
def test_schemas_are_those_of_the_reference(case):
    spec = parse_spec(parse_entry(case["in"]["id"], case["in"]["entry"]))
    step = spec.step(case["in"]["step"])
    which = case["out"]["which"]
    found = answer_schema(spec, step) if which == "answer" else report_schema(spec, step)
    assert_like(found, case["out"]["schema"])


@pytest.mark.parametrize("case", cases("engine/arithmetic"), ids=lambda c: c["id"])
def test_worst_case_sizes_are_those_of_the_reference(case):
    given, out = case["in"], case["out"]
    spec = parse_spec(parse_entry(given["id"], given["entry"]))
    registry = Registry()
    for name, query in given["queries"].items():
        bound = QueryBound(
            cap=Cap(max_bytes=query.get("max_bytes", 0), max_items=query.get("max_items", 0)),
            **({"part": query["part"]} if query.get("part") else {}),
        )
        doc = FuncDoc(name=name, func_class=FuncClass.QUERY)
        registry.register_query(Query(doc=doc, fn=lambda ctx, args: None, bound=bound))
    sizes = [{"step": s.step, "bytes": s.bytes} for s in worst_case_serve_bytes(spec, registry)]
    assert sizes == out["steps"]
    assert effective_total(spec) == out["effective_total"]
    over = [{"step": s.step, "bytes": s.bytes} for s in over_budget(spec, registry)]
    assert over == out["over"]


def test_a_start_takes_params_and_state_but_no_edits():
    from ctxkit import examples

    schema = start_schema(examples.procedures()["record-entry"])
    assert schema["required"] == ["recorder"]
    assert "body" in schema["properties"] and "bodyEdits" not in schema["properties"]
    assert schema["properties"]["recorder"]["description"] == "who records"
    assert schema["additionalProperties"] is False
