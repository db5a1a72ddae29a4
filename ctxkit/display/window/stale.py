"""How stale pages look."""

from __future__ import annotations

from ctxkit.display.document import Cell, Column, Document, Figure, Row, Table, count, describe
from ctxkit.window.stale import StalePages


@describe.register
def _stale(held: StalePages) -> Document:
    resident = held.resident
    figure = (
        Figure(
            f"{held.tokens:,}",
            "tokens were made from files that have changed since",
            [
                f"{resident.tokens:,} of them in the window",
                count(len(held.paths), "file"),
                f"tokens {held.estimator}",
            ],
            "warn",
        )
        if held
        else Figure("Nothing", "is stale: every file is as it was when it was read", tone="good")
    )
    return Document(
        kind="Stale pages",
        title=f"{len(held):,} of {count(held.looked_at, 'page')}",
        parts=[
            figure,
            Table(
                caption="Stale pages in load order, at what they cost before",
                columns=[
                    Column("page"),
                    Column("part"),
                    Column("tokens", "right"),
                    Column("why", wide=True),
                ],
                rows=(
                    Row(
                        [Cell(one.page_id, code=True), one.part, f"{one.tokens:,}", one.why],
                        dim=one.part == "out",
                    )
                    for one in held
                ),
                total=len(held),
            ),
        ],
        footer="`.resident` has those in the window, `.paths` the files, "
        "`.to_frame()` is the table",
    )
