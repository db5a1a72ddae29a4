"""Canonical JSON text: the bytes that Go's ``encoding/json`` writes, and digests over them."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ctxkit.errors import InvalidValueError

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_BY_GO = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}
_NEEDS_ESCAPE = re.compile("[<>&\u2028\u2029]")


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of ``data`` as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def quote_json(text: str) -> str:
    """Return ``text`` as a JSON string literal, escaped as Go does.

    ``<``, ``>``, ``&`` and U+2028/9 are escaped, other non-ASCII characters stand as they are, and
    a lone surrogate becomes U+FFFD.
    """
    if _LONE_SURROGATE.search(text):
        text = _LONE_SURROGATE.sub("\ufffd", text)
    quoted = json.dumps(text, ensure_ascii=False)
    return _NEEDS_ESCAPE.sub(lambda m: _ESCAPED_BY_GO[m[0]], quoted)


def format_float(value: float) -> str:
    """Return a 64-bit float as Go's JSON encoder writes it.

    The shortest digits that read back to the same number; plain notation for exponents from -6 up
    to 20, scientific outside, with no zero padding of the exponent.

    Raises
    ------
    InvalidValueError
        If the number is NaN or infinite: JSON cannot hold it.
    """
    if not math.isfinite(value):
        raise InvalidValueError("JSON cannot hold this number", got=repr(value))
    if value == 0:
        return "-0" if math.copysign(1.0, value) < 0 else "0"
    mantissa, _, exponent = f"{value!r}".partition("e")
    digits, power = _digits_and_power(mantissa, int(exponent or 0))
    sign = "-" if value < 0 else ""
    if 1e-6 <= abs(value) < 1e21:
        return sign + _plain(digits, power)
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{power:+d}"


def _digits_and_power(mantissa: str, exponent: int) -> tuple[str, int]:
    """Return the significant digits and the power of ten of the first of them."""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = whole + fraction
    leading = len(digits) - len(digits.lstrip("0"))
    return digits.strip("0"), len(whole) - 1 - leading + exponent


def _plain(digits: str, power: int) -> str:
    if power < 0:
        return "0." + "0" * (-power - 1) + digits
    if power + 1 >= len(digits):
        return digits + "0" * (power + 1 - len(digits))
    return f"{digits[: power + 1]}.{digits[power + 1 :]}"


def to_json_text(value: Any, *, indent: int | None = None, sort_keys: bool = True) -> str:
    """Return ``value`` as canonical JSON text.

    Parameters
    ----------
    value : None, bool, int, float, str, sequence or mapping
        JSON-shaped data. Integers are written exactly; floats as :func:`format_float` does.
    indent : int, optional
        Spaces for a level. Compact text when not given.
    sort_keys : bool
        Whether mapping keys are sorted by their UTF-8 bytes (Go maps) or kept in the order given
        (Go structs).

    Raises
    ------
    InvalidValueError
        If something in ``value`` is not JSON-shaped.
    """
    out: list[str] = []
    _write(value, out, indent, sort_keys, 0)
    return "".join(out)


def _write(value: Any, out: list[str], indent: int | None, sort_keys: bool, depth: int) -> None:
    match value:
        case None:
            out.append("null")
        case bool():
            out.append("true" if value else "false")
        case str():
            out.append(quote_json(value))
        case int():
            out.append(str(value))
        case float():
            out.append(format_float(value))
        case Mapping():
            keys = sorted(value, key=_utf8) if sort_keys else list(value)
            pairs = [(quote_json(key) + (": " if indent else ":"), value[key]) for key in keys]
            _write_all("{", "}", pairs, out, indent, sort_keys, depth)
        case Sequence() if not isinstance(value, bytes | bytearray):
            _write_all("[", "]", [("", v) for v in value], out, indent, sort_keys, depth)
        case _:
            raise InvalidValueError("not a JSON value", got=type(value).__name__)


def _write_all(
    opening: str,
    closing: str,
    parts: list[tuple[str, Any]],
    out: list[str],
    indent: int | None,
    sort_keys: bool,
    depth: int,
) -> None:
    if not parts:
        out.append(opening + closing)
        return
    margin = "\n" + " " * (indent * (depth + 1)) if indent else ""
    out.append(opening)
    for number, (prefix, item) in enumerate(parts):
        out.append(("," if number else "") + margin + prefix)
        _write(item, out, indent, sort_keys, depth + 1)
    out.append(("\n" + " " * (indent * depth) if indent else "") + closing)


def _utf8(key: Any) -> bytes:
    if not isinstance(key, str):
        raise InvalidValueError("JSON object keys are text", got=repr(key))
    return _LONE_SURROGATE.sub("\ufffd", key).encode()
