"""Literals of the template language: numbers, characters and quoted strings, as Go spells them."""

from __future__ import annotations

import re

from ctxkit.procedure.gotemplate.nodes import Constant, Overflow
from ctxkit.procedure.gotemplate.values import Int

_ESCAPES = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "'": "'", '"': '"',
}  # fmt: skip
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL
)
_INTEGER = re.compile(
    r"([+-]?)(?:0[xX](?P<x>(?:_?[0-9a-fA-F])+)|0[bB](?P<b>(?:_?[01])+)"
    r"|0[oO](?P<o>(?:_?[0-7])+)|0(?P<z>(?:_?[0-7])+)|(?P<d>0|[1-9](?:_?[0-9])*))"
)
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_HEX_FLOAT = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+")
_BASES = {"x": 16, "b": 2, "o": 8, "z": 8, "d": 10}


def unquote(literal: str) -> str | None:
    """Return the text of a quoted or raw string; ``None`` where it is malformed."""
    body = literal[1:-1]
    if literal[0] == "`":
        return body.replace("\r", "")
    return unescape(body, "'")


def unescape(body: str, forbidden: str) -> str | None:
    r"""Resolve the escapes of a string literal.

    ``forbidden`` is the quote that must not be escaped, since it does not end the literal. Bytes
    given by ``\x`` and octal escapes that form no character are kept as surrogate escapes.
    """
    if "\\" not in body:
        return body
    parts: list[bytes] = []
    at = 0
    while at < len(body):
        found = _ESCAPE.match(body, at) if body[at] == "\\" else None
        if found is None:
            if body[at] == "\\":
                return None
            parts.append(body[at].encode("utf-8", "surrogateescape"))
            at += 1
            continue
        piece = _resolve(found, forbidden)
        if piece is None:
            return None
        parts.append(piece)
        at = found.end()
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _resolve(found: re.Match[str], forbidden: str) -> bytes | None:
    byte, short, long, octal, letter = found.groups()
    if byte or octal:
        code = int(byte, 16) if byte else int(octal, 8)
        return bytes([code]) if code < 256 else None
    if letter:
        plain = None if letter == forbidden else _ESCAPES.get(letter)
        return plain.encode() if plain else None
    code = int(short or long, 16)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return None
    return chr(code).encode()


def character(literal: str) -> Constant | None:
    """Return the number that a character constant stands for."""
    body = literal[1:-1]
    found = _ESCAPE.fullmatch(body)
    if found is not None:
        byte, _, _, octal, _ = found.groups()
        if byte or octal:
            code = int(byte, 16) if byte else int(octal, 8)
            return Constant(Int(code), literal) if code < 256 else None
        piece = _resolve(found, '"')
        return Constant(Int(ord(piece.decode())), literal) if piece else None
    if len(body) != 1 or body == "\\":
        return None
    return Constant(Int(ord(body)), literal)


def number(text: str) -> Constant | Overflow | None:
    """Return the number that a literal stands for, ``None`` where it stands for none.

    A literal with a point or an exponent is a float, any other a whole number of 64 bits.
    """
    whole = _parse_integer(text)
    looks_hex = len(text) > 2 and text[:2] in ("0x", "0X") and not re.search("[pP]", text)
    if whole is not None and (looks_hex or not re.search("[.eEpP]", text)):
        return Constant(Int(whole), text) if whole < 2**63 else Overflow(text)
    value = float(whole) if whole is not None else _parse_float(text)
    if value is None or not re.search("[.eEpP]", text):
        return None
    return Constant(value, text)


def _parse_integer(text: str) -> int | None:
    found = _INTEGER.fullmatch(text)
    if found is None:
        return None
    base = next(name for name in _BASES if found[name] is not None)
    value = int(found[base].replace("_", ""), _BASES[base])
    if found[1]:
        value = -value if found[1] == "-" else value
        return value if -(2**63) <= value < 2**63 else None
    return value if value < 2**64 else None


def _parse_float(text: str) -> float | None:
    if _HEX_FLOAT.fullmatch(text):
        value = float.fromhex(text)
    elif _DECIMAL.fullmatch(text):
        value = float(text)
    else:
        return None
    return None if value in (float("inf"), float("-inf")) else value
