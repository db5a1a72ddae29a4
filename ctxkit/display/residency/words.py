"""What the displays of windows have in common: colours, cells and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ctxkit.display.document import (
    PALETTE,
    Bar,
    Cell,
    Column,
    Gauge,
    Note,
    Part,
    Segment,
    count,
    shorten,
)
from ctxkit.residency.loads import Form
from ctxkit.residency.moment import ResidentPage
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.records import WindowPage

#: One colour a form, wherever it is drawn.
FORM_COLORS = {Form.SERVE: PALETTE[0], Form.SUMMARY: PALETTE[6], Form.FULL: PALETTE[2]}
FORM_WORDS = {
    Form.SERVE: "shown",
    Form.SUMMARY: "read in summary",
    Form.FULL: "read in full",
}
#: How a page was loaded, in the room of a cell.
HOW_WORDS = {Form.SERVE: "shown", Form.SUMMARY: "in summary", Form.FULL: "in full"}
PUSHED_COLOR = "#e03131"
AGAIN_COLOR = PALETTE[1]
_MOST_TITLE = 120


def token_cell(tokens: int | None, form: Form, largest: int) -> Cell:
    """Return a size beside its bar; what is not known is said."""
    if tokens is None:
        return Cell("not known", tone="warn")
    return Cell(f"{tokens:,}", gauge=Gauge(tokens, largest, FORM_COLORS[form]))


def page_cells(page: ResidentPage | WindowPage, largest: int) -> list[Cell | str]:
    """Return what is told of a page everywhere: its name, what it is about, how, and its size."""
    return [
        Cell(page.name, code=True),
        title_text(page.title),
        HOW_WORDS[page.form],
        token_cell(page.tokens, page.form, largest),
    ]


#: The columns that these cells stand in.
PAGE_COLUMNS = (
    Column("page"),
    Column("about", wide=True),
    Column("how"),
    Column("tokens", "right"),
)


def title_text(title: str) -> str:
    """Return what a page is about, in the room of a cell."""
    return shorten(title, _MOST_TITLE) or "—"


def often(number: int) -> str:
    """Return how often something happened; a dash for never."""
    return f"{number:,}" if number else "—"


def form_bar(totals: Iterable[tuple[Form, int]], window: int) -> Bar:
    """Return what fills a window, by form."""
    segments = [Segment(FORM_WORDS[form], tokens, FORM_COLORS[form]) for form, tokens in totals]
    return Bar(segments, capacity=window)


def times(number: int) -> str:
    """Return how often, with its noun."""
    return count(number, "time")


def unknown_notes(held: ContextOverTime) -> list[Part]:
    """Return notes that say what was not counted, and why."""
    if not held.unknown:
        return []
    total, problems = len(held.loads), Counter(held.loads.problems.values())
    reasons = [f"{shorten(why, 160)} ({count(n, 'page')})" for why, n in problems.most_common(3)]
    more = f"; and {count(len(problems) - 3, 'other reason')}" if len(problems) > 3 else ""
    return [
        Note(
            f"{held.unknown:,} of {count(total, 'load')} have no known size and are not counted, "
            f"so that all figures mean at least: {'; '.join(reasons)}{more}.",
            "warn",
        )
    ]
