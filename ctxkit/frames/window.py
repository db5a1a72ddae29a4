"""Pages of a manifest, what fits a window, and what is stale, as frames."""

from __future__ import annotations

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.window.assembly import Assembly
from ctxkit.window.pages import ManifestPages
from ctxkit.window.stale import StalePages


def _size(held: ManifestPages, row: int) -> int | None:
    data = held.contents[row] if held.contents else None
    return None if data is None else len(data)


@to_frame.register
def _pages(held: ManifestPages) -> pd.DataFrame:
    table, closure = held.table, set(held.closure)
    return make_frame(
        "manifest_pages",
        (
            (
                table.page_ids[row],
                table.kind_of(row),
                held.path_of(row) or None,
                held.orders[row],
                row in closure,
                int(table.tokens[row]),
                _size(held, row),
                table.labels_of(row),
                tuple(table.page(row).depends_on),
            )
            for row in range(len(table))
        ),
    )


@to_frame.register
def _assembly(held: Assembly) -> pd.DataFrame:
    """Return the pages in the window in their order, then those that are out."""
    table, used = held.pages.table, held.instruction_tokens
    gains = list(held.working_set.run.gains) if held.working_set else []
    inside = held.resident.rows if held.resident else held.closure
    rows = []
    for place, row in enumerate([*inside, *held.rejects], 1):
        is_in = held.feasible and place <= len(inside)
        tokens, pick = int(table.tokens[row]), place - 1 - len(held.closure)
        used += tokens if is_in else 0
        rows.append(
            (
                place if is_in else None,
                table.page_ids[row],
                table.kind_of(row),
                held.pages.path_of(row) or None,
                held.parts[row],
                tokens,
                _size(held.pages, row),
                gains[pick] if held.parts[row] == "picked" else None,
                used if is_in else None,
                held.why(row),
            )
        )
    return make_frame("assembly", rows)


@to_frame.register
def _stale(held: StalePages) -> pd.DataFrame:
    return make_frame(
        "stale_pages", ((one.page_id, one.path, one.part, one.tokens, one.why) for one in held)
    )
