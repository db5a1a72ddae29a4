"""Pages of a session and what happened to them, one record each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxkit.collection import Collection
from ctxkit.residency.loads import Form
from ctxkit.view import Record


class Happening(StrEnum):
    """What a load or the policy did to a page."""

    LOADED = "loaded"  #: For the first time.
    AGAIN = "loaded again"  #: It had been pushed out.
    DEEPENED = "deepened"  #: It was there in summary; what a full read adds was loaded.
    STILL_THERE = "still there"  #: It was there at least as deeply; nothing was loaded.
    TOO_LARGE = "too large"  #: It is larger than the window, and was not loaded.
    SIZE_UNKNOWN = "size unknown"  #: Its text is not at hand, and it was not counted.
    PUSHED_OUT = "pushed out"  #: To make room.


#: Happenings by their number in the columns of a run.
HAPPENINGS = tuple(Happening)


@dataclass(frozen=True, slots=True)
class WindowPage(Record):
    """One page of a session: an entry, or one serve.

    Attributes
    ----------
    name : str
        ID of the entry; handle, step and number of the event for a serve.
    title : str
        Summary of the entry; procedure and step of a serve.
    form : Form
        The deepest in which it was loaded.
    tokens : int or None
        In that form; ``None`` where it is not known.
    first, last : int
        Numbers of the events that loaded it first and used it last.
    reads : int
        How often it was read or shown.
    again, still_there, too_large, pushed_out : int
        How often it was loaded again after it had been pushed out, read although it was there,
        too large for the window, and pushed out.
    resident : bool
        Whether it is in the window at the end.
    problem : str
        Why its size is not known.
    """

    name: str
    title: str
    form: Form
    tokens: int | None
    first: int
    last: int
    reads: int
    again: int
    still_there: int
    too_large: int
    pushed_out: int
    resident: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PushOut(Record):
    """One time that a page was pushed out.

    Attributes
    ----------
    seq : int
        Number of the event that needed the room.
    page : str
    form : Form
        In which it was there.
    tokens : int
    since : int
        Number of the event that loaded it in that form.
    """

    seq: int
    page: str
    form: Form
    tokens: int
    since: int


@dataclass(frozen=True, slots=True)
class Reload(Record):
    """One time that a page was loaded again after it had been pushed out.

    Attributes
    ----------
    seq : int
        Number of the event that read it.
    page : str
    form : Form
        In which it was read now.
    tokens : int
    pushed_out : int
        Number of the event at which it had been pushed out last.
    """

    seq: int
    page: str
    form: Form
    tokens: int
    pushed_out: int


class WindowPages(Collection[WindowPage]):
    """The pages of a session, in the order in which they were loaded first."""

    noun = "page"

    @staticmethod
    def name_of(item: WindowPage) -> str | None:
        """Return the page's name."""
        return item.name


class PushOuts(Collection[PushOut]):
    """What was pushed out of a window, in order."""

    noun = "push-out"

    @property
    def tokens(self) -> int:
        """Tokens of all of them."""
        return sum(item.tokens for item in self)


class Reloads(Collection[Reload]):
    """What was loaded again into a window, in order."""

    noun = "reload"

    @property
    def tokens(self) -> int:
        """Tokens of all of them."""
        return sum(item.tokens for item in self)
