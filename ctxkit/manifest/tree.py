"""How engines see a folder: through two injected reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


@runtime_checkable
class Tree(Protocol):
    """A folder that can be read but not left. :class:`ctxkit.workspace.DiskTree` is one."""

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file below the root; ``None`` where it does not exist.

        Raises
        ------
        ReadError
            For everything else that keeps it from being read.
        """
        ...

    def list_files(self, folder: str) -> Sequence[str] | None:
        """Return the names of the files in a folder, sorted; ``None`` where it does not exist.

        Raises
        ------
        ReadError
            If the path is not a folder, or cannot be read.
        """
        ...
