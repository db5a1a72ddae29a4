"""What is in the window at one moment of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np
import numpy.typing as npt

from ctxkit.errors import UnknownNameError
from ctxkit.residency.loads import FORMS, Form
from ctxkit.view import Framed, Record, Shown

if TYPE_CHECKING:
    from ctxkit.residency.over_time import ContextOverTime


@dataclass(frozen=True, slots=True)
class ResidentPage(Record):
    """A page in the window.

    Attributes
    ----------
    name, title : str
    form : Form
        In which it is there.
    tokens : int
    since : int
        Number of the event that loaded it in that form.
    last : int
        Number of the event that used it last, up to the moment.
    """

    name: str
    title: str
    form: Form
    tokens: int
    since: int
    last: int


class WindowMoment(Shown, Framed, Sequence[ResidentPage]):
    """The pages in a window after one event, the one used last first.

    They are made when they are asked for: a window that keeps all may hold tens of thousands.

    Attributes
    ----------
    over : ContextOverTime
        The session that it is a moment of.
    seq : int
        Number of the event; 0 before the first.
    unknown : int
        Pages loaded up to then whose size is not known; they are not among the pages.
    tokens : int
        Tokens of all pages; where some sizes are not known, at least so many.
    """

    def __init__(
        self,
        over: ContextOverTime,
        stays: npt.NDArray[np.int64],
        last: npt.NDArray[np.int64],
        *,
        seq: int,
        unknown: int,
    ) -> None:
        self.over = over
        self.seq = seq
        self.unknown = unknown
        self._stays = stays
        self._last = last
        columns = over.stays
        self._forms = columns["form"][stays]
        self._tokens = columns["tokens"][stays]
        self.tokens = int(self._tokens.sum())

    @property
    def window(self) -> int:
        """Tokens that the window holds."""
        return self.over.window

    @property
    def free(self) -> int:
        """Tokens left in the window; below zero where it is exceeded."""
        return self.window - self.tokens

    @property
    def sizes(self) -> list[int]:
        """Tokens of each page, in order."""
        sizes: list[int] = self._tokens.tolist()
        return sizes

    def tokens_by_form(self) -> dict[Form, int]:
        """Return the tokens of each form, zeros included."""
        return {
            form: int(self._tokens[self._forms == code].sum()) for code, form in enumerate(FORMS)
        }

    @overload
    def __getitem__(self, index: int | str) -> ResidentPage: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ResidentPage, ...]: ...
    def __getitem__(self, index: int | str | slice) -> ResidentPage | tuple[ResidentPage, ...]:
        """Return a page by place or name, or some of them."""
        if isinstance(index, slice):
            return tuple(map(self._page, range(len(self))[index]))
        if isinstance(index, str):
            names = [self._name(place) for place in range(len(self))]
            if index not in names:
                raise UnknownNameError.among("page in the window", index, names[:5000])
            return self._page(names.index(index))
        return self._page(range(len(self))[index])

    def __len__(self) -> int:
        return len(self._stays)

    def __bool__(self) -> bool:
        return True  # an empty window is still one

    def _name(self, place: int) -> str:
        return self.over.loads.names[int(self.over.stays["page"][self._stays[place]])]

    def _page(self, place: int) -> ResidentPage:
        stay, loads = int(self._stays[place]), self.over.loads
        page = int(self.over.stays["page"][stay])
        return ResidentPage(
            loads.names[page],
            loads.titles[page],
            FORMS[int(self._forms[place])],
            int(self._tokens[place]),
            self.over.seq_of(int(self.over.stays["start"][stay])),
            self.over.seq_of(int(self._last[place])),
        )
