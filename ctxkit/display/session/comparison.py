"""How a comparison of two logs looks: how far they are the same, and where they part."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
)
from ctxkit.display.session.eventlog import event_words
from ctxkit.session.compare import Comparison, Parting
from ctxkit.session.events import Event


@describe.register
def _comparison(held: Comparison) -> Document:
    whole = held.whole
    return Document(
        kind="Comparison",
        title=f"{_name(held, 'a')} and {_name(held, 'b')}",
        facts=[f"{len(held.a):,} and {len(held.b):,} events"],
        parts=[
            _outcome(whole),
            Bar(
                [
                    Segment("the same", whole.same, "#2f9e44"),
                    Segment("then only in a", whole.only_a, "#4c6ef5"),
                    Segment("then only in b", whole.only_b, "#d9480f"),
                ],
                unit="events",
            ),
            *_sides(whole),
            _instance_table(held),
            *_alone(held),
        ],
        footer="time and session make no difference; `.whole.a` and `.whole.b` are the first "
        "events that differ, `.to_frame()` is the table",
    )


def _name(held: Comparison, side: str) -> str:
    log = held.a if side == "a" else held.b
    return log.session or side


def _outcome(whole: Parting) -> Figure:
    if whole.equal:
        return Figure("The same story", f"in {count(whole.same, 'event')}", tone="good")
    first = whole.a or whole.b
    number = first.seq if first is not None else whole.same + 1
    return Figure(
        f"{whole.same:,}",
        ("event is" if whole.same == 1 else "events are") + " the same at the beginning",
        [f"they part at event {number:,}", f"in {whole.what}"],
        "warn",
    )


def _sides(whole: Parting) -> Iterator[Part]:
    if not whole.equal:
        yield Table(
            caption="Where they part",
            columns=[
                Column("log"),
                Column("#", "right"),
                Column("instance"),
                Column("event"),
                Column("says", wide=True),
                Column("events from there", "right"),
            ],
            rows=[
                Row(_side("a", whole.a, whole.only_a)),
                Row(_side("b", whole.b, whole.only_b)),
            ],
            total=2,
        )


def _side(name: str, event: Event | None, rest: int) -> list[Cell | str]:
    if event is None:
        return [name, "—", "—", "has ended", "—", "0"]
    instance = Cell(event.instance, code=True) if event.instance else "—"
    return [name, f"{event.seq}", instance, event.event, event_words(event), f"{rest:,}"]


def _instance_table(held: Comparison) -> Table:
    return Table(
        caption="Each instance by itself",
        columns=[
            Column("instance"),
            Column("the same", "right"),
            Column("then only in a", "right"),
            Column("then only in b", "right"),
            Column("parts in"),
            Column("a says", wide=True),
            Column("b says", wide=True),
        ],
        rows=map(_instance_row, held.instances),
        total=len(held.instances),
        empty="no instance is in both",
    )


def _instance_row(part: Parting) -> Row:
    return Row(
        [
            Cell(part.instance, code=True),
            f"{part.same:,}",
            f"{part.only_a:,}",
            f"{part.only_b:,}",
            part.what or "nothing",
            _says(part.a),
            _says(part.b),
        ],
        dim=part.equal,
    )


def _says(event: Event | None) -> str:
    return "—" if event is None else f"{event.seq} {event.event}: {event_words(event)}"


def _alone(held: Comparison) -> Iterator[Part]:
    for side, handles in (("a", held.only_in_a), ("b", held.only_in_b)):
        if handles:
            named = ", ".join(f"`{handle}`" for handle in handles[:12])
            more = f" and {len(handles) - 12:,} more" if len(handles) > 12 else ""
            yield Note(f"Only in {side}: {named}{more}.")
