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
    """A lane as written; ``line`` counts the lines of the body from 0."""

    name: str
    line: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, trimmed."""
        return trim_space("\n".join(self.lines))


@dataclass(slots=True)
class RawUnit:
    """A unit as written: the text before any lane, then its lanes."""

    name: str
    line: int
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
                unit = RawUnit(found[1], number, RawLane(found[1], number))
                units[unit.name] = unit
                continue
            if line.startswith("## "):
                unit = None
            lane = _LANE.fullmatch(line)
            if unit is not None and lane:
                unit.lanes.append(RawLane(lane[1], number))
                continue
        if unit is not None:
            (unit.lanes[-1] if unit.lanes else unit.head).lines.append(line)
    return units
