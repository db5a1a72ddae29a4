"""Numbering labels: equal texts get equal numbers, in the order in which they are first met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, islice

import numpy as np
import numpy.typing as npt

from ctxkit.resident.table import Codes

Starts = npt.NDArray[np.int64]

#: Below this many labels a dict is as fast as anything.
_MANY = 200_000
_SAMPLE = 20_000


def intern_labels(rows: Sequence[Sequence[str]]) -> tuple[Starts, Codes, list[str]]:
    """Return where each row starts, its labels as numbers, and the labels by number.

    Parameters
    ----------
    rows : sequence of sequences of str, n

    Returns
    -------
    starts : ndarray of int64, shape (n + 1,)
    codes : ndarray of int32, shape (starts[-1],)
    names : list of str

    Raises
    ------
    TypeError
        If a label cannot be hashed.
    """
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)), out=starts[1:])
    total = int(starts[-1])
    if total >= _MANY and _objects_recur(rows):
        by_object = _by_object(rows, starts)
        if by_object is not None:
            return starts, *by_object
    return starts, *_number(chain.from_iterable(rows), total)


def _number(labels: Iterable[str], total: int) -> tuple[Codes, list[str]]:
    numbers: defaultdict[str, int] = defaultdict()
    # A label met first gets the count of labels met before it.
    numbers.default_factory = numbers.__len__
    codes = np.fromiter(map(numbers.__getitem__, labels), np.int32, total)
    return codes, list(numbers)


def _objects_recur(rows: Sequence[Sequence[str]]) -> bool:
    """Guess from a sample whether equal labels are mostly one and the same object."""
    sample = list(islice(chain.from_iterable(rows), _SAMPLE))
    return len(set(map(id, sample))) == len(set(sample))


def _by_object(rows: Sequence[Sequence[str]], starts: Starts) -> tuple[Codes, list[str]] | None:
    """Find the numbers by the identity of the label objects first, which needs no hash of each.

    A dict lookup for each of millions of labels waits for memory four times; a table over the
    memory that they lie in waits once. Returns ``None`` where they lie too far apart.
    """
    total = int(starts[-1])
    place = np.fromiter(map(id, chain.from_iterable(rows)), np.int64, total)
    if (place & 15).any():  # identities are no 16-byte addresses here
        return None
    # Objects lie 16 bytes apart at least. The memory pages of 4 KiB that hold any are numbered
    # densely first, since what lies between them may be wide.
    pages = place >> 12
    pages -= pages.min()
    if int(pages.max()) > 8 * total:
        return None
    used = np.zeros(int(pages.max()) + 1, dtype=bool)
    used[pages] = True
    span = int(used.sum()) << 8
    if span > 8 * total:
        return None
    dense = (np.cumsum(used) - 1) << 8
    place = dense[pages] + ((place >> 4) & 0xFF)
    first = np.full(span, total, dtype=np.int32)
    # The last assignment wins, so going backwards leaves the first occurrence of each object.
    first[place[::-1]] = np.arange(total - 1, -1, -1, dtype=np.int32)
    occurrences = np.sort(first[first < total])
    found = np.searchsorted(starts, occurrences, side="right") - 1
    offsets = (occurrences - starts[found]).tolist()
    flat = [rows[row][at] for row, at in zip(found.tolist(), offsets, strict=True)]
    codes, names = _number(flat, len(flat))
    number = first  # reuse the memory: from here on, the number of the object at each place
    number[place[occurrences]] = codes
    return number[place], names
