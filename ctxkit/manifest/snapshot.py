"""Snapshots: exactly what one turn loaded, and what has moved since. Contract A, *Snapshot*."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, Self

from pydantic import Field

from ctxkit.canonical import sha256_hex
from ctxkit.errors import InvalidValueError, ReadError, SnapshotError
from ctxkit.manifest.clock import format_timestamp
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.tree import Tree
from ctxkit.model import WireModel
from ctxkit.view import Framed, Plotted, Shown

SNAPSHOT_VERSION = 1
_STEERING = ".specd/steering"
_SHA256 = re.compile(r"[0-9a-f]{64}")


class LoadedFile(WireModel):
    """One file that a turn loaded.

    Attributes
    ----------
    path : str
        Below the root, as the manifest names it.
    sha256 : str
        Of the bytes as stored, 64 lower-case hex digits.
    lines : tuple of (int, int)
        First and last line, 1-based and inclusive; (0, 0) for an empty file.
    """

    path: str = ""
    sha256: str = ""
    lines: tuple[int, int] = (0, 0)


class SnapshotDiff(Shown, Framed, Plotted, WireModel):
    """What has moved since a snapshot. API page, *SnapshotDiff*.

    Attributes
    ----------
    unchanged, changed : tuple of str
        Paths, sorted. A file that vanished counts as changed.
    steering_changed, memory_changed : bool
    """

    unchanged: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    steering_changed: bool = Field(default=False, alias="steeringChanged")
    memory_changed: bool = Field(default=False, alias="memoryChanged")


class ContextSnapshot(Shown, Framed, Plotted, WireModel):
    """The record of what one turn loaded. API page, *ContextSnapshot*.

    Attributes
    ----------
    version, turn : int
    phase, task : str
    manifest : MissionContextManifest
    loaded_files : tuple of LoadedFile
        Sorted by path.
    steering_digest, memory_digest : str
        SHA-256 in hex, empty where there is nothing to digest.
    timestamp : str
        RFC 3339 in UTC.
    """

    omit_empty: ClassVar = frozenset({"steering_digest", "memory_digest"})

    version: int = SNAPSHOT_VERSION
    turn: int = 0
    phase: str = ""
    task: str = ""
    manifest: MissionContextManifest = Field(default_factory=MissionContextManifest)
    loaded_files: tuple[LoadedFile, ...] = Field(default=(), alias="loadedFiles")
    steering_digest: str = Field(default="", alias="steeringDigest")
    memory_digest: str = Field(default="", alias="memoryDigest")
    timestamp: str = ""

    @classmethod
    def record(
        cls,
        tree: Tree,
        turn: int,
        phase: str,
        task: str,
        manifest: MissionContextManifest,
        now: datetime | str,
    ) -> Self:
        """Hash what a manifest names in a tree; see :func:`ctxkit.build_context_snapshot`."""
        paths = sorted({item.path for item in manifest.items if item.path}, key=_utf8)
        snapshot = cls(
            turn=turn,
            phase=phase,
            task=task,
            manifest=manifest,
            loaded_files=tuple(_load_all(tree, paths)),
            steering_digest=_steering_digest(tree),
            memory_digest=_memory_digest(tree),
            timestamp=format_timestamp(now),
        )
        validate_context_snapshot(snapshot)
        return snapshot

    def diff(self, tree: Tree) -> SnapshotDiff:
        """Compare with a tree as it is now.

        Parameters
        ----------
        tree : Workspace or DiskTree
            Where to look for the same paths.

        Raises
        ------
        SnapshotError
            If the snapshot is malformed, or a path is there but cannot be read.
        """
        if not isinstance(tree, Tree):
            raise InvalidValueError(
                "not a tree",
                where="tree",
                got=repr(tree),
                expected="a Workspace",
                hint="ctxkit.diff_context_snapshot(snapshot, path) takes a path.",
            )
        validate_context_snapshot(self)
        same: list[str] = []
        moved: list[str] = []
        for file in self.loaded_files:
            data = _read(tree, file.path)
            kept = data is not None and sha256_hex(data) == file.sha256
            (same if kept else moved).append(file.path)
        return SnapshotDiff(
            unchanged=tuple(sorted(same, key=_utf8)),
            changed=tuple(sorted(moved, key=_utf8)),
            steering_changed=_steering_digest(tree) != self.steering_digest,
            memory_changed=_memory_digest(tree) != self.memory_digest,
        )


def _utf8(path: str) -> bytes:
    return path.encode("utf-8", "surrogatepass")


def _read(tree: Tree, path: str) -> bytes | None:
    try:
        return tree.read_bytes(path)
    except ReadError as error:
        name = "memory.md" if path == f"{_STEERING}/memory.md" else path
        raise SnapshotError(f"context snapshot: read {name}: {error.what}") from error


def _load_all(tree: Tree, paths: Iterable[str]) -> Iterable[LoadedFile]:
    for path in paths:
        data = _read(tree, path)
        if data is None:
            continue
        last = data.count(b"\n") + (0 if data.endswith(b"\n") else 1) if data else 0
        yield LoadedFile(path=path, sha256=sha256_hex(data), lines=(1 if last else 0, last))


def _steering_digest(tree: Tree) -> str:
    try:
        names = tree.list_files(_STEERING) or ()
    except ReadError as error:
        raise SnapshotError(f"context snapshot: read steering dir: {error.what}") from error
    digest = hashlib.sha256()
    found = False
    for name in sorted(names, key=_utf8):
        if not name.endswith(".md") or name == "memory.md":
            continue
        data = _read(tree, f"{_STEERING}/{name}")
        if data is not None:
            digest.update(_utf8(name) + b"\0" + str(len(data)).encode() + b"\0" + data)
            found = True
    return digest.hexdigest() if found else ""


def _memory_digest(tree: Tree) -> str:
    data = _read(tree, f"{_STEERING}/memory.md")
    return "" if data is None else sha256_hex(data)


def validate_context_snapshot(snapshot: ContextSnapshot) -> None:
    """Refuse a malformed snapshot.

    Raises
    ------
    SnapshotError
        For the first of: version not 1, negative turn, no task; then for each file in turn: no
        path, a digest that is not 64 lower-case hex digits, lines out of order.
    """
    if snapshot.version != SNAPSHOT_VERSION:
        raise SnapshotError(f"context snapshot: unsupported version {snapshot.version}")
    if snapshot.turn < 0:
        raise SnapshotError("context snapshot: turn must be non-negative")
    if not snapshot.task:
        raise SnapshotError("context snapshot: task is required")
    for file in snapshot.loaded_files:
        if not file.path:
            raise SnapshotError("context snapshot: loaded file has empty path")
        if not _SHA256.fullmatch(file.sha256):
            raise SnapshotError(f"context snapshot: loaded file {file.path} has invalid sha256")
        if not 0 <= file.lines[0] <= file.lines[1]:
            raise SnapshotError(f"context snapshot: loaded file {file.path} has invalid line range")


def canonical_snapshot_json(snapshot: ContextSnapshot) -> str:
    """Return the one text of a snapshot: validated, files sorted by path, two-space indent.

    Parameters
    ----------
    snapshot : ContextSnapshot

    Returns
    -------
    str
        JSON with a final newline, the same bytes on every machine. An empty list of loaded files
        is ``null``.

    Raises
    ------
    SnapshotError
        If the snapshot is malformed.
    """
    validate_context_snapshot(snapshot)
    ordered = tuple(sorted(snapshot.loaded_files, key=lambda file: _utf8(file.path)))
    wire = snapshot.replace(loaded_files=ordered).with_null_lists("loaded_files")
    return wire.to_json(indent=2) + "\n"
