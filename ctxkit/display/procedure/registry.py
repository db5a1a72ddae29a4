"""How a registry looks: the functions that procedures may name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.procedure.procedure import built_in
from ctxkit.procedure.functions import FuncClass, FuncDoc
from ctxkit.procedure.registry import Registry


@describe.register
def _registry(held: Registry) -> Document:
    docs = held.docs()
    own = [doc for doc in docs if doc.name not in built_in()]
    given = [doc for doc in docs if doc.name in built_in()]
    return Document(
        kind="Registry",
        title=count(len(docs), "function"),
        facts=[_counts(docs)],
        parts=[
            Figure(f"{len(own):,}", "registered besides the built-in ones"),
            *_table("Registered here", held, own),
            *_built_in(held, given),
        ],
        footer="`@registry.predicate(reads=[...])`, `.query()` and `.command()` register a "
        "function; `.to_frame()` is the table",
    )


def _counts(docs: Sequence[FuncDoc]) -> str:
    counted = Counter(doc.func_class for doc in docs)
    return ", ".join(
        count(counted[kind], kind, "queries" if kind is FuncClass.QUERY else "")
        for kind in FuncClass
        if counted[kind]
    )


def _built_in(held: Registry, given: Sequence[FuncDoc]) -> Iterator[Part]:
    if given:
        yield Fold(f"Built in: {_counts(given)}", _table("Built in", held, given))


def _table(caption: str, held: Registry, docs: Sequence[FuncDoc]) -> list[Part]:
    if not docs:
        return []
    return [
        Table(
            caption=caption,
            columns=[
                Column("function"),
                Column("class"),
                Column("says", wide=True),
                Column("reads", wide=True),
                Column("writes", wide=True),
                Column("besides"),
            ],
            rows=(_row(held, doc) for doc in docs),
            total=len(docs),
        )
    ]


def _row(held: Registry, doc: FuncDoc) -> Row:
    return Row(
        [
            Cell(doc.name, code=True),
            str(doc.func_class),
            doc.doc or "—",
            ", ".join(doc.reads) or "—",
            ", ".join(doc.writes) or "—",
            function_note(held, doc) or "—",
        ]
    )


def function_note(held: Registry, doc: FuncDoc) -> str:
    """Return what else is to be known of a function: that it is safe to serve, or changes more."""
    query, command = held.query(doc.name), held.command(doc.name)
    if query is not None and query.serve_safe:
        return "only reads"
    return "changes the graph" if command is not None and command.mutates_graph else ""
