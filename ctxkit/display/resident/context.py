"""How an assembled resident context looks, and one that does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    PALETTE,
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Note,
    Row,
    Segment,
    Table,
    count,
    describe,
)
from ctxkit.display.resident.words import STRATEGY_WORDS, labels, weight
from ctxkit.display.resident.working_set import limit_words, quality_parts, reject_fold
from ctxkit.resident.assembly import Infeasible, ResidentContext

#: One colour a part of the window, wherever it is drawn.
PART_COLORS = {"instruction": PALETTE[1], "mandatory": PALETTE[0], "picked": PALETTE[3]}


@describe.register
def _context(held: ResidentContext) -> Document:
    chosen = held.working_set
    left = held.allowance - held.used_tokens
    return Document(
        kind="Resident context",
        title=f"{len(held.rows):,} of {count(len(held.table), 'page')} resident",
        facts=[
            f"{held.mandatory_len:,} mandatory",
            f"{len(chosen):,} picked",
            STRATEGY_WORDS[chosen.strategy],
            limit_words(chosen),
        ],
        parts=[
            Figure(
                f"{held.used_tokens:,}",
                f"of {held.allowance:,} tokens for input used",
                [
                    f"{left:,} left",
                    f"window {held.budget.window_tokens:,}, reserves {held.budget.reserves:,}",
                    f"tokens {held.table.estimator}",
                ],
            ),
            window_bar(held),
            *unknown_note(held.unknown_mandatory),
            *quality_parts(chosen),
            _resident_table(held),
            reject_fold(chosen),
        ],
        footer=f"{held.resident_digest[:19]}… · `.explain(page)` says why a page is in or out, "
        "`.working_set` is the selection, `.to_frame()` the table, `.plot()` the picture",
    )


def unknown_note(ids: tuple[str, ...]) -> list[Note]:
    """Return a note that names ids which were called mandatory and which no page has."""
    if not ids:
        return []
    return [Note(f"Mandatory ids that no page has, ignored: {labels(ids)}.", "warn")]


def window_bar(held: ResidentContext) -> Bar:
    """Return what fills the allowance."""
    amounts = {
        "instruction": held.instruction_tokens,
        "mandatory": held.mandatory_tokens,
        "picked": held.working_set.used_tokens,
    }
    segments = [Segment(part, amount, PART_COLORS[part]) for part, amount in amounts.items()]
    return Bar(segments, capacity=held.allowance)


def _resident_table(held: ResidentContext) -> Table:
    return Table(
        caption=f"Resident pages in their order. Tokens: {held.table.estimator}.",
        columns=[
            Column("#", "right"),
            Column("page"),
            Column("part"),
            Column("tokens", "right"),
            Column("gain", "right"),
            Column("covers first", wide=True),
        ],
        rows=_resident_rows(held),
        total=len(held.rows),
        empty="none",
    )


def _resident_rows(held: ResidentContext) -> Iterator[Row]:
    largest = max((int(held.table.tokens[row]) for row in held.rows), default=0)

    def row_of(place: int, page_id: str, part: str, tokens: int, gain: str, first: str) -> Row:
        gauge = Gauge(tokens, largest, PART_COLORS[part])
        amount = Cell(f"{tokens:,}", gauge=gauge)
        return Row([f"{place:,}", Cell(page_id, code=True), part, amount, gain, first])

    for place, row in enumerate(held.mandatory_rows, 1):
        tokens = int(held.table.tokens[row])
        yield row_of(place, held.table.page_ids[row], "mandatory", tokens, "—", "—")
    for pick in held.working_set:
        place = held.mandatory_len + pick.step
        first = labels(pick.new_labels)
        yield row_of(place, pick.page_id, "picked", pick.tokens, weight(pick.gain), first)


@describe.register
def _infeasible(held: Infeasible) -> Document:
    return Document(
        kind="Resident context",
        title="infeasible",
        parts=[
            Figure(
                f"{held.required:,}",
                "tokens are required by instruction and mandatory pages, "
                f"{held.missing:,} over the allowance of {held.allowance:,}",
                tone="bad",
            ),
            Bar([Segment("required", held.required, "#e03131")], capacity=held.allowance),
            *unknown_note(held.unknown_mandatory),
        ],
        footer="No call is made. `.required` and `.allowance` are the figures",
    )
