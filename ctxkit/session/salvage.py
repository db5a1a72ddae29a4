"""Finds what is whole in a line of a log that is not: events glued together, torn, or padded."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.document import normalise
from ctxkit.session.events import MAX_LINE_BYTES
from ctxkit.session.logtext import scan_json

#: How the lines of both shapes begin; the group is the key that tells which.
BEGINNING = re.compile(r'\{\s*"(v|version)"\s*:')
_PADDING = "\0\ufeff \t\r"
# Each failure may read to the end of the line: hostile lines must not take forever.
_MOST_FAILURES = 64


def strip_padding(line: str) -> str:
    """Return a line without NUL bytes, byte order marks and white space at its ends."""
    return line.strip(_PADDING)


def is_utf16(start: bytes) -> bool:
    """Tell whether a file that begins so is UTF-16: by its mark, or by every other byte."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    odd, even = start[1:64:2], start[0:64:2]
    return len(start) >= 8 and (
        (not any(odd) and b"{" in even[:1]) or (not any(even) and b"{" in odd[:1])
    )


class Salvage:
    """What was found whole in a line.

    Parameters
    ----------
    line : str
        Without padding at its ends.
    take : callable
        Takes a JSON value that was found; tells whether it is of the shape that is looked for.

    Attributes
    ----------
    taken, lost : int
        How many values were taken, and how many characters belong to none of them.
    lost_last : bool
        Whether what is lost is the end of the line, and nothing else.
    """

    def __init__(self, line: str, take: Callable[[Any], bool]) -> None:
        self.taken = 0
        self.lost = 0
        self.lost_last = False
        done = failures = 0
        for found in BEGINNING.finditer(line):
            start = found.start()
            if start < done:
                continue
            value, end = _value_at(line, start)
            if end and take(value):
                self.taken += 1
                self.lost += len(strip_padding(line[done:start]))
                done = end
            else:
                failures += 1
            if failures > _MOST_FAILURES:
                break
        rest = len(strip_padding(line[done:]))
        self.lost_last = rest > 0 and not self.lost
        self.lost += rest

    @property
    def words(self) -> str:
        """What was found, to follow the name of the line."""
        whole = f"holds {self.taken} whole event{'s' * (self.taken != 1)}"
        return f"{whole}, and {self.lost:,} characters that are none" if self.lost else whole


def _value_at(line: str, start: int) -> tuple[Any, int]:
    """Return the JSON value at a place and its end; 0 where none is there, or it goes on.

    What is a part of an event that was torn is followed by the rest of that: only a value that the
    line or another beginning follows stood by itself.
    """
    try:
        value, end = scan_json(line, start)
        value = normalise(value) if "\\u" in line[start:end] else value
    except (ValueError, StopIteration, RecursionError, InvalidValueError):
        return None, 0
    after = end
    while after < len(line) and line[after] in _PADDING:
        after += 1
    alone = after == len(line) or BEGINNING.match(line, after) is not None or line[after] == "{"
    fits = end - start < MAX_LINE_BYTES // 4 or len(line[start:end].encode()) < MAX_LINE_BYTES
    return (value, end) if alone and fits else (None, 0)
