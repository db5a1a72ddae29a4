"""How the cost of going on looks: totals first, then each file with its change."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.difference import DifferenceCells
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
    Tone,
    count,
    describe,
    shorten,
)
from ctxkit.resume.cost import TO_LOAD, ResumeCost, ResumeItem, ResumeState

STATE_COLORS = {
    ResumeState.UNCHANGED: PALETTE[3],
    ResumeState.CHANGED: PALETTE[4],
    ResumeState.NEW: PALETTE[0],
    ResumeState.GONE: PALETTE[5],
    ResumeState.UNTOLD: PALETTE[7],
}
#: How the bar calls the tokens of a state.
STATE_WORDS = {
    ResumeState.UNCHANGED: "kept",
    ResumeState.CHANGED: "changed",
    ResumeState.NEW: "new",
    ResumeState.UNTOLD: "cannot be told",
}
_TONES: dict[ResumeState, Tone] = {
    ResumeState.UNCHANGED: "good",
    ResumeState.CHANGED: "warn",
    ResumeState.NEW: "warn",
    ResumeState.GONE: "bad",
    ResumeState.UNTOLD: "warn",
}
_ORDER = (
    ResumeState.CHANGED, ResumeState.NEW, ResumeState.UNTOLD, ResumeState.GONE,
    ResumeState.UNCHANGED,
)  # fmt: skip


@describe.register
def _cost(held: ResumeCost) -> Document:
    counts = [(state, len(held.of_state(state))) for state in _ORDER]
    return Document(
        kind="Resume cost",
        title=_title(held),
        facts=[held.title, *(f"{n:,} {state}" for state, n in counts if n)],
        parts=[
            Figure(
                f"{held.reload:,}",
                f"tokens to load, {held.kept:,} kept",
                [
                    f"of {held.total:,} in all",
                    f"{held.untold:,} cannot be told" if held.untold else "",
                    _gone(held),
                    f"tokens {held.estimator}" if held.estimator else "",
                ],
                "warn" if held.reload else "plain" if held.untold else "good",
            ),
            _bar(held),
            *(Note(note, "dim") for note in held.notes),
            Table(
                caption="What was loaded, then and now; what must be loaded first"
                + (f". Tokens: {held.estimator}" if held.estimator else ""),
                columns=[
                    Column("what"),
                    Column("part"),
                    Column("state"),
                    Column("then", "right"),
                    Column("now", "right"),
                    Column("to load", "right"),
                    Column("why", wide=True),
                ],
                rows=_rows(held),
                total=len(held),
                empty="nothing was loaded",
            ),
        ],
        footer='`["name"].diff` is one change, `.of_state("changed")` picks, `.to_frame()` is the '
        "table, `.plot()` the picture",
    )


def _title(held: ResumeCost) -> str:
    if held.reload or any(item.state in TO_LOAD for item in held):
        return "something must be loaded again"
    return "cannot be told" if held.of_state(ResumeState.UNTOLD) else "nothing must be loaded again"


def _gone(held: ResumeCost) -> str:
    number = len(held.of_state(ResumeState.GONE))
    if not number:
        return ""
    size = "size not known" if held.gone is None else f"{held.gone:,} tokens then"
    return f"{count(number, 'item')} gone, {size}"


def _bar(held: ResumeCost) -> Bar:
    totals = held.tokens_by_state()
    return Bar(
        [Segment(word, totals[state], STATE_COLORS[state]) for state, word in STATE_WORDS.items()]
    )


def _rows(held: ResumeCost) -> Iterator[Row]:
    largest = max((item.now_tokens for item in held), default=0)
    changes = DifferenceCells()
    for item in sorted(held, key=lambda item: (_ORDER.index(item.state), -item.now_tokens)):
        yield Row(
            [
                Cell(item.name, code=True),
                item.part,
                Cell(str(item.state), tone=_TONES[item.state]),
                "—" if item.then_tokens is None else f"{item.then_tokens:,}",
                "—" if item.state is ResumeState.GONE else f"{item.now_tokens:,}",
                Cell(
                    f"{item.reload:,}" if item.state in TO_LOAD else "—",
                    gauge=Gauge(item.reload, largest, STATE_COLORS[item.state])
                    if item.reload
                    else None,
                ),
                _why(item, changes),
            ],
            dim=item.state is ResumeState.UNCHANGED,
        )


def _why(item: ResumeItem, changes: DifferenceCells) -> Cell:
    if item.state is ResumeState.CHANGED and item.old is not None and item.new is not None:
        return changes.cell(item.detail, item.old, item.new, item.name)
    return Cell(shorten(item.detail, 240) or "—")
