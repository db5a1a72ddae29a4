"""How a session's context over time looks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.residency.words import (
    PAGE_COLUMNS,
    form_bar,
    often,
    page_cells,
    times,
    unknown_notes,
)
from ctxkit.display.session.eventlog import event_words
from ctxkit.display.session.summary import summary_of
from ctxkit.residency.loads import FORMS, Form
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.policies import POLICIES, Policy
from ctxkit.residency.records import Happening, WindowPage


@describe.register
def _over_time(held: ContextOverTime) -> Document:
    return Document(
        kind="Context over time",
        title=summary_of(held.log).label or held.log.session or "no session",
        facts=[
            f"window {held.window:,} tokens",
            f"policy: {held.policy}",
            count(len(held.log), "event"),
            f"tokens {held.estimator}",
        ],
        parts=[
            _peak(held),
            _fullest(held),
            Note(f"Policy {held.policy}: {POLICIES[held.policy]}."),
            *_exceeded(held),
            *_too_large(held),
            *unknown_notes(held),
            _flow(held),
            *_busiest(held),
            *_pages(held),
        ],
        footer="`.at(seq)` is the window after an event, `.evictions` what was pushed out, "
        "`.reloads` what was read again, `.to_frame()` has every change, `.plot()` the picture",
    )


def _peak(held: ContextOverTime) -> Figure:
    counts, tokens = held.counts, held.tokens
    pushed, again = Happening.PUSHED_OUT, Happening.AGAIN
    return Figure(
        f"at least {held.peak:,}" if held.unknown else f"{held.peak:,}",
        f"of {held.window:,} tokens at the peak",
        [
            f"event {held.peak_seq:,}" if held.peak else "",
            f"{tokens[pushed]:,} pushed out, {times(counts[pushed])}" if counts[pushed] else "",
            f"{tokens[again]:,} read again after that, {times(counts[again])}"
            if counts[again]
            else "",
        ],
        "bad" if held.peak > held.window else "plain",
    )


def _fullest(held: ContextOverTime) -> Part:
    place = int(np.argmax(held.levels.sum(axis=1)))
    totals = zip(FORMS, held.levels[place].tolist(), strict=True)
    return form_bar(totals, held.window)


def _exceeded(held: ContextOverTime) -> list[Part]:
    if held.exceeded_from is None:
        return []
    return [
        Note(
            f"The window is exceeded from event {held.exceeded_from:,} on, after "
            f"{held.exceeded:,} of {count(len(held.log), 'event')}.",
            "bad",
        )
    ]


def _too_large(held: ContextOverTime) -> list[Part]:
    number = held.counts[Happening.TOO_LARGE]
    if not number or held.policy == Policy.KEEP_ALL:
        return []
    what = count(number, "load is", "loads are")
    return [Note(f"{what} larger than the whole window, and not resident.", "bad")]


def _flow(held: ContextOverTime) -> Table:
    """Return where the tokens came from and went: the first lines less the last is what is left."""
    words = {
        Happening.LOADED: "loaded for the first time",
        Happening.DEEPENED: "added by a deeper read",
        Happening.AGAIN: "read again after it was pushed out",
        Happening.PUSHED_OUT: "pushed out",
        Happening.STILL_THERE: "read again although it was there",
        Happening.TOO_LARGE: "too large for the window",
        Happening.SIZE_UNKNOWN: "of unknown size",
    }
    rows = [
        Row(
            [
                word,
                f"{held.counts[what]:,}",
                f"{'−' if what is Happening.PUSHED_OUT and held.tokens[what] else ''}"
                f"{held.tokens[what]:,}"
                if what is not Happening.SIZE_UNKNOWN
                else "not known",
            ],
            dim=what in (Happening.STILL_THERE, Happening.TOO_LARGE),
        )
        for what, word in words.items()
        if held.counts[what] or what in (Happening.LOADED, Happening.PUSHED_OUT)
    ]
    left = int(held.levels[-1].sum())
    rows.append(Row([Cell("in the window at the end"), "", f"{left:,}"]))
    return Table(
        caption=f"Where the tokens came from and went. Tokens: {held.estimator}",
        columns=[Column("what"), Column("times", "right"), Column("tokens", "right")],
        rows=rows,
        total=len(rows),
    )


def _busiest(held: ContextOverTime) -> list[Part]:
    moments = held.busiest()
    if not moments:
        return []
    log = held.log
    table = Table(
        caption="Events that moved the most tokens",
        columns=[
            Column("event", "right"),
            Column("what", wide=True),
            Column("came", "right"),
            Column("went", "right"),
            Column("after it", "right"),
        ],
        rows=(
            Row(
                [
                    f"{held.seq_of(place):,}",
                    event_words(log[place]),
                    f"{came:,}",
                    f"{went:,}",
                    f"{int(held.levels[place + 1].sum()):,}",
                ]
            )
            for place, came, went in moments
        ),
        total=len(moments),
    )
    return [Fold("The busiest moments", [table])]


def _pages(held: ContextOverTime) -> list[Part]:
    """Return the entries, and folded the serves, of which there are many."""
    counts = held.page_counts
    largest = int(counts["tokens"].max(initial=0))
    # What was loaded again comes first, then what was read often, then what is large.
    order = np.lexsort((-counts["tokens"], -counts["reads"], -counts["again"]))
    is_serve = counts["form"][order] == FORMS.index(Form.SERVE)
    entries, serves = order[~is_serve].tolist(), order[is_serve].tolist()
    parts: list[Part] = [
        _page_table(held, entries, largest, "Entries that were read, with the events that used "
                    "them first and last", "nothing was read"),
    ]  # fmt: skip
    if serves:
        sizes = counts["tokens"][order[is_serve]]
        known, unknown = int(sizes.clip(min=0).sum()), int((sizes < 0).sum())
        told = f"{count(len(serves), 'serve')}, {known:,} tokens"
        told += f" and {unknown:,} of unknown size" if unknown else ""
        table = _page_table(held, serves, largest, "Serves, the largest first", "none")
        parts.append(Fold(f"What was shown: {told}", [table]))
    return parts


def _page_table(
    held: ContextOverTime, order: list[int], largest: int, caption: str, empty: str
) -> Table:
    return Table(
        caption=f"{caption}. Tokens: {held.estimator}",
        columns=[
            *PAGE_COLUMNS,
            Column("first–last", "right"),
            Column("read", "right"),
            Column("pushed out", "right"),
            Column("at the end"),
        ],
        rows=_page_rows(held, order, largest),
        total=len(order),
        more=".pages.to_frame()",
        empty=empty,
    )


def _page_rows(held: ContextOverTime, order: list[int], largest: int) -> Iterator[Row]:
    for number in order:
        page = held.page(number)
        yield Row(
            [
                *page_cells(page, largest),
                f"{page.first:,}–{page.last:,}" if page.last > page.first else f"{page.first:,}",
                f"{page.reads:,}" + (f", {page.again:,} again" if page.again else ""),
                often(page.pushed_out),
                _end(page),
            ],
            dim=not page.resident,
        )


def _end(page: WindowPage) -> str:
    if page.resident:
        return "resident"
    if page.tokens is None:
        return "not counted"
    return "too large" if page.too_large and not page.pushed_out else "pushed out"
