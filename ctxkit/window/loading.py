"""What the items of a manifest really load: bytes read from a tree, whole or as a slice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxkit.errors import InvalidValueError, ReadError
from ctxkit.gotext import join_clean, to_bytes
from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.manifest.tree import Tree


@dataclass(frozen=True, slots=True)
class LoadedItem:
    """An item with the bytes behind it, as they were when it was read."""

    item: MissionContextItem
    path: str  #: below the root, cleaned; ``""`` for a command
    whole: bytes | None = None  #: the file as stored
    data: bytes | None = None  #: what the item loads of it
    sliced: bool = False  #: whether ``data`` was cut by the item's selector
    reason: str = ""  #: why there is nothing to load


def load_items(manifest: MissionContextManifest, tree: Tree) -> Iterator[LoadedItem]:
    """Yield each item with what it loads now; a file is read once, however many items name it."""
    if not isinstance(manifest, MissionContextManifest):
        raise InvalidValueError(
            "not a manifest",
            where="manifest",
            got=type(manifest).__name__,
            expected="a MissionContextManifest",
            hint="spec.manifest() makes one.",
        )
    if not isinstance(tree, Tree):
        raise InvalidValueError(
            "not a workspace",
            where="workspace",
            got=type(tree).__name__,
            expected="a Workspace",
            hint="ctxkit.open_workspace(path) opens one.",
        )
    files: dict[str, bytes | str] = {}
    for item in manifest.items:
        if item.command:
            yield LoadedItem(item, "")
            continue
        # A leading slash means the root itself, as it does for the tree.
        path = join_clean(item.path.lstrip("/"))
        if path not in files:
            files[path] = _read(tree, path)
        yield _loaded(item, path, files[path])


def _read(tree: Tree, path: str) -> bytes | str:
    """Return the bytes of a file, or why there are none."""
    if not path:
        return "the item names neither a file nor a command"
    try:
        data = tree.read_bytes(path)
    except ReadError as error:
        return error.what
    return "no such file" if data is None else data


def _loaded(item: MissionContextItem, path: str, found: bytes | str) -> LoadedItem:
    if isinstance(found, str):
        return LoadedItem(item, path, reason=found)
    if item.selector is None or item.selector.is_empty:
        return LoadedItem(item, path, found, found)
    chosen = item.selector.cut(found.decode("utf-8", "surrogateescape"))
    if chosen is None:
        return LoadedItem(item, path, found, reason=f"{item.selector.wording} is not in the file")
    return LoadedItem(item, path, found, to_bytes(chosen), sliced=True)
