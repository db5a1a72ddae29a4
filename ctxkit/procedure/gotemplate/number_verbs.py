"""Numbers as the verbs of ``printf`` write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxkit.procedure.gotemplate.values import format_shortest

if TYPE_CHECKING:
    from ctxkit.procedure.gotemplate.printf import Flags

_DIGITS = {2: "b", 8: "o", 10: "d", 16: "x"}


def format_integer(value: int, base: int, verb: str, flags: Flags) -> str:
    """Return a whole number in a base, with sign, prefix, precision and width."""
    if flags.precision == 0 and value == 0:
        return " " * (flags.width or 0)
    digits = format(abs(value), _DIGITS[base])
    least = flags.precision or 0
    if flags.precision is None and flags.zero and not flags.minus and flags.width is not None:
        least = flags.width - (value < 0 or flags.plus or flags.space)
    digits = digits.rjust(least, "0")
    if flags.sharp:
        prefix = {2: "0b", 8: "" if digits.startswith("0") else "0", 16: "0x"}.get(base, "")
        digits = prefix + digits
    digits = digits.upper() if verb == "X" else digits
    if verb == "O":
        digits = "0o" + digits
    sign = "-" if value < 0 else "+" if flags.plus else " " if flags.space else ""
    return flags.pad(sign + digits, zero=False)


def format_float_verb(value: float, verb: str, flags: Flags) -> str | None:
    """Return a float as a verb writes it; ``None`` where the verb is not one of floats."""
    precision = flags.precision
    if verb in "eEfF":
        text = f"%.{6 if precision is None else precision}{verb}" % value
    elif verb in "gGv":
        shortest = format_shortest(value) if precision is None else f"%.{precision}g" % value
        text = shortest.upper() if verb == "G" else shortest
    elif verb in "xXb":
        text = _binary(value) if verb == "b" else _hexadecimal(value, precision)
        text = text.upper() if verb == "X" else text
    else:
        return None
    if flags.sharp and verb != "b":
        text = _with_point(text, verb, precision)
    return _with_sign(text, flags)


def _with_sign(text: str, flags: Flags) -> str:
    if not text.startswith("-"):
        text = ("+" if flags.plus else " " if flags.space else "") + text
    if not text[0].isdigit() and flags.zero and not flags.minus:
        return text[0] + text[1:].rjust((flags.width or 0) - 1, "0")
    return flags.pad(text)


def _with_point(text: str, verb: str, precision: int | None) -> str:
    """Keep the point, and for ``g`` the zeros after it, as the sharp flag asks for."""
    mark = next((c for c in text if c in "eEpP"), "") if verb not in "xX" else "p"
    mantissa, mark, tail = text.partition(mark) if mark and mark in text else (text, "", "")
    digits = 0
    if verb in "gGvx":
        wanted = 6 if precision is None else precision
        digits = wanted - len(mantissa.lstrip("-").replace(".", "").lstrip("0"))
    if "." not in mantissa:
        digits -= mantissa.lstrip("-") == "0"
        mantissa += "."
    return mantissa + "0" * max(digits, 0) + mark + tail


def _hexadecimal(value: float, precision: int | None) -> str:
    text = value.hex()
    sign, text = ("-", text[1:]) if text.startswith("-") else ("", text)
    mantissa, _, exponent = text[2:].partition("p")
    power = int(exponent)
    whole, _, fraction = mantissa.partition(".")
    if value != 0 and whole == "0":
        bits = int(fraction, 16)
        shift = 4 * len(fraction) - (bits.bit_length() - 1)
        power -= shift
        bits = (bits << shift) & ((1 << (4 * len(fraction))) - 1)
        whole, fraction = "1", f"{bits:0{len(fraction)}x}"
    fraction = fraction.rstrip("0")
    if precision is not None:
        kept = int(whole + fraction.ljust(14, "0"), 16)
        drop = 4 * (14 - min(precision, 14))
        rounded = kept >> drop
        rest, half = kept & ((1 << drop) - 1), (1 << drop) >> 1
        rounded += drop > 0 and (rest > half or (rest == half and rounded & 1))
        digits = f"{rounded:x}".rjust(min(precision, 14) + 1, "0")
        whole, fraction = digits[0], digits[1:].ljust(precision, "0")
        if whole == "2":
            whole, power = "1", power + 1
    point = "." if fraction else ""
    return f"{sign}0x{whole}{point}{fraction}p{'-' if power < 0 else '+'}{abs(power):02d}"


def _binary(value: float) -> str:
    mantissa, exponent = value.hex().partition("p")[::2]
    sign, mantissa = ("-", mantissa[1:]) if mantissa.startswith("-") else ("", mantissa)
    digits = mantissa[2:].replace(".", "").ljust(14, "0")
    power = (int(exponent) if value else -1022) - 52
    return f"{sign}{int(digits, 16)}p{power:+d}"
