"""The base of all apps: a box of controls that also has a plain and a static HTML form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import ipywidgets
from ctxkit.display.document import Document
from ctxkit.display.html import render_html
from ctxkit.display.text import render_text


class App(ipywidgets.VBox):
    """A box whose state can be read, set, linked and observed as traits.

    A subclass builds its children and describes its state as a :class:`Document`: the static twin
    that GitHub, nbviewer and exported pages show in place of the live app.
    """

    def describe(self) -> Document:
        """Return what the static twin shows. Each app says it."""
        raise NotImplementedError

    def twin(self) -> Document:
        """Return the static twin with the words that lead to the live app."""
        document = self.describe()
        live = (
            f"A picture of an app. Run this cell in JupyterLab, Notebook or Voilà for the live "
            f"`{type(self).__name__}`"
        )
        footer = f"{document.footer} · {live}" if document.footer else live
        return replace(document, footer=footer)

    def to_html(self) -> str:
        """Return the static twin as HTML that needs no script and no network."""
        return render_html(self.twin())

    def __repr__(self) -> str:
        return render_text(self.twin())

    def _repr_html_(self) -> str:
        return self.to_html()

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = dict(super()._repr_mimebundle_(**options) or {})
        bundle["text/plain"] = repr(self)
        bundle["text/html"] = self.to_html()
        return bundle


class Guard:
    """Keeps controls and traits from answering each other without end."""

    def __init__(self) -> None:
        self.busy = False

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Mark that what changes now is changed by the app itself."""
        before, self.busy = self.busy, True
        try:
            yield
        finally:
            self.busy = before
