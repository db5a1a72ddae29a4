"""Heads-up displays, snapshots and diffs of a folder on disk, under the API page's names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime

from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot, SnapshotDiff
from ctxkit.manifest.tree import Tree
from ctxkit.workspace.overrides import several
from ctxkit.workspace.tree import DiskTree

#: A folder: its path, or something that reads one, such as a :class:`~ctxkit.Workspace`.
Root = str | os.PathLike[str] | Tree


def _as_tree(root: Root) -> Tree:
    return root if isinstance(root, Tree) else DiskTree(root)


def build_context_hud(
    root: Root,
    spec: str,
    mode: str,
    tier: str,
    load_files: Iterable[str],
    skills: Iterable[str],
) -> ContextHUD:
    """Measure what a host would load for a spec. Contract A, *HUD*.

    Parameters
    ----------
    root : path or Workspace
        The folder that holds ``.specd``.
    spec, mode, tier : str
        Recorded as given.
    load_files : iterable of str
        Paths below the root. A file that cannot be read counts as absent.
    skills : iterable of str
        The active skills among them.

    Returns
    -------
    ContextHUD
        One row a file in the order given, duplicates kept; bytes and estimated tokens.

    Raises
    ------
    ReadError
        If the root is not a folder.
    """
    files = several("load_files", load_files, str)
    return ContextHUD.measure(
        _as_tree(root), spec, mode, tier, files, several("skills", skills, str)
    )


def build_context_snapshot(
    root: Root,
    turn: int,
    phase: str,
    task: str,
    manifest: MissionContextManifest,
    now: datetime | str,
) -> ContextSnapshot:
    """Record what a turn loads: a digest of every file that a manifest names.

    Parameters
    ----------
    root : path or Workspace
    turn : int
        From 0.
    phase, task : str
    manifest : MissionContextManifest
        Items without a path, or whose file does not exist, are skipped.
    now : datetime or str
        The caller's clock; RFC 3339 text may hold nanoseconds.

    Raises
    ------
    SnapshotError
        If the turn is negative, the task is empty, or a file is there but cannot be read.
    """
    return ContextSnapshot.record(_as_tree(root), turn, phase, task, manifest, now)


def diff_context_snapshot(snapshot: ContextSnapshot, root: Root) -> SnapshotDiff:
    """Say what has moved between a snapshot and a folder as it is now.

    Parameters
    ----------
    snapshot : ContextSnapshot
    root : path or Workspace

    Raises
    ------
    SnapshotError
        If the snapshot is malformed, or a path is there but cannot be read.
    """
    return snapshot.diff(_as_tree(root))
