import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.procedure.guard import parse_guard
from tests.procedure.engine_vectors import cases


@pytest.mark.parametrize("case", cases("engine/guard"), ids=lambda c: c["id"])
def test_guards_are_read_and_evaluated_as_the_reference_does(case):
    source, out = case["in"]["src"], case["out"]
    if out.get("error"):
        with pytest.raises(InvalidValueError):
            parse_guard(source)
        return
    guard = parse_guard(source)
    truth = case["in"]["truth"]
    assert list(guard.predicates()) == out["predicates"]
    assert guard.eval(lambda name: truth.get(name, False)) == out["value"]
    assert str(guard) == source


def test_every_occurrence_is_asked_for_without_short_circuit():
    asked = []
    parse_guard("a or b and a").eval(lambda name: asked.append(name) or True)
    assert asked == ["a", "b", "a"]


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(alphabet="ab and or not()é\x85\xa0.1", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_guard_or_refused_within_our_family(source):
    try:
        guard = parse_guard(source)
    except CtxkitError:
        return
    assert guard.eval(lambda name: True) in (True, False)


def test_deep_nesting_is_refused_instead_of_ending_the_interpreter():
    with pytest.raises(InvalidValueError, match="deeply"):
        parse_guard("(" * 5000 + "a" + ")" * 5000)


def test_a_long_chain_needs_no_deep_stack() -> None:
    guard = parse_guard(" and ".join(["a"] * 5000 + ["b"]))
    assert guard.predicates() == ("a", "b")
    asked: list[str] = []
    assert guard.eval(lambda name: asked.append(name) or name == "a") is False
    assert len(asked) == 5001
