"""The items of a context manifest as pages, so that a window can be tried on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.manifest.tokens import ESTIMATOR_NAME
from ctxkit.resident.columns import page_table
from ctxkit.resident.table import PageTable


class ManifestPages(NamedTuple):
    """What :func:`ctxkit.assemble_resident` takes, made from a manifest."""

    table: PageTable
    mandatory: tuple[str, ...]  #: ids of the required items


def pages_from_manifest(manifest: MissionContextManifest) -> ManifestPages:
    """Make a page of each item of a manifest; the required ones are mandatory.

    A page is called like what its item reads or runs, with the slice that is meant. Its labels are
    the item's own typed fields: ``kind:…``, ``path:…`` or ``command:…``, and for a slice
    ``task:…``, ``requirement:…`` or ``section:…``. Its cost is the item's token hint.

    Parameters
    ----------
    manifest : MissionContextManifest

    Returns
    -------
    ManifestPages
        The pages in load order, and the ids of the required ones.

    Raises
    ------
    InvalidValueError
        If a token hint is negative; the message names the page.
    """
    items = manifest.items
    table = page_table(
        {
            "page_id": [_page_id(item) for item in items],
            "kind": [item.kind for item in items],
            "tokens": [item.token_hint for item in items],
            "obligations": [list(_labels(item)) for item in items],
        },
        estimator=f"{ESTIMATOR_NAME} and fixed hints",
    )
    return ManifestPages(table, tuple(_page_id(item) for item in items if item.required))


def _page_id(item: MissionContextItem) -> str:
    target = f"$ {item.command}" if item.command else item.path
    return f"{target} ({item.selector.wording})" if item.selector else target


def _labels(item: MissionContextItem) -> Iterator[str]:
    yield f"kind:{item.kind}"
    if item.path:
        yield f"path:{item.path}"
    if item.command:
        yield f"command:{item.command}"
    if item.selector is None:
        return
    if item.selector.task_id:
        yield f"task:{item.selector.task_id}"
    for number in item.selector.requirements:
        yield f"requirement:{number}"
    for heading in item.selector.design_headings:
        yield f"section:{heading}"
