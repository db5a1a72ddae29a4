"""A workspace: a folder with a ``.specd`` in it, and the specs that it holds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ctxkit.diagnostics import Diagnostic, Diagnostics, Findings
from ctxkit.errors import ReadError, UnknownNameError
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.workspace.config import read_config
from ctxkit.workspace.folder import Folder
from ctxkit.workspace.git_revision import GitRevision
from ctxkit.workspace.git_tree import GitTree
from ctxkit.workspace.guides import GuideKind, Guides, read_guides
from ctxkit.workspace.spec import ARTIFACT_NAMES, Spec
from ctxkit.workspace.tree import DiskTree
from ctxkit.workspace.unread import find_unread_files

#: Where specs lie. The second is where later releases of the tool keep proposed changes.
SPEC_FOLDERS = (".specd/specs", ".specd/changes")

_SHOW_PROGRESS_FROM = 50  # specs; about a second of reading


class Workspace(Shown, Framed, Plotted, Mapping[str, Spec]):
    """The specs of a folder by slug, and the guides that every agent of it is told.

    It is read once, when it is opened; open it again to see later edits. Reading files through
    :meth:`read_bytes` always sees the present state, so ``snapshot.diff(workspace)`` does too.
    Opened at a git revision, it is the folder as it was then, and stays so.

    Attributes
    ----------
    root : pathlib.Path
        The folder that holds ``.specd``.
    revision : GitRevision or None
        The git revision that it was opened at; ``None`` for the folder as it is.
    guides : Guides
        Roles, steering and skills.
    config : mapping
        What ``.specd/config.yml`` holds; empty where it is absent or cannot be read.
    diagnostics : Diagnostics
        What was odd anywhere in it.
    """

    def __init__(self, root: str | os.PathLike[str], revision: str | None = None) -> None:
        self._tree: Folder = _open_folder(root, revision)
        self.root: Path = self._tree.root
        self.revision: GitRevision | None = self._tree.revision
        self.guides, found = read_guides(self._tree)
        self.config, about_config = read_config(self._tree)
        found += about_config
        self._specs: dict[str, Spec] = {}
        for folder in _with_progress(self._spec_folders(found)):
            spec = Spec(self._tree, folder)
            if spec.slug in self._specs:
                findings = Findings(folder)
                findings.error(
                    "duplicate-slug",
                    None,
                    f"{self._specs[spec.slug].folder} has the same slug, so this is left out",
                    "Give one of the two folders another name.",
                )
                found += findings.done()
                continue
            self._specs[spec.slug] = spec
            found += spec.diagnostics
        found += find_unread_files(self._tree, read=_paths_read(self))
        self.diagnostics = Diagnostics(found)

    @property
    def name(self) -> str:
        """Name of the root folder."""
        return self.root.name

    @property
    def roles(self) -> Guides:
        """The role files."""
        return self.guides.of_kind(GuideKind.ROLE)

    @property
    def steering(self) -> Guides:
        """The steering files."""
        return self.guides.of_kind(GuideKind.STEERING)

    @property
    def skills(self) -> Guides:
        """The skill files."""
        return self.guides.of_kind(GuideKind.SKILL)

    def __getitem__(self, slug: str) -> Spec:
        try:
            return self._specs[slug]
        except (KeyError, TypeError):
            raise UnknownNameError.among("spec", slug, self._specs) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def __bool__(self) -> bool:
        return True  # an empty workspace is still one

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._specs)

    def reload(self) -> Workspace:
        """Read the folder again and return what it says now.

        At a git revision, its name is looked up again: a branch may have moved on.
        """
        return Workspace(self.root, self.revision.name if self.revision else None)

    def at(self, revision: str) -> Workspace:
        """Return this workspace as it was at a git revision; see :func:`ctxkit.open_workspace`."""
        return Workspace(self.root, revision)

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file below the root; see :meth:`DiskTree.read_bytes`."""
        return self._tree.read_bytes(path)

    def list_files(self, folder: str) -> Sequence[str] | None:
        """Return the names of the files in a folder; see :meth:`DiskTree.list_files`."""
        return self._tree.list_files(folder)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield path and present bytes of every guide and of every file of a spec, by path.

        Files that cannot be read are passed over; ``diagnostics`` names them.
        """
        paths = {guide.path for guide in self.guides}
        for spec in self.values():
            paths |= {f"{spec.folder}/{name}" for name in self.list_files(spec.folder) or ()}
        for path in sorted(paths):
            try:
                data = self.read_bytes(path)
            except ReadError:
                continue
            if data is not None:
                yield path, data

    def _spec_folders(self, found: list[Diagnostic]) -> list[str]:
        folders = []
        for parent in SPEC_FOLDERS:
            findings = Findings(parent)
            try:
                names = self._tree.list_folders(parent) or ()
            except ReadError as error:
                findings.error("folder-unreadable", None, f"could not be read: {error.what}")
                names = ()
            for name in self._tree.list_broken_links(parent):
                findings.error(
                    "broken-link",
                    None,
                    f"{name} is a link that leads nowhere",
                    "Mend or remove it.",
                )
            for name in names:
                folder = f"{parent}/{name}"
                if self._looks_like_spec(folder, findings):
                    folders.append(folder)
            found += findings.done()
        return folders

    def _looks_like_spec(self, folder: str, findings: Findings) -> bool:
        name = folder.rpartition("/")[2]
        if not name.isprintable() or name.strip() != name:
            findings.warning("odd-slug", None, f"the folder name {name!r} is hard to type")
        try:
            files = set(self._tree.list_files(folder) or ())
        except ReadError as error:
            findings.error("folder-unreadable", None, f"{name}: {error.what}", error.hint)
            return False
        if files.isdisjoint(ARTIFACT_NAMES):
            findings.info(
                "not-a-spec", None, f"{name} holds none of a spec's files, so it is left out"
            )
            return False
        return True


def open_workspace(
    path: str | os.PathLike[str], *, revision: str | None = None, strict: bool = False
) -> Workspace:
    """Open a folder that holds a ``.specd`` folder, and read its specs.

    Parameters
    ----------
    path : str or os.PathLike
        The folder, or its ``.specd`` folder itself.
    revision : str, optional
        Open it as it was at this git revision (``HEAD~1``, a branch, a tag, a commit id). Read
        from the repository's objects by the ``git`` command: nothing is checked out or fetched,
        and no hook, filter or other program that the repository names is run.
    strict : bool
        Raise the first diagnostic (error or warning) in place of collecting them.

    Returns
    -------
    Workspace

    Raises
    ------
    ReadError
        If there is no such folder, or no ``.specd`` in it; for a revision also if git is not
        installed, or the folder is in no repository.
    UnknownNameError
        If there is no such revision.
    DiagnosticError
        With ``strict``, for the first finding.
    """
    workspace = Workspace(path, revision)
    if strict:
        workspace.diagnostics.raise_first()
    return workspace


def _paths_read(workspace: Workspace) -> set[str]:
    """Return the paths that the workspace was read from."""
    guides = {guide.path for guide in workspace.guides}
    return guides.union(*({a.path for a in s.artifacts.values()} for s in workspace.values()))


def _open_folder(path: str | os.PathLike[str], revision: str | None) -> Folder:
    """Return the folder that holds ``.specd``, as it is or as it was."""
    tree = _tree_of(path, revision)
    if tree.root.name == ".specd":
        return _tree_of(tree.root.parent, revision)
    try:
        inside = ".specd" in (tree.list_folders("") or ())
    except ReadError as error:
        raise ReadError(error.what, where=str(path)) from None
    if not inside:
        near = _nearby(tree)
        hint = (
            "Did you mean " + " or ".join(near) + "?" if near else "Run `specd init` there first."
        )
        raise ReadError(
            f"no .specd folder here at {tree.revision}"
            if tree.revision
            else "no .specd folder here",
            where=str(path),
            expected="a folder with .specd in it",
            hint=hint,
        )
    if isinstance(tree, GitTree):
        tree.read_ahead(".specd")
    return tree


def _tree_of(path: str | os.PathLike[str], revision: str | None) -> Folder:
    return DiskTree(path) if revision is None else GitTree(path, revision)


def _nearby(tree: Folder, depth: int = 3, most: int = 3) -> list[str]:
    """Return folders below that do hold a ``.specd``, for a hint."""
    found: list[str] = []
    queue = [("", 0)]
    while queue and len(found) < most:
        folder, level = queue.pop(0)
        try:
            names = [n for n in tree.list_folders(folder) or () if not os.path.islink(n)]
        except ReadError:
            continue
        if ".specd" in names:
            found.append(f"{tree.root}/{folder}")
        if level < depth:
            queue += [(f"{folder}/{n}".lstrip("/"), level + 1) for n in names[:200] if n[0] != "."]
    return found


def _with_progress(folders: list[str]) -> Iterator[str]:
    if len(folders) < _SHOW_PROGRESS_FROM:
        return iter(folders)
    from tqdm.auto import tqdm

    return iter(tqdm(folders, desc="reading specs", unit="spec", leave=False))
