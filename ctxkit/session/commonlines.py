"""Reads lines that are laid out as engines write them, many at once.

Nothing here decides what a line means. A block of lines of which any is out of the common goes to
the ordinary reader, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import repeat
from sys import intern
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.graph.ids import is_date
from ctxkit.procedure.document import normalise
from ctxkit.session.columns import Columns
from ctxkit.session.events import MAX_LINE_BYTES
from ctxkit.session.logtext import scan_json

_LARGE = MAX_LINE_BYTES // 4  # A block of this size may hold a line that is too long.
_MEMO_LENGTH, _MEMO_SIZE = 200, 50_000
_DATA = ',"data":'
_PLAIN = r'[^"\\\x00-\x1f]'
_SESSION = re.compile(rf'\{{"v":1,"ts":"[^"]*","session":"({_PLAIN}*)"').match
_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?Z"

#: Reads one line by its number in the ordinary way, and adds its event if it has one.
ReadLine = Callable[[int, str], None]
Found = list[tuple[str, str, str, str, str]]


class _Uncommon(Exception):  # noqa: N818
    """A block holds a line of another layout."""


class _DataMemo(dict[str, Any]):
    """Data by how their line ends: those that come again are read once and shared."""

    def __init__(self) -> None:
        super().__init__({"}": None})

    def __missing__(self, ending: str) -> dict[str, Any]:
        try:
            data, end = scan_json(ending, len(_DATA))
            if type(data) is not dict or ending[end:] != "}" or not ending.startswith(_DATA):
                raise _Uncommon
            if "\\ud" in ending or "\\uD" in ending:
                data = normalise(data)
        except (ValueError, StopIteration, RecursionError, InvalidValueError):
            raise _Uncommon from None
        if len(ending) < _MEMO_LENGTH and len(self) < _MEMO_SIZE:
            self[ending] = data
        return data  # type: ignore[no-any-return]


class BlockReader:
    """Reads the text of a log into columns.

    Parameters
    ----------
    columns : Columns
        Where the events go.
    read_line : callable
        The ordinary reader.
    """

    def __init__(self, columns: Columns, read_line: ReadLine) -> None:
        self._columns = columns
        self._read_line = read_line
        self._memo = _DataMemo()
        self._session = ""
        self._find: Callable[[str], Found] = _line_finder("")
        self._days: set[str] = set()
        self._line = 1

    def read(self, block: str) -> None:
        """Read the next lines of a log; all of them end in a line feed, but for the last."""
        count = block.count("\n")
        if not self._read_block(block, count):
            for number, line in enumerate(block.split("\n"), self._line):
                if line:
                    self._read_line(number, line.removesuffix("\r"))
        self._line += count

    def _read_block(self, block: str, count: int) -> bool:
        """Read a block if all its lines are common ones; tell whether they were."""
        head = _SESSION(block)
        if head is None or not block.endswith("\n") or len(block) > _LARGE:
            return False
        if head[1] != self._session:
            self._session = intern(head[1])
            self._find = _line_finder(self._session)
        found = self._find(block)
        if len(found) != count:
            return False
        times, seqs, instances, kinds, endings = zip(*found, strict=True)
        if not self._days_exist(times):
            return False
        try:
            data = list(map(self._memo.__getitem__, endings))
        except _Uncommon:
            return False
        columns = self._columns
        columns.times += times
        columns.sessions += repeat(self._session, count)
        columns.seqs += map(int, seqs)
        columns.instances += map(intern, instances)
        columns.kinds += map(intern, kinds)
        columns.data += data
        columns.lines.extend(range(self._line, self._line + count))
        return True

    def _days_exist(self, times: tuple[str, ...]) -> bool:
        first, last = min(times)[:10], max(times)[:10]
        days = {first} if first == last else {time[:10] for time in times}
        for day in days - self._days:
            if not is_date(int(day[:4]), int(day[5:7]), int(day[8:])):
                return False
            self._days.add(day)
        return True


def _line_finder(session: str) -> Callable[[str], Found]:
    """Return a function that finds the lines of a session in a block."""
    # Nothing is ever tried in a second way: a line fits at once or is out of the common.
    return re.compile(
        rf'^\{{"v":1,"ts":"({_TIME})","session":"{re.escape(session)}","seq":([1-9][0-9]{{0,14}}+)'
        rf'(?:,"instance":"({_PLAIN}++)")?+,"event":"([a-z_]++)"(.++)\n',
        re.MULTILINE,
    ).findall
