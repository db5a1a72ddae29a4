"""How a single record looks that has no display of its own: its fields, one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxkit.display.document import Cell, Column, Document, Row, Table, describe
from ctxkit.model import Model


@describe.register
def _record(held: Model) -> Document:
    return Document(
        kind="Record",
        title=type(held).__name__,
        parts=[
            Table(
                caption="Its fields",
                columns=[Column("field"), Column("value", wide=True)],
                rows=_rows(held),
                total=len(type(held).model_fields),
                more="repr()",
            )
        ],
    )


def _rows(held: Model) -> Iterator[Row]:
    for name in type(held).model_fields:
        yield Row([Cell(name, code=True), _words(getattr(held, name))])


def _words(value: object) -> str:
    match value:
        case None | "" | ():
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case str():
            return value
        case tuple():
            return ", ".join(map(_words, value))
        case Model():
            fields = ((name, getattr(value, name)) for name in type(value).model_fields)
            return ", ".join(f"{name} {_words(held)}" for name, held in fields if held)
        case Mapping():
            return ", ".join(f"{key}: {_words(inner)}" for key, inner in value.items()) or "—"
    return repr(value)
