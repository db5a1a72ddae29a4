"""Runs the loads of a session through a window."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ctxkit.residency.loads import Loads
from ctxkit.residency.policies import Chooser
from ctxkit.residency.records import HAPPENINGS, Happening

LOADED, AGAIN, DEEPENED, STILL_THERE, TOO_LARGE, SIZE_UNKNOWN, PUSHED_OUT = range(len(HAPPENINGS))
assert HAPPENINGS[PUSHED_OUT] is Happening.PUSHED_OUT


class WindowRun:
    """What happened to the pages of a session in a window, as columns.

    Attributes
    ----------
    events, pages, whats, forms : array of int
        Of each change: position of the event in the log from 0, page, number of the happening,
        and number of the form in which the page came, or went.
    deltas, after : array of int
        Tokens that came (negative: went), and tokens resident after it.
    stay_pages, stay_forms, stay_tokens, starts, ends : array of int
        Stays of a page in one form: from the event that loaded it to the event that pushed it out
        or deepened it; the length of the log where it stayed.
    """

    def __init__(self, loads: Loads, window: int, chooser: Chooser | None) -> None:
        self.events, self.pages, self.deltas, self.after = (array("q") for _ in range(4))
        self.whats, self.forms, self.stay_forms = (array("b") for _ in range(3))
        self.stay_pages, self.stay_tokens, self.starts, self.ends = (array("q") for _ in range(4))
        self._length = len(loads.log)
        self._window = window
        self._chooser = chooser
        # Tokens of the resident pages, the one used last the longest ago first; and their stays.
        self._resident: dict[int, int] = {}
        self._stay_of: dict[int, int] = {}
        self._used = 0
        self._gone: set[int] = set()
        columns = zip(loads.events, loads.pages, loads.forms, loads.tokens, strict=True)
        for event, page, form, tokens in columns:
            self._load(event, page, form, tokens)

    def _load(self, event: int, page: int, form: int, tokens: int) -> None:
        if tokens < 0:
            self._note(event, page, SIZE_UNKNOWN, form, 0)
            return
        held = self._resident.pop(page, None)
        if held is not None and self.stay_forms[self._stay_of[page]] >= form:
            self._keep(page, held)
            self._note(event, page, STILL_THERE, form, 0)
            return
        if self._chooser is not None and tokens > self._window:
            if held is not None:
                self._keep(page, held)
            self._note(event, page, TOO_LARGE, form, 0)
            return
        self._make_room(event, page, held or 0, tokens)
        what = LOADED
        if held is not None:
            what = DEEPENED
            self.ends[self._stay_of[page]] = event
        elif page in self._gone:
            what = AGAIN
        self._stay_of[page] = self._open(event, page, form, tokens)
        self._keep(page, tokens)
        self._used += tokens - (held or 0)
        self._note(event, page, what, form, tokens - (held or 0))

    def _keep(self, page: int, tokens: int) -> None:
        """Put a page at the end, as the one used last."""
        self._resident[page] = tokens
        if self._chooser is not None:
            self._chooser.used(page)

    def _make_room(self, event: int, coming: int, held: int, tokens: int) -> None:
        room = self._window - tokens
        if self._chooser is None or self._used - held <= room:
            return
        for page in self._chooser.choose(self._resident, room, coming):
            gone = self._resident.pop(page)
            stay = self._stay_of.pop(page)
            self.ends[stay] = event
            self._used -= gone
            self._gone.add(page)
            self._note(event, page, PUSHED_OUT, self.stay_forms[stay], -gone)

    def _open(self, event: int, page: int, form: int, tokens: int) -> int:
        self.stay_pages.append(page)
        self.stay_forms.append(form)
        self.stay_tokens.append(tokens)
        self.starts.append(event)
        self.ends.append(self._length)
        return len(self.starts) - 1

    def _note(self, event: int, page: int, what: int, form: int, delta: int) -> None:
        self.events.append(event)
        self.pages.append(page)
        self.whats.append(what)
        self.forms.append(form)
        self.deltas.append(delta)
        self.after.append(self._used)

    def rows(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Yield event, page, happening, form, delta and tokens after it, of each change."""
        return zip(
            self.events, self.pages, self.whats, self.forms, self.deltas, self.after, strict=True
        )
