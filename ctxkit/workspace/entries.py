"""The common form of what a reader returns: the entries in document order, and the findings."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Self, TypeVar

from ctxkit.collection import Collection
from ctxkit.diagnostics import Diagnostics
from ctxkit.model import Model

T = TypeVar("T", bound=Model)


class Entries(Collection[T]):
    """A read-only sequence of entries that can also be looked up by name.

    A slice has the title and the findings of the whole.

    Attributes
    ----------
    diagnostics : Diagnostics
        What could not be read, or was read with doubt.
    """

    noun = "entry"

    def __init__(self, items: Iterable[T], diagnostics: Diagnostics) -> None:
        super().__init__(items)
        self.diagnostics = diagnostics

    def _sliced(self, items: tuple[T, ...]) -> Self:
        part = copy(self)
        part._items = items
        part.__dict__.pop("_by_name", None)  # a cached property of the whole
        return part

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.diagnostics == getattr(other, "diagnostics", None)

    def __hash__(self) -> int:
        return super().__hash__()
