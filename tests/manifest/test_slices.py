"""Slicers cut exactly what the original cuts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxkit import (
    covered_requirements,
    design_section,
    recent_memory,
    strip_html_comments,
    task_slice,
)
from ctxkit.gotext import to_bytes
from tests.conftest import vectors


def answer(cut: str | None) -> dict[str, Any]:
    return {"slice": cut or "", "found": cut is not None}


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/task_slice"))
def test_task_slices(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(task_slice(given_["text"], given_["task_id"])) == expected


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/covered_requirements"))
def test_requirement_slices(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(covered_requirements(given_["text"], given_["ids"])) == expected


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/design_section"))
def test_design_sections(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(design_section(given_["text"], given_["headings"])) == expected


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/recent_memory"))
def test_recent_memory(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert answer(recent_memory(given_["text"], given_["n"])) == expected


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/strip_html_comments"))
def test_comments_are_blanked(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    assert strip_html_comments(given_["text"]) == expected["text"]


@given(st.text())
def test_blanking_comments_keeps_bytes_and_lines(text: str) -> None:
    blanked = strip_html_comments(text)
    assert len(to_bytes(blanked)) == len(to_bytes(text))
    assert blanked.count("\n") == text.count("\n")


pieces = st.lists(
    st.sampled_from(
        [
            *("- [ ] T1 — a", "- [x] T2 — b", "## Wave 1", "## Requirement 1", "## R", "### x"),
            *("```", "<!--", "-->", "  - why: c", "", " ", "\r", "\u00a0"),
            *("## Requirement 00000", "#"),
        ]
    )
).map("\n".join)


@given(pieces)
def test_a_slice_is_made_of_lines_of_the_text(text: str) -> None:
    lines = set(text.split("\n")) | {""}
    for cut in (
        task_slice(text, "T1"),
        covered_requirements(text, [0, 1]),
        design_section(text, ["x", "r"]),
    ):
        assert cut is None or set(cut.split("\n")) <= lines


def test_unclosed_comments_take_no_longer_than_others() -> None:
    text = "<!--" * 500_000  # a pattern would need hours
    assert strip_html_comments(text) == text


def test_bytes_that_are_not_utf8_are_blanked_as_the_bytes_they_were() -> None:
    text = b"a<!--\xff\xc3\xa9-->b".decode("utf-8", "surrogateescape")
    assert strip_html_comments(text) == "a" + " " * 10 + "b"


@pytest.mark.parametrize("digits", ["1" + "0" * 400, "9" * 5000, "9" * 19])
def test_a_number_past_64_bits_is_the_largest_of_them(digits: str) -> None:
    assert covered_requirements(f"## Requirement {digits}\nx", [2**63 - 1]) is not None
