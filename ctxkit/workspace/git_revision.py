"""A revision of a git repository: its name as asked for, and the commit that it means."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from ctxkit.errors import InvalidValueError, ReadError, UnknownNameError
from ctxkit.gotext import trim_space
from ctxkit.model import Model
from ctxkit.workspace.git_command import ask_git

_OBJECT_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_COMMITTER = re.compile(r"committer .*> (-?[0-9]{1,11}) ([+-])([0-9]{2})([0-9]{2})")
_STEPS_BACK = re.compile(r"(.+?)[~^@][~^{}0-9]*")


class GitRevision(Model):
    """A revision, pinned to the commit that its name meant when it was resolved.

    Attributes
    ----------
    name : str
        As asked for, such as ``HEAD~1``, a branch, a tag or the start of a commit id.
    commit : str
        The whole commit id.
    date : str
        When it was committed, in its own time zone (RFC 3339); ``""`` where the commit is odd.
    subject : str
        First line of its message.
    """

    name: str
    commit: str
    date: str = ""
    subject: str = ""

    @property
    def short(self) -> str:
        """The first ten digits of the commit id."""
        return self.commit[:10]

    def __str__(self) -> str:
        day = f" of {self.date[:10]}" if self.date else ""
        if self.commit.startswith(self.name):
            return f"commit {self.short}{day}"
        return f"{self.name}, commit {self.short}{day}"


def resolve_revision(folder: Path, name: str) -> GitRevision:
    """Return the commit that a name means in the repository of a folder.

    Parameters
    ----------
    folder : pathlib.Path
        An existing folder within a repository.
    name : str

    Raises
    ------
    UnknownNameError
        If there is no such revision; the nearest names are the hint.
    InvalidValueError
        If the name is none that git could know.
    ReadError
        If git cannot be asked.
    """
    if not isinstance(name, str) or not name or name.startswith("-") or not name.isprintable():
        raise InvalidValueError(
            "not the name of a revision",
            where="revision",
            got=repr(name),
            expected="such as 'HEAD~1', a branch, a tag or a commit id",
        )
    asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = (ask_git(folder, asked) or b"").decode("ascii", "replace").strip()
    if not _OBJECT_ID.fullmatch(commit):
        raise _no_such_revision(folder, name)
    date, subject = _read_commit(ask_git(folder, ("cat-file", "commit", commit)) or b"")
    return GitRevision(name=name, commit=commit, date=date, subject=subject)


def _no_such_revision(folder: Path, name: str) -> UnknownNameError | ReadError:
    listed = ask_git(folder, ("for-each-ref", "--format=%(refname:short)")) or b""
    names = [ref for ref in listed.decode("utf-8", "replace").split("\n") if ref]
    has_head = ask_git(folder, ("rev-parse", "--verify", "--quiet", "HEAD^{commit}")) is not None
    if not names and not has_head:
        return ReadError(
            "the repository has no commit yet",
            where=str(folder),
            got=f"revision {name!r}",
            hint="Open the folder without a revision.",
        )
    names += ["HEAD"] * has_head
    start = _STEPS_BACK.fullmatch(name)
    if start and start[1] in names:
        return UnknownNameError(
            f"no revision named {name!r}",
            where=str(folder),
            hint=f"{start[1]} exists, but its history here does not reach that far.",
        )
    return UnknownNameError.among("revision", name, names)


def _read_commit(data: bytes) -> tuple[str, str]:
    """Return the date and the subject of a commit object."""
    head, _, message = data.decode("utf-8", "replace").partition("\n\n")
    found = next(filter(None, map(_COMMITTER.match, head.split("\n"))), None)
    subject = trim_space(message).partition("\n")[0]
    if not found:
        return "", subject
    shift = timedelta(hours=int(found[3]), minutes=int(found[4]))
    try:
        zone = timezone(-shift if found[2] == "-" else shift) if shift else UTC
        return datetime.fromtimestamp(int(found[1]), zone).isoformat(), subject
    except (ValueError, OverflowError, OSError):
        return "", subject
