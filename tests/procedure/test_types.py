import pytest

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.procedure.types import BaseType, base_type_values, parse_var_type
from ctxkit.procedure.values import Involvement, When
from tests.procedure.engine_vectors import cases


@pytest.mark.parametrize("case", cases("engine/var_types"), ids=lambda c: c["id"])
def test_types_accept_and_normalise_as_the_reference_does(case):
    given, out = case["in"], case["out"]
    if out.get("type_error"):
        with pytest.raises(InvalidValueError):
            parse_var_type(given["type"])
    elif out.get("error"):
        with pytest.raises(InvalidValueError):
            parse_var_type(given["type"]).validate_value(given["value"])
    else:
        value = parse_var_type(given["type"]).validate_value(given["value"])
        assert value == out["value"] and type(value) is type(out["value"])


def test_every_type_has_a_description_and_prints_as_it_is_read():
    assert len(base_type_values()) == 19
    for base in base_type_values():
        assert base.description
        assert str(parse_var_type(f" list< {base} > ")) == f"list<{base}>"


def test_a_wrong_value_is_told_with_its_type_and_what_was_expected():
    with pytest.raises(CtxkitError, match=r"not a value of type bool; got 'yes'; expected true or"):
        parse_var_type("bool").validate_value("yes")


def test_involvements_and_ranges_have_a_text_form():
    when = When(from_="2026-01-01")
    both = Involvement(target="t", actors=("Ana", "Ben"), when=when)
    assert (str(when), str(When(to="2026-02-01"))) == ("2026-01-01→", "→2026-02-01")
    assert str(both) == "t [Ana, Ben] (2026-01-01→)"
    assert Involvement(target="t", actors=()).to_document() == {"target": "t", "actors": []}
    assert BaseType("prose") is BaseType.PROSE
