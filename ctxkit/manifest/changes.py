"""What one manifest loads that another does not: items, tokens, budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ctxkit.errors import InvalidValueError
from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.model import Model
from ctxkit.view import Shown

_Key = tuple[str, str, str, int]


class ItemChange(NamedTuple):
    """An item that both manifests have, and not in the same way."""

    before: MissionContextItem
    after: MissionContextItem


class ManifestChanges(Shown, Model):
    """How a manifest differs from an earlier one; ``manifest.changes_since(earlier)`` makes it.

    Items are the same when kind, path and command are; their order does not matter.

    Attributes
    ----------
    added, removed : tuple of MissionContextItem
        Items that only the later, or only the earlier manifest has.
    changed : tuple of ItemChange
        Items that both have with another mode, need, cost or slice.
    tokens, optional_tokens, budget : tuple of int
        Before and after: tokens of the required and of the optional items, and the budget.
    over_budget : tuple of bool
        Before and after.
    role : tuple of str
        Before and after.
    """

    added: tuple[MissionContextItem, ...] = ()
    removed: tuple[MissionContextItem, ...] = ()
    changed: tuple[ItemChange, ...] = ()
    tokens: tuple[int, int] = (0, 0)
    optional_tokens: tuple[int, int] = (0, 0)
    budget: tuple[int, int] = (0, 0)
    over_budget: tuple[bool, bool] = (False, False)
    role: tuple[str, str] = ("", "")

    def __bool__(self) -> bool:
        pairs = (self.tokens, self.optional_tokens, self.budget, self.role)
        items = self.added or self.removed or self.changed
        return bool(items) or any(before != after for before, after in pairs)


def compare_manifests(
    before: MissionContextManifest, after: MissionContextManifest
) -> ManifestChanges:
    """Return how ``after`` differs from ``before``.

    Parameters
    ----------
    before, after : MissionContextManifest

    Raises
    ------
    InvalidValueError
        If one of them is something else.
    """
    for name, held in (("before", before), ("after", after)):
        if not isinstance(held, MissionContextManifest):
            raise InvalidValueError(
                "not a manifest",
                where=name,
                got=type(held).__name__,
                expected="MissionContextManifest",
            )
    old, new = _by_key(before.items), _by_key(after.items)
    both = (ItemChange(old[key], item) for key, item in new.items() if key in old)
    return ManifestChanges(
        added=tuple(item for key, item in new.items() if key not in old),
        removed=tuple(item for key, item in old.items() if key not in new),
        changed=tuple(pair for pair in both if _substance(pair.before) != _substance(pair.after)),
        tokens=(before.estimated_tokens, after.estimated_tokens),
        optional_tokens=(before.optional_tokens, after.optional_tokens),
        budget=(before.budget, after.budget),
        over_budget=(before.over_budget, after.over_budget),
        role=(before.role, after.role),
    )


def _by_key(items: Iterable[MissionContextItem]) -> dict[_Key, MissionContextItem]:
    """Return items by what they load; the same thing named twice is two items."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = {}
    for item in items:
        what = (item.kind, item.path, item.command)
        found[*what, seen[what]] = item
        seen[what] += 1
    return found


def _substance(item: MissionContextItem) -> tuple[object, ...]:
    return item.mode, item.required, item.token_hint, item.selector
