"""The cost of going on: what is kept, what must be loaded again, what is gone and what is new."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from ctxkit.collection import Collection
from ctxkit.difference import unified_look
from ctxkit.view import Plotted, Record


class ResumeState(StrEnum):
    """What has become of something that was loaded."""

    UNCHANGED = "unchanged"  #: It can be referred to.
    CHANGED = "changed"  #: It must be loaded again.
    NEW = "new"  #: It was not loaded, and is now asked for.
    GONE = "gone"  #: It is not there any more.
    UNTOLD = "cannot be told"  #: Nothing at hand tells what it was.


#: What must be loaded again; what is unchanged is kept.
TO_LOAD = frozenset({ResumeState.CHANGED, ResumeState.NEW})


@dataclass(frozen=True, slots=True)
class ResumeItem(Record):
    """A file, or the entry of a graph, then and now.

    Attributes
    ----------
    name : str
        Path of the file, or ID of the entry.
    part : str
        What of it is loaded: ``"whole"``, a slice such as ``"task T3"``, or a depth of reading.
    state : ResumeState
    detail : str
        What is known about the state, in words; may be empty.
    then_tokens : int or None
        What the part took when it was loaded; ``None`` where no text of then is at hand, and for
        what was not loaded.
    now_tokens : int
        What it takes now; 0 for what is gone.
    required : bool
        Whether it must be loaded; entries always count as such.
    old, new : str or None
        Texts of the part, where they are at hand.
    """

    name: str
    part: str
    state: ResumeState
    detail: str = ""
    then_tokens: int | None = None
    now_tokens: int = 0
    required: bool = True
    old: str | None = field(default=None, repr=False)
    new: str | None = field(default=None, repr=False)

    @property
    def kept(self) -> int:
        """Tokens that need not be loaded again."""
        return self.now_tokens if self.state is ResumeState.UNCHANGED else 0

    @property
    def reload(self) -> int:
        """Tokens that must be loaded, again or for the first time."""
        return self.now_tokens if self.state in TO_LOAD else 0

    @property
    def untold(self) -> int:
        """Tokens of which it cannot be told whether they are kept."""
        return self.now_tokens if self.state is ResumeState.UNTOLD else 0

    @property
    def diff(self) -> str:
        """The unified difference of the part; empty where it is equal, or a text is not at hand."""
        if self.old is None or self.new is None:
            return ""
        return unified_look(self.old, self.new)


class ResumeCost(Plotted, Collection[ResumeItem]):
    """What must be loaded again, item by item; made by :func:`resume_cost`.

    What is kept, what must be loaded and what cannot be told add up to all that is loaded now.

    Attributes
    ----------
    title : str
        What is gone on from.
    estimator : str
        Who counted the tokens.
    notes : tuple of str
        What is not counted, or could not be told, in words.
    """

    noun = "item"

    def __init__(
        self,
        items: Iterable[ResumeItem] = (),
        *,
        title: str = "",
        estimator: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(items)
        self.title = title
        self.estimator = estimator
        self.notes = tuple(notes)

    def _sliced(self, items: tuple[ResumeItem, ...]) -> ResumeCost:
        return type(self)(items, title=self.title, estimator=self.estimator, notes=self.notes)

    @staticmethod
    def name_of(item: ResumeItem) -> str | None:
        """Return the path, or the ID of the entry."""
        return item.name

    def of_state(self, state: ResumeState | str) -> tuple[ResumeItem, ...]:
        """Return the items of one state."""
        return tuple(item for item in self if item.state == state)

    @property
    def kept(self) -> int:
        """Tokens kept."""
        return sum(item.kept for item in self)

    @property
    def reload(self) -> int:
        """Tokens to load: of what is changed and of what is new."""
        return sum(item.reload for item in self)

    @property
    def untold(self) -> int:
        """Tokens of which it cannot be told whether they are kept."""
        return sum(item.untold for item in self)

    @property
    def total(self) -> int:
        """Tokens of all that is loaded now."""
        return sum(item.now_tokens for item in self)

    @property
    def gone(self) -> int | None:
        """Tokens of what is gone, as it was; ``None`` where that of an item is not known."""
        sizes = [item.then_tokens for item in self.of_state(ResumeState.GONE)]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def tokens_by_state(self) -> dict[ResumeState, int]:
        """Return the tokens as of now by state, zeros included; what is gone takes none."""
        totals = dict.fromkeys(ResumeState, 0)
        for item in self:
            totals[item.state] += item.now_tokens
        return totals
