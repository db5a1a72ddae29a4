"""A folder as it was at a git revision, read from the repository's objects."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ctxkit.errors import InvalidValueError, OutsideRootError, ReadError
from ctxkit.workspace.folder import Folder
from ctxkit.workspace.git_command import ask_git
from ctxkit.workspace.git_revision import GitRevision, resolve_revision

_MAX_LINKS = 40  # that one path may lead over, as on disk
_MAX_AHEAD = 16 * 1024 * 1024  # bytes of one file that is read before it is asked for
_MAX_KEPT = 64 * 1024 * 1024  # bytes that stay in memory

_Kind = Literal["file", "folder", "link", "submodule"]
_KINDS: dict[bytes, _Kind] = {b"040000": "folder", b"120000": "link", b"160000": "submodule"}


class _Entry(NamedTuple):
    kind: _Kind
    object_id: str


class GitTree(Folder):
    """Reads a folder as it was at a revision; like :class:`DiskTree` without touching the disk.

    Links are followed within the folder, as far as they are part of the revision; one that is
    absolute or leads out is refused. Submodules are folders that hold nothing.

    Parameters
    ----------
    root : str or os.PathLike
        A folder in a git repository (not only its topmost). It need not exist any more.
    revision : str
        Such as ``HEAD~1``, a branch, a tag or a commit id.

    Attributes
    ----------
    root : pathlib.Path
    revision : GitRevision

    Raises
    ------
    ReadError
        If git is not installed, or the folder is in no repository, or was not there at the
        revision.
    UnknownNameError
        If there is no such revision.
    """

    def __init__(self, root: str | os.PathLike[str], revision: str) -> None:
        try:
            self.root = Path(root).expanduser().resolve()
        except (TypeError, ValueError, RuntimeError, OSError):
            raise InvalidValueError(
                "not a path", where="root", got=repr(root), expected="a path or a Workspace"
            ) from None
        self._at, inside = _find_repository(self.root)
        self.revision: GitRevision = resolve_revision(self._at, revision)
        self._folders = self._list_all(inside)
        self._kept: dict[str, bytes] = {}
        self._kept_bytes = 0
        self._sizes: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"GitTree({str(self.root)!r}, {self.revision.name!r})"

    def _list_all(self, inside: str) -> dict[str, dict[str, _Entry]]:
        """Return the entries of every folder below the root, by path."""
        tree = f"{self.revision.commit}:{inside}"
        listed = ask_git(self._at, ("ls-tree", "-r", "-t", "-z", "--full-tree", tree))
        if listed is None:
            raise ReadError(
                "no such folder at this revision",
                where=str(self.root),
                got=str(self.revision),
                hint="Was it added later, or under another name?",
            )
        folders: dict[str, dict[str, _Entry]] = {"": {}}
        for line in listed.split(b"\0"):
            facts, _, raw = line.partition(b"\t")
            if not raw:
                continue
            mode, _, object_id = facts.split(b" ")
            path = raw.decode("utf-8", "surrogateescape")
            parent, _, name = path.rpartition("/")
            if name in ("", ".", ".."):
                continue  # no checkout could hold it
            kind = _KINDS.get(mode, "file")
            folders.setdefault(parent, {})[name] = _Entry(kind, object_id.decode("ascii"))
            if kind in ("folder", "submodule"):
                folders.setdefault(path, {})
        return folders

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file as it was; ``None`` where it did not exist.

        Raises
        ------
        OutsideRootError
            If the path, or a link on it, leads out of the root.
        ReadError
            If it is a folder, lies below a file, or git cannot read it.
        """
        try:
            _, entry = self._follow(path)
        except FileNotFoundError:
            return None
        if entry.kind != "file":
            raise ReadError("is a directory", where=path or ".")
        return self._read(entry.object_id, path)

    def size_of(self, path: str) -> int | None:
        """Return the size of a regular file in bytes; ``None`` for anything else."""
        try:
            _, entry = self._follow(path)
        except (FileNotFoundError, ReadError):
            return None
        if entry.kind != "file":
            return None
        if entry.object_id not in self._sizes:
            self._measure([entry.object_id])
        return self._sizes.get(entry.object_id, 0)

    def read_ahead(self, folder: str) -> None:
        """Read the files below a folder in one go, since asking git for each takes its time."""
        below = [
            entry.object_id
            for path, entries in self._folders.items()
            if path == folder or path.startswith(f"{folder}/")
            for entry in entries.values()
            if entry.kind in ("file", "link")
        ]
        self._measure(below)
        wanted, total = [], self._kept_bytes
        for object_id in dict.fromkeys(below):
            size = self._sizes.get(object_id, _MAX_KEPT)
            if size <= _MAX_AHEAD and total + size <= _MAX_KEPT:
                wanted.append(object_id)
                total += size
        for object_id, data in self._read_many(wanted):
            self._keep(object_id, data)

    def is_broken_link(self, path: str) -> bool:
        """Return whether a path is a link that leads nowhere, or in a circle."""
        try:
            if self._find(path).kind != "link":
                return False
            self._follow(path)
        except OutsideRootError:
            return False
        except ReadError:
            return True
        except FileNotFoundError:
            return path.rpartition("/")[2] in self.list_links(path.rpartition("/")[0])
        return False

    def list_links(self, folder: str) -> Sequence[str]:
        """Return the names of the links in a folder, sorted; nothing where it cannot be read."""
        try:
            entries = self._entries(folder)
        except (FileNotFoundError, ReadError):
            return ()
        return sorted(name for name, entry in entries.items() if entry.kind == "link")

    def _list(self, folder: str, *, folders: bool) -> Sequence[str] | None:
        try:
            where, entry = self._follow(folder)
        except FileNotFoundError:
            return None
        if entry.kind == "file":
            raise ReadError("not a directory", where=folder)
        entries = self._folders[where]
        return sorted(name for name in entries if self._is_folder(where, name) == folders)

    def _entries(self, folder: str) -> dict[str, _Entry]:
        where, entry = self._follow(folder)
        return {} if entry.kind == "file" else self._folders[where]

    def _is_folder(self, folder: str, name: str) -> bool:
        entry = self._folders[folder][name]
        if entry.kind != "link":
            return entry.kind != "file"
        try:
            return self._follow(f"{folder}/{name}")[1].kind != "file"
        except (FileNotFoundError, ReadError):
            return False

    def _find(self, path: str) -> _Entry:
        """Return the entry that a path names, not following a link that it may be itself."""
        parent, _, name = self._clean(path).rpartition("/")
        entries = self._entries(parent)
        if name not in entries:
            raise FileNotFoundError(path)
        return entries[name]

    def _follow(self, path: str) -> tuple[str, _Entry]:
        """Return where a path ends, and what is there, having followed the links on it.

        Raises
        ------
        FileNotFoundError
            If there is nothing.
        """
        left = [part for part in self._clean(path).split("/") if part]
        done: list[str] = []
        here = _Entry("folder", "")
        links = 0
        while left:
            part = left.pop(0)
            if here.kind == "file":
                raise ReadError("not a directory", where=path)
            if part == "..":  # only in the target of a link
                if not done:
                    raise _leads_out(path)
                done.pop()
                continue
            entry = self._folders["/".join(done)].get(part)
            if entry is None:
                raise FileNotFoundError(path)
            if entry.kind != "link":
                done.append(part)
                here = entry
                continue
            links += 1
            if links > _MAX_LINKS:
                raise ReadError("too many levels of symbolic links", where=path)
            target = self._target(entry.object_id, path)
            if target.startswith("/"):
                raise _leads_out(path)
            left = [step for step in target.split("/") if step not in ("", ".")] + left
        return "/".join(done), here

    def _target(self, object_id: str, path: str) -> str:
        return self._read(object_id, path).decode("utf-8", "surrogateescape")

    def _measure(self, object_ids: Iterable[str]) -> None:
        unknown = [i for i in dict.fromkeys(object_ids) if i not in self._sizes]
        if not unknown:
            return
        asked = "".join(f"{i}\n" for i in unknown).encode("ascii")
        said = ask_git(self._at, ("cat-file", "--batch-check"), asked) or b""
        for line in said.decode("ascii", "replace").split("\n"):
            object_id, _, facts = line.partition(" ")
            kind, _, size = facts.partition(" ")
            if kind == "blob" and size.isdigit():
                self._sizes[object_id] = int(size)

    def _read(self, object_id: str, path: str) -> bytes:
        if object_id not in self._kept:
            for _, data in self._read_many([object_id]):
                self._keep(object_id, data)
                return data
            raise ReadError(
                "git does not have the content",
                where=path,
                got=f"object {object_id[:10]} of {self.revision}",
                hint="In a partial clone, `git fetch` it first; else see `git fsck`.",
            )
        return self._kept[object_id]

    def _keep(self, object_id: str, data: bytes) -> None:
        if object_id not in self._kept and self._kept_bytes + len(data) <= _MAX_KEPT:
            self._kept[object_id] = data
            self._kept_bytes += len(data)

    def _read_many(self, object_ids: Sequence[str]) -> Iterable[tuple[str, bytes]]:
        """Yield id and content of those objects that git has."""
        if not object_ids:
            return
        asked = "".join(f"{i}\n" for i in object_ids).encode("ascii")
        said = ask_git(self._at, ("cat-file", "--batch"), asked) or b""
        at = 0
        while (end := said.find(b"\n", at)) >= 0:
            object_id, *facts = said[at:end].decode("ascii", "replace").split(" ")
            at = end + 1
            if len(facts) == 2 and facts[1].isdigit():
                size = int(facts[1])
                yield object_id, said[at : at + size]
                at += size + 1


def _leads_out(path: str) -> OutsideRootError:
    return OutsideRootError(
        "a link leads out of the opened folder",
        where=path,
        hint="Open a folder that holds both, or a revision that has the file itself.",
    )


def _find_repository(root: Path) -> tuple[Path, str]:
    """Return a folder in which git can be asked, and the root's path below the repository's top."""
    at = root
    while not at.is_dir() and at != at.parent:
        at = at.parent
    prefix = ask_git(at, ("rev-parse", "--show-prefix"))
    if prefix is None:
        raise ReadError(
            "not in a git repository",
            where=str(root),
            expected="a folder whose history git knows",
            hint="Open the folder without a revision to see it as it is now.",
        )
    gone = root.relative_to(at).as_posix()
    top = prefix.decode("utf-8", "surrogateescape").removesuffix("\n").rstrip("/")
    return at, "/".join(part for part in (top, gone) if part not in ("", "."))
