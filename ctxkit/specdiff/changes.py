"""One requirement, task or document in two versions of a spec."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ctxkit.collection import Collection
from ctxkit.difference import unified_look
from ctxkit.view import Record


class ChangeKind(StrEnum):
    """What became of something."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"  #: The same content under another number or title.
    CHANGED = "changed"
    SAME = "unchanged"


@dataclass(frozen=True, slots=True)
class FieldChange(Record):
    """A field that differs; what is a list is told by what came and what went.

    Attributes
    ----------
    name : str
    before, after : tuple of str
        What only the earlier, and only the later version has.
    """

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecChange(Record):
    """Something in two versions of a spec.

    Attributes
    ----------
    what : str
        ``requirement``, ``task`` or ``document``.
    kind : ChangeKind
    before, after : str
        How it is called in each version, such as ``Requirement 2`` or ``T5``; empty where it is
        not there.
    title : str
        As it is now, or was last.
    fields : tuple of FieldChange
    old, new : str
        Its text in each version.
    """

    what: str
    kind: ChangeKind
    before: str
    after: str
    title: str
    fields: tuple[FieldChange, ...] = ()
    old: str = ""
    new: str = ""

    @property
    def name(self) -> str:
        """How it is called now, or was last."""
        return self.after or self.before

    @property
    def diff(self) -> str:
        """The unified difference of its texts; empty where they are equal."""
        return "" if self.old == self.new else unified_look(self.old, self.new)


class SpecChanges(Collection[SpecChange]):
    """What became of the requirements, tasks or documents of a spec, unchanged ones included."""

    noun = "change"

    @staticmethod
    def name_of(item: SpecChange) -> str:
        """Return how it is called now, or was last."""
        return item.name

    def of_kind(self, *kinds: ChangeKind | str) -> SpecChanges:
        """Return those of some kinds."""
        return SpecChanges(item for item in self if item.kind in kinds)

    @property
    def moved(self) -> SpecChanges:
        """Everything that is not as it was."""
        return SpecChanges(item for item in self if item.kind is not ChangeKind.SAME)

    @property
    def counts(self) -> dict[ChangeKind, int]:
        """How many of each kind, zeros included."""
        return {kind: sum(item.kind is kind for item in self) for kind in ChangeKind}


def field_change(name: str, before: Iterable[str], after: Iterable[str]) -> FieldChange | None:
    """Return what differs in a field; ``None`` where nothing does.

    A change of order alone is told with both orders.
    """
    old, new = tuple(before), tuple(after)
    if old == new:
        return None
    came = tuple(text for text in new if text not in old)
    went = tuple(text for text in old if text not in new)
    return FieldChange(name, went, came) if came or went else FieldChange(name, old, new)
