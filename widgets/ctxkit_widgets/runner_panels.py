"""The two hand-made panels of a :class:`ProcedureRunner`: the task, and the log."""

from __future__ import annotations

from importlib.resources import files

import anywidget
import ipywidgets
import traitlets

from ctxkit_widgets.assets import script, styles

_CSS = styles() + files("ctxkit_widgets").joinpath("runner.css").read_text("utf-8")


class _Panel(anywidget.AnyWidget):
    """A panel whose buttons ask for something.

    What is asked for is a trait, too: a message of its own would overtake the values of the
    controls, which the page holds back while the kernel is busy.
    """

    asked = traitlets.Dict().tag(sync=True)


class TaskPanel(_Panel):
    """Shows where an instance stands, and takes reports, answers and all else that moves it."""

    _esm = script("dom", "form", "task_panel")
    _css = _CSS
    content = traitlets.Dict().tag(sync=True)
    instance = traitlets.Unicode().tag(sync=True)
    branch = traitlets.Unicode().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    choice = traitlets.Unicode().tag(sync=True)
    user_words = traitlets.Unicode().tag(sync=True)
    procedure = traitlets.Unicode().tag(sync=True)
    parent = traitlets.Unicode().tag(sync=True)
    inputs = traitlets.Dict().tag(sync=True)


class LogPanel(_Panel):
    """Shows the events as they come; one of them can be selected, and forked from."""

    _esm = script("dom", "form", "log_panel")
    _css = _CSS
    content = traitlets.Dict().tag(sync=True)
    selected = traitlets.Int(0).tag(sync=True)


def side_by_side(*panels: tuple[ipywidgets.Widget, str, int]) -> ipywidgets.Box:
    """Return panels in a row, and below each other where it is narrow.

    Each comes with the least width that it takes, and its share of what is left.
    """
    for panel, width, share in panels:
        layout = {
            "flex": f"{share} 1 {width}",
            "min_width": "0",
            "max_width": "100%",
            "margin": "0",
        }
        panel.layout = ipywidgets.Layout(**layout)
    layout = ipywidgets.Layout(display="flex", flex_flow="row wrap", align_items="flex-start")
    layout.grid_gap = "8px"
    return ipywidgets.Box([panel for panel, _, _ in panels], layout=layout)
