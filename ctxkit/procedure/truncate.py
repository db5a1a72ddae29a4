"""Cutting texts and lists to a size, with an account of what was left out.

Contract C, section 12.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ctxkit.view import Record

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cut(Record):
    """What a bound left of a part.

    Attributes
    ----------
    part : str
        What was cut, such as ``store:body`` or the name of an inject.
    dropped, total : int
        Items left out and items there were; 0 where bytes were counted only.
    kept_bytes, total_bytes : int
        Bytes kept and bytes there were; 0 where items were counted only.
    pull : str
        Expression that fetches the rest; empty where there is none, or nothing was cut.
    """

    part: str = ""
    dropped: int = 0
    total: int = 0
    kept_bytes: int = 0
    total_bytes: int = 0
    pull: str = ""

    @property
    def clean(self) -> bool:
        """Whether nothing was left out."""
        return self.dropped == 0 and self.kept_bytes == self.total_bytes

    def named(self, part: str, pull: str = "") -> Cut:
        """Return the cut with the name of its part, and a pull where it has none."""
        return replace(self, part=part, pull=self.pull or pull)


@dataclass(frozen=True, slots=True)
class Bounded(Generic[T]):
    """A value together with what was cut from it.

    A query that bounds its result by itself returns one.
    """

    value: T
    cut: Cut


def cut_bytes(text: str, max_bytes: int, pull: str = "") -> Bounded[str]:
    """Return the beginning of a text.

    Parameters
    ----------
    text : str
    max_bytes : int
        Largest size in bytes of UTF-8; 0 or less for no bound.
    pull : str
        Noted in the cut where something was left out.

    Returns
    -------
    Bounded
        The text up to the last line end within the bound. Without one, up to the bound; a
        character of more than one byte is then left out at the end even where it would fit.
    """
    data = text.encode("utf-8", "replace")
    if max_bytes <= 0 or len(data) <= max_bytes:
        return Bounded(text, Cut(kept_bytes=len(data), total_bytes=len(data)))
    kept = data[:max_bytes]
    line_end = kept.rfind(b"\n")
    if line_end > 0:
        kept = kept[:line_end]
    elif kept[-1] >= 0x80:
        end = len(kept)
        while end and 0x80 <= kept[end - 1] < 0xC0:
            end -= 1
        kept = kept[: max(end - 1, 0)]
    cut = Cut(kept_bytes=len(kept), total_bytes=len(data), pull=pull)
    return Bounded(kept.decode(), cut)


def cut_items(
    items: Sequence[T], size: Callable[[T], int], max_bytes: int, pull: str = ""
) -> Bounded[list[T]]:
    """Return the first items of a list that fit.

    Parameters
    ----------
    items : sequence
    size : callable
        Returns the bytes of an item.
    max_bytes : int
        Largest total; 0 or less for no bound. The first item that does not fit ends the list,
        though later ones might.
    pull : str
        Noted in the cut where something was left out.
    """
    sizes = [size(item) for item in items]
    kept, count = 0, 0
    for item_size in sizes:
        if max_bytes > 0 and kept + item_size > max_bytes:
            break
        kept += item_size
        count += 1
    dropped = len(items) - count
    cut = Cut(
        dropped=dropped,
        total=len(items),
        kept_bytes=kept,
        total_bytes=sum(sizes),
        pull=pull if dropped else "",
    )
    return Bounded(list(items[:count]), cut)


def cut_head(items: Sequence[T], count: int, pull: str = "") -> Bounded[list[T]]:
    """Return the first ``count`` items of a list; 0 or less for no bound. Bytes are not counted."""
    dropped = max(len(items) - count, 0) if count > 0 else 0
    cut = Cut(dropped=dropped, total=len(items), pull=pull if dropped else "")
    return Bounded(list(items[: len(items) - dropped]), cut)


def bound_value(value: Any, max_bytes: int) -> tuple[Any, Cut | None]:
    """Return a value cut to a size, and the cut where one was made.

    A :class:`Bounded` value brings its own cut; other than texts nothing is cut.
    """
    if isinstance(value, Bounded):
        return value.value, None if value.cut.clean else value.cut
    if isinstance(value, str):
        bounded = cut_bytes(value, max_bytes)
        return bounded.value, None if bounded.cut.clean else bounded.cut
    return value, None
