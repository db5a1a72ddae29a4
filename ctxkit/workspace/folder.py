"""What the readers of a workspace need of the folder that they read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ctxkit.manifest.tree import Tree
from ctxkit.workspace.git_revision import GitRevision


class Folder(Tree, Protocol):
    """A tree that also tells sizes, folders and links.

    :class:`~ctxkit.workspace.DiskTree` is one as it is now,
    :class:`~ctxkit.workspace.GitTree` one as it was at a revision.
    """

    @property
    def root(self) -> Path:
        """The folder."""
        ...

    @property
    def revision(self) -> GitRevision | None:
        """The git revision it is read at; ``None`` for the folder as it is."""
        ...

    def size_of(self, path: str) -> int | None:
        """Return the size of a regular file in bytes; ``None`` for anything else."""
        ...

    def is_broken_link(self, path: str) -> bool:
        """Return whether a path is a link that leads nowhere, or in a circle."""
        ...

    def list_folders(self, folder: str) -> Sequence[str] | None:
        """Return the names of the folders in a folder, sorted; links to folders included."""
        ...

    def list_links(self, folder: str) -> Sequence[str]:
        """Return the names of the links in a folder, sorted."""
        ...

    def list_broken_links(self, folder: str) -> Sequence[str]:
        """Return the names in a folder that are links to nowhere or in a circle, sorted."""
        ...
