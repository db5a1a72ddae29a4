"""All session logs of a folder, one row each."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Self

from ctxkit.collection import Collection
from ctxkit.errors import CtxkitError, ReadError
from ctxkit.model import Model
from ctxkit.session.collector import collector_paused
from ctxkit.session.eventlog import EventLog
from ctxkit.session.instance import InstanceStatus
from ctxkit.session.logfile import read_events
from ctxkit.session.logfold import LogFold

_ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".jsonl.zstd")


class SessionRow(Model):
    """What a log says about its session.

    Attributes
    ----------
    file, path : str
        Name below the folder, and where it is.
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

    def read(self, session: str) -> EventLog:
        """Read the log of a session, named by its ID or its file, the ending left out or not.

        Raises
        ------
        ReadError
            If there is none.
        """
        for row in self:
            if session in (row.session, row.file, row.file.partition(".jsonl")[0]):
                return read_events(row.path)
        files = ", ".join(row.file for row in self[:8]) + (", …" if len(self) > 8 else "")
        raise ReadError(
            "no such session", where=self.folder, got=repr(session), expected=files or "none"
        )


def list_sessions(folder: str | PathLike[str]) -> SessionList:
    """Look at all session logs of a folder and the folders below.

    Parameters
    ----------
    folder : path-like
        Files that end in ``.jsonl``, perhaps followed by ``.gz`` or ``.zst``, are looked at.

    Returns
    -------
    SessionList
        A row for each file. One that cannot be read has its ``problem`` and hides no other.

    Raises
    ------
    ReadError
        If there is no such folder.
    """
    root = Path(folder)
    if not root.is_dir():
        raise ReadError("no such folder", where=fspath(folder))
    paths = sorted(
        path for path in root.rglob("*") if path.name.endswith(_ENDINGS) and path.is_file()
    )
    return SessionList([_row(path, root) for path in paths], fspath(folder))


def _row(path: Path, root: Path) -> SessionRow:
    file = path.relative_to(root).as_posix()
    try:
        log = read_events(path)
    except CtxkitError as error:
        return SessionRow(file=file, path=str(path), problem=str(error), errors=1)
    return describe_log(log, file=file, path=str(path))


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
