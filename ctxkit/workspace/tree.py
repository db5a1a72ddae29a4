"""A folder on disk that can be read but not left."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from ctxkit.errors import InvalidValueError, OutsideRootError, ReadError
from ctxkit.workspace.folder import Folder


class DiskTree(Folder):
    """Reads below a root, by ``/``-separated paths; ``..`` and links may not lead out of it.

    A leading ``/`` means the root itself. Only regular files are read, so that a pipe or a device
    never blocks.

    Parameters
    ----------
    root : str or os.PathLike
        An existing folder.

    Raises
    ------
    ReadError
        If there is no such folder.
    """

    #: A disk shows what is, not what was.
    revision = None

    def __init__(self, root: str | os.PathLike[str]) -> None:
        try:
            self.root = Path(root).expanduser().resolve(strict=True)
        except TypeError:
            raise InvalidValueError(
                "not a path", where="root", got=repr(root), expected="a path or a Workspace"
            ) from None
        except (OSError, ValueError, RuntimeError) as error:
            raise ReadError("no such folder", where=str(root), hint=_reason(error)) from None
        if not self.root.is_dir():
            raise ReadError("not a folder", where=str(root), hint="Open the folder that holds it.")
        self._prefix = os.path.join(self.root, "")
        # Which folder was found inside, by path: its device and number. Sibling files share the
        # check, and a folder that was replaced since (by a link, say) is checked again.
        self._inside: dict[str, tuple[int, int]] = {}

    def __repr__(self) -> str:
        return f"DiskTree({str(self.root)!r})"

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file; ``None`` where it does not exist.

        Raises
        ------
        OutsideRootError
            If the path, or a link on it, leads out of the root.
        ReadError
            If it is a folder, lies below a file, or cannot be read.
        """
        try:
            descriptor = self._open(self._locate(path), path)
        except FileNotFoundError:
            return None
        except ReadError:
            raise
        except (OSError, ValueError) as error:
            raise ReadError(_reason(error), where=path or ".") from None
        try:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode):
                kind = "is a directory" if stat.S_ISDIR(info.st_mode) else "is not a regular file"
                raise ReadError(kind, where=path or ".")
            return _read_all(descriptor, info.st_size)
        except ReadError:
            raise
        except OSError as error:
            raise ReadError(_reason(error), where=path) from None
        finally:
            os.close(descriptor)

    def is_broken_link(self, path: str) -> bool:
        """Return whether a path is a link that leads nowhere, or in a circle."""
        try:
            full = self._locate(path)
        except (OSError, ValueError):
            return False
        return os.path.islink(full) and not os.path.exists(full)

    def size_of(self, path: str) -> int | None:
        """Return the size of a regular file in bytes; ``None`` for anything else."""
        try:
            full = self._locate(path)
            info = os.stat(full)
            inside = not os.path.islink(full) or self._is_inside(os.path.realpath(full))
        except (OSError, ValueError):
            return None
        return info.st_size if inside and stat.S_ISREG(info.st_mode) else None

    def list_links(self, folder: str) -> Sequence[str]:
        """Return the names of the links in a folder, sorted; nothing where it cannot be read."""
        try:
            with os.scandir(self._locate(folder)) as entries:
                return sorted(entry.name for entry in entries if entry.is_symlink())
        except (OSError, ValueError):
            return ()

    def _list(self, folder: str, *, folders: bool) -> Sequence[str] | None:
        try:
            real = os.path.realpath(self._locate(folder), strict=True)
            if not self._is_inside(real):
                raise _leads_out(folder)
            with os.scandir(real) as entries:
                return sorted(entry.name for entry in entries if _is_folder(entry) == folders)
        except FileNotFoundError:
            return None
        except ReadError:
            raise
        except (OSError, ValueError) as error:
            raise ReadError(_reason(error), where=folder) from None

    def _locate(self, path: str) -> str:
        """Return the full path, having made sure that it stays inside."""
        clean = path  # as most are
        if not path or path[0] in "./" or path[-1] == "/" or "/." in path or "//" in path:
            clean = self._clean(path)
        if not clean:
            return str(self.root)
        full = self._prefix + clean
        if not self._folder_is_inside(full.rpartition(os.sep)[0]):
            raise _leads_out(path)
        return full

    def _open(self, full: str, path: str) -> int:
        """Open a located path; a link is followed only when it stays inside."""
        if _NO_FOLLOW:
            try:
                return os.open(full, os.O_RDONLY | _SAFE_FLAGS | _NO_FOLLOW)
            except OSError as error:
                if error.errno not in (errno.ELOOP, errno.EMLINK):
                    raise
        real = os.path.realpath(full, strict=True)
        if not self._is_inside(real):
            raise _leads_out(path)
        return os.open(real, os.O_RDONLY | _SAFE_FLAGS)

    def _folder_is_inside(self, folder: str) -> bool:
        info = os.stat(folder)
        mark = (info.st_dev, info.st_ino)
        if self._inside.get(folder) != mark:
            if not self._is_inside(os.path.realpath(folder)):
                return False
            self._inside[folder] = mark
        return True

    def _is_inside(self, real: str) -> bool:
        return real == str(self.root) or real.startswith(self._prefix)


def _leads_out(path: str) -> OutsideRootError:
    return OutsideRootError(
        "a link leads out of the opened folder",
        where=path,
        hint="Copy the file in, or open the folder that holds both.",
    )


_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
# A pipe opened without O_NONBLOCK would wait for a writer.
_SAFE_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _read_all(descriptor: int, size: int) -> bytes:
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    chunks = [data]
    while chunks[-1]:
        chunks.append(os.read(descriptor, 1 << 20))
    return b"".join(chunks)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a loop of links


def _reason(error: Exception) -> str:
    """Return the system's words for what happened, without the path."""
    if isinstance(error, OSError) and error.errno is not None:
        if error.errno == errno.ELOOP:
            return "too many levels of symbolic links"
        return (error.strerror or os.strerror(error.errno)).lower()
    return "invalid argument" if "null" in str(error) else str(error)
