"""Checking what a user overrides, before the engine sees it: a wrong word is an error here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ctxkit.errors import InvalidValueError, UnknownNameError

T = TypeVar("T", str, int)


def check_name(kind: str, name: Any, known: Iterable[str]) -> None:
    """Refuse a name that is not among the known ones, with the nearest as a hint."""
    names = [str(one) for one in known]
    if not isinstance(name, str):
        raise InvalidValueError(f"not the name of a {kind}", where=kind, got=repr(name))
    if name not in names:
        raise UnknownNameError.among(kind, str(name), names)


def check_budget(budget: Any) -> None:
    """Refuse what is not a number of tokens."""
    if not isinstance(budget, int) or isinstance(budget, bool):
        raise InvalidValueError(
            "not a budget",
            where="host_budget",
            got=repr(budget),
            expected="a whole number of tokens",
        )
    if budget < 0:
        raise InvalidValueError(
            "a negative budget",
            where="host_budget",
            got=str(budget),
            expected="tokens, or 0 for no cap",
        )


def several(where: str, values: Any, of: type[T]) -> tuple[T, ...]:
    """Return a list of texts or of whole numbers as a tuple; a single one is refused.

    Python would take a text apart into its letters, which is never meant.
    """
    noun = "text" if of is str else "number"
    if isinstance(values, str | int) or not isinstance(values, Iterable):
        raise InvalidValueError(
            f"one {noun} where a list is meant" if isinstance(values, of) else "not a list",
            where=where,
            got=repr(values),
            expected=f"[{values!r}]" if isinstance(values, of) else f"a list of {noun}s",
        )
    items = tuple(values)
    for number, item in enumerate(items):
        if not isinstance(item, of) or isinstance(item, bool):
            raise InvalidValueError(f"not a {noun}", where=f"{where}[{number}]", got=repr(item))
    return items
