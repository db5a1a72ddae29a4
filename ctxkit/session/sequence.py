"""Whether the events of a log are numbered as they were appended: each by one more.

Contract C, section 8.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class BreakKind(StrEnum):
    """How a number does not follow the one before it."""

    GAP = "gap"  #: Numbers before it are nowhere in the log.
    REPEAT = "repeat"  #: An event before has the same number.
    ORDER = "order"  #: It is lower than one before it, and new.


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the numbering of a log is broken.

    Attributes
    ----------
    kind : BreakKind
    index, seq : int
        Position of the event in the log, from 0, and its number.
    before : int
        Highest number before it; 0 at the start.
    missing : int
        How many numbers a gap leaves out.
    """

    kind: BreakKind
    index: int
    seq: int
    before: int
    missing: int = 0

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        if self.kind is BreakKind.REPEAT:
            return f"the number {self.seq} was used before"
        if self.kind is BreakKind.ORDER:
            return f"event {self.seq} stands behind event {self.before}"
        plural = "s" if self.missing != 1 else ""
        after = f"after event {self.before}" if self.before else "at the start"
        return f"{self.missing} event{plural} missing {after}, before event {self.seq}"


def find_breaks(seqs: Sequence[int], first: int = 1) -> Iterator[Break]:
    """Yield where numbers do not rise by one from ``first``, in the order of the log.

    Of numbers that were swapped only the late one is a break: nothing is missing then.
    """
    # Nearly every log is whole, and this comparison is a hundred times as fast as the loop.
    if list(seqs) == list(range(first, first + len(seqs))):
        return
    present = sorted(set(seqs))
    seen: set[int] = set()
    highest = first - 1
    for index, seq in enumerate(seqs):
        if seq in seen:
            yield Break(BreakKind.REPEAT, index, seq, highest)
        elif seq <= highest:
            yield Break(BreakKind.ORDER, index, seq, highest)
        elif seq > highest + 1:
            between = bisect_left(present, seq) - bisect_left(present, highest + 1)
            missing = seq - highest - 1 - between
            if missing:
                yield Break(BreakKind.GAP, index, seq, highest, missing)
        seen.add(seq)
        highest = max(highest, seq)
