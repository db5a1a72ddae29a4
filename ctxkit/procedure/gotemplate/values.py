"""Values of the template language and how they print.

Data are documents: their numbers are 64-bit floats, whatever Python type holds them. Whole
numbers exist in the language itself (literals, lengths, positions); they are of type :class:`Int`.
Text is ``str``; bytes that form no character are held as surrogate escapes.
"""

from __future__ import annotations

import re
from typing import Any, Final


class Int(int):
    """A whole number of the template language, apart from the floats of the data."""

    __slots__ = ()


class Byte(Int):
    """One byte of a text: a whole number without sign."""

    __slots__ = ()


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "<absent>"


#: No value at all, where ``None`` is the null of the data.
ABSENT: Final = _Absent()


def is_float(value: Any) -> bool:
    """Tell whether a value is a number of the data or a literal with a fraction."""
    kind = type(value)
    return kind is float or kind is int


def truth(value: Any) -> bool:
    """Tell whether ``if`` takes a value for true: it is neither empty, nor zero, nor null."""
    return value is not ABSENT and bool(value)


def type_name(value: Any) -> str:
    """Return the name of a value's type in Go."""
    if value is None or value is ABSENT:
        return "<nil>"
    kind = type(value)
    if kind is dict:
        return "map[string]interface {}"
    if kind is list:
        return "[]interface {}"
    names = {str: "string", bool: "bool", Int: "int", Byte: "uint8"}
    return names.get(kind, "float64")


def to_bytes(text: str) -> bytes:
    """Return a text as UTF-8, surrogate escapes as the bytes they stand for."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", text).encode(
            "utf-8", "surrogateescape"
        )


def to_text(data: bytes) -> str:
    """Return bytes as text; what is no UTF-8 is kept as surrogate escapes."""
    return data.decode("utf-8", "surrogateescape")


def sorted_keys(value: dict[str, Any]) -> list[str]:
    """Return the keys of an object in the order of their bytes."""
    # Code points sort as their UTF-8 does.
    return sorted(value)


def format_shortest(number: float) -> str:
    """Return a float as ``%v`` prints it: shortest digits, an exponent below -4 and from 6 on."""
    text = repr(float(number))
    mantissa, _, exponent = text.partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = whole + fraction
    leading = len(digits) - len(digits.lstrip("0"))
    significant = digits.strip("0")
    if not significant:
        return sign + "0"
    power = len(whole) - 1 - leading + int(exponent or 0)
    if power < -4 or power >= 6:
        tail = f".{significant[1:]}" if len(significant) > 1 else ""
        return f"{sign}{significant[0]}{tail}e{'-' if power < 0 else '+'}{abs(power):02d}"
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{significant}"
    if power + 1 >= len(significant):
        return sign + significant + "0" * (power + 1 - len(significant))
    return f"{sign}{significant[: power + 1]}.{significant[power + 1 :]}"


def format_value(value: Any) -> str:
    """Return a value as ``%v`` prints it."""
    kind = type(value)
    if kind is str:
        return str(value)
    if value is None or value is ABSENT:
        return "<nil>"
    if kind is bool:
        return "true" if value else "false"
    if kind is Int or kind is Byte:
        return int.__repr__(value)
    if kind is list:
        return "[" + " ".join(map(format_value, value)) + "]"
    if kind is dict:
        pairs = (f"{key}:{format_value(value[key])}" for key in sorted_keys(value))
        return "map[" + " ".join(pairs) + "]"
    return format_shortest(value)


def format_printed(value: Any) -> str:
    """Return a value as an action prints it: absent and null values say so."""
    if type(value) is str:
        return str(value)
    return "<no value>" if value is None or value is ABSENT else format_value(value)
