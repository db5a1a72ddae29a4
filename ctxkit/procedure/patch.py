"""Edits of a text by search and replace (contract C, section 6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxkit.errors import InvalidValueError


def apply_patch(text: str, pairs: Iterable[Mapping[str, str]]) -> str:
    """Return a text with passages replaced, one after the other.

    Parameters
    ----------
    text : str
    pairs : iterable of mapping
        Each with ``old``, a passage that must occur exactly once in the text as it is then, and
        ``new``, what takes its place.

    Raises
    ------
    InvalidValueError
        If a passage is empty, does not occur, or occurs more than once.
    """
    for number, pair in enumerate(pairs):
        old, new = pair["old"], pair["new"]
        count = text.count(old) if old else 0
        if count != 1:
            raise InvalidValueError(
                f"passage of edit {number} occurs {count} times" if old else "passage is empty",
                got=repr(old[:80]),
                expected="a passage that occurs exactly once",
            )
        text = text.replace(old, new)
    return text
