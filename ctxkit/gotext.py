"""Go's text habits where Python's differ: trimming, lower-casing, quoting, cleaning paths."""

from __future__ import annotations

import posixpath
import unicodedata

#: What ``strings.TrimSpace`` trims. Python's ``str.strip`` would also take U+001C to U+001F.
SPACE = (
    "\t\n\v\f\r \u0085\u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

_SHORT_ESCAPES = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
    '"': '\\"',
}


def trim_space(text: str) -> str:
    """Return ``text`` without leading and trailing white space, as ``strings.TrimSpace`` does."""
    return text.strip(SPACE)


def to_lower(text: str) -> str:
    """Return ``text`` lower-cased one character at a time, as ``strings.ToLower`` does.

    No character becomes two (``İ`` is ``i``) and none looks at its neighbours (``Σ`` is always
    ``σ``).
    """
    if text.isascii():
        return text.lower()
    return "".join(map(_lower_one, text))


def _lower_one(char: str) -> str:
    # Every other character lower-cases to exactly one in isolation.
    return "i" if char == "\u0130" else char.lower()


def quote(text: str) -> str:
    """Return ``text`` as a double-quoted Go string literal, as ``strconv.Quote`` does."""
    return '"' + "".join(map(_quote_one, text)) + '"'


def _quote_one(char: str) -> str:
    if char in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[char]
    if char == " " or unicodedata.category(char)[0] in "LMNPS":
        return char
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return "\\ufffd"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def to_bytes(text: str) -> bytes:
    """Return the UTF-8 of ``text``; what was read with ``surrogateescape`` is the bytes it was."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def join_clean(*parts: str) -> str:
    """Join path parts and clean the result lexically, as ``path.Join`` does.

    Empty parts drop out, ``.`` disappears, ``..`` climbs; nothing but empty parts gives ``""``.
    """
    joined = "/".join(part for part in parts if part)
    if not joined or ("//" not in joined and "/." not in joined and joined[0].isalnum()):
        return joined.rstrip("/")  # most paths are clean already
    cleaned = posixpath.normpath(joined)
    # POSIX keeps two leading slashes apart from one; Go does not.
    return "/" + cleaned.lstrip("/") if cleaned.startswith("//") else cleaned
