"""Predicates of the example procedures that hold when a field is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ctxkit.procedure.functions import Context
from ctxkit.procedure.registry import Registry


def add_presence(registry: Registry, fields: Mapping[str, str]) -> None:
    """Register a predicate for each field, by the names of the predicates."""
    for name, field in fields.items():
        add = registry.predicate(name=name, reads=[field], fail=f"{field} is missing.")
        add(_presence_of(field))


def _presence_of(field: str) -> Callable[[Context], bool]:
    def check(ctx: Context) -> bool:
        return ctx.store.has(field)

    check.__doc__ = f"Hold when {field} is present and not empty."
    return check
