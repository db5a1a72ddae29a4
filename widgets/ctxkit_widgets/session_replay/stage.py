"""The part of the app that runs in the page: timeline, controls and panes."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from ctxkit_widgets.assets import script, styles

_STYLE = files("ctxkit_widgets.session_replay").joinpath("style.css").read_text("utf-8")
_MODULES = (
    "events", "axis", "lanes", "overview", "timeline", "controls", "machine", "panes",
    "moments", "wishes", "window",
)  # fmt: skip


class Stage(anywidget.AnyWidget):
    """Draws what it is told, and tells what a person does. It knows nothing of sessions."""

    _esm = script("dom", *(f"session_replay/{name}" for name in _MODULES), "session_replay/stage")
    _css = styles() + _STYLE

    # Sent once.
    events = traitlets.Bytes(b"").tag(sync=True)
    meta = traitlets.Dict().tag(sync=True)
    machines = traitlets.Dict().tag(sync=True)
    # Sent when they change; a moment is a few kB.
    moment = traitlets.Dict().tag(sync=True)
    near: Any = traitlets.List(help="moments that may be wanted next").tag(sync=True)
    mask = traitlets.Bytes(b"").tag(sync=True)
    told = traitlets.Dict().tag(sync=True)
    kinds = traitlets.List(traitlets.Unicode()).tag(sync=True)
    instance = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    # What a person asks for: numbered wishes, and the number of the last that was met.
    asked = traitlets.List(traitlets.Dict()).tag(sync=True)
    done = traitlets.Int(0).tag(sync=True)
    # Of both sides.
    index = traitlets.Int(0).tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)
    field = traitlets.Unicode("").tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Float(2.0).tag(sync=True)
    bookmarks = traitlets.List(traitlets.Int()).tag(sync=True)
    window = traitlets.List(traitlets.Int()).tag(sync=True)
    axis = traitlets.Unicode("order").tag(sync=True)
