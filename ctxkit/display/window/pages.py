"""How the pages of a manifest look."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Row,
    Segment,
    Table,
    count,
    describe,
)
from ctxkit.display.manifest.manifest import kind_color, manifest_title
from ctxkit.display.window.words import hint_note, missing_note, missing_table, short_labels
from ctxkit.window.pages import Grain, ManifestPages

GRAIN_WORDS = {Grain.ITEM: "a page an item or slice", Grain.SECTION: "a page a section"}


@describe.register
def _pages(held: ManifestPages) -> Document:
    table = held.table
    rest = table.sum_of_tokens - held.mandatory_tokens
    return Document(
        kind="Pages of a manifest",
        title=manifest_title(held.manifest),
        facts=[count(len(table), "page"), GRAIN_WORDS[held.grain], count(len(held.paths), "file")],
        parts=[
            Figure(
                f"{held.mandatory_tokens:,}",
                "tokens are mandatory",
                [f"{rest:,} more to choose from", f"tokens {held.estimator}"],
            ),
            kind_bar(held),
            *hint_note(held),
            *missing_note(held.missing),
            Table(
                caption=f"Pages in load order. Tokens: {held.estimator}.",
                columns=[
                    Column("page"),
                    Column("kind"),
                    Column("mandatory"),
                    Column("tokens", "right"),
                    Column("labels", wide=True),
                ],
                rows=_rows(held),
                total=len(table),
                empty="none",
            ),
            *missing_table(held.missing),
        ],
        footer="`ctxkit.assemble(pages, window=...)` chooses among them, `.text_of(page)` is what "
        "stands on one, `.stale()` what has changed since, `.to_frame()` the table, `.plot()` the "
        "picture",
    )


def kind_bar(held: ManifestPages) -> Bar:
    """Return what each kind of page costs, mandatory ones first."""
    closure = set(held.closure)
    amounts: dict[tuple[bool, str], int] = {}
    for row in range(len(held.table)):
        key = (row not in closure, held.table.kind_of(row))
        amounts[key] = amounts.get(key, 0) + int(held.table.tokens[row])
    return Bar(
        [
            Segment(f"{kind}{' (optional)' if faint else ''}", amount, kind_color(kind), faint)
            for (faint, kind), amount in sorted(amounts.items(), key=lambda pair: pair[0][0])
        ]
    )


def _rows(held: ManifestPages) -> Iterator[Row]:
    table, closure = held.table, set(held.closure)
    largest = int(table.tokens.max()) if len(table) else 0
    for row, page_id in enumerate(table.page_ids):
        tokens, kind = int(table.tokens[row]), table.kind_of(row)
        yield Row(
            [
                Cell(page_id, code=True),
                kind or "—",
                "yes" if row in closure else "no",
                Cell(f"{tokens:,}", gauge=Gauge(tokens, largest, kind_color(kind))),
                short_labels(table.labels_of(row)),
            ],
            dim=row not in closure,
        )
