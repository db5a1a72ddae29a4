"""What the items of a manifest cost on real bytes, beside what their hints say."""

from __future__ import annotations

from ctxkit.canonical import sha256_hex
from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.manifest.tree import Tree
from ctxkit.model import Model
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.window.loading import LoadedItem, load_items


class MeasuredItem(Model):
    """An item of a manifest, and what it costs.

    Attributes
    ----------
    item : MissionContextItem
    bytes : int or None
        Size of what it loads: the slice, or the whole file. ``None`` for a command, and where
        there is nothing to load.
    tokens : int
        By the estimator on these bytes; of a command its hint; 0 where there is nothing to load.
    measured : bool
        Whether bytes were counted; ``False`` for commands and where there is nothing to load.
    missing : bool
        Whether it names a file, or a slice of one, that is not there or cannot be read.
    blob : str
        SHA-256 of the whole file as stored, 64 lower-case hex digits; ``""`` where there is none.
    reason : str
        Why it is missing, such as ``no such file``; else ``""``.
    """

    item: MissionContextItem
    bytes: int | None = None
    tokens: int = 0
    measured: bool = False
    missing: bool = False
    blob: str = ""
    reason: str = ""


def measure_items(
    manifest: MissionContextManifest, workspace: Tree, estimator: Estimator = HEURISTIC
) -> tuple[MeasuredItem, ...]:
    """Count what each item of a manifest loads, on the bytes that are on the disk now.

    A slice is cut anew from the present file. Nothing leads out of the workspace: an item whose
    path does is missing, and says why.

    Parameters
    ----------
    manifest : MissionContextManifest
    workspace : Workspace
        Where its paths are read; anything that reads below a root will do.
    estimator : Estimator
        Who counts the tokens.

    Returns
    -------
    tuple of MeasuredItem
        One an item, in load order.
    """
    return tuple(measure(loaded, estimator) for loaded in load_items(manifest, workspace))


def measure(loaded: LoadedItem, estimator: Estimator) -> MeasuredItem:
    """Count one item that was read."""
    item, data = loaded.item, loaded.data
    blob = "" if loaded.whole is None else sha256_hex(loaded.whole)
    if item.command:
        return MeasuredItem(item=item, tokens=max(0, item.token_hint))
    if data is None:
        return MeasuredItem(item=item, missing=True, blob=blob, reason=loaded.reason)
    return MeasuredItem(
        item=item, bytes=len(data), tokens=estimator.count(data), measured=True, blob=blob
    )
