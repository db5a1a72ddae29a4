"""What a user hands over: logs in the forms in which they come to hand, and texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike

from ctxkit.errors import InvalidValueError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event


def as_log(given: EventLog | Iterable[Event]) -> EventLog:
    """Return a log: one that was read, that of a replay, or one of events that are at hand.

    Raises
    ------
    InvalidValueError
        If it is none of these, such as the path of a file.
    """
    if isinstance(given, EventLog):
        return given
    held = getattr(given, "log", None)
    if isinstance(held, EventLog):
        return held
    if isinstance(given, (str, PathLike)) or not isinstance(given, Iterable):
        raise _not_a_log(given)
    events = list(given)
    for event in events:
        if not isinstance(event, Event):
            raise _not_a_log(event)
    return EventLog.of(events)


def check_text(name: str, given: object) -> None:
    """Refuse an argument that is no text.

    Raises
    ------
    InvalidValueError
    """
    if not isinstance(given, str):
        raise InvalidValueError(
            "not a text",
            where=name,
            got=f"{type(given).__name__} {given!r}"[:60],
            expected="a text",
        )


def texts_of(name: str, given: object) -> tuple[str, ...]:
    """Return an argument that is several texts; one text by itself is refused.

    Raises
    ------
    InvalidValueError
    """
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise InvalidValueError(
            "not a list of texts", where=name, got=f"{type(given).__name__} {given!r}"[:60],
            hint=f"Write [{given!r}] for a single one." if isinstance(given, str) else "",
        )  # fmt: skip
    texts = tuple(given)
    for text in texts:
        check_text(f"{name}, one of them", text)
    return texts


def _not_a_log(given: object) -> InvalidValueError:
    readable = isinstance(given, (str, PathLike))
    return InvalidValueError(
        "not a session log", got=type(given).__name__, expected="a log or its events",
        hint="read_events(path) reads a file, read_log(text) a text." if readable else "",
    )  # fmt: skip
