"""Canonical JSON text is Go's, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxkit.canonical import format_float, sha256_hex, to_json_text
from ctxkit.errors import InvalidValueError
from tests.conftest import vectors


def as_floats(value: Any) -> Any:
    """Every number of the vectors is a 64-bit float, however it is spelled."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return float(value)
    if isinstance(value, list):
        return [as_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: as_floats(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize(("given_", "expected"), vectors("go/gojson"))
def test_json_text_is_that_of_go(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    text = to_json_text(as_floats(given_["value"]))
    assert text == expected["json"]
    assert sha256_hex(text.encode()) == expected["sha256"]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_reads_back_as_itself(number: float) -> None:
    assert float(format_float(number)) == number


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 2]))
def test_text_is_json_and_reads_back_as_the_value(value: Any, indent: int | None) -> None:
    # Large whole floats are written without a point, so numbers are compared as floats.
    assert json.loads(to_json_text(value, indent=indent), parse_int=float) == as_floats(value)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_what_json_cannot_hold_is_refused_by_name(bad: float) -> None:
    with pytest.raises(InvalidValueError, match="JSON cannot hold this number; got"):
        to_json_text([bad])


@pytest.mark.parametrize("bad", [b"bytes", {1: 2}, {"a": {1, 2}}, object()])
def test_what_is_not_json_shaped_is_refused(bad: object) -> None:
    with pytest.raises(InvalidValueError):
        to_json_text(bad)


def test_indented_text_has_one_entry_a_line_and_bare_empty_brackets() -> None:
    text = to_json_text({"b": [1, []], "a": {}}, indent=2)
    assert text == '{\n  "a": {},\n  "b": [\n    1,\n    []\n  ]\n}'
