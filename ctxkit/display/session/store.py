"""How a store looks: each value, and who wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.procedure.document import document_text
from ctxkit.procedure.spec import Spec
from ctxkit.session.store import Provenance, Store

#: Who wrote a value, in words.
WRITTEN_BY = {
    Provenance.PARAM: "given at the start",
    Provenance.STATE: "reported",
    Provenance.ENGINE: "written by a command",
}
#: One colour a provenance, wherever it is drawn.
PROVENANCE_COLORS = {
    Provenance.PARAM: "#868e96",
    Provenance.STATE: "#4c6ef5",
    Provenance.ENGINE: "#2f9e44",
}
MAX_SHORT = 160  #: characters of a value that is shown without a fold


@describe.register
def _store(held: Store) -> Document:
    counted = Counter(held.provenance_of(name) for name in held)
    return Document(
        kind="Store",
        title=held.spec.canonical or "no procedure",
        facts=[f"{counted[who]:,} {WRITTEN_BY[who]}" for who in Provenance if counted[who]],
        parts=[
            Figure(f"{len(held):,}", f"value{'' if len(held) == 1 else 's'} held"),
            store_table(held),
            *absent_note(held),
        ],
        footer="`store[name]` gives a value, `.state_snapshot()` the fingerprint, "
        "`.to_frame()` the table",
    )


def store_table(held: Store, more: str = ".to_frame()") -> Table:
    """Return the values of a store: params, then the state as declared, then the others."""
    return Table(
        caption="Values, and who wrote each",
        columns=[
            Column("field"),
            Column("value", wide=True),
            Column("written by"),
            Column("type"),
        ],
        rows=_rows(held),
        total=len(held),
        more=more,
        empty="nothing yet",
    )


def _rows(held: Store) -> Iterator[Row]:
    for name in in_order(held):
        who = held.provenance_of(name)
        yield Row(
            [
                Cell(name, code=True),
                value_cell(held.get(name), f"[{name!r}]"),
                WRITTEN_BY[who] if who is not None else "—",
                Cell(type_of(held.spec, name) or "—", code=True),
            ]
        )


def in_order(held: Store) -> list[str]:
    """Return the names of a store as the procedure declares them, undeclared ones last."""
    declared = dict.fromkeys([*held.spec.params, *held.spec.state])
    return [*(name for name in declared if name in held), *(n for n in held if n not in declared)]


def type_of(spec: Spec, name: str) -> str:
    """Return the declared type of a field; empty where it is not declared."""
    declared = spec.params.get(name) or spec.state.get(name)
    return str(declared.type) if declared is not None else ""


def value_text(value: Any) -> str:
    """Return a value in words: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else document_text(value)


def value_cell(value: Any, more: str) -> Cell:
    """Return a value for a cell, folded where it is long."""
    text = value_text(value)
    if text == "":
        return Cell("(empty)")
    if len(text) <= MAX_SHORT and text.count("\n") < 3:
        return Cell(text)
    said = f"{len(text):,} characters"
    if isinstance(value, list):
        said = count(len(value), "item")
    first = shorten(text.partition("\n")[0], 80)
    return Cell(first, excerpt=Excerpt(said, text, more))


def absent_note(held: Store) -> list[Part]:
    """Return which declared fields have no value yet."""
    absent = [name for name in (*held.spec.params, *held.spec.state)
              if name not in held and not _is_edit(held.spec, name)]  # fmt: skip
    if not absent:
        return []
    first = ", ".join(f"`{name}`" for name in absent[:12])
    return [Note(f"Not there yet: {first}" + (", …" if len(absent) > 12 else ""))]


def _is_edit(spec: Spec, name: str) -> bool:
    return name in spec.state and bool(spec.state[name].patch_of)
