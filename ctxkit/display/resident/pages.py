"""How a table of pages looks."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.resident.words import labels
from ctxkit.resident.table import PageTable


@describe.register
def _table(held: PageTable) -> Document:
    per_page = len(held.labels) / len(held) if len(held) else 0.0
    return Document(
        kind="Pages",
        title=count(len(held), "page"),
        facts=[count(len(held.label_names), "label"), f"tokens {held.estimator}"],
        parts=[
            Figure(
                f"{held.sum_of_tokens:,}",
                "tokens in all",
                [
                    f"{per_page:.1f} labels a page",
                    f"{count(len(held.dependencies), 'dependency', 'dependencies')}",
                ],
            ),
            Table(
                caption=f"Pages in their given order. Tokens: {held.estimator}.",
                columns=[
                    Column("page"),
                    Column("kind"),
                    Column("tokens", "right"),
                    Column("labels", wide=True),
                ],
                rows=_rows(held),
                total=len(held),
                empty="none",
            ),
        ],
        footer="`.page(row)` is one page; `ctxkit.select_working_set` and "
        "`ctxkit.assemble_resident` choose among them",
    )


def _rows(held: PageTable) -> Iterator[Row]:
    largest = int(held.tokens.max()) if len(held) else 0
    for row, page_id in enumerate(held.page_ids):
        tokens = int(held.tokens[row])
        yield Row(
            [
                Cell(page_id, code=True),
                held.kind_of(row) or "—",
                Cell(f"{tokens:,}", gauge=Gauge(tokens, largest)),
                labels(held.labels_of(row)),
            ]
        )
