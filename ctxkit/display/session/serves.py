"""How the serves of a past session look: where each was shown, and at which size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.session.eventlog import clock_text
from ctxkit.display.session.summary import summary_of
from ctxkit.session.serves import PastServe, Serves


@describe.register
def _serves(held: Serves) -> Document:
    return Document(
        kind="Serves",
        title=summary_of(held.log).label or held.log.session or "no session",
        facts=[count(len(held), "serve")],
        parts=[
            _total(held),
            Note(
                "Rendered again, with the functions and the graph as they are now: the log tells "
                "when a step was shown, but not the text."
            ),
            *_problems(held),
            Table(
                caption="What was shown, in order. Text against its budget; the whole has also "
                "the schema and what holds the gate",
                columns=[
                    Column("#", "right"),
                    Column("time"),
                    Column("instance"),
                    Column("procedure"),
                    Column("step"),
                    Column("text, bytes", "right"),
                    Column("budget", "right"),
                    Column("whole, bytes", "right"),
                    Column("cuts", "right"),
                ],
                rows=(_row(held, item) for item in held),
                total=len(held),
                empty="nothing was shown",
            ),
        ],
        footer="`.at(seq).serve` is one of them; `.to_frame()` is the table, `.plot()` the picture",
    )


def _total(held: Serves) -> Figure:
    over = sum(item.over_budget for item in held)
    largest = max(held, key=lambda item: item.text_bytes, default=None)
    return Figure(
        f"{sum(item.text_bytes for item in held):,}",
        "bytes of text in all",
        [
            f"{largest.text_bytes:,} in the largest, at event {largest.seq:,}" if largest else "",
            f"{over:,} over budget" if over else "",
        ],
        "warn" if over else "plain",
    )


def _problems(held: Serves) -> Iterator[Part]:
    reasons = Counter(item.problem for item in held if item.problem)
    for reason, number in reasons.most_common(4):
        yield Note(f"{count(number, 'serve')} could not be rendered: {reason}.", "warn")
    if len(reasons) > 4:
        yield Note(f"{len(reasons) - 4:,} more reasons; `.to_frame()` has them all.", "warn")


def _row(held: Serves, item: PastServe) -> Row:
    serve = item.serve
    size = Cell(
        f"{item.text_bytes:,}",
        gauge=Gauge(min(item.text_bytes, item.budget), item.budget) if item.budget else None,
        tone="bad" if item.over_budget else "plain",
    )
    return Row(
        [
            f"{item.seq}",
            clock_text(held.log.columns.times[item.index]),
            Cell(item.instance, code=True),
            item.procedure or "—",
            Cell(item.step, code=True),
            size if serve is not None else Cell("not rendered", tone="warn"),
            f"{item.budget:,}" if item.budget else "—",
            f"{serve.total_bytes:,}" if serve is not None else "—",
            f"{len(serve.cuts):,}" if serve is not None and serve.cuts else "—",
        ]
    )
