"""A read-only sequence that can be shown, framed and looked up: what every list of ours is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Self, TypeVar, overload

from ctxkit.errors import UnknownNameError
from ctxkit.view import Framed, Shown

T = TypeVar("T")


class Collection(Shown, Framed, Sequence[T]):
    """Elements in a fixed order; a slice is a collection of the same kind.

    Where the elements have names, ``collection["name"]`` and :meth:`get` find one by its name.
    """

    #: What one element is called in messages.
    noun: ClassVar[str] = "element"

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = tuple(items)

    @staticmethod
    def name_of(item: T) -> str | None:
        """Return the name by which an element is looked up; ``None`` where it has none."""
        return None

    @cached_property
    def _by_name(self) -> dict[str, T]:
        # Where one name stands twice, the later element is what holds.
        named = ((self.name_of(item), item) for item in self._items)
        return {name: item for name, item in named if name is not None}

    @overload
    def __getitem__(self, index: int | str) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | str | slice) -> T | Self:
        if isinstance(index, slice):
            return self._sliced(self._items[index])
        if not isinstance(index, str):
            return self._items[index]
        if index not in self._by_name:
            raise UnknownNameError.among(self.noun, index, self._by_name)
        return self._by_name[index]

    def _sliced(self, items: tuple[T, ...]) -> Self:
        return type(self)(items)

    def get(self, name: str) -> T | None:
        """Return the element of this name; ``None`` where there is none."""
        return self._by_name.get(name)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __contains__(self, value: object) -> bool:
        return value in self._items or (isinstance(value, str) and value in self._by_name)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._items == getattr(other, "_items", None)

    def __hash__(self) -> int:
        return hash((type(self), self._items))


class ByName(dict[str, T]):
    """A dict that answers an unknown name with an error of ours, which names near ones.

    Parameters
    ----------
    noun : str
        What one value is called in messages.
    items : mapping
    """

    def __init__(self, noun: str, items: Mapping[str, T]) -> None:
        super().__init__(items)
        self._noun = noun

    def __missing__(self, name: str) -> T:
        raise UnknownNameError.among(self._noun, name, self)

    def __reduce__(self) -> tuple[type, tuple[str, dict[str, T]]]:
        return type(self), (self._noun, dict(self))
