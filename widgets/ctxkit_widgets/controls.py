"""The controls that the apps share: hand-made ones, and ipywidgets' own in one manner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anywidget
import ipywidgets
import traitlets

from ctxkit.display.document import Document, Note
from ctxkit.display.html import render_html
from ctxkit.errors import CtxkitError
from ctxkit_widgets.assets import script, styles


class Stepper(anywidget.AnyWidget):
    """Buttons and a slider that go through the steps 0 to ``max``, by themselves if asked to."""

    _esm = script("dom", "stepper")
    _css = styles()
    name = traitlets.Unicode("Step").tag(sync=True)
    value = traitlets.Int(0).tag(sync=True)
    max = traitlets.Int(0).tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    interval = traitlets.Int(900, help="milliseconds a step").tag(sync=True)
    told = traitlets.Unicode("").tag(sync=True)


class ChoiceTable(anywidget.AnyWidget):
    """A table of which one row can be chosen; ``value`` is the key of that row, or ``""``."""

    _esm = script("dom", "choice_table")
    _css = styles()
    content = traitlets.Dict({"caption": "", "columns": [], "rows": [], "more": ""}).tag(sync=True)
    value = traitlets.Unicode("").tag(sync=True)


class NumberTable(anywidget.AnyWidget):
    """A table of named numbers that can be changed; ``values`` holds what is in the fields."""

    _esm = script("dom", "number_table")
    _css = styles()
    name = traitlets.Unicode("Value").tag(sync=True)
    content = traitlets.Dict({"caption": "", "heads": [], "rows": [], "more": ""}).tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    most = traitlets.Float(1.0, help="right end of the sliders").tag(sync=True)


def labelled(kind: type, description: str, width: str = "auto", **options: Any) -> Any:
    """Return one of ipywidgets' controls with a label that is as wide as its words."""
    return kind(
        description=description,
        layout=ipywidgets.Layout(width=width, max_width="100%"),
        style={"description_width": "initial"},
        **options,
    )


def row_of(*children: Any) -> ipywidgets.Box:
    """Return a box whose children stand side by side, and below each other where it is narrow."""
    layout = ipywidgets.Layout(
        display="flex", flex_flow="row wrap", align_items="flex-start", grid_gap="2px 14px"
    )
    return ipywidgets.Box(children, layout=layout)


def column_of(*children: Any, basis: str = "320px", grow: int = 1) -> ipywidgets.VBox:
    """Return a column that takes its share of a row, and all of it where it is narrow."""
    layout = ipywidgets.Layout(flex=f"{grow} 1 {basis}", min_width="0", max_width="100%")
    return ipywidgets.VBox(children, layout=layout)


class Card(ipywidgets.HTML):
    """A place for a display."""

    def __init__(self) -> None:
        super().__init__(layout=ipywidgets.Layout(width="auto", max_width="100%", margin="2px 0"))

    def show(self, shown: str) -> None:
        """Show the HTML of a display, as wide as there is room and no wider."""
        # Without the grid a wide table would widen the whole app where it is narrow.
        self.value = f'<div style="display:grid;grid-template-columns:minmax(0,1fr)">{shown}</div>'

    def say(self, document: Document) -> None:
        """Show a description."""
        self.show(render_html(document))


class ErrorCard(Card):
    """Says why a value was refused; takes no room while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self.value = ""
        self.layout.display = "none"

    def refuse(self, error: CtxkitError) -> None:
        """Say what was wrong and what would be right."""
        told = f"{error}. {error.hint}".strip()
        document = Document("Not possible", "", parts=[Note(told, "bad")])
        self.show(f'<div role="alert">{render_html(document)}</div>')
        self.layout.display = ""


#: What stands for ``None`` in a list of choices; ipywidgets shows no choice for ``None`` itself.
NOTHING = "\0"


def set_options(control: Any, options: Sequence[tuple[str, Any]], value: Any) -> None:
    """Give a control its options and its value; in between it holds the first of them."""
    wanted = tuple((words, NOTHING if held is None else held) for words, held in options)
    if tuple(control.options) != wanted:
        control.options = wanted
    control.value = NOTHING if value is None else value


def chosen_of(control: Any) -> Any:
    """Return what was chosen in a control with options."""
    return None if control.value == NOTHING else control.value
