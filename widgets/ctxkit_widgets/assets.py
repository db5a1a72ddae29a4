"""The ES modules and style sheets of the controls that ipywidgets does not have."""

from __future__ import annotations

from importlib.resources import files


def script(*names: str) -> str:
    """Return ES modules as one: a module handed to the page cannot import its neighbours."""
    return "\n".join(_read("ctxkit_widgets", f"{name}.js") for name in names)


def styles() -> str:
    """Return the style sheet of all displays, and after it that of the controls."""
    return _read("ctxkit.display", "style.css") + _read("ctxkit_widgets", "controls.css")


def _read(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text("utf-8")
