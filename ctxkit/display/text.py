"""Rendering a description as plain text, for terminals, logs and doctests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest
from textwrap import wrap

from ctxkit.display.document import (
    Bar,
    Branch,
    Cell,
    Document,
    Figure,
    Fold,
    Lines,
    Listing,
    Note,
    Part,
    Passage,
    Table,
    Tree,
    count,
    first_lines,
    shorten,
    shorten_place,
)
from ctxkit.display.escape import one_line

MAX_ROWS = 30  #: rows of one table
MAX_CELL = 60  #: characters
MAX_PROSE = 5  #: lines of a cell that is a sentence
MAX_LINE = 100  #: characters of a line of a cell that has several
MAX_LINES = 24  #: of one cell
MAX_TABLE = 150  #: lines of one table
MAX_BRANCHES = 60  #: of one tree
MAX_DEPTH = 24  #: of a tree


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
            rest = len(named) - MAX_ROWS
            named = [*named[:MAX_ROWS], f"{rest:,} others"] if rest > 0 else named
            return ["  " + one_line(", ".join(named))] if named else []
        case Figure():
            words = [f"{part.strong} {part.rest}".strip(), *(a for a in part.asides if a)]
            return [one_line(" · ".join(words))]
        case Note():
            return [one_line(part.text).replace("`", "")]
        case Listing():
            lines = [f"  - {one_line(item)}" for item in part.items[:MAX_ROWS]]
            rest = len(part.items) - len(lines)
            return [one_line(part.title), *lines, *([f"  … and {rest:,} more"] if rest > 0 else [])]
        case Passage():
            lines = [f"  {one_line(line)}" for line in part.text.split("\n")]
            rest = len(lines) - MAX_ROWS
            lines[MAX_ROWS:] = [f"  … and {count(rest, 'more line')}"] if rest > 0 else []
            caption = one_line(part.caption).replace("`", "")
            return [f"{caption}:", *lines] if caption else lines
        case Tree():
            return _tree(part)
        case Fold():
            inner = [line for one in part.parts for line in _part(one)]
            return [one_line(part.summary), *(f"  {line}" for line in inner)]


def _tree(tree: Tree) -> list[str]:
    lines: list[str] = []
    whole = _grow(tree.branches, 0, lines)
    return [one_line(tree.title), *lines, *([] if whole else [f"  … more: {tree.more}"])]


def _grow(branches: Sequence[Branch], depth: int, lines: list[str]) -> bool:
    """Append the lines of some branches; tell whether all of them found room."""
    whole = True
    for branch in branches:
        if len(lines) == MAX_BRANCHES or depth == MAX_DEPTH:
            return False
        text = shorten(one_line(branch.text).replace("`", ""), 2 * MAX_CELL)
        lines.append("  " * (depth + 1) + f"- {text}")
        whole = _grow(branch.branches, depth + 1, lines) and whole
    return whole


def _table(table: Table) -> list[str]:
    caption = one_line(table.caption).replace("`", "").removesuffix(".")
    if not table.total:
        return [f"{caption}: {table.empty}".replace("`", "")]
    rows = [[[one_line(column.title)] for column in table.columns]]
    height = 0
    for row in islice(table.rows, MAX_ROWS):
        cells = [_cell(cell) for cell in row.cells]
        height += max(map(len, cells))
        if height > MAX_TABLE:
            break
        rows.append(cells)
    widths = [
        max(len(line) for cell in column for line in cell) for column in zip(*rows, strict=True)
    ]
    lines = [f"{caption}:"]
    for shown in rows:
        for pieces in zip_longest(*shown, fillvalue=""):
            padded = (
                text.rjust(width) if column.align == "right" else text.ljust(width)
                for text, width, column in zip(pieces, widths, table.columns, strict=True)
            )
            lines.append("  " + "  ".join(padded))
    rest = table.total - (len(rows) - 1)
    if rest > 0:
        lines.append(f"  … and {count(rest, 'more row')}; {table.more} shows all {table.total:,}")
    return lines


def _cell(cell: Cell | Lines | str) -> list[str]:
    """Return the lines of a cell, at least one."""
    if isinstance(cell, str):
        return [shorten(one_line(cell), MAX_CELL)]
    if isinstance(cell, Lines):
        lines = (one_line(line).replace("`", "") for line in first_lines(cell, MAX_LINES))
        return [shorten(line, MAX_LINE) for line in lines] or [""]
    if cell.prose:
        return _wrapped(cell.text)
    cut = shorten_place if cell.place else shorten
    text = cut(one_line(cell.text), MAX_CELL)
    if cell.excerpt:
        text += f" ({shorten(one_line(cell.excerpt.summary), MAX_CELL)})"
    return [text]


def _wrapped(text: str) -> list[str]:
    """Return a sentence in lines, of which the last says where more is left out."""
    room = MAX_CELL * MAX_PROSE
    text = one_line(shorten(text, 2 * room)).replace("`", "")
    lines = wrap(text, MAX_CELL, max_lines=MAX_PROSE, placeholder=" …", break_on_hyphens=False)
    return lines or [""]
