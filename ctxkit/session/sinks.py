"""Where events go: a sink, or the path of a file that one is opened on."""

from __future__ import annotations

from os import PathLike, fspath

from ctxkit.errors import InvalidValueError
from ctxkit.session.events import EventSink, WriterSink
from ctxkit.session.logwriter import LogWriter

#: What a session takes for its events: nothing, a sink, or a file to append them to.
Sink = EventSink | str | PathLike[str] | None


def as_sink(given: Sink) -> EventSink | None:
    """Return a sink; a path opens a :class:`LogWriter` on it.

    Raises
    ------
    InvalidValueError
        If it is neither a path nor has a method ``append``.
    SinkError, ReadError
        If the file cannot be appended to.
    """
    if isinstance(given, (str, PathLike)):
        return LogWriter(given)
    if given is not None and not isinstance(given, EventSink):
        raise InvalidValueError(
            "not a sink for events", where="sink", got=type(given).__name__,
            expected="a path, or an object with a method append(event)",
            hint="MemorySink() keeps events in a list.",
        )  # fmt: skip
    return given


def file_of(sink: Sink) -> str:
    """Return the file that a sink writes to, as far as it tells; empty where there is none."""
    if isinstance(sink, (str, PathLike)):
        return fspath(sink)
    if isinstance(sink, WriterSink):
        return sink.path
    path = getattr(sink, "path", "")
    return fspath(path) if isinstance(path, (str, PathLike)) else ""
