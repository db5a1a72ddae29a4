"""What a person asks for in the page, met once each and in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ctxkit.errors import CtxkitError

if TYPE_CHECKING:
    from ctxkit_widgets.session_replay.replayer import SessionReplay

Wish = dict[str, Any]
_WAYS: dict[str, Callable[[SessionReplay, Wish], object]] = {
    "forward": lambda app, _: app.next_change(),
    "back": lambda app, _: app.previous_change(),
    "step": lambda app, wish: app.forward(int(wish["by"])),
    "go": lambda app, wish: setattr(app, "index", int(wish["index"])),
    "bookmark": lambda app, _: app.bookmark(),
    "fork": lambda app, _: app.fork(),
    "filter": lambda app, wish: app.filter(**wish["filter"]),
    "kind": lambda app, wish: app.filter(kinds=toggled(app.kinds, wish["kind"])),
}


def meet(app: SessionReplay, wishes: Iterable[Wish], done: int) -> str:
    """Do what is asked for, as far as that has not been done.

    Parameters
    ----------
    app : SessionReplay
    wishes : iterable of dict
        Each with a rising ``number`` and what to ``do``.
    done : int
        Number of the last one that was met.

    Returns
    -------
    str
        Why the last one was refused, if it was.
    """
    refused = ""
    for wish in wishes:
        if wish["number"] <= done:
            continue
        try:
            refused = ""
            _WAYS[wish["do"]](app, wish)
        except CtxkitError as error:
            refused = f"{error} {error.hint}".strip()
    return refused


def toggled(kinds: Iterable[str], kind: str) -> list[str]:
    """Return some types with one more, or with one less where it is among them."""
    held = list(kinds)
    return [each for each in held if each != kind] if kind in held else [*held, kind]
