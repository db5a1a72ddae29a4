"""The unified look at two texts, in bounded time."""

from __future__ import annotations

from ctxkit.procedure.textdiff import CONTEXT, unified

#: Pairs of lines that are compared at most; a larger change is shown as a whole.
MOST_PAIRS = 400_000


def unified_look(old: str, new: str) -> str:
    """Return the difference of two texts, as :func:`~ctxkit.procedure.textdiff.unified` has it.

    Lines that both texts begin and end with are left aside first. Where what is between them is
    too long to be compared line by line, all old lines are told to go and all new ones to come.
    """
    if old == new:
        return ""
    a, b = old.split("\n"), new.split("\n")
    shortest = min(len(a), len(b))
    head = 0
    while head < shortest and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < shortest - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    first, rest = max(0, head - CONTEXT), max(0, tail - CONTEXT)
    if (len(a) - head - tail) * (len(b) - head - tail) <= MOST_PAIRS:
        return unified("\n".join(a[first : len(a) - rest]), "\n".join(b[first : len(b) - rest]))
    return "\n".join(
        [
            "@@",
            *(" " + line for line in a[first:head]),
            *("-" + line for line in a[head : len(a) - tail]),
            *("+" + line for line in b[head : len(b) - tail]),
            *(" " + line for line in b[len(b) - tail : len(b) - rest]),
        ]
    )


def pairs_of(old: str, new: str) -> int:
    """Return how many pairs of lines a look at two texts would compare at most."""
    return min(MOST_PAIRS, (old.count("\n") + 1) * (new.count("\n") + 1))
