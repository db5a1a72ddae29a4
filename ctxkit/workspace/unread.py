"""Markdown below ``.specd`` that nobody reads: misplaced or misnamed, it would be lost."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.diagnostics import Diagnostic, Findings
from ctxkit.errors import ReadError
from ctxkit.workspace.folder import Folder

#: Folders are looked through down to this depth, and at most so many of them.
MAX_DEPTH = 6
MAX_FOLDERS = 5_000

_NAMED = 6  # files that one finding names


def find_unread_files(tree: Folder, read: set[str]) -> list[Diagnostic]:
    """Return a note for each folder that holds Markdown which was not read.

    Parameters
    ----------
    tree : Folder
    read : set of str
        Paths that were read.
    """
    found: list[Diagnostic] = []
    for folder, names in _markdown_files(tree):
        unread = [name for name in names if f"{folder}/{name}" not in read]
        # What could not be read has a finding of its own.
        unread = [name for name in unread if tree.size_of(f"{folder}/{name}") is not None]
        if not unread:
            continue
        more = f" and {len(unread) - _NAMED} more" if len(unread) > _NAMED else ""
        findings = Findings(folder)
        findings.info(
            "file-not-read",
            None,
            f"Markdown that is no known part of a workspace: {', '.join(unread[:_NAMED])}{more}",
            "A spec's files lie in .specd/specs/SLUG and have their exact names.",
        )
        found += findings.done()
    return found


def _markdown_files(tree: Folder) -> Iterator[tuple[str, list[str]]]:
    queue = [(".specd", 0)]
    for _ in range(MAX_FOLDERS):
        if not queue:
            return
        folder, depth = queue.pop(0)
        try:
            files = tree.list_files(folder) or ()
            folders = tree.list_folders(folder) or ()
        except ReadError:
            continue  # reported by whoever wanted to read it
        names = [name for name in files if name.lower().endswith((".md", ".markdown"))]
        if names:
            yield folder, names
        if depth < MAX_DEPTH:
            links = set(tree.list_links(folder))
            queue += [(f"{folder}/{name}", depth + 1) for name in folders if name not in links]
