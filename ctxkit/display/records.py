"""How a single record looks that has no display of its own: its fields, one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from ctxkit.display.document import Cell, Column, Document, Row, Table, describe
from ctxkit.model import Model
from ctxkit.view import Record

_MOST = 40  #: values of one field that are told


@describe.register
def _model(held: Model) -> Document:
    return _record(held, list(type(held).model_fields))


@describe.register
def _dataclass(held: Record) -> Document:
    assert is_dataclass(held)
    return _record(held, [field.name for field in fields(held) if field.repr])


def _record(held: object, names: Sequence[str]) -> Document:
    return Document(
        kind="Record",
        title=type(held).__name__,
        parts=[
            Table(
                caption="Its fields",
                columns=[Column("field"), Column("value", wide=True)],
                rows=(Row([Cell(n, code=True), _words(getattr(held, n))]) for n in names),
                total=len(names),
                more="repr()",
            )
        ],
    )


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
        case float():
            return f"{value:,g}"
        case tuple() | list():
            return _some(list(value))
        case Model():
            held = ((name, getattr(value, name)) for name in type(value).model_fields)
            return ", ".join(f"{name} {_words(inner)}" for name, inner in held if inner)
        case Mapping():
            return ", ".join(f"{key}: {_words(inner)}" for key, inner in value.items()) or "—"
        case Record() if is_dataclass(value):
            held = ((field.name, getattr(value, field.name)) for field in fields(value))
            return ", ".join(f"{name} {_words(inner)}" for name, inner in held if inner)
    return f"a {type(value).__name__}"


def _some(values: Sequence[object]) -> str:
    """Return the first of many values in words."""
    rest = len(values) - _MOST
    told = ", ".join(map(_words, values[:_MOST]))
    return f"{told} and {rest:,} more" if rest > 0 else told or "—"
