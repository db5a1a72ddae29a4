"""What a display says, apart from how it is rendered.

Each type is described once, as a :class:`Document`; :mod:`ctxkit.display.html` and
:mod:`ctxkit.display.text` render it, so both always have the same sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Literal

Tone = Literal["plain", "dim", "good", "warn", "bad"]
Align = Literal["left", "right"]

#: Colours of segments, in the order in which categories come. Literal, because an untrusted
#: output keeps neither style sheets nor variables.
PALETTE = (
    "#4c6ef5",
    "#7048e8",
    "#1098ad",
    "#2f9e44",
    "#d9480f",
    "#c2255c",
    "#a17900",
    "#868e96",
)


@dataclass(frozen=True, slots=True)
class Gauge:
    """A small bar within a cell."""

    amount: float
    of: float
    color: str = PALETTE[0]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A folded piece of a file's text."""

    summary: str
    text: str
    more: str = ""  #: which call gives the whole


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is more than plain text."""

    text: str
    code: bool = False
    prose: bool = False  #: a sentence of ours, in which back-ticks set code
    place: bool = False  #: a path with a line, cut in the middle where it must be cut
    tone: Tone = "plain"
    gauge: Gauge | None = None
    excerpt: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """A cell of several short sentences, one below the other; back-ticks set code."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Row:
    """A table row; a dimmed one matters less."""

    cells: Sequence[Cell | Lines | str]
    dim: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A table column. A wide one may wrap, the others keep their line."""

    title: str
    align: Align = "left"
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a caption. ``total`` counts all rows, of which a display shows the first."""

    caption: str
    columns: Sequence[Column]
    rows: Iterable[Row]
    total: int
    more: str = ".to_frame()"  #: which call shows all rows
    empty: str = "none"  #: what to say in place of an empty table


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a bar."""

    label: str
    amount: int
    color: str
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """Amounts side by side, against a capacity where there is one."""

    segments: Sequence[Segment]
    capacity: int = 0
    unit: str = "tokens"


@dataclass(frozen=True, slots=True)
class Figure:
    """The one number that matters, in words, with what belongs to it."""

    strong: str
    rest: str = ""
    asides: Sequence[str] = ()
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Listing:
    """A few sentences, one below the other."""

    title: str
    items: Sequence[str]
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Branch:
    """A sentence, and those that hang on it."""

    text: str
    tone: Tone = "plain"
    branches: Sequence[Branch] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """Sentences that hang on one another."""

    title: str
    branches: Sequence[Branch]
    more: str = ".to_frame()"  #: which call gives the whole


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text as it is, such as a part of a file or a line of code."""

    caption: str
    text: str
    more: str = ""  #: which call gives the whole


@dataclass(frozen=True, slots=True)
class Fold:
    """A section that can be opened."""

    summary: str
    parts: Sequence[Part]
    open: bool = False


Part = Table | Bar | Figure | Note | Listing | Tree | Passage | Fold


@dataclass(frozen=True, slots=True)
class Document:
    """A whole display."""

    kind: str
    title: str
    facts: Sequence[str] = ()
    parts: Sequence[Part] = field(default=())
    footer: str = ""


@singledispatch
def describe(held: object) -> Document:
    """Say what a display of the object shows. Each room registers its types."""
    raise TypeError(f"no display for {type(held).__name__}")


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, such as ``1 task`` or ``2,000 tasks``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def signed(number: int) -> str:
    """Return a number with its sign, such as ``+1,200``, ``−30`` or ``±0``."""
    return f"{number:+,}".replace("-", "−") if number else "±0"


def shorten(text: str, most: int) -> str:
    """Return at most so many characters, with an ellipsis where something was left out."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shorten_place(text: str, most: int) -> str:
    """Return at most so many characters of a path with a line: the middle is what is left out."""
    if len(text) <= most:
        return text
    # The end says more than the beginning: the name of the file, the line and the column.
    end = min(most * 2 // 3, most - 1)
    return text[: most - 1 - end] + "…" + text[-end:]


def first_lines(cell: Lines, most: int) -> list[str]:
    """Return at most so many lines of a cell, each of a bounded length, saying what is left out."""
    lines = [shorten(line, 400) for line in cell.items[:most]]
    rest = len(cell.items) - len(lines)
    return [*lines, f"… and {rest:,} more"] if rest else lines
