"""What a report is made of: chapters of exhibits, each with the code that makes it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxkit.view import Plotted, Shown, show_html


@dataclass(frozen=True, slots=True)
class Display:
    """An object as it is displayed, and the cell that makes it again."""

    code: str
    held: Shown

    def html(self) -> str:
        """Return the display, self-contained."""
        return show_html(self.held)


@dataclass(frozen=True, slots=True)
class Picture:
    """An object as it is drawn, and the cell that draws it again; ``alt`` says what it shows."""

    code: str
    held: Plotted
    alt: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A cell that shows nothing, but makes what the next ones show."""

    code: str


Exhibit = Display | Picture | Step


@dataclass(frozen=True, slots=True)
class Chapter:
    """A question, and the exhibits that answer it; in the prose back-ticks set code."""

    title: str
    prose: str
    exhibits: Sequence[Exhibit]
