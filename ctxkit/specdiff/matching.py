"""Which thing of the earlier version is which of the later: by content first, then by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

#: Likeness from which two texts with different names are the same thing, reworded.
ALIKE = 0.6
#: Pairs whose likeness is worked out; beyond that, only names count.
_MOST_PAIRS = 10_000
_MOST_TEXT = 2_000  #: characters that are compared


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing of a spec, as far as it is needed to find it again.

    Attributes
    ----------
    name : str
        Number or id.
    title : str
    content : str
        What it says, without number, id and title.
    """

    name: str
    title: str
    content: str


Pair = tuple[int | None, int | None]


def match(old: Sequence[Subject], new: Sequence[Subject]) -> list[Pair]:
    """Pair the things of two versions.

    In this order: the same name, title and content; the same title and content; the same content
    (where there is any); the same name, if at least half alike; the most alike that are alike
    enough; the same name. What is left was removed, or added.

    Returns
    -------
    list of (int or None, int or None)
        Places in ``old`` and ``new``, in the order of the later version; what was removed follows
        what stood before it.
    """
    found = _Matching(old, new)
    found.by(lambda one: (one.name, one.title, one.content))
    found.by(lambda one: (one.title, one.content) if one.title or one.content else None)
    found.by(lambda one: one.content or None)
    found.by_name(least=0.5)
    found.by_likeness()
    found.by_name(least=0.0)
    return list(found.in_order())


class _Matching:
    def __init__(self, old: Sequence[Subject], new: Sequence[Subject]) -> None:
        self.old = old
        self.new = new
        self.old_of: dict[int, int] = {}
        self.new_of: dict[int, int] = {}

    def _pair(self, was: int, now: int) -> None:
        self.old_of[now] = was
        self.new_of[was] = now

    def _free(self) -> tuple[list[int], list[int]]:
        return (
            [n for n in range(len(self.old)) if n not in self.new_of],
            [n for n in range(len(self.new)) if n not in self.old_of],
        )

    def by(self, key: Callable[[Subject], object]) -> None:
        """Pair what has the same key, in order; a key of ``None`` matches nothing."""
        was, now = self._free()
        waiting: dict[object, list[int]] = {}
        for place in was:
            waiting.setdefault(key(self.old[place]), []).append(place)
        waiting.pop(None, None)
        for place in now:
            same = waiting.get(key(self.new[place]))
            if same:
                self._pair(same.pop(0), place)

    def by_name(self, least: float) -> None:
        """Pair what has the same name and is at least so much alike."""
        was, now = self._free()
        named = {self.old[place].name: place for place in reversed(was)}
        for place in now:
            other = named.get(self.new[place].name)
            if other is not None and other not in self.new_of:
                if least and likeness(self.old[other], self.new[place]) < least:
                    continue
                self._pair(other, place)

    def by_likeness(self) -> None:
        """Pair the most alike first."""
        was, now = self._free()
        if len(was) * len(now) > _MOST_PAIRS:
            return
        pairs = sorted(
            (-likeness(self.old[a], self.new[b]), b, a)
            for a in was
            for b in now
        )  # fmt: skip
        for unlike, b, a in pairs:
            if -unlike >= ALIKE and a not in self.new_of and b not in self.old_of:
                self._pair(a, b)

    def in_order(self) -> Iterator[Pair]:
        """Yield all pairs in the order of the later version."""
        removed = [place for place in range(len(self.old)) if place not in self.new_of]
        done = 0
        for place in range(len(self.new)):
            was = self.old_of.get(place)
            while was is not None and done < len(removed) and removed[done] < was:
                yield removed[done], None
                done += 1
            yield was, place
        for place in removed[done:]:
            yield place, None


def likeness(one: Subject, other: Subject) -> float:
    """Return how much alike two things are, from 0 to 1, by title and content."""
    a, b = (f"{s.title}\n{s.content}"[:_MOST_TEXT].split() for s in (one, other))
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= 0.3 else 0.0
