"""Text in which nothing hides: for messages, terminals and displays alike."""

from __future__ import annotations

import re

# Controls that a browser drops or obeys, direction overrides, and halves of surrogate pairs.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060"
    "\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Return text in which nothing is invisible or reorders what is around it.

    Control characters become their pictures (``␀``), other unseen ones their code point in angle
    brackets; what was no UTF-8 becomes ``�``. Line breaks and tabs stay.
    """
    return _UNSEEN.sub(_picture, text.replace("\r\n", "\n")) if _UNSEEN.search(text) else text


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd" if 0xD800 <= code <= 0xDFFF else f"⟨U+{code:04X}⟩"
