"""How a task's window looks beside what a session of it did."""

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
    Listing,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.display.session.summary import summary_of
from ctxkit.display.window.assembly import assembly_title
from ctxkit.story.pages import StoryPage, Today
from ctxkit.story.story import TaskStory

#: One colour a fate, wherever it is drawn.
FATE_COLORS = {"kept": PALETTE[3], "to load": PALETTE[4], "not planned": PALETTE[-1]}
_TONES: dict[Today, Tone] = {
    Today.AS_READ: "good",
    Today.CHANGED: "warn",
    Today.GONE: "bad",
}


def fate(page: StoryPage) -> str:
    """Return what becomes of a page when the session goes on."""
    return "kept" if page.kept else "to load" if page.to_load else "not planned"


def story_title(held: TaskStory) -> str:
    """Return what the story is about."""
    return assembly_title(held.assembly)


@describe.register
def _story(held: TaskStory) -> Document:
    log = held.over.log
    return Document(
        kind="Task story",
        title=story_title(held),
        facts=[
            f"session {summary_of(log).label or log.session or 'without a name'}",
            f"window {held.window:,} tokens",
            f"policy: {held.over.policy}",
            f"tokens {held.assembly.pages.estimator}",
        ],
        parts=[
            *_planned(held),
            _loaded(held),
            _to_go_on(held),
            Bar(
                [
                    Segment("kept", held.kept_tokens, FATE_COLORS["kept"]),
                    Segment("to load", held.tokens_to_load, FATE_COLORS["to load"]),
                ],
                capacity=held.assembly.allowance,
            ),
            *_others(held),
            _table(held),
        ],
        footer="`.assembly` is the window as it should be, `.over` what was in it at each moment, "
        "`.to_load` the pages to load, `.to_frame()` the table, `.plot()` the picture",
    )


def _planned(held: TaskStory) -> Iterator[Part]:
    assembly = held.assembly
    if not assembly.feasible:
        yield Figure(
            f"{assembly.shortfall:,}",
            f"tokens are missing: {assembly.required:,} are mandatory, {assembly.allowance:,} are "
            "allowed. What follows is about the mandatory pages",
            tone="bad",
        )
    yield Figure(
        f"{held.planned_tokens:,}",
        f"of {assembly.allowance:,} tokens should be in the window",
        [
            f"{count(len(held.planned), 'page')} of {len(assembly.pages.table):,}",
            f"{count(len(assembly.missing), 'item')} not there" if assembly.missing else "",
        ],
    )


def _loaded(held: TaskStory) -> Figure:
    readable = [page for page in held.planned if page.today is not Today.UNKNOWN]
    read = len(readable) - len(held.unread)
    again = sum(page.again for page in held.pages)
    return Figure(
        f"{read:,} of {len(readable):,}",
        "of these pages with a text were read in full by the session",
        [
            f"{count(len(held.beyond), 'page')} read in full beyond them" if held.beyond else "",
            f"{again:,} loaded again after being pushed out" if again else "",
        ],
    )


def _to_go_on(held: TaskStory) -> Figure:
    changed = sum(page.today is Today.CHANGED for page in held.planned)
    return Figure(
        f"{held.tokens_to_load:,}",
        f"tokens must be loaded to go on, {held.kept_tokens:,} are still there",
        [
            count(len(held.to_load), "page"),
            f"{changed:,} changed since the session read it" if changed else "",
        ],
        "warn" if held.to_load else "good",
    )


def _others(held: TaskStory) -> list[Part]:
    if not held.others:
        return []
    names = [f"{page.title or page.name}" for page in held.others[:8]]
    more = len(held.others) - len(names)
    told = f"The session also read {count(len(held.others), 'entry', 'entries')} beside the task"
    return [Listing(told, [*names, *([f"and {more:,} more"] if more else [])])]


def _table(held: TaskStory) -> Table:
    return Table(
        caption="Pages: those in the window in their order, those that are out, those that are "
        f"gone. Tokens: {held.assembly.pages.estimator}",
        columns=[
            Column("page", wide=True),
            Column("tokens", "right"),
            Column("in the plan"),
            Column("in the session", wide=True),
            Column("today"),
            Column("to go on"),
        ],
        rows=_rows(held),
        total=len(held.pages),
        empty="none",
    )


def _rows(held: TaskStory) -> Iterator[Row]:
    largest = max((page.tokens for page in held.pages), default=0)
    for page in held.pages:
        gauge = Gauge(page.tokens, largest, FATE_COLORS[fate(page)])
        yield Row(
            [
                Cell(page.place, code=True),
                Cell(f"{page.tokens:,}", gauge=gauge),
                page.part,
                _session_words(page),
                Cell(page.today, tone=_TONES.get(page.today, "dim")),
                _fate_words(page),
            ],
            dim=not page.planned,
        )


def _session_words(page: StoryPage) -> str:
    if not page.reads:
        return "—"
    first = f"event {page.first:,}" if page.first is not None else ""
    told = [
        f"read in {page.depth}",
        f"{page.reads:,}×, first at {first}" if page.reads > 1 else f"at {first}",
        f"pushed out {page.pushed_out:,}×" if page.pushed_out else "",
        f"loaded again {page.again:,}×" if page.again else "",
    ]
    return ", ".join(filter(None, told))


def _fate_words(page: StoryPage) -> Cell | str:
    if not page.planned:
        return "—"
    if page.kept:
        return Cell("still there", tone="good")
    if page.today is Today.UNKNOWN:
        return "run again"
    return Cell("load" if page.today is Today.UNREAD else "load again", tone="warn")
