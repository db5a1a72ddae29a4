"""Lines of a log: each one event, read exactly as the original engine reads them.

Contract C, sections 8 and 9.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ctxkit.errors import InvalidJsonError
from ctxkit.graph.ids import is_date
from ctxkit.procedure.document import normalise
from ctxkit.session.events import MAX_LINE_BYTES, Event

#: An event as a tuple: v, ts, session, seq, instance, event, data. Logs hold these, since a tuple
#: takes less room and time than an object.
Row = tuple[int, str, str, int, str, str, dict[str, Any] | None]

_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(?:[.,][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
)
_BOM_WORDS = "a byte order mark stands before it"
_KEYS = ("v", "ts", "session", "seq", "instance", "event", "data")


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} does not fit into 64 bits")
    return number


_decoder = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant)
#: Reads the JSON value that starts at a position of a text, and tells where it ends.
scan_json: Callable[[str, int], tuple[Any, int]] = _decoder.scan_once  # type: ignore[attr-defined]


def load_json(text: str) -> Any:
    """Return the value of a JSON text, as Go's decoder has it.

    Raises
    ------
    InvalidJsonError
        If it is none: also for NaN, numbers beyond 64 bits, and too deep a nesting.
    """
    try:
        value = _decoder.decode(text)
        return normalise(value) if "\\u" in text else value
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from None
    except (ValueError, RecursionError) as error:
        raise InvalidJsonError(f"not JSON: {error}", got=repr(text[:60])) from None


def _not_json(text: str, error: json.JSONDecodeError) -> InvalidJsonError:
    """Return the error with the column in the line, and what stands there."""
    words = _BOM_WORDS if text.startswith("\ufeff") else error.msg.removesuffix(" at")
    what = words[:1].lower() + words[1:]
    there = text[error.pos : error.pos + 40]
    return InvalidJsonError(
        f"not JSON at column {error.pos + 1}: {what}",
        got=repr(there) if there else "the end of the line",
    )  # fmt: skip


def check_time(text: str) -> None:
    """Refuse a text that is no RFC 3339 time."""
    found = _TIME.fullmatch(text)
    if found is None or not is_date(*map(int, found.groups())):
        raise InvalidJsonError("not a time", where="ts", got=repr(text[:40]), expected="RFC 3339")


def decode_row(line: str) -> Row:
    """Return the event of a line of any layout: any order and case of keys, unknown ones ignored.

    Raises
    ------
    InvalidJsonError
        If it is no JSON object of the right shape.
    """
    if len(line) >= MAX_LINE_BYTES or len(line.encode("utf-8", "replace")) >= MAX_LINE_BYTES:
        raise InvalidJsonError("line is too long", expected=f"under {MAX_LINE_BYTES} bytes")
    return row_of(load_json(line))


def row_of(value: Any) -> Row:
    """Return the event of a JSON object; ``None`` gives an empty one."""
    if value is None:
        value = {}
    if not isinstance(value, dict):
        raise InvalidJsonError("not an object", got=type(value).__name__)
    given: dict[str, Any] = {}
    for key, item in value.items():
        name = key if key in _KEYS else key.lower()
        if name in _KEYS and item is not None:
            given[name] = item
    for key in ("ts", "session", "instance", "event"):
        if not isinstance(given.get(key, ""), str):
            raise InvalidJsonError("not a text", where=key, got=repr(given[key])[:40])
    for key in ("v", "seq"):
        number = given.get(key, 0)
        if type(number) is not int or not -(2**63) <= number < 2**63:
            raise InvalidJsonError("not a whole number", where=key, got=repr(number)[:40])
    if not isinstance(given.get("data", {}), dict):
        raise InvalidJsonError("not an object", where="data", got=repr(given["data"])[:40])
    if "ts" in given:
        check_time(given["ts"])
    return (
        given.get("v", 0), given.get("ts", "0001-01-01T00:00:00Z"), given.get("session", ""),
        given.get("seq", 0), given.get("instance", ""), given.get("event", ""), given.get("data"),
    )  # fmt: skip


def parse_events(text: str | bytes) -> list[Event]:
    r"""Read a log strictly.

    Parameters
    ----------
    text : str or bytes
        One event a line; lines end at ``\n``, a carriage return before it is dropped, empty lines
        are skipped, and the last line needs no end.

    Raises
    ------
    InvalidJsonError
        At the first line that is no event; the message tells which.
    """
    events: list[Event] = []
    for number, line in enumerate(to_text(text).split("\n"), 1):
        if not line or line == "\r":
            continue
        try:
            events.append(Event(*decode_row(line.removesuffix("\r"))))
        except InvalidJsonError as error:
            where = f"line {number}" + (f", {error.where}" if error.where else "")
            raise InvalidJsonError(
                error.what, where=where, got=error.got, expected=error.expected
            ) from None
    return events


def to_text(data: str | bytes) -> str:
    """Return a log as text; every byte that is no UTF-8 becomes U+FFFD, as Go has it."""
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return re.sub("[\ud800-\udfff]", "\ufffd", data.decode("utf-8", "surrogateescape"))
