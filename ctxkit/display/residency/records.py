"""How pages, push-outs and reloads look."""

from __future__ import annotations

from collections.abc import Iterable

from ctxkit.display.document import Cell, Column, Document, Figure, Row, Table, count, describe
from ctxkit.display.residency.words import (
    HOW_WORDS,
    PAGE_COLUMNS,
    often,
    page_cells,
    token_cell,
)
from ctxkit.residency.loads import Form
from ctxkit.residency.records import PushOuts, Reloads, WindowPages

#: Event, page, form, tokens, and the event before that belongs to it.
_Line = tuple[int, str, Form, int, int]


@describe.register
def _pages(held: WindowPages) -> Document:
    largest = max((page.tokens or 0 for page in held), default=0)
    unknown = sum(page.tokens is None for page in held)
    return Document(
        kind="Pages of a session",
        title=count(len(held), "page"),
        parts=[
            Figure(
                f"{sum(page.tokens or 0 for page in held):,}",
                "tokens in all, each page once in its deepest form",
                [f"{count(unknown, 'page')} of unknown size" if unknown else ""],
            ),
            Table(
                caption="Pages in the order in which they were loaded first",
                columns=[
                    *PAGE_COLUMNS,
                    Column("read", "right"),
                    Column("again", "right"),
                    Column("pushed out", "right"),
                ],
                rows=(
                    Row(
                        [
                            *page_cells(page, largest),
                            f"{page.reads:,}",
                            often(page.again),
                            often(page.pushed_out),
                        ]
                    )
                    for page in held
                ),
                total=len(held),
            ),
        ],
        footer='`["name"]` is one page, `.to_frame()` the table',
    )


@describe.register
def _push_outs(held: PushOuts) -> Document:
    rows = ((item.seq, item.page, item.form, item.tokens, item.since) for item in held)
    return _document("Pushed out", held, rows, "there since")


@describe.register
def _reloads(held: Reloads) -> Document:
    rows = ((item.seq, item.page, item.form, item.tokens, item.pushed_out) for item in held)
    return _document("Read again", held, rows, "pushed out at")


def _document(kind: str, held: PushOuts | Reloads, rows: Iterable[_Line], since: str) -> Document:
    largest = max((item.tokens for item in held), default=0)
    return Document(
        kind=kind,
        title=count(len(held), "time"),
        parts=[
            Figure(f"{held.tokens:,}", "tokens in all"),
            Table(
                caption="One row a time, in order of the events",
                columns=[
                    Column("event", "right"),
                    Column("page"),
                    Column("how"),
                    Column("tokens", "right"),
                    Column(since, "right"),
                ],
                rows=(
                    Row(
                        [
                            f"{seq:,}",
                            Cell(page, code=True),
                            HOW_WORDS[form],
                            token_cell(tokens, form, largest),
                            f"event {before:,}",
                        ]
                    )
                    for seq, page, form, tokens, before in rows
                ),
                total=len(held),
            ),
        ],
        footer="`.tokens` adds up, `.to_frame()` is the table",
    )
