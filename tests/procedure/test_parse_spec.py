import pytest

from ctxkit.errors import CtxkitError
from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.parse import check_spec, load_spec, parse_spec
from ctxkit.procedure.problems import SpecError
from ctxkit.procedure.registry import Registry
from tests.procedure.engine_vectors import cases
from tests.procedure.scripted import scripted_registry, spec_wire


@pytest.mark.parametrize("case", cases("engine/parse_spec"), ids=lambda c: c["id"])
def test_procedures_are_read_with_the_problems_the_reference_finds(case):
    given = case["in"]
    registry = scripted_registry(given.get("commands", {}), given.get("queries", {}))
    try:
        entry = parse_entry(given["id"], given["entry"])
    except CtxkitError:
        assert case["out"] == {"problems": [{"code": "entry-unparsable", "at": "entry"}]}
        return
    spec, problems = check_spec(entry, registry)
    if "ok" in case["out"]:
        assert not problems
        assert spec_wire(spec) == case["out"]["ok"]
    else:
        assert all(p.line and p.column and p.hint for p in problems)
        found = [{"code": p.code, "at": p.at} for p in problems]
        assert found == case["out"]["problems"]
        assert spec is None


BAD = """---
type: decision
kind: procedure
canonical: demo
state:
  1x: {type: text}
steps:
  - {id: a, transitions: [{to: nowhere}]}
---

Words.

## unit: a
{{.x}
"""


def test_every_problem_has_its_line_and_column_in_the_file():
    entry = parse_entry("20260702-100000-d-prc-aaa", BAD, file="p.md")
    spec, problems = check_spec(entry)
    assert spec is None
    assert [(p.code, p.where) for p in problems] == [
        ("invalid-name", "p.md:6:3"),
        ("unknown-transition-target", "p.md:8:32"),
        ("lane-template", "p.md:14:5"),
    ]
    with pytest.raises(SpecError, match=r"p.md: procedure cannot be loaded: .* and 2 more"):
        parse_spec(entry)


def test_functions_of_another_application_are_named_and_can_be_stubbed():
    text = """---
type: d
kind: procedure
canonical: demo
steps:
  - id: a
    op: publish
    inject: [{fn: chains}]
    transitions: [{when: isReady or hasBody, to: end(completed)}]
---
"""
    entry = parse_entry("20260702-100000-d-prc-aaa", text)
    registry = Registry()
    with pytest.raises(SpecError) as caught:
        load_spec(entry, registry)
    assert [p.code for p in caught.value.problems] == [
        "unknown-command", "unknown-predicate", "unknown-query"
    ]  # fmt: skip
    added = registry.stub_missing(parse_spec(entry))
    assert [doc.name for doc in added] == ["chains", "isReady", "publish"]
    assert load_spec(entry, registry).canonical == "demo"
