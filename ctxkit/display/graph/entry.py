"""How an entry looks: what it is, what it refers to, and what it says."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.diagnostics import diagnostics_fold
from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Excerpt,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.graph.entry import Entry
from ctxkit.procedure.document import byte_length


@describe.register
def _entry(held: Entry) -> Document:
    return Document(
        kind="Entry",
        title=entry_title(held),
        facts=[f"{held.layer} {held.kind} {held.type}".strip(), held.id, held.confidence,
               held.intent],
        parts=list(_parts(held)),
        footer="`.body` is the text"
        + ("; `ctxkit.parse_spec(entry)` reads its machine" if held.is_procedure else ""),
    )  # fmt: skip


def entry_title(held: Entry) -> str:
    """Return what an entry is best known by: its stable name, what it says in short, its ID."""
    return held.canonical or held.summary or held.id


def _parts(held: Entry) -> Iterator[Part]:
    if held.canonical and held.summary:
        yield Note(held.summary)
    if held.machine:
        yield Note(f"Describes a machine: {', '.join(held.machine)}.")
    said = list(_facts(held))
    if said:
        yield Table(
            caption="What it says",
            columns=[Column("key"), Column("value", wide=True)],
            rows=(Row([Cell(key, code=True), value]) for key, value in said),
            total=len(said),
            more=".replace()",
        )
    if held.refs:
        yield _ref_table(held)
    yield from diagnostics_fold(held.diagnostics)


def _body(held: Entry) -> Cell:
    lines = count(held.body.count("\n") + 1, "line")
    said = f"{lines}, {byte_length(held.body):,} bytes"
    return Cell(
        shorten(held.body.partition("\n")[0], 120), excerpt=Excerpt(said, held.body, ".body")
    )


def _facts(held: Entry) -> Iterator[tuple[str, Cell | str]]:
    labels = [
        f"{given.label} (to {', '.join(given.members) or 'all it refers to'})"
        for given in held.assignments
    ]
    named = {
        "participants": held.participants,
        "topics": held.topics,
        "gives topics": labels,
        "aliases": held.aliases,
        "actor": [held.actor] if held.actor else [],
        "class": [held.procedure_class] if held.procedure_class else [],
        "supersedes": held.supersedes,
        "closes": held.closes,
        "actors": held.actors,
        "when": [f"{key} {day}" for key, day in (held.when or {}).items()],
        "index": [f"{key}: {value}" for key, value in (held.index or {}).items()],
    }
    for key, values in named.items():
        if values:
            yield key, ", ".join(values)
    if held.body:
        yield "body", _body(held)


def _ref_table(held: Entry) -> Table:
    return Table(
        caption="Refers to",
        columns=[Column("entry"), Column("how"), Column("why", wide=True)],
        rows=(Row([Cell(ref.id, code=True), ref.kind, ref.desc or "—"]) for ref in held.refs),
        total=len(held.refs),
        more=".refs",
    )
