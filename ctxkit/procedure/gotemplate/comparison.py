"""Comparing values: only like with like, whole numbers with whole numbers."""

from __future__ import annotations

from typing import Any

from ctxkit.procedure.gotemplate.errors import TemplateExecError
from ctxkit.procedure.gotemplate.values import ABSENT, Byte, Int, type_name

_SORTS = {bool: "bool", str: "text", float: "float", int: "float", Int: "whole", Byte: "whole"}


def _sort_of(value: Any) -> str | None:
    return _SORTS.get(type(value))


def _cannot(a: Any, b: Any) -> TemplateExecError:
    return TemplateExecError(
        f"values of types {type_name(a)} and {type_name(b)} cannot be compared"
    )


def _is_nothing(value: Any) -> bool:
    return value is None or value is ABSENT


def equal(first: Any, *others: Any) -> bool:
    """Tell whether the first value equals one of the others."""
    if not others:
        raise TemplateExecError("eq has nothing to compare with")
    return any(_equal_two(first, other) for other in others)


def _equal_two(a: Any, b: Any) -> bool:
    if _is_nothing(a) or _is_nothing(b):
        return _is_nothing(a) and _is_nothing(b)
    sort = _sort_of(a)
    if sort is None or sort != _sort_of(b):
        # Lists and objects equal nothing, not even themselves: they cannot be compared.
        raise _cannot(a, b)
    return bool(a == b)


def less(a: Any, b: Any) -> bool:
    """Tell whether a number or text comes before another one."""
    sort = _sort_of(a)
    if sort in (None, "bool") or sort != _sort_of(b):
        raise _cannot(a, b)
    # Code points compare as their UTF-8 does.
    return bool(a < b)


def less_or_equal(a: Any, b: Any) -> bool:
    """Tell whether a number or text does not come after another one."""
    return less(a, b) or bool(a == b)
