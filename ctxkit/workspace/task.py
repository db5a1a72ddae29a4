"""One task, whichever form of tasks.md it was written in, and the small grammars of its parts."""

from __future__ import annotations

import re
from typing import Literal

from ctxkit.gotext import to_lower, trim_space
from ctxkit.model import Model

_ESCAPE = re.compile(r"\\([\\nrm])")
_UNESCAPED = {"\\": "\\", "n": "\n", "r": "\r", "m": "·"}
_MARKS: tuple[tuple[str, Literal["complete", "blocked"], str], ...] = (
    (" ✓ complete", "complete", "evidence:"),
    (" ⚠ blocked", "blocked", "reason:"),
)
_INTEGER = re.compile(r"([+-]?)(?=[0-9])0*([0-9]*)")
_NOTHING = frozenset({"", "-", "—"})


class TaskAnnotation(Model):
    """What the tool wrote behind the title when it flipped the task.

    Attributes
    ----------
    kind : str
        ``complete`` or ``blocked``.
    evidence, reason : str
        Of a complete and of a blocked task, escapes resolved.
    timestamp : str
        As written (RFC 3339); ``""`` where there is none.
    """

    kind: Literal["complete", "blocked"]
    evidence: str = ""
    reason: str = ""
    timestamp: str = ""


class Task(Model):
    """A task of a tasks.md.

    Attributes
    ----------
    id : str
        As written, such as ``T3`` or ``T25A``.
    title : str
        Without the annotation; ``""`` in a table that has no column for it.
    done : bool
        Whether its box is ticked.
    wave : int or None
        ``None`` where the file has no waves, or the task stands before the first.
    role, why, contract, acceptance, verify : str
    files, depends : tuple of str
    requirements : tuple of int
        Numbers of the requirements it covers.
    refs : tuple of str
        References in words, such as ``R1.1``.
    line : int
        1-based line of the task in the file.
    annotation : TaskAnnotation or None
    extra : tuple of (str, str)
        Further keys or columns with their text, in the order of the file; empty cells left out.
    """

    id: str
    title: str = ""
    done: bool = False
    wave: int | None = None
    role: str = ""
    why: str = ""
    contract: str = ""
    acceptance: str = ""
    verify: str = ""
    files: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()
    requirements: tuple[int, ...] = ()
    refs: tuple[str, ...] = ()
    line: int
    annotation: TaskAnnotation | None = None
    extra: tuple[tuple[str, str], ...] = ()


def split_annotation(text: str) -> tuple[str, TaskAnnotation | None]:
    """Split what follows the id of a task line into its title and its annotation.

    Contract A, *The folder on disk*. ``·`` is escaped inside the fields, so the last mark is the
    true one, and what follows the last `` · `` is the time.
    """
    for mark, kind, label in _MARKS:
        at = text.rfind(mark)
        tail = trim_space(text[at + len(mark) :].removeprefix("\ufe0f")) if at >= 0 else ""
        if at < 0 or (tail and not tail.startswith("·")):
            continue
        field = trim_space(tail.removeprefix("·"))
        said, timestamp = field.removeprefix(label), ""
        if kind == "complete" and " · " in said:
            said, _, timestamp = said.rpartition(" · ")
        said = _unescape(trim_space(said))
        annotation = TaskAnnotation(
            kind=kind,
            evidence=said if kind == "complete" else "",
            reason=said if kind == "blocked" else "",
            timestamp=_unescape(trim_space(timestamp)),
        )
        return trim_space(text[:at]), annotation
    return trim_space(text), None


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda escape: _UNESCAPED[escape[1]], text)


def split_list(text: str) -> tuple[str, ...]:
    """Split a comma list: items trimmed; empty ones, ``-`` and ``—`` dropped."""
    items = (trim_space(item) for item in text.split(","))
    return tuple(item for item in items if item not in _NOTHING)


def split_depends(text: str) -> tuple[str, ...]:
    """Split the list of dependencies, where ``none`` (any case) stands for nothing, too."""
    return tuple(item for item in split_list(text) if to_lower(item) != "none")


def split_requirements(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Split a comma list into its integers of 64 bits and the items that are something else."""
    numbers: list[int] = []
    others: list[str] = []
    for item in split_depends(text):
        number = _read_int64(item)
        if number is None:
            others.append(item)
        else:
            numbers.append(number)
    return tuple(numbers), tuple(others)


def _read_int64(text: str) -> int | None:
    match = _INTEGER.fullmatch(text)
    if not match or len(match[2]) > 19:
        return None
    number = int(match[1] + (match[2] or "0"))
    return number if -(2**63) <= number < 2**63 else None


def unquote_code(text: str) -> str:
    """Return a text that is one code span as a whole without its back-ticks."""
    inner = text[1:-1]
    return inner if len(text) > 2 and text[0] == text[-1] == "`" and "`" not in inner else text
