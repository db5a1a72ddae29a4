"""What may serve as a name of a variable, a function or an inject (contract C, section 2)."""

from __future__ import annotations

RESERVED = frozenset({"and", "or", "not"})


def is_identifier(text: str) -> bool:
    """Tell whether a text is a name: letters, ``_`` and, after the first, decimal digits."""
    if not text or text in RESERVED or text[0].isdecimal():
        return False
    return all(char == "_" or char.isalpha() or char.isdecimal() for char in text)
