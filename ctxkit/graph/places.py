"""Where in an entry's file something stands, as lines and columns that an editor counts."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from yaml.nodes import Node


class Place(NamedTuple):
    """A line and a column of a file, both from 1; columns count characters."""

    line: int
    column: int


def place_at(text: str, index: int) -> Place:
    """Return the place of a character of a text; lines end in line feeds only."""
    return Place(text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


class FrontMatter:
    """The text between an entry's two lines of dashes, and where it stands.

    Attributes
    ----------
    text : str
        What stands after the first three dashes.
    start : Place
        Of those dashes in the file.
    """

    __slots__ = ("_lines", "start", "text")

    def __init__(self, text: str, start: Place) -> None:
        self.text = text
        self.start = start
        self._lines: list[int] = []

    def place_of(self, node: Node, word: str = "") -> Place:
        """Return where in the file a node starts, or the first time that a word stands in it.

        YAML knows more breaks of lines than the line feed, so its own count is not taken.
        """
        start, end = int(node.start_mark.index), int(node.end_mark.index)
        if word:
            found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.text[start:end])
            start += found.start() if found else 0
        return self.place_at(start)

    def place_at(self, start: int) -> Place:
        """Return where in the file a character of the text stands."""
        if not self._lines:
            self._lines = [0, *(found.end() for found in re.finditer("\n", self.text))]
        line = bisect_right(self._lines, start)
        return self._in_file(Place(line, start - self._lines[line - 1] + 1))

    def shifted(self, line: int | None, column: int | None) -> Place | None:
        """Return where in the file a line and column of the text are."""
        return None if line is None else self._in_file(Place(line, column or 1))

    def _in_file(self, place: Place) -> Place:
        line, column = place
        if line == 1:
            column += self.start.column + 2
        return Place(line + self.start.line - 1, column)


@dataclass(slots=True)
class Origin:
    """What an entry was read from; places are worked out when they are asked for.

    Attributes
    ----------
    file : str
    front : FrontMatter
    body : Place
        Where in the file the body starts.
    values, keys : dict of int
        Where in the front matter's text the values and, of procedures, the keys start.
    machine : dict of Node
        The sections of a procedure's machine.
    """

    file: str
    front: FrontMatter
    body: Place
    values: dict[str, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    machine: dict[str, Node] = field(default_factory=dict)

    def __deepcopy__(self, memo: object) -> Origin:
        return self


#: Of an entry that was not read from a text.
NOWHERE: Final = Origin("", FrontMatter("", Place(1, 1)), Place(1, 1))
