"""The common form of what a reader returns: the entries in document order, and the findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, TypeVar, overload

from ctxkit.diagnostics import Diagnostics
from ctxkit.errors import UnknownNameError
from ctxkit.model import Model
from ctxkit.view import Framed, Shown

T = TypeVar("T", bound=Model)


class Entries(Shown, Framed, Sequence[T]):
    """A read-only sequence of entries that can also be looked up by name.

    Attributes
    ----------
    diagnostics : Diagnostics
        What could not be read, or was read with doubt.
    """

    __slots__ = ("_by_name", "_items", "diagnostics")

    #: What one entry is called in messages.
    noun: ClassVar[str] = "entry"

    def __init__(self, items: Iterable[T], diagnostics: Diagnostics) -> None:
        self._items = tuple(items)
        # Where a file has one name twice, the later entry is what holds.
        self._by_name = {self.name_of(item): item for item in self._items}
        self.diagnostics = diagnostics

    @staticmethod
    def name_of(item: T) -> str:
        """Return the name by which an entry is looked up."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int | str) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | str | slice) -> T | tuple[T, ...]:
        if not isinstance(index, str):
            return self._items[index]
        item = self._by_name.get(index)
        if item is None:
            raise UnknownNameError.among(self.noun, index, self._by_name)
        return item

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __contains__(self, value: object) -> bool:
        return value in self._by_name if isinstance(value, str) else value in self._items

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Entries)
            and type(self) is type(other)
            and self._items == other._items
            and self.diagnostics == other.diagnostics
        )

    def __hash__(self) -> int:
        return hash((type(self), self._items))

    def get(self, name: str) -> T | None:
        """Return the entry of this name; ``None`` where there is none."""
        return self._by_name.get(name)
