"""Writing a session log: only ever appended to, whole lines, one writer at a time."""

from __future__ import annotations

import os
from os import PathLike, fspath
from types import TracebackType
from typing import IO, Self

from ctxkit.errors import ReadError
from ctxkit.session.errors import SinkError
from ctxkit.session.events import MAX_LINE_BYTES, Event
from ctxkit.session.logfile import GZIP_MAGIC, ZSTD_MAGIC
from ctxkit.session.logread import kind_of_line

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]  # Windows: files opened here are not locked.


class LogWriter:
    """A sink that appends events to a file.

    Parameters
    ----------
    path : path-like
        Made where it does not exist. What it holds is never changed: where its last line was not
        written to its end, the first event begins on a line of its own.

    Raises
    ------
    SinkError
        If another writer has the file open, or it is compressed, a log of envelopes, or holds
        something that is no log.
    ReadError
        If the file cannot be opened.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = fspath(path)
        try:
            self._file: IO[bytes] = open(self.path, "a+b", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise ReadError(f"cannot be opened: {error.strerror}", where=self.path) from None
        try:
            self._lock()
            self._refuse_other_shapes()
            self._torn = self._ends_torn()
        except BaseException:
            self._file.close()
            raise

    def __repr__(self) -> str:
        return f"<LogWriter to {self.path}{', closed' if self._file.closed else ''}>"

    def _lock(self) -> None:
        if fcntl is None:  # pragma: no cover
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SinkError(
                "another writer has the log open",
                where=self.path,
                hint="Close that session first, or fork it into a log of its own.",
            ) from None

    def _refuse_other_shapes(self) -> None:
        """Refuse a file that holds something, but no plain log."""
        kind = _kind_of_file(self.path)
        if kind != "plain":
            raise SinkError(
                "only plain logs can be appended to",
                where=self.path,
                got=f"a log of kind {kind}" if kind else "a file that holds no event",
                hint="Replay it into a new file." if kind else "Name a new file.",
            )

    def _ends_torn(self) -> bool:
        size = self._file.seek(0, os.SEEK_END)
        if not size:
            return False
        self._file.seek(size - 1)
        return self._file.read(1) != b"\n"

    def append(self, event: Event) -> None:
        """Append an event as one line; it has left this process when the call returns.

        Raises
        ------
        SinkError
            If the line is too long, the writer is closed, or the line was not written as a whole.
        """
        line = event.to_line().encode("utf-8", "replace") + b"\n"
        if len(line) > MAX_LINE_BYTES:
            raise SinkError(
                "the line is too long", where=self.path, got=f"{len(line):,} bytes",
                expected=f"under {MAX_LINE_BYTES:,}",
            )  # fmt: skip
        if self._file.closed:
            raise SinkError("the log is closed", where=self.path)
        if self._torn:
            line = b"\n" + line
        try:
            written = self._file.write(line)
        except OSError as error:
            self._torn = True
            raise SinkError(f"cannot be written: {error.strerror}", where=self.path) from error
        self._torn = written != len(line)
        if self._torn:
            raise SinkError("the disk took only a part of the line", where=self.path)

    def close(self) -> None:
        """Close the file, so that another writer may open it."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _kind_of_file(path: str) -> str:
    """Tell what a file is by its first line that tells; an empty file may become a plain log."""
    with open(path, "rb") as file:
        start = file.read(4)
        if not start:
            return "plain"
        if start.startswith((GZIP_MAGIC, ZSTD_MAGIC)):
            return "compressed"
        file.seek(0)
        while line := file.readline(MAX_LINE_BYTES):
            kind = kind_of_line(line.decode("utf-8", "replace"))
            if kind:
                return kind
    return ""
