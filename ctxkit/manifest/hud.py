"""The heads-up display: what a load list costs on disk. Contract A, *HUD*."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from pydantic import Field

from ctxkit.errors import ReadError
from ctxkit.manifest.tokens import estimate_tokens
from ctxkit.manifest.tree import Tree
from ctxkit.model import WireModel
from ctxkit.view import Framed, Plotted, Shown


class HUDFile(WireModel):
    """One row of a load list. A missing file has ``exists`` false and costs nothing."""

    path: str = ""
    exists: bool = False
    bytes: int = 0
    approx_tokens: int = Field(default=0, alias="approxTokens")


class ContextHUD(Shown, Framed, Plotted, WireModel):
    """What a host would load for a spec, and what it costs. API page, *ContextHUD*.

    Attributes
    ----------
    spec, mode, tier : str
    files : tuple of HUDFile
        In the order of the load list. ``null`` on the wire when there are none.
    skills : tuple of str
        Sorted.
    total_bytes, approx_tokens : int
        Sums over all files.
    """

    omit_empty: ClassVar = frozenset({"tier"})

    spec: str = ""
    mode: str = ""
    tier: str = ""
    files: tuple[HUDFile, ...] = ()
    skills: tuple[str, ...] = ()
    total_bytes: int = Field(default=0, alias="totalBytes")
    approx_tokens: int = Field(default=0, alias="approxTokens")

    @classmethod
    def measure(
        cls,
        tree: Tree,
        spec: str,
        mode: str,
        tier: str,
        load_files: Iterable[str],
        skills: Iterable[str],
    ) -> Self:
        """Measure a load list in a tree; see :func:`ctxkit.build_context_hud`."""
        files = tuple(_measure_file(tree, path) for path in load_files)
        return cls(
            spec=spec,
            mode=mode,
            tier=tier,
            files=files,
            skills=tuple(sorted(skills)),
            total_bytes=sum(file.bytes for file in files),
            approx_tokens=sum(file.approx_tokens for file in files),
        ).with_null_lists("files")


def _measure_file(tree: Tree, path: str) -> HUDFile:
    try:
        data = tree.read_bytes(path)
    except ReadError:
        data = None
    if data is None:
        return HUDFile(path=path)
    return HUDFile(path=path, exists=True, bytes=len(data), approx_tokens=estimate_tokens(data))
