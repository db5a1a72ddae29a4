"""The live state of a workspace: what every file that can be loaded holds now."""

from __future__ import annotations

from collections.abc import Iterable

from ctxkit.errors import InvalidValueError, ReadError
from ctxkit.gotext import join_clean
from ctxkit.manifest.tree import Tree
from ctxkit.manifest.vocabulary import ROLES
from ctxkit.resident.pages import DependencyEnv, blob_hash
from ctxkit.workspace.overrides import several
from ctxkit.workspace.spec import ARTIFACT_NAMES, Spec
from ctxkit.workspace.workspace import Workspace


def environment(workspace: Tree, *, paths: Iterable[str] | None = None) -> DependencyEnv:
    """Return the present state of a workspace, which pages are checked against.

    Read from the disk when it is called. Contract B knows two roots beside the files' hashes; a
    workspace accepts and checkpoints nothing, so they stay empty, and no page depends on them.

    Parameters
    ----------
    workspace : Workspace
    paths : iterable of str, optional
        Look at these files only. When not given, at every file that a manifest of any of its specs
        can name, whatever the task and the role: roles, steering, skills, artifacts and the files
        that tasks declare.

    Returns
    -------
    DependencyEnv
        ``sha256:`` and the hash of each file as stored, by path. A file that is not there or cannot
        be read has no entry, so that a page made from it is stale.
    """
    if not isinstance(workspace, Tree):
        raise InvalidValueError(
            "not a workspace",
            where="workspace",
            got=type(workspace).__name__,
            expected="a Workspace",
            hint="ctxkit.open_workspace(path) opens one.",
        )
    wanted = _nameable_paths(workspace) if paths is None else several("paths", paths, str)
    blobs = {}
    for path in sorted({join_clean(path.lstrip("/")) for path in wanted} - {""}):
        try:
            data = workspace.read_bytes(path)
        except ReadError:
            continue
        if data is not None:
            blobs[path] = blob_hash(data)
    return DependencyEnv(path_blobs=blobs)


def _nameable_paths(workspace: Tree) -> set[str]:
    if not isinstance(workspace, Workspace):
        raise InvalidValueError(
            "which files to look at is not known",
            where="paths",
            got="a tree without specs",
            expected="a Workspace, or paths",
        )
    present = workspace.reload()  # tasks may have been added since it was opened
    paths = {guide.path for guide in present.guides}
    paths |= {f".specd/roles/{role}.md" for role in ROLES}
    for spec in present.values():
        paths |= _paths_of(spec)
    return paths


def _paths_of(spec: Spec) -> set[str]:
    """Return what the manifests of one spec can name."""
    paths = {f"{spec.folder}/{name}" for name in ARTIFACT_NAMES}
    asked = ["", *dict.fromkeys(task.id for task in spec.progress)]
    for task in asked:
        manifest = spec.manifest(task=task)
        paths.update(item.path for item in manifest.items if item.path)
    return paths
