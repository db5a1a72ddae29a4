"""Finding the controls of an app as a person does: by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets

from ctxkit_widgets.app import App
from ctxkit_widgets.controls import Card


def every(held: Any) -> Iterator[Any]:
    """Yield a widget and all that is in it."""
    yield held
    for child in getattr(held, "children", ()):
        yield from every(child)


def control(app: App, name: str) -> Any:
    """Return the one control with this label."""
    (found,) = (w for w in every(app) if getattr(w, "description", None) == name)
    return found


def of_kind(app: App, kind: type) -> Any:
    """Return the one control of a kind."""
    (found,) = (w for w in every(app) if isinstance(w, kind))
    return found


def cards(app: App) -> list[Card]:
    """Return all places of displays."""
    return [w for w in every(app) if isinstance(w, Card)]


def press(app: App, name: str) -> None:
    """Press a button."""
    button = control(app, name)
    assert isinstance(button, ipywidgets.Button)
    button.click()
