import json

import pytest

from ctxkit.errors import CtxkitError
from ctxkit.session.logtext import parse_events
from tests.procedure.engine_vectors import cases
from tests.session.session_vectors import World, run_op


def _instance(instance):
    store = {
        name: {"value": v.value, "provenance": str(v.provenance)}
        for name, v in instance.store.export().items()
    }
    return {
        "id": instance.id,
        "procedure": instance.spec.canonical,
        "parent": instance.parent,
        "outcome": instance.outcome,
        "status": str(instance.status),
        "step": instance.step,
        "store": store,
    }


def _state(session):
    return {
        "participant": session.participant,
        "label": session.label,
        "seq": session.seq,
        "counter": session.counter,
        "reads": {name: str(depth) for name, depth in session.reads.items()},
        "instances": [_instance(instance) for instance in session.instances],
    }


@pytest.mark.parametrize("case", cases("engine/replay"), ids=lambda c: c["id"])
def test_logs_are_replayed_and_continued_as_the_reference_does(case):
    given, out = case["in"], case["out"]
    world = World(given)
    try:
        events = parse_events(given["log"])
        session = world.engine.replay_session(
            given["session"], given["participant"], events, world.specs, world.sink,
            clock=world.clock,
        )  # fmt: skip
    except CtxkitError:
        assert out.get("error"), "refused a log that the reference replays"
        return
    assert not out.get("error"), "replayed a log that the reference refuses"
    assert _state(session) == out["state"]
    if "results" in out:
        assert [run_op(world, session, op) for op in given["ops"]] == out["results"]
    else:
        handles = dict.fromkeys(instance.id for instance in session.instances)
        served = {h: run_op(world, session, {"op": "serve", "instance": h}) for h in handles}
        assert served == out["serve"]
    assert world.sink.to_text() == out["log"]
    assert all(json.loads(line) for line in out["log"].splitlines())
