"""Go's ``Sprintf`` over the values that templates know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ctxkit.procedure.gotemplate.number_verbs import format_float_verb, format_integer
from ctxkit.procedure.gotemplate.quoting import can_backquote, quote_char, quote_text, unicode_point
from ctxkit.procedure.gotemplate.values import (
    ABSENT,
    Byte,
    Int,
    format_value,
    sorted_keys,
    to_bytes,
    type_name,
)

_MOST = 1_000_000  # A width or precision beyond this is none.


@dataclass(slots=True)
class Flags:
    """What stands between the percent sign and the verb."""

    sharp: bool = False
    zero: bool = False
    plus: bool = False
    minus: bool = False
    space: bool = False
    go_syntax: bool = False
    width: int | None = None
    precision: int | None = None

    def pad(self, text: str, zero: bool | None = None) -> str:
        """Bring a text to the width."""
        missing = (self.width or 0) - len(text)
        if missing <= 0:
            return text
        if self.minus:
            return text + " " * missing
        return ("0" if (self.zero if zero is None else zero) else " ") * missing + text


def format_text(text: str, args: tuple[Any, ...]) -> str:
    """Return a format with its verbs replaced by the arguments.

    Nothing is an error: what does not fit is told in the result, as ``%!d(string=x)``.
    """
    return _Printer(text, args).run()


class _Printer:
    def __init__(self, text: str, args: tuple[Any, ...]) -> None:
        self.text = text
        self.args = args
        self.at = 0
        self.arg = 0
        self.good_index = True
        self.reordered = False
        self.out: list[str] = []

    def run(self) -> str:
        text = self.text
        while self.at < len(text):
            start, percent = self.at, text.find("%", self.at)
            if percent < 0:
                self.out.append(text[start:])
                break
            self.out.append(text[start:percent])
            self.at = percent + 1
            self.good_index = True
            if not self.verb(self.flags()):
                self.out.append("%!(NOVERB)")
                break
        if not self.reordered and self.arg < len(self.args):
            self.out.append(f"%!(EXTRA {', '.join(map(_typed, self.args[self.arg :]))})")
        return "".join(self.out)

    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    def flags(self) -> Flags:
        flags = Flags()
        names = {"#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space"}
        while self.char() in names:
            setattr(flags, names[self.char()], True)
            self.at += 1
        return flags

    def verb(self, flags: Flags) -> bool:
        after_index = self.index()
        after_index = self.width(flags, after_index)
        if self.char() == ".":
            self.at += 1
            after_index = self.precision(flags, after_index)
        if not after_index:
            self.index()
        verb = self.char()
        if not verb:
            return False
        self.at += 1
        if verb == "%":
            self.out.append("%")
        elif not self.good_index:
            self.out.append(f"%!{verb}(BADINDEX)")
        elif self.arg >= len(self.args):
            self.out.append(f"%!{verb}(MISSING)")
        else:
            if verb == "v":
                flags.go_syntax, flags.sharp, flags.plus = flags.sharp, False, False
            self.out.append(format_arg(self.args[self.arg], verb, flags))
            self.arg += 1
        return True

    def index(self) -> bool:
        """Pass an argument number in brackets; tell whether there was a readable one."""
        if self.char() != "[":
            return False
        self.reordered = True
        closing = self.text.find("]", self.at)
        if closing < 0 or len(self.text) - self.at < 3:
            self.good_index = False
            self.at += 1
            return False
        digits = self.text[self.at + 1 : closing]
        self.at = closing + 1
        if not (digits.isascii() and digits.isdigit()) or int(digits) > _MOST:
            self.good_index = False
            return False
        if not 1 <= int(digits) <= len(self.args):
            self.good_index = False
            return True
        self.arg = int(digits) - 1
        return True

    def number(self) -> int | None:
        start = self.at
        while self.char().isascii() and self.char().isdigit():
            self.at += 1
        digits = self.text[start : self.at]
        if not digits:
            return None
        if len(digits) > 7 or int(digits) > _MOST:
            self.at = len(self.text)
            return None
        return int(digits)

    def number_argument(self) -> int | None:
        value: Any = self.args[self.arg] if self.arg < len(self.args) else None
        self.arg += self.arg < len(self.args)
        return int(value) if type(value) in (Int, Byte) and abs(value) <= _MOST else None

    def width(self, flags: Flags, after_index: bool) -> bool:
        if self.char() != "*":
            flags.width = self.number()
            if after_index and flags.width is not None:
                self.good_index = False
            return after_index
        self.at += 1
        flags.width = self.number_argument()
        if flags.width is None:
            self.out.append("%!(BADWIDTH)")
        elif flags.width < 0:
            flags.width, flags.minus, flags.zero = -flags.width, True, False
        return False

    def precision(self, flags: Flags, after_index: bool) -> bool:
        if after_index:
            self.good_index = False
        after_index = self.index()
        if self.char() != "*":
            flags.precision = self.number() or 0
            return after_index
        self.at += 1
        flags.precision = self.number_argument()
        if flags.precision is not None and flags.precision < 0:
            flags.precision = None
        if flags.precision is None:
            self.out.append("%!(BADPREC)")
        return False


def _typed(value: Any) -> str:
    if value is None or value is ABSENT:
        return "<nil>"
    return f"{type_name(value)}={format_value(value)}"


def _bad_verb(value: Any, verb: str, flags: Flags) -> str:
    if value is None or value is ABSENT:
        return f"%!{verb}(<nil>)"
    return f"%!{verb}({type_name(value)}={format_arg(value, 'v', flags)})"


def format_arg(value: Any, verb: str, flags: Flags) -> str:
    """Return one argument as its verb asks for."""
    if value is None or value is ABSENT:
        return flags.pad("<nil>") if verb in "Tv" else _bad_verb(value, verb, flags)
    if verb == "T":
        return _truncated(type_name(value), flags)
    kind = type(value)
    if kind is str:
        return _format_str(value, verb, flags)
    if kind is bool:
        word = "true" if value else "false"
        return flags.pad(word) if verb in "tv" else _bad_verb(value, verb, flags)
    if kind is Int or kind is Byte:
        return _format_int(value, verb, flags)
    if kind is list:
        return _format_list(value, verb, flags)
    if kind is dict:
        return _format_dict(value, verb, flags)
    text = format_float_verb(float(value), verb, flags)
    return _bad_verb(value, verb, flags) if text is None else text


def _truncated(text: str, flags: Flags) -> str:
    return flags.pad(text if flags.precision is None else text[: flags.precision])


def _format_str(value: str, verb: str, flags: Flags) -> str:
    if verb == "s" or (verb == "v" and not flags.go_syntax):
        return _truncated(value, flags)
    if verb in "qv":
        text = value if flags.precision is None else value[: flags.precision]
        if flags.sharp and can_backquote(text):
            return flags.pad(f"`{text}`")
        return flags.pad(quote_text(text, ascii_only=flags.plus))
    if verb in "xX":
        return _format_hex(to_bytes(value), verb, flags)
    return _bad_verb(value, verb, flags)


def _format_hex(data: bytes, verb: str, flags: Flags) -> str:
    data = data if flags.precision is None else data[: flags.precision]
    pairs = [f"{byte:02x}" if verb == "x" else f"{byte:02X}" for byte in data]
    prefix = f"0{verb}" if flags.sharp and pairs else ""
    if flags.space:
        return flags.pad(" ".join(prefix + pair for pair in pairs))
    return flags.pad(prefix + "".join(pairs))


def _format_int(value: Int, verb: str, flags: Flags) -> str:
    bases = {"d": 10, "v": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}
    if verb == "v" and flags.go_syntax and type(value) is Byte:
        return f"0x{int(value):x}"
    if verb in bases:
        return format_integer(int(value), bases[verb], verb, flags)
    code = int(value) if 0 <= value <= 0x10FFFF and not 0xD800 <= value <= 0xDFFF else 0xFFFD
    if verb == "c":
        return flags.pad(chr(code))
    if verb == "q":
        return flags.pad(quote_char(chr(code), ascii_only=flags.plus))
    if verb == "U":
        return flags.pad(unicode_point(int(value), flags.precision, flags.sharp), zero=False)
    return _bad_verb(value, verb, flags)


def _element(value: Any, verb: str, flags: Flags) -> str:
    if value is None:
        return "interface {}(nil)" if flags.go_syntax else "<nil>"
    return format_arg(value, verb, flags)


def _format_list(value: list[Any], verb: str, flags: Flags) -> str:
    if verb == "p":
        return _bad_verb(value, verb, flags)
    items = [_element(item, verb, flags) for item in value]
    if flags.go_syntax:
        return f"{type_name(value)}{{{', '.join(items)}}}"
    return f"[{' '.join(items)}]"


def _format_dict(value: dict[str, Any], verb: str, flags: Flags) -> str:
    if verb == "p":
        return _bad_verb(value, verb, flags)
    pairs = [
        f"{format_arg(key, verb, flags)}:{_element(value[key], verb, flags)}"
        for key in sorted_keys(value)
    ]
    if flags.go_syntax:
        return f"{type_name(value)}{{{', '.join(pairs)}}}"
    return f"map[{' '.join(pairs)}]"
