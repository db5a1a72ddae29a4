"""A folder of Markdown entries as a graph."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.errors import CtxkitError
from ctxkit.graph.entry import Entry, EntryError, parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import is_entry_id
from ctxkit.workspace.tree import DiskTree

_ENDING = ".md"
_DATED = re.compile(r"(?:.*/)?([0-9]{4})/([0-9]{2})/([^/]+)")
_DEEPEST = 32


def read_graph(folder: str | os.PathLike[str], *, strict: bool = False) -> Graph:
    """Read a graph from a folder of Markdown entries and the folders below.

    Parameters
    ----------
    folder : path-like
        The ID of an entry is the name of its file, or stands in folders of year and month:
        ``2026/04/20-150405-d-cpt-ydf.md`` is ``20260420-150405-d-cpt-ydf``. Files of another name
        are no entries. Links that lead out of the folder are not followed, and links to folders
        never.
    strict : bool
        Raise the first error or warning instead of noting it.

    Returns
    -------
    Graph
        Its ``diagnostics`` tell what could not be read; one bad file hides no other.

    Raises
    ------
    ReadError
        If there is no such folder.
    DiagnosticError
        With ``strict``.

    See Also
    --------
    ctxkit.parse_entry : What an entry is made of (contract C, section 14).
    """
    tree = DiskTree(folder)
    found: dict[str, Entry] = {}
    diagnostics = Diagnostics()
    for path in _files(tree, "", 0):
        findings = Findings(path)
        entry = _read(tree, path, findings)
        if entry is not None:
            diagnostics += entry.diagnostics
            if entry.id in found:
                findings.error(
                    "graph-duplicate-id",
                    None,
                    f"there is another entry {entry.id}, in {found[entry.id].file}",
                    "The one read first is kept.",
                )
            found.setdefault(entry.id, entry)
        diagnostics += findings.done()
    if strict:
        diagnostics.raise_first()
    return Graph(found.values(), diagnostics)


def _files(tree: DiskTree, folder: str, depth: int) -> Iterator[str]:
    prefix = f"{folder}/" if folder else ""
    yield from (prefix + n for n in tree.list_files(folder) or () if n.endswith(_ENDING))
    links = set(tree.list_links(folder))
    for name in tree.list_folders(folder) or ():
        if depth < _DEEPEST and name not in links and name != ".git":
            try:
                yield from _files(tree, prefix + name, depth + 1)
            except OSError:
                continue


def _read(tree: DiskTree, path: str, findings: Findings) -> Entry | None:
    entry_id = entry_id_of(path)
    if not entry_id:
        findings.info("graph-no-entry", None, "the name of the file is no ID of an entry")
        return None
    try:
        data = tree.read_bytes(path)
        if data is None:
            findings.error("graph-unreadable", None, "the file, or what it links to, is not there")
            return None
        return parse_entry(entry_id, data.decode("utf-8"), file=path)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1 if data else None
        findings.error("graph-invalid-utf8", line, "the file is not UTF-8", "Convert it to UTF-8.")
    except OSError as error:
        findings.error("graph-unreadable", None, str(error))
    except CtxkitError as error:
        place = error.place if isinstance(error, EntryError) else None
        line = None if place is None else place.line
        findings.error("graph-bad-entry", line, str(error), error.hint)
    return None


def entry_id_of(path: str) -> str:
    """Return the ID that the path of a file gives its entry; empty where it gives none."""
    stem = path.rpartition("/")[2].removesuffix(_ENDING)
    if is_entry_id(stem):
        return stem
    dated = _DATED.fullmatch(path.removesuffix(_ENDING))
    joined = "".join(dated.groups()) if dated is not None else ""
    return joined if is_entry_id(joined) else ""
