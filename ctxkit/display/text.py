"""Rendering a description as plain text, for terminals, logs and doctests."""

from __future__ import annotations

from itertools import islice

from ctxkit.display.document import (
    Bar,
    Cell,
    Document,
    Figure,
    Fold,
    Listing,
    Note,
    Part,
    Table,
    count,
    shorten,
)
from ctxkit.display.escape import one_line

MAX_ROWS = 30  #: rows of one table
MAX_CELL = 60  #: characters


def render_text(document: Document) -> str:
    """Return a document as lines of text, without a final line break."""
    facts = " · ".join(one_line(fact) for fact in document.facts if fact)
    head = f"{document.kind}: {shorten(one_line(document.title), 2 * MAX_CELL)}"
    lines = [f"{head}  ({facts})" if facts else head]
    for part in document.parts:
        lines += _part(part)
    if document.footer:
        lines.append(one_line(document.footer).replace("`", ""))
    return "\n".join(line.rstrip() for line in lines)


def _part(part: Part) -> list[str]:
    match part:
        case Table():
            return _table(part)
        case Bar():
            named = [f"{s.label} {s.amount:,}" for s in part.segments if s.amount]
            return ["  " + one_line(", ".join(named))] if named else []
        case Figure():
            words = [f"{part.strong} {part.rest}".strip(), *(a for a in part.asides if a)]
            return [one_line(" · ".join(words))]
        case Note():
            return [one_line(part.text).replace("`", "")]
        case Listing():
            return [part.title, *(f"  - {one_line(item)}" for item in part.items)]
        case Fold():
            inner = [line for one in part.parts for line in _part(one)]
            return [one_line(part.summary), *(f"  {line}" for line in inner)]


def _table(table: Table) -> list[str]:
    caption = one_line(table.caption).replace("`", "").removesuffix(".")
    if not table.total:
        return [f"{caption}: {table.empty}".replace("`", "")]
    rows = [[column.title for column in table.columns]]
    rows += [[_cell(cell) for cell in row.cells] for row in islice(table.rows, MAX_ROWS)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{caption}:"]
    for row in rows:
        padded = (
            text.rjust(width) if column.align == "right" else text.ljust(width)
            for text, width, column in zip(row, widths, table.columns, strict=True)
        )
        lines.append("  " + "  ".join(padded))
    rest = table.total - (len(rows) - 1)
    if rest > 0:
        lines.append(f"  … and {count(rest, 'more row')}; {table.more} shows all {table.total:,}")
    return lines


def _cell(cell: Cell | str) -> str:
    if isinstance(cell, str):
        return shorten(one_line(cell), MAX_CELL)
    text = shorten(one_line(cell.text), MAX_CELL)
    return f"{text} ({shorten(one_line(cell.excerpt.summary), MAX_CELL)})" if cell.excerpt else text
