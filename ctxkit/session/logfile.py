"""Session logs on disk: reading them, compressed ones too, as far as they are readable."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any

from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import InvalidValueError, ReadError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.logread import PIECE_BYTES, read_log

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
#: A compressed file may not grow beyond this: a few bytes can stand for a full disk.
MAX_BYTES = 4 << 30
_PACKED_BYTES = 1 << 16


def read_events(path: str | PathLike[str], *, strict: bool = False) -> EventLog:
    """Read a session log.

    Parameters
    ----------
    path : path-like
        A file of plain lines or of envelopes, as it is, in gzip or in Zstandard; its contents
        tell, not its name.
    strict : bool
        Raise the first error or warning instead of noting it.

    Returns
    -------
    EventLog
        Every event that could be read; what could not is in its ``diagnostics``, with its line.

    Raises
    ------
    InvalidValueError
        If it is no path.
    ReadError
        If the file cannot be opened, or nothing here can decompress it.
    DiagnosticError
        With ``strict``.
    """
    if not isinstance(path, (str, PathLike)):
        raise InvalidValueError("not a path", where="path", got=type(path).__name__)
    name = fspath(path)
    broken: list[str] = []
    if "\0" in str(name):
        raise ReadError("a path cannot hold NUL bytes", where=repr(name))
    if Path(path).exists() and not Path(path).is_file():
        raise ReadError("not a file", where=name, hint="list_sessions reads whole folders.")
    try:
        with Path(path).open("rb") as file:
            log = read_log(_chunks(file, name, broken), file=name)
    except OSError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"cannot be read: {error.strerror or error}", where=name) from None
    if broken:
        found = Diagnostic(
            code="log-broken-compression",
            severity=Severity.ERROR,
            file=name,
            message=f"the compressed file is damaged or cut off: {broken[0]}",
            hint="Everything before the damage was read.",
        )
        log.diagnostics = Diagnostics([found, *log.diagnostics])
    if strict:
        log.diagnostics.raise_first()
    return log


def seems_log(path: str | PathLike[str]) -> bool:
    """Tell whether one of a file's first lines begins as events do; or nothing is in it."""
    name = fspath(path)
    try:
        with Path(path).open("rb") as file:
            start = next((chunk for chunk in _chunks(file, name, []) if chunk), b"")
    except OSError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(f"cannot be read: {error.strerror or error}", where=name) from None
    lines = (line.lstrip(b"\xef\xbb\xbf\0 \t\r") for line in start.split(b"\n"))
    return not start.strip() or any(line.startswith(b"{") for line in lines)


def _chunks(file: IO[bytes], name: str, broken: list[str]) -> Iterator[bytes]:
    """Yield the decompressed bytes of a file; damage ends them and is noted in ``broken``."""
    start = file.read(4)
    file.seek(0)
    if start.startswith(GZIP_MAGIC):
        chunks = _inflate(file, lambda: zlib.decompressobj(wbits=31), broken)
    elif start == ZSTD_MAGIC:
        chunks = _inflate(file, _zstd_decompressor(name), broken)
    else:
        chunks = iter(lambda: file.read(PIECE_BYTES), b"")
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > MAX_BYTES:
            broken.append(f"it holds more than {MAX_BYTES:,} bytes")
            return
        yield chunk


def _inflate(file: IO[bytes], make: Callable[[], Any], broken: list[str]) -> Iterator[bytes]:
    """Decompress a file of one or more parts, as far as it goes."""
    part, inside = make(), False
    while data := file.read(_PACKED_BYTES):
        while data:
            try:
                chunk = part.decompress(data)
            except Exception as error:
                # Each library has an error of its own.
                broken.append(str(error))
                return
            yield chunk
            inside = not part.eof
            data = b"" if inside else part.unused_data.lstrip(b"\0")
            if not inside:
                part = make()
    if inside:
        broken.append("it ends too early")


def _zstd_decompressor(name: str) -> Callable[[], Any]:
    try:
        make: Callable[[], Any] = import_module("compression.zstd").ZstdDecompressor
        return make
    except ModuleNotFoundError:
        pass
    try:
        library = import_module("zstandard")
    except ModuleNotFoundError:
        raise ReadError(
            "Zstandard files cannot be read here",
            where=name,
            hint="Install the package zstandard, or decompress the file with zstd -d.",
        ) from None
    return lambda: library.ZstdDecompressor().decompressobj()
