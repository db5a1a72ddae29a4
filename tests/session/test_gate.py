"""What holds an instance can be asked at any time."""

from __future__ import annotations

import pytest

from ctxkit.errors import UnknownNameError
from ctxkit.procedure.guard import parse_guard
from ctxkit.procedure.truth import explain_guard
from ctxkit.session.gate import explain_gate
from tests.display.watch_desk import ordinary_session


def test_every_condition_of_a_gate_is_explained_without_moving_on() -> None:
    session = ordinary_session()
    spec = session.instance("i_4").spec  # type: ignore[union-attr]
    session.start(spec, {"station": "Wick lock"})
    guard, way = explain_gate(session, "i_5")
    assert guard.holds is False
    assert guard.values == {"hasBody": False, "refsInspected": True, "hasRefs": False}
    assert way.title == "i_5 goes from gather to playback when"
    assert way.values == {"hasTopics": False, "hasConfidence": True}
    assert session.instance("i_5").step == "gather"  # type: ignore[union-attr]


def test_where_somebody_must_choose_there_is_no_condition() -> None:
    assert explain_gate(ordinary_session(), "i_4") == ()


def test_an_unknown_instance_is_named() -> None:
    with pytest.raises(UnknownNameError, match="i_9"):
        explain_gate(ordinary_session(), "i_9")


@pytest.mark.parametrize(
    ("source", "truth", "holds"),
    [
        ("a and b", {"a": False}, False),
        ("a and b", {"a": True}, None),
        ("a or b", {"a": True}, True),
        ("not a", {}, None),
        ("not (a or b) and c", {"a": False, "b": False, "c": True}, True),
    ],
)
def test_what_is_not_known_counts_only_where_it_decides(
    source: str, truth: dict[str, bool], holds: bool | None
) -> None:
    assert explain_guard(source, truth).holds is holds


def test_where_all_is_known_the_outcome_is_that_of_the_guard() -> None:
    guard = parse_guard("a and (b or not c) or not (a and c)")
    for bits in range(8):
        truth = {name: bool(bits >> place & 1) for place, name in enumerate("abc")}
        assert explain_guard(guard, truth).holds is guard.eval(truth.__getitem__)


def test_a_predicate_that_fails_is_not_known_and_says_why() -> None:
    session = ordinary_session()
    predicate = session.engine.registry.predicate("noGuideFindings")
    assert predicate is not None
    instance = session.instance("i_4")
    assert instance is not None
    instance.store.write_engine("guideFindings", "no list")
    context = session.engine.context(instance.store, "", {})
    found = explain_guard("noGuideFindings", lambda name: predicate.fn(context))
    assert found.holds is None and "noGuideFindings" in found.errors
