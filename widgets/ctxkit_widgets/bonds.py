"""Keeping traits of an app and of its page the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import traitlets


def bind(one: traitlets.HasTraits, other: traitlets.HasTraits, names: Iterable[str]) -> None:
    """Keep traits of two objects the same.

    What a page sends at once is told trait by trait. A press of a button among it may have moved
    the others on before they are told, so their present values count, not those told.
    """

    def follow(change: Any) -> None:
        owner = change.owner
        setattr(other if owner is one else one, change.name, getattr(owner, change.name))

    for each in (one, other):
        each.observe(follow, list(names))
