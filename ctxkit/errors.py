"""The error family: every failure says what, where, what was got, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from ctxkit.visible import visible


class CtxkitError(Exception):
    """Base of every error that ctxkit raises on purpose.

    Parameters
    ----------
    what : str
        What was wrong, as one sentence without a final stop.
    where : str, optional
        File, ``file:line`` or field in which it was found.
    got, expected : str, optional
        The offending value and the value that would have been right.
    hint : str, optional
        What to do about it. Shown as a note below the message in tracebacks.
    """

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        got: str = "",
        expected: str = "",
        hint: str = "",
    ) -> None:
        self.what = what
        self.where = where
        self.got = got
        self.expected = expected
        self.hint = hint
        super().__init__(self._message())
        if hint:
            self.add_note(f"hint: {visible(hint)}")

    def _message(self) -> str:
        parts = [f"{self.where}: {self.what}" if self.where else self.what]
        if self.got:
            parts.append(f"got {self.got}")
        if self.expected:
            parts.append(f"expected {self.expected}")
        # Parts of a message may come from files; a terminal must not obey them.
        return visible("; ".join(parts))

    def __str__(self) -> str:
        # KeyError and OSError, which some members also are, would print the message otherwise.
        return self._message()


class InvalidValueError(CtxkitError, ValueError):
    """A value handed to ctxkit has the wrong type or lies outside its range."""


class InvalidJsonError(CtxkitError, ValueError):
    """A text is not JSON, or not JSON of the expected shape."""


class UnknownNameError(CtxkitError, KeyError):
    """A name was looked up that does not exist."""

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
        """Build the error for a failed lookup, with the nearest known names as a hint."""
        return cls(f"no {kind} named {name!r}", hint=names_hint(kind, name, known))


def names_hint(kind: str, name: object, known: Iterable[str]) -> str:
    """Return what may have been meant by a name that does not exist, or what there is."""
    names = sorted(map(str, known))
    # Among very many, or for a very long name, the search would take seconds.
    searched = len(names) <= 1_000 and len(str(name)) <= 100
    near = difflib.get_close_matches(str(name), names, n=3) if searched else []
    if near:
        return "Did you mean " + " or ".join(repr(n) for n in near) + "?"
    if names:
        more = f" and {len(names) - 8} more" if len(names) > 8 else ""
        return "Known: " + ", ".join(repr(n) for n in names[:8]) + more
    return f"There is no {kind} here at all."


class ReadError(CtxkitError, OSError):
    """A file or folder could not be read."""


class OutsideRootError(ReadError):
    """A path leads out of the folder that was opened (``..``, absolute, or through a link)."""


class SnapshotError(CtxkitError, ValueError):
    """A context snapshot is malformed. The message is the original tool's, to the letter."""

    def _message(self) -> str:
        return self.what


class DiagnosticError(CtxkitError, ValueError):
    """The first diagnostic of a reader that was called with ``strict=True``."""
