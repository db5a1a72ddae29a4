"""All session logs of a folder, one row each."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from errno import ELOOP
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import Self

from ctxkit.collection import Collection
from ctxkit.errors import CtxkitError, ReadError
from ctxkit.model import Model
from ctxkit.procedure.hints import near_hint
from ctxkit.session.collector import collector_paused
from ctxkit.session.eventlog import EventLog
from ctxkit.session.instance import InstanceStatus
from ctxkit.session.logfile import read_events, seems_log
from ctxkit.session.logfold import LogFold

_ENDING = re.compile(r"\.(jsonl|ndjson|log)(\.(gz|zst|zstd))?$", re.IGNORECASE)
_OTHER = re.compile(r"\.log(\.(gz|zst|zstd))?$", re.IGNORECASE)


class SessionRow(Model):
    """What a log says about its session.

    Attributes
    ----------
    file, path : str
        Name below the folder, and where the file is; of a link, the file that it leads to.
    kind : str
        ``"plain"``, ``"envelope"``, or empty where no line tells.
    session, participant, label : str
    first_time, last_time : str
        RFC 3339; empty where there is no event.
    events, instances, running : int
        How many events, how many instances, and how many of these have not ended.
    last_step : str
        Step of the instance that moved last.
    errors : int
        How many errors and warnings reading gave.
    problem : str
        Why the file could not be read at all; empty where it could.
    """

    file: str
    path: str
    kind: str = ""
    session: str = ""
    participant: str = ""
    label: str = ""
    first_time: str = ""
    last_time: str = ""
    events: int = 0
    instances: int = 0
    running: int = 0
    last_step: str = ""
    errors: int = 0
    problem: str = ""


class SessionList(Collection[SessionRow]):
    """The session logs of a folder, by name; ``sessions["file"]`` is one of them.

    Attributes
    ----------
    folder : str
    """

    noun = "session log"

    def __init__(self, rows: Iterable[SessionRow] = (), folder: str = "") -> None:
        super().__init__(rows)
        self.folder = folder

    @staticmethod
    def name_of(item: SessionRow) -> str:
        """Return the name of the file."""
        return item.file

    def _sliced(self, items: tuple[SessionRow, ...]) -> Self:
        return type(self)(items, self.folder)

    @cached_property
    def duplicates(self) -> dict[str, tuple[str, ...]]:
        """Sessions of which more than one file holds a log, by ID, and the names of the files."""
        files: dict[str, dict[str, str]] = {}
        for row in self:
            if row.session:
                # Two names of one file are no two logs.
                files.setdefault(row.session, {}).setdefault(row.path or row.file, row.file)
        return {
            session: tuple(found.values()) for session, found in files.items() if len(found) > 1
        }

    def read(self, session: str | SessionRow) -> EventLog:
        """Read the log of a session.

        Parameters
        ----------
        session : str or SessionRow
            The name of its file below the folder, its ID, or the name of the file without ending;
            or a row of this list.

        Raises
        ------
        ReadError
            If there is none, or it cannot be read.
        AmbiguousSessionError
            If more than one file is meant: an error of the same kind that names the files, of
            which one is to be given.
        """
        if isinstance(session, SessionRow):
            return _read(session, self.folder)
        found = [row for row in self if session in (row.file, row.path)][:1]
        if not found and session:
            meant = (row for row in self if session in (row.session, _stem(row.file)))
            found = list({row.path or row.file: row for row in meant}.values())
        if not found:
            known = [name for row in self for name in (row.file, row.session) if name]
            files = ", ".join(row.file for row in self[:8]) + (", …" if len(self) > 8 else "")
            raise ReadError(
                "no such session", where=self.folder, got=repr(session), expected=files or "none",
                hint=near_hint(session, known),
            )  # fmt: skip
        if len(found) > 1:
            raise AmbiguousSessionError(session, [row.file for row in found], self.folder)
        return _read(found[0], self.folder)


class AmbiguousSessionError(ReadError):
    """A session was asked for of which several files hold a log.

    Attributes
    ----------
    files : tuple of str
        Their names; ``sessions.read(name)`` reads one.
    """

    def __init__(self, session: str, files: Iterable[str], folder: str) -> None:
        self.files = tuple(files)
        named = ", ".join(self.files[:8]) + (", …" if len(self.files) > 8 else "")
        super().__init__(
            f"{len(self.files)} files hold this session",
            where=folder,
            got=repr(session),
            expected=f"one of the files {named}",
            hint=f"Name the file: .read({self.files[0]!r}).",
        )


def _read(row: SessionRow, folder: str) -> EventLog:
    if row.problem:
        raise ReadError(row.problem, where=f"{folder}/{row.file}")
    return read_events(row.path)


def _stem(file: str) -> str:
    return _ENDING.sub("", file)


def list_sessions(folder: str | PathLike[str]) -> SessionList:
    """Look at all session logs of a folder and the folders below.

    Parameters
    ----------
    folder : path-like
        Files that end in ``.jsonl``, ``.ndjson`` or ``.log``, perhaps followed by ``.gz`` or
        ``.zst``, in letters of any case.

    Returns
    -------
    SessionList
        A row for each file. One that cannot be read has its ``problem`` and hides no other. That
        holds for pipes, sockets and devices, which are never opened, for links to nothing, and for
        links that lead out of the folder, which are not followed. Links to folders are not
        followed either.

    Raises
    ------
    ReadError
        If there is no such folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise ReadError("no such folder", where=fspath(folder))
    return SessionList([_row(path, root) for path in sorted(_found(root))], fspath(folder))


def _found(root: Path) -> Iterator[Path]:
    """Yield the logs, the links to folders outside, and the folders that cannot be looked into."""
    closed: list[str] = []
    for at, folders, files in os.walk(root, onerror=lambda error: closed.append(error.filename)):
        here = Path(at)
        yield from (here / name for name in files if _ENDING.search(name))
        # A link to a folder is not followed; where it leads outside, somebody may miss what it has.
        links = (here / name for name in folders if (here / name).is_symlink())
        yield from (link for link in links if not _is_within(link, root))
    yield from map(Path, closed)


def _is_within(path: Path, root: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def _row(path: Path, root: Path) -> SessionRow:
    file = path.relative_to(root).as_posix()
    try:
        problem = _obstacle(path, root)
        if not problem:
            return describe_log(read_events(path), file=file, path=str(_target(path, root)))
    except (CtxkitError, OSError) as error:
        problem = str(error)
    return SessionRow(file=file, path=str(path), problem=problem, errors=1)


def _target(path: Path, root: Path) -> Path:
    """Return the file below the folder that a link leads to; any other file as it is."""
    if not path.is_symlink():
        return path
    return root / Path(os.path.realpath(path)).relative_to(os.path.realpath(root))


def _obstacle(path: Path, root: Path) -> str:
    """Return why a file is not read; empty where it may be."""
    if path.is_symlink() and not _is_within(path, root):
        return "a link that leads out of the folder; it is not followed"
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if path.is_symlink():
            circle = error.errno == ELOOP
            return "a link that leads to itself" if circle else "a link to a file that is not there"
        return f"cannot be read: {error.strerror or error}"
    if stat.S_ISDIR(mode):
        return "a folder that cannot be looked into"
    if not stat.S_ISREG(mode):
        kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
        return f"{kinds.get(stat.S_IFMT(mode), 'a device')}, not a file; it is not opened"
    # Logs of any other program end so too, and a message for each of their lines would be no help.
    if _OTHER.search(path.name) and not seems_log(path):
        return "no session log: none of its first lines is a JSON object"
    return ""


def describe_log(log: EventLog, *, file: str = "", path: str = "") -> SessionRow:
    """Return what a log says about its session."""
    fold = LogFold({})
    with collector_paused():
        fold.run(log.columns, len(log))
    handles = [handle for handle in log.columns.instances if handle in fold.by_id]
    return SessionRow(
        file=file,
        path=path,
        kind=log.kind,
        session=log.session,
        participant=log.participant,
        label=log.label,
        first_time=log.first_time,
        last_time=log.last_time,
        events=len(log),
        instances=len(fold.by_id),
        running=sum(i.status is InstanceStatus.RUNNING for i in fold.by_id.values()),
        last_step=fold.by_id[handles[-1]].step if handles else "",
        errors=sum(found.severity != "info" for found in log.diagnostics),
    )
