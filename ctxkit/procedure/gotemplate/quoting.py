"""Quoted texts and characters as Go writes them."""

from __future__ import annotations

import unicodedata

from ctxkit.procedure.gotemplate.values import to_bytes

_SHORT = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    "\\": "\\\\",
}  # fmt: skip


def is_printable(char: str) -> bool:
    """Tell whether Go takes a character for printable: letters, marks, numbers, signs, space."""
    return char == " " or unicodedata.category(char)[0] in "LMNPS"


def can_backquote(text: str) -> bool:
    """Tell whether a text can stand in a raw string on one line."""
    return not any(
        char in "`\x7f\ufeff" or (char < " " and char != "\t") or "\ud800" <= char <= "\udfff"
        for char in text
    )


def quote_text(text: str, *, ascii_only: bool = False) -> str:
    """Return a text as a string literal."""
    return '"' + "".join(_escape(char, '"', ascii_only) for char in text) + '"'


def quote_char(char: str, *, ascii_only: bool = False) -> str:
    """Return a character as a character literal."""
    return "'" + _escape(char, "'", ascii_only) + "'"


def _escape(char: str, quote: str, ascii_only: bool) -> str:
    if char == quote:
        return "\\" + char
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{to_bytes(char)[0]:02x}"
    if (code < 0x80 or not ascii_only) and is_printable(char):
        return char
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def unicode_point(code: int, precision: int | None, sharp: bool) -> str:
    """Return a code as ``U+0041``, with the character itself where ``sharp`` asks for it."""
    text = f"U+{code & (2**64 - 1):0{max(precision or 4, 4)}X}"
    if sharp and 0 <= code <= 0x10FFFF and is_printable(chr(code)):
        text += f" '{chr(code)}'"
    return text
