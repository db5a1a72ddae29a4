"""What the readers of a workspace need of the folder that they read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from ctxkit.errors import OutsideRootError
from ctxkit.gotext import join_clean
from ctxkit.workspace.git_revision import GitRevision


class Folder(ABC):
    """A tree that also tells sizes, folders and links.

    :class:`~ctxkit.workspace.DiskTree` is one as it is now,
    :class:`~ctxkit.workspace.GitTree` one as it was at a revision.

    Attributes
    ----------
    root : pathlib.Path
        The folder.
    revision : GitRevision or None
        The git revision it is read at; ``None`` for the folder as it is.
    """

    root: Path
    revision: GitRevision | None

    @abstractmethod
    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file; ``None`` where it does not exist.

        Raises
        ------
        OutsideRootError
            If the path, or a link on it, leads out of the root.
        ReadError
            If it is a folder, lies below a file, or cannot be read.
        """

    @abstractmethod
    def size_of(self, path: str) -> int | None:
        """Return the size of a regular file in bytes; ``None`` for anything else."""

    @abstractmethod
    def is_broken_link(self, path: str) -> bool:
        """Return whether a path is a link that leads nowhere, or in a circle."""

    @abstractmethod
    def list_links(self, folder: str) -> Sequence[str]:
        """Return the names of the links in a folder, sorted; nothing where it cannot be read."""

    def list_files(self, folder: str) -> Sequence[str] | None:
        """Return the names of the files (not folders) in a folder, sorted."""
        return self._list(folder, folders=False)

    def list_folders(self, folder: str) -> Sequence[str] | None:
        """Return the names of the folders in a folder, sorted; links to folders included."""
        return self._list(folder, folders=True)

    def list_broken_links(self, folder: str) -> Sequence[str]:
        """Return the names in a folder that are links to nowhere or in a circle, sorted."""
        return [n for n in self.list_links(folder) if self.is_broken_link(f"{folder}/{n}")]

    @abstractmethod
    def _list(self, folder: str, *, folders: bool) -> Sequence[str] | None:
        """Return the names of the files, or of the folders; ``None`` where there is no folder."""

    def _clean(self, path: str) -> str:
        """Return a path without detours, having refused one that leads out of the root."""
        clean = join_clean(path.lstrip("/"))
        if clean == ".." or clean.startswith("../"):
            raise OutsideRootError(
                "path leads out of the opened folder",
                where=path,
                hint=f"Everything must lie below {self.root}.",
            )
        return "" if clean == "." else clean
