import pytest

from ctxkit.errors import CtxkitError
from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.parse import parse_spec
from ctxkit.session.store import Store
from tests.procedure.engine_vectors import cases


@pytest.mark.parametrize("case", cases("engine/snapshot"), ids=lambda c: c["id"])
def test_fingerprints_are_those_of_the_reference(case):
    given, out = case["in"], case["out"]
    store = Store(parse_spec(parse_entry(given["id"], given["entry"])))
    try:
        store.set_start(given["start"])
    except CtxkitError:
        assert out == {"error": True}
        return
    trail = [store.state_snapshot()]
    for report in given["reports"]:
        try:
            store.write_state(report)
        except CtxkitError:
            trail.append(None)
        else:
            trail.append(store.state_snapshot())
    assert trail == out["trail"]
    assert store.state_snapshot() == out["snapshot"]
