"""How one event looks, and one change that an event made."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Part,
    Row,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.display.session.eventlog import clock_text, event_words
from ctxkit.display.session.store import WRITTEN_BY, value_cell
from ctxkit.session.changes import Change
from ctxkit.session.events import Event
from ctxkit.session.store import ExportedValue

#: Data whose own fields are shown in their place: what was written, reported or given.
_INNER = ("fields", "writes", "params", "seed", "produced")
_WORDS = {"store": "value", "read": "depth of reading", "started": "start of the instance"}


@describe.register
def _event(held: Event) -> Document:
    return Document(
        kind="Event",
        title=f"{held.seq} · {held.event or 'no type'}",
        facts=[
            f"instance {held.instance}" if held.instance else "the whole session",
            clock_text(held.ts, day=True),
            f"session {held.session}" if held.session else "",
        ],
        parts=[Figure(event_words(held)), *_data(held)],
        footer="`.data` is what belongs to it, `.to_line()` the line of the log",
    )


def _data(held: Event) -> Iterator[Part]:
    data = held.data or {}
    plain = {name: value for name, value in data.items() if not _is_inner(name, value)}
    if plain:
        yield _values("What it says", plain, ".data")
    for name, value in data.items():
        if _is_inner(name, value):
            caption = f"Its {name}: {count(len(value), 'value')}"
            yield _values(caption, value, f".data[{name!r}]")


def _is_inner(name: str, value: object) -> bool:
    return name in _INNER and isinstance(value, dict) and bool(value)


def _values(caption: str, values: dict[str, object], path: str) -> Table:
    return Table(
        caption=caption,
        columns=[Column("field"), Column("value", wide=True)],
        rows=(
            Row([Cell(shorten(name, 80), code=True), _side(value, f"{path}[{name!r}]")])
            for name, value in values.items()
        ),
        total=len(values),
        more=path,
    )


@describe.register
def _change(held: Change) -> Document:
    who = WRITTEN_BY[held.provenance] if held.provenance is not None else ""
    about = " · ".join(filter(None, [held.instance, held.name]))
    return Document(
        kind="Change",
        title=about or held.what,
        facts=[_WORDS.get(held.what, held.what), who],
        parts=[
            Table(
                caption="What one event changed",
                columns=[Column("when"), Column("value", wide=True)],
                rows=[
                    Row(["before", _side(held.before, ".before")]),
                    Row(["after", _side(held.after, ".after")]),
                ],
                total=2,
            )
        ],
        footer="`.before` and `.after` are the values",
    )


def _side(value: object, more: str) -> Cell:
    if isinstance(value, ExportedValue):
        return value_cell(value.value, f"{more}.value")
    return Cell("—") if value is None or value == {} else value_cell(value, more)
