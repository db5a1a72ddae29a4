"""Pages as entries of a graph, so that a procedure can ask for them and a log names them."""

from __future__ import annotations

import json
from datetime import datetime

from ctxkit.canonical import sha256_hex
from ctxkit.errors import InvalidValueError
from ctxkit.graph.entry import Entry, parse_entry
from ctxkit.manifest.clock import format_timestamp
from ctxkit.window.pages import ManifestPages


def entries_from_pages(pages: ManifestPages, *, at: datetime | str) -> dict[str, Entry]:
    """Return an entry for each page with text: a fact whose title is the page's id.

    With them in its graph an engine can run a procedure over what a manifest loads, and the reads
    in its log name pages. The ID of an entry ends with a digest of the page's id, which holds a
    digest of its content: an edited page is another entry.

    Parameters
    ----------
    pages : ManifestPages
        Made with a workspace. Commands have no text, so they become no entries.
    at : datetime or str
        The moment that the IDs begin with: an aware datetime, or RFC 3339 text.

    Returns
    -------
    dict of str to Entry
        By page id, in load order. An entry refers to those that its page depends on.

    Raises
    ------
    InvalidValueError
        If the moment is none, or the pages were made without a workspace and so have no text.
    """
    if not isinstance(pages, ManifestPages) or pages.tree is None:
        raise InvalidValueError(
            "these pages have no text" if isinstance(pages, ManifestPages) else "not pages",
            where="pages",
            got=type(pages).__name__,
            expected="the pages of a manifest, made with a workspace",
            hint="pages_from_manifest(manifest, workspace) makes them.",
        )
    stamp = "".join(mark for mark in format_timestamp(at)[:19] if mark.isdigit() or mark == "T")
    rows = [row for row, data in enumerate(pages.contents) if data is not None]
    named = {
        pages.table.page_ids[row]: f"{stamp.replace('T', '-')}-s-ops-"
        f"{sha256_hex(pages.table.page_ids[row].encode('utf-8', 'surrogatepass'))[:12]}"
        for row in rows
    }
    return {
        pages.table.page_ids[row]: parse_entry(
            named[pages.table.page_ids[row]], _entry_text(pages, row, named)
        )
        for row in rows
    }


def _entry_text(pages: ManifestPages, row: int, named: dict[str, str]) -> str:
    page = pages.table.page(row)
    refs = [
        {"id": named[other], "kind": "depends-on"} for other in page.depends_on if other in named
    ]
    # JSON is YAML, so that no character of a path or a heading can mean anything.
    head = {
        "type": "signal",
        "layer": "operational",
        "kind": "fact",
        "index": {"title": page.page_id, "topic": f"page/{page.kind}"},
        "refs": refs,
    }
    return f"---\n{json.dumps(head)}\n---\n\n{pages.text_of(row) or ''}"
