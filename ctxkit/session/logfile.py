"""Session logs on disk: reading them, compressed ones too, as far as they are readable."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Any

from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import ReadError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.logread import PIECE_BYTES, read_log

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
#: A compressed file may not grow beyond this: a few bytes can stand for a full disk.
MAX_BYTES = 4 << 30


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
    ReadError
        If the file cannot be opened, or nothing here can decompress it.
    DiagnosticError
        With ``strict``.
    """
    name = fspath(path)
    broken: list[str] = []
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


def _chunks(file: IO[bytes], name: str, broken: list[str]) -> Iterator[bytes]:
    """Yield the decompressed bytes of a file; damage ends them and is noted in ``broken``."""
    start = file.read(4)
    file.seek(0)
    stream: Any = file
    if start.startswith(GZIP_MAGIC):
        stream = gzip.GzipFile(fileobj=file)
    elif start == ZSTD_MAGIC:
        stream = _open_zstd(file, name)
    total = 0
    while True:
        try:
            chunk = stream.read(PIECE_BYTES)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            broken.append(str(error))
            return
        except OSError:
            raise
        except Exception as error:
            # Each Zstandard library has an error of its own.
            broken.append(str(error))
            return
        if not chunk:
            return
        total += len(chunk)
        if total > MAX_BYTES:
            broken.append(f"it holds more than {MAX_BYTES:,} bytes")
            return
        yield chunk


def _open_zstd(file: IO[bytes], name: str) -> Any:
    try:
        return import_module("compression.zstd").ZstdFile(file)
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
    return library.ZstdDecompressor().stream_reader(file, read_across_frames=True)
