"""How a changed text looks within a table: what came and went, and folded, line by line."""

from __future__ import annotations

from ctxkit.difference import pairs_of, unified_look
from ctxkit.display.document import Cell, Excerpt, shorten

#: Pairs of lines that the changes of one display may compare, lest it take long.
_MOST_PAIRS = 200_000


class DifferenceCells:
    """Makes the cells of changed texts of one display, as many as can be compared in short time."""

    def __init__(self) -> None:
        self._left = _MOST_PAIRS

    def cell(self, told: str, old: str, new: str, name: str) -> Cell:
        """Return what is told of a change, and the change; a long one is only named."""
        told = shorten(told, 240)
        self._left -= pairs_of(old, new)
        call = f'["{shorten(name, 80)}"].diff'
        if self._left < 0:
            return Cell("; ".join(filter(None, [told, "its change is long: see .diff"])))
        diff = unified_look(old, new)
        lines = diff.split("\n")
        came = sum(line.startswith("+") for line in lines)
        went = sum(line.startswith("-") for line in lines)
        return Cell(told, excerpt=Excerpt(f"change: +{came:,} −{went:,} lines", diff, call))
