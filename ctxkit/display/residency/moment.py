"""How a window at one moment looks."""

from __future__ import annotations

from ctxkit.display.document import (
    Column,
    Document,
    Figure,
    Note,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.residency.words import (
    PAGE_COLUMNS,
    form_bar,
    page_cells,
)
from ctxkit.residency.moment import WindowMoment


@describe.register
def _moment(held: WindowMoment) -> Document:
    totals = held.tokens_by_form()
    over = held.free < 0
    largest = max(held.sizes, default=0)
    return Document(
        kind="Window at a moment",
        title=f"after event {held.seq:,}" if held.seq else "before the first event",
        facts=[
            f"window {held.window:,} tokens",
            f"policy: {held.over.policy}",
            count(len(held), "page"),
        ],
        parts=[
            Figure(
                f"{held.tokens:,}",
                f"of {held.window:,} tokens resident",
                [
                    f"{-held.free:,} over the window" if over else f"{held.free:,} free",
                    f"tokens {held.over.estimator}",
                ],
                "bad" if over else "plain",
            ),
            form_bar(totals.items(), held.window),
            *(
                [
                    Note(
                        f"{count(held.unknown, 'page')} of unknown size not counted: the figures "
                        "mean at least.",
                        "warn",
                    )
                ]
                if held.unknown
                else []
            ),
            Table(
                caption=f"Resident pages, the one used last first. Tokens: {held.over.estimator}",
                columns=[
                    *PAGE_COLUMNS,
                    Column("since", "right"),
                    Column("last used", "right"),
                ],
                rows=(
                    Row(
                        [
                            *page_cells(page, largest),
                            f"{page.since:,}",
                            f"{page.last:,}",
                        ]
                    )
                    for page in held
                ),
                total=len(held),
                empty="nothing is resident",
            ),
        ],
        footer='`.tokens_by_form()` adds up, `["name"]` is one page, `.to_frame()` the table',
    )
