"""One page of a task: its part in the window, what the session did with it, how it is today."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ctxkit.view import Record


class Today(StrEnum):
    """How a page compares with what the session read."""

    AS_READ = "as it was read"
    CHANGED = "changed since"  #: The session read another content of the same place.
    UNREAD = "not read"
    GONE = "gone"  #: The session read it, and the task loads nothing there any more.
    UNKNOWN = "cannot be told"  #: A command, which has no content.


@dataclass(frozen=True, slots=True)
class StoryPage(Record):
    """One page of a task.

    Attributes
    ----------
    place : str
        Path and part, without the digest of the content.
    page_id : str
        As it is today; as it was read where it is gone.
    tokens : int
        Today; as it was read where it is gone.
    part : str
        Of the window: ``"mandatory"``, ``"picked"``, ``"out"``, or ``"gone"``.
    why : str
        Why it is in or out.
    depth : str
        How deeply the session read it: ``"full"``, ``"summary"`` or ``""``.
    reads : int
        How often it was read, in any version.
    first, last : int or None
        Numbers of the events that read it first and last.
    pushed_out, again : int
        How often it left the session's window, and was loaded again after that.
    resident : bool
        Whether it is in the session's window at the end, as a whole and in the version of today.
    today : Today
    """

    place: str
    page_id: str
    tokens: int
    part: str
    why: str
    depth: str = ""
    reads: int = 0
    first: int | None = None
    last: int | None = None
    pushed_out: int = 0
    again: int = 0
    resident: bool = False
    today: Today = Today.UNREAD

    @property
    def planned(self) -> bool:
        """Whether it belongs into the window."""
        return self.part in ("mandatory", "picked")

    @property
    def kept(self) -> bool:
        """Whether it belongs into the window and is there already, as it is today."""
        return self.planned and self.resident

    @property
    def to_load(self) -> bool:
        """Whether it has to be loaded to go on."""
        return self.planned and not self.kept
