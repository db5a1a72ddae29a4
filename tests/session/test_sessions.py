import json

import pytest

from tests.procedure.engine_vectors import cases
from tests.session.session_vectors import World, run_op


@pytest.mark.parametrize("case", cases("engine/sessions"), ids=lambda c: c["id"])
def test_sessions_run_and_log_byte_for_byte_as_the_reference_does(case):
    given, out = case["in"], case["out"]
    world = World(given)
    session = world.engine.new_session(
        given["session"], given["participant"], world.sink, clock=world.clock
    )
    for number, (op, expected) in enumerate(zip(given["ops"], out["results"], strict=True)):
        assert run_op(world, session, op) == expected, f"operation {number}: {op}"
    assert world.sink.to_text() == out["log"]
    assert [json.loads(event.to_line()) for event in world.sink.events] == out["events"]
