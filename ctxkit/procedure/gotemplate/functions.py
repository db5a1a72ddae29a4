"""The built-in functions of the template language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

from ctxkit.procedure.gotemplate.comparison import equal, less, less_or_equal
from ctxkit.procedure.gotemplate.errors import TemplateExecError
from ctxkit.procedure.gotemplate.printf import format_text
from ctxkit.procedure.gotemplate.quoting import is_printable
from ctxkit.procedure.gotemplate.values import (
    ABSENT,
    Byte,
    Int,
    format_printed,
    format_value,
    to_bytes,
    to_text,
    truth,
    type_name,
)


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A function, how many arguments it takes, and of which sort.

    ``takes`` is ``"value"`` where absence stays absence, ``"any"`` where it becomes null, and
    ``"format"`` where the first argument must be a text. ``most`` is ``None`` where any number of
    arguments may follow.
    """

    call: Callable[..., Any]
    least: int
    most: int | None
    takes: str = "value"


def sprint(args: tuple[Any, ...]) -> str:
    """Join values; a space goes between two of which neither is a text."""
    parts: list[str] = []
    for number, value in enumerate(args):
        if number and type(value) is not str and type(args[number - 1]) is not str:
            parts.append(" ")
        parts.append(format_value(value))
    return "".join(parts)


def _println(*args: Any) -> str:
    return " ".join(map(format_value, args)) + "\n"


def _join_for_escaping(args: tuple[Any, ...]) -> str:
    shown = tuple(format_printed(v) if v is None or v is ABSENT else v for v in args)
    return sprint(shown)


_HTML: dict[str, str | int | None] = {
    "\x00": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;",
}  # fmt: skip
_JS = {
    "\\": "\\\\", "'": "\\'", '"': '\\"', "<": "\\u003C", ">": "\\u003E", "&": "\\u0026",
    "=": "\\u003D",
}  # fmt: skip


def _html(*args: Any) -> str:
    return _join_for_escaping(args).translate(str.maketrans(_HTML))


def _js(*args: Any) -> str:
    return "".join(map(_js_char, _join_for_escaping(args)))


def _js_char(char: str) -> str:
    if char in _JS:
        return _JS[char]
    code = ord(char)
    if code < 0x20 or (code > 0x7E and not is_printable(char)):
        return f"\\u{code:04X}"
    return char


def _urlquery(*args: Any) -> str:
    return quote_plus(to_bytes(_join_for_escaping(args)), safe="-_.~")


def _position(index: Any, limit: int) -> int:
    if type(index) not in (Int, Byte):
        raise TemplateExecError(f"a value of type {type_name(index)} is no position")
    if not 0 <= index <= limit:
        raise TemplateExecError(f"position {int(index)} is out of range")
    return int(index)


def index(item: Any, *indexes: Any) -> Any:
    """Return what stands at a position or under a key, step by step."""
    if item is None or item is ABSENT:
        raise TemplateExecError("null cannot be indexed")
    for step in indexes:
        item = _element(item, step)
    return item


def _element(item: Any, step: Any) -> Any:
    if isinstance(item, dict):
        if type(step) is not str:
            raise TemplateExecError(f"a value of type {type_name(step)} is no key")
        return item.get(step)
    if isinstance(item, str):
        data = to_bytes(item)
        at = _position(step, len(data))
        if at < len(data):
            return Byte(data[at])
    elif isinstance(item, list):
        at = _position(step, len(item))
        if at < len(item):
            return item[at]
    else:
        raise TemplateExecError(f"a value of type {type_name(item)} cannot be indexed")
    raise TemplateExecError(f"position {at} is out of range")


def slice_(item: Any, *indexes: Any) -> Any:
    """Return a part of a text (by bytes) or of a list."""
    if not isinstance(item, str | list):
        raise TemplateExecError(f"a value of type {type_name(item)} cannot be sliced")
    if len(indexes) > 3 or (len(indexes) == 3 and isinstance(item, str)):
        raise TemplateExecError("slice has too many positions")
    whole: Any = to_bytes(item) if isinstance(item, str) else item
    bounds = [_position(i, len(whole)) for i in indexes]
    ends = [0, len(whole)]
    ends[: len(bounds)] = bounds
    if ends != sorted(ends):
        raise TemplateExecError("the positions of a slice are in the wrong order")
    part = whole[ends[0] : ends[1]]
    return to_text(part) if isinstance(item, str) else part


def length(item: Any) -> Int:
    """Return the number of elements, or of a text's bytes."""
    if isinstance(item, str):
        return Int(len(to_bytes(item)))
    if isinstance(item, list | dict):
        return Int(len(item))
    raise TemplateExecError(f"a value of type {type_name(item)} has no length")


def _call(*args: Any) -> Any:
    raise TemplateExecError("call needs a function; data hold none")


#: ``and`` and ``or`` stop at the first value that decides; the executor does that itself.
FUNCTIONS: dict[str, BuiltIn] = {
    "and": BuiltIn(_call, 1, None),
    "or": BuiltIn(_call, 1, None),
    "not": BuiltIn(lambda value: not truth(value), 1, 1),
    "call": BuiltIn(_call, 1, None),
    "eq": BuiltIn(equal, 1, None),
    "ne": BuiltIn(lambda a, b: not equal(a, b), 2, 2),
    "lt": BuiltIn(less, 2, 2),
    "le": BuiltIn(less_or_equal, 2, 2),
    "gt": BuiltIn(lambda a, b: not less_or_equal(a, b), 2, 2),
    "ge": BuiltIn(lambda a, b: not less(a, b), 2, 2),
    "index": BuiltIn(index, 1, None),
    "slice": BuiltIn(slice_, 1, None),
    "len": BuiltIn(length, 1, 1),
    "print": BuiltIn(lambda *args: sprint(args), 0, None, "any"),
    "println": BuiltIn(_println, 0, None, "any"),
    "printf": BuiltIn(lambda text, *args: format_text(text, args), 1, None, "format"),
    "html": BuiltIn(_html, 0, None, "any"),
    "js": BuiltIn(_js, 0, None, "any"),
    "urlquery": BuiltIn(_urlquery, 0, None, "any"),
}
