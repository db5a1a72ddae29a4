"""Tolerant reading of JSON that the user did not write by hand: odd values become diagnostics."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from ctxkit.diagnostics import Findings
from ctxkit.workspace.markdown import check_text, clean_text, quote_short

_MAX_DEPTH = 64
_MAX_DIGITS = 400


def parse_object(text: str, found: Findings) -> dict[str, Any]:
    """Return the one JSON object that a text should be; an empty one where it is not.

    Numbers that Go cannot hold and values nested deeper than 64 levels are left out; of two equal
    keys the later counts, as for Go. Each is a diagnostic.

    Parameters
    ----------
    text : str
        Any text.
    found : Findings
        Gets what is wrong with it.

    Raises
    ------
    InvalidValueError
        If ``text`` is no ``str``.
    """
    check_text(text)
    hooks = _Hooks(found)
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=hooks.take_pairs,
            parse_int=hooks.read_int,
            parse_float=hooks.read_float,
            parse_constant=hooks.refuse_number,
        )
    except json.JSONDecodeError as error:
        found.error("json-invalid", error.lineno, f"not a JSON text: {error.msg}", _ONE_OBJECT)
        return {}
    except RecursionError:
        found.error("json-too-deep", None, "the JSON is nested too deep to be read", _ONE_OBJECT)
        return {}
    if not isinstance(value, dict):
        name = name_json_type(value)
        found.error("json-invalid", None, f"not a JSON object but {name}", _ONE_OBJECT)
        return {}
    hooks.report()
    tidy: dict[str, Any] = hooks.tidy(value, _MAX_DEPTH)
    if hooks.too_deep:
        found.error(
            "json-too-deep",
            None,
            f"{hooks.too_deep:,} values nested deeper than {_MAX_DEPTH} levels are left out",
        )
    return tidy


_ONE_OBJECT = "The file should be one JSON object."


class _Hooks:
    """What the JSON parser asks back for."""

    def __init__(self, found: Findings) -> None:
        self.too_deep = 0
        self._found = found
        self._twice: dict[str, int] = {}
        self._numbers: list[str] = []

    def take_pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        taken = dict(pairs)
        if len(taken) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    self._twice[key] = self._twice.get(key, 0) + 1
                seen.add(key)
        return taken

    def read_int(self, digits: str) -> int | None:
        if len(digits) <= _MAX_DIGITS:
            return int(digits)
        self.refuse_number(digits)
        return None

    def read_float(self, digits: str) -> float | None:
        value = float(digits)
        if math.isfinite(value):
            return value
        self.refuse_number(digits)
        return None

    def refuse_number(self, digits: str) -> None:
        self._numbers.append(digits)

    def report(self) -> None:
        for key, times in self._twice.items():
            self._found.warning(
                "json-key-twice",
                None,
                f"the key {quote_short(clean_text(key))} stands "
                + ("twice in an object" if times == 1 else f"{times:,} times too often"),
                "The last one counts.",
            )
        if self._numbers:
            listed = ", ".join(quote_short(number) for number in self._numbers[:8])
            more = f" and {len(self._numbers) - 8:,} more" if len(self._numbers) > 8 else ""
            self._found.error(
                "json-number", None, f"not a number that JSON can hold, left out: {listed}{more}"
            )

    def tidy(self, value: Any, depth: int) -> Any:
        """Return a copy without lone surrogates and without what is nested too deep."""
        if isinstance(value, str):
            return clean_text(value)
        if not isinstance(value, dict | list):
            return value
        if not depth:
            self.too_deep += 1
            return None
        if isinstance(value, list):
            return [self.tidy(item, depth - 1) for item in value]
        return {clean_text(key): self.tidy(item, depth - 1) for key, item in value.items()}


def name_json_type(value: object) -> str:
    """Return what a JSON value is, for messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


class Fields:
    """The values of a JSON object, taken one by one with a check of their type.

    A key that is absent or ``null`` is the zero value, as for Go. A value of another type is the
    zero value, too, and a diagnostic.

    Parameters
    ----------
    value : object
        Should be a JSON object.
    path : str
        Where it stands, for messages; ``""`` for the whole file.
    found : Findings
    """

    def __init__(self, value: object, path: str, found: Findings) -> None:
        self.path = path
        self._found = found
        self._left: dict[str, Any] = {}
        if isinstance(value, dict):
            self._left = dict(value)
        elif value is not None:
            self._refuse(path, value, "an object")

    @property
    def left(self) -> dict[str, Any]:
        """What nobody has asked for."""
        return self._left

    def text(self, *names: str) -> str:
        """Take a text under the first of the names that is there."""
        value = self._take(names, str, "a text")
        return value if isinstance(value, str) else ""

    def whole(self, *names: str) -> int:
        """Take a whole number of 64 bits."""
        value = self._take(names, int, "a whole number of 64 bits")
        return value if isinstance(value, int) else 0

    def mapping(self, *names: str) -> Mapping[str, Any] | None:
        """Take an object; ``None`` where there is none."""
        value = self._take(names, dict, "an object")
        return value if isinstance(value, dict) else None

    def items(self, name: str) -> list[Any]:
        """Take a list."""
        value = self._take((name,), list, "a list")
        return value if isinstance(value, list) else []

    def texts(self, name: str) -> tuple[str, ...]:
        """Take a list of texts; other items are left out."""
        return tuple(v for v in self._checked(name, str, "a text") if isinstance(v, str))

    def wholes(self, name: str) -> tuple[int, ...]:
        """Take a list of whole numbers; other items are left out."""
        checked = self._checked(name, int, "a whole number of 64 bits")
        return tuple(v for v in checked if isinstance(v, int))

    def _checked(self, name: str, kind: type, expected: str) -> Iterable[Any]:
        for index, item in enumerate(self.items(name)):
            if _is(item, kind):
                yield item
            else:
                self._refuse(f"{self._join(name)}[{index}]", item, expected)

    def _take(self, names: tuple[str, ...], kind: type, expected: str) -> Any:
        there = [name for name in names if name in self._left]
        if not there:
            return None
        if len(there) > 1:
            self._found.warning(
                "json-two-names",
                None,
                f"{self._join(there[0])} counts, although {', '.join(there[1:])} is there, too",
                "They mean the same in two versions of the file.",
            )
        value = self._left.pop(there[0])
        if value is None or _is(value, kind):
            return value
        self._refuse(self._join(there[0]), value, expected)
        return None

    def _join(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def _refuse(self, path: str, value: object, expected: str) -> None:
        short = quote_short(str(value)[:400]) if isinstance(value, str | int | float) else ""
        self._found.error(
            "json-type",
            None,
            f"{quote_short(path)} is {name_json_type(value)}{f' ({short})' if short else ''}, "
            f"not {expected}; it is left out",
        )


def _is(value: object, kind: type) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
    return isinstance(value, kind)
