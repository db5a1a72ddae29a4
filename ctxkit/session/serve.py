"""What an instance shows after every operation (contract C, section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ctxkit.procedure.spec import ChooserKind
from ctxkit.procedure.truncate import Cut
from ctxkit.session.instance import InstanceStatus
from ctxkit.view import Framed, Plotted, Record, Shown


@dataclass(frozen=True, slots=True)
class ServeLane(Record):
    """A part of the instructions, shown on its own."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PartSize(Record):
    """A part of a serve and its size in bytes."""

    part: str
    bytes: int


@dataclass(frozen=True, slots=True)
class FailedPredicate(Record):
    """A predicate that holds an instance at a gate, and what to tell about it."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class ChooserOption(Record):
    """A choice and the fields that it takes; a field is a name and whether it is optional."""

    choice: str
    collect: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class ChooserServe(Record):
    """What can be chosen at a step, and by whom."""

    chooser: str
    kind: ChooserKind
    options: tuple[ChooserOption, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Serve(Shown, Framed, Plotted):
    """What an instance shows.

    Attributes
    ----------
    instance, procedure : str
    status : InstanceStatus
    outcome, step : str
        ``step`` is empty where the instance has ended, ``outcome`` while it runs.
    goal : str
        What moves it on, in one line.
    unit : str
        Name of the text shown; empty where there is none.
    lanes : tuple of ServeLane
    diagnostics : tuple of str
        What holds the gate.
    missing : tuple of str
        Fields that the step needs and that are not there.
    failing : tuple of FailedPredicate
    report_schema : dict or None
        JSON Schema of what moves it on; shared, not to be changed.
    chooser : ChooserServe or None
    produced : dict or None
        What commands gave, where the instance has ended.
    sizes : tuple of PartSize
    cuts : tuple of Cut
        Bounds that left something out.
    """

    instance: str
    procedure: str
    status: InstanceStatus
    outcome: str = ""
    step: str = ""
    goal: str = ""
    unit: str = ""
    lanes: tuple[ServeLane, ...] = ()
    diagnostics: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    failing: tuple[FailedPredicate, ...] = ()
    report_schema: dict[str, Any] | None = None
    chooser: ChooserServe | None = None
    produced: dict[str, Any] | None = None
    sizes: tuple[PartSize, ...] = ()
    cuts: tuple[Cut, ...] = ()

    @property
    def unit_text(self) -> str:
        """The lanes, joined by empty lines."""
        return "\n\n".join(lane.text for lane in self.lanes)

    @property
    def instructions(self) -> str:
        """The text of the unit, and what holds the gate."""
        return compose_instructions(self.unit_text, self.diagnostics)

    @property
    def total_bytes(self) -> int:
        """Sum of all sizes except those of injects, which are inside the lanes."""
        return sum(size.bytes for size in self.sizes if not size.part.startswith("inject:"))


def compose_instructions(unit_text: str, diagnostics: Sequence[str]) -> str:
    """Return a unit's text with the diagnostics of a held gate below it."""
    if not diagnostics:
        return unit_text
    held = "\n".join(["Gate held:", *(f"- {message}" for message in diagnostics)])
    return f"{unit_text}\n\n{held}" if unit_text else held
