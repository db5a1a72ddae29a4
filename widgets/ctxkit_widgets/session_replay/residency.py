"""What the page is told of a session's window: its course once, and any moment of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ctxkit.display.document import shorten
from ctxkit.display.residency.words import FORM_COLORS, FORM_WORDS, HOW_WORDS, PUSHED_COLOR
from ctxkit.errors import InvalidValueError
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.records import HAPPENINGS, Happening
from ctxkit.session.eventlog import EventLog

_MOST_MOMENTS = 1_500  #: of the course; a strip is hardly wider
_MOST_PAGES = 12
_MOST_MOVED = 6
_MOST_TITLE = 120

#: What a load did, as it is said of one event.
_WORDS = {
    Happening.LOADED: "loaded",
    Happening.AGAIN: "loaded again",
    Happening.DEEPENED: "deepened",
    Happening.STILL_THERE: "there already",
    Happening.TOO_LARGE: "too large",
    Happening.SIZE_UNKNOWN: "of unknown size",
    Happening.PUSHED_OUT: "pushed out",
}


def check_context(context: ContextOverTime, log: EventLog) -> None:
    """Refuse a context that is of another log."""
    if not isinstance(context, ContextOverTime):
        raise InvalidValueError(
            "no context over time",
            where="context",
            got=type(context).__name__,
            hint="ctxkit.context_over_time(replay, engine, window=...) makes one.",
        )
    if context.log is not log and context.log.columns.seqs != log.columns.seqs:
        raise InvalidValueError("the context is of another log", where="context")


def course_of(context: ContextOverTime) -> dict[str, Any]:
    """Return the tokens in the window all along, for a strip."""
    track = context.track(_MOST_MOMENTS)
    places = [context.log.index_of(seq) + 1 if seq else 0 for seq in track["seq"]]
    return {
        "window": track["window"],
        "policy": track["policy"],
        "estimator": track["estimator"],
        "peak": track["peak"],
        "places": places,
        "forms": [
            {"words": FORM_WORDS[form], "color": FORM_COLORS[form], "tokens": tokens}
            for form in FORM_COLORS
            for tokens in [track["tokens"][str(form)]]
        ],
        "pushedOut": track["pushedOut"],
        "pushedColor": PUSHED_COLOR,
    }


def window_at(context: ContextOverTime, place: int) -> dict[str, Any]:
    """Return what is in the window after so many events, and what the last of them did to it."""
    held = context.at_index(place)
    return {
        "tokens": held.tokens,
        "window": held.window,
        "unknown": held.unknown,
        "count": len(held),
        "pages": [
            {
                "name": shorten(page.title or page.name, _MOST_TITLE),
                "how": HOW_WORDS[page.form],
                "tokens": page.tokens,
                "last": page.last,
                "color": FORM_COLORS[page.form],
            }
            for page in held[:_MOST_PAGES]
        ],
        "moved": _moved(context, place - 1),
    }


def _moved(context: ContextOverTime, event: int) -> list[dict[str, Any]]:
    """Return what an event did to the window, by what happened."""
    changes, loads = context.changes, context.loads
    found: dict[str, tuple[list[str], int]] = {}
    for at in np.flatnonzero(changes["event"] == event).tolist():
        words = _WORDS[HAPPENINGS[int(changes["what"][at])]]
        page = int(changes["page"][at])
        names, tokens = found.setdefault(words, ([], 0))
        names.append(shorten(loads.titles[page] or loads.names[page], _MOST_TITLE))
        found[words] = (names, tokens + abs(int(changes["delta"][at])))
    return [
        {"words": words, "names": names[:_MOST_MOVED], "count": len(names), "tokens": tokens}
        for words, (names, tokens) in found.items()
    ]
