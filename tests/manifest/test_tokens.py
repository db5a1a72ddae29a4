"""The token estimate."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxkit import estimate_tokens, estimate_tokens_string
from tests.conftest import vectors


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/estimate_tokens"))
def test_estimates_are_the_original_ones(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert estimate_tokens_string(given_["text"]) == expected["tokens"]
    assert estimate_tokens(given_["text"].encode()) == expected["tokens"]


@given(st.binary(), st.binary())
def test_appending_never_lowers_an_estimate(start: bytes, more: bytes) -> None:
    assert estimate_tokens(start) <= estimate_tokens(start + more)


@given(st.binary())
def test_text_read_with_bad_bytes_costs_what_the_bytes_cost(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    assert estimate_tokens_string(text) == estimate_tokens(data)


def test_a_lone_surrogate_has_an_estimate_too() -> None:
    assert estimate_tokens_string("\ud800") == 1
