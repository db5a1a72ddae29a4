"""Units: the named texts in the body of a procedure entry, and their lanes.

Contract C, section 3.2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ctxkit.gotext import trim_space

_S = r"[\t\n\f\r ]"
_NOT_S = r"[^\t\n\f\r ]"
_UNIT = re.compile(rf"##{_S}+unit:{_S}*({_NOT_S}+){_S}*")
_LANE = re.compile(rf"###{_S}+lane:{_S}*({_NOT_S}+){_S}*")


@dataclass(slots=True)
class RawLane:
    """A lane as written.

    Attributes
    ----------
    name : str
    line, column : int
        Where in the body its name stands in the heading, both from 0.
    lines : list of str
        The lines below the heading.
    """

    name: str
    line: int
    column: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, trimmed."""
        return trim_space("\n".join(self.lines))

    def place_of(self, index: int) -> tuple[int, int]:
        """Return line and column in the body, from 0, of a character of the text."""
        whole = "\n".join(self.lines)
        at = whole.index(self.text) + index
        return self.line + 1 + whole.count("\n", 0, at), at - whole.rfind("\n", 0, at) - 1


@dataclass(slots=True)
class RawUnit:
    """A unit as written: the text before any lane, then its lanes."""

    name: str
    head: RawLane
    lanes: list[RawLane] = field(default_factory=list)

    @property
    def all_lanes(self) -> list[RawLane]:
        """The lanes; a unit without any is one lane of its own name."""
        return self.lanes or [self.head]


def scan_units(body: str) -> dict[str, RawUnit]:
    """Find the units of a body; of two with one name the later is meant.

    Lines inside fences of back-ticks are text, whatever they look like.
    """
    units: dict[str, RawUnit] = {}
    unit: RawUnit | None = None
    fenced = False
    for number, line in enumerate(body.split("\n")):
        if trim_space(line).startswith("```"):
            fenced = not fenced
        elif not fenced:
            found = _UNIT.fullmatch(line)
            if found:
                unit = RawUnit(found[1], RawLane(found[1], number, found.start(1)))
                units[unit.name] = unit
                continue
            if line.startswith("## "):
                unit = None
            lane = _LANE.fullmatch(line)
            if unit is not None and lane:
                unit.lanes.append(RawLane(lane[1], number, lane.start(1)))
                continue
        if unit is not None:
            (unit.lanes[-1] if unit.lanes else unit.head).lines.append(line)
    return units
