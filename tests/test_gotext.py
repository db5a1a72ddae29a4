"""Trimming, lower-casing, quoting and path cleaning are Go's."""

from __future__ import annotations

from typing import Any

import pytest

from ctxkit.gotext import join_clean, quote, to_lower, trim_space
from tests.conftest import vectors


@pytest.mark.parametrize(("given", "expected"), vectors("go/gounicode"))
def test_text_functions_are_those_of_go(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert trim_space(given["s"]) == expected["trim_space"]
    assert to_lower(given["s"]) == expected["to_lower"]
    assert quote(given["s"]) == expected["quote"]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((".specd/specs", "a", "tasks.md"), ".specd/specs/a/tasks.md"),
        ((".specd/specs", "", "tasks.md"), ".specd/specs/tasks.md"),
        ((".specd/specs", "../changes/a", "tasks.md"), ".specd/changes/a/tasks.md"),
        (("a", "../../b"), "../b"),
        (("a/", "/b//c/."), "a/b/c"),
        (("//a",), "/a"),
        (("", ""), ""),
        (("a", ".."), "."),
    ],
)
def test_paths_are_joined_and_cleaned(parts: tuple[str, ...], expected: str) -> None:
    assert join_clean(*parts) == expected
