"""The base of all apps: a box of controls that also has a plain and a static HTML form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import ipywidgets
import traitlets

from ctxkit.display.document import Document
from ctxkit.display.html import render_html
from ctxkit.display.text import render_text
from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit_widgets.controls import ErrorCard


class App(ipywidgets.VBox):
    """A box whose state can be read, set, linked and observed as traits.

    A subclass makes its children, answers changes of its traits by calls of the engine, and says
    what its static twin shows: what GitHub, nbviewer and exported pages have in place of the app.

    Attributes
    ----------
    error : str
        Why the last value of a control was refused, if it was (read only).
    """

    error = traitlets.Unicode(read_only=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._own = False
        #: The values of the present answer; traits may be ahead of them.
        self._asked: dict[str, Any] = {}
        self._error = ErrorCard()

    # -- what a subclass says -----------------------------------------------------------------

    def describe(self) -> Document:
        """Return what the static twin shows."""
        raise NotImplementedError

    def _answer(self, changes: dict[str, Any]) -> None:
        """Ask the engine with some values changed, and take over its answer."""
        raise NotImplementedError

    def _show(self, _: Any = None) -> None:
        """Bring all controls and displays to the present state."""
        raise NotImplementedError

    # -- traits and controls ------------------------------------------------------------------

    @contextmanager
    def _by_itself(self) -> Iterator[None]:
        """Mark that controls are moved by the app itself now, and ask for nothing."""
        before, self._own = self._own, True
        try:
            yield
        finally:
            self._own = before

    def _ask(self, call: str, changes: dict[str, Any], known: Iterable[str]) -> None:
        """Answer several changes at once, or none of them."""
        unknown = changes.keys() - set(known)
        if unknown:
            raise InvalidValueError(
                "there is no such control",
                where=f"{type(self).__name__}.{call}",
                got=", ".join(sorted(unknown)),
                expected=", ".join(known),
            )
        self._answer(changes)
        self._clear_error()
        self._show()

    def _take(self, asked: dict[str, Any], **answers: Any) -> None:
        """Take over what was asked and answered; who observes it sees all of it or nothing."""
        self._asked = asked
        with self.hold_trait_notifications():
            for name, value in asked.items():
                setattr(self, name, value)
            for name, value in answers.items():
                self.set_trait(name, value)

    def _trait_changed(self, change: Any) -> None:
        """Answer a trait that was set; put it back where the engine refuses the value."""
        name, value = change.name, change.new
        if value != self._asked[name]:
            self._or_back(change, lambda: self._ask(name, {name: value}, [name]))

    def _or_back(self, change: Any, then: Callable[[], None]) -> None:
        try:
            then()
        except CtxkitError:
            setattr(self, change.name, change.old)
            raise

    def _from_control(self, do: Callable[[], object]) -> None:
        """Do what a control asks for; what is refused is said beside the controls."""
        if self._own:
            return
        try:
            do()
        except CtxkitError as error:
            self.set_trait("error", str(error))
            self._error.refuse(error)
        else:
            # Back at the last good value nothing changes, but the error is gone.
            if self.error:
                self._clear_error()
                self._show()

    def _clear_error(self) -> None:
        self.set_trait("error", "")
        self._error.clear()

    # -- the static twin ----------------------------------------------------------------------

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
