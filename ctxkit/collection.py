"""A read-only sequence that can be shown and framed: what every list of ours is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, TypeVar, overload

from ctxkit.view import Framed, Shown

T = TypeVar("T")


class Collection(Shown, Framed, Sequence[T]):
    """Elements in a fixed order; a slice is a collection of the same kind."""

    __slots__ = ("_items",)

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = tuple(items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> T | Self:
        return type(self)(self._items[index]) if isinstance(index, slice) else self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._items == getattr(other, "_items", None)

    def __hash__(self) -> int:
        return hash((type(self), self._items))
