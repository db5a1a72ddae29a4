"""Rendering a description as HTML: no script, no ids, its own small style sheet.

JupyterLab strips styles, SVG, roles and variables from an output that is not trusted. The meaning
is therefore in the words and the order, and colours are literal.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from itertools import islice

from ctxkit.display.document import (
    PALETTE,
    Bar,
    Branch,
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Fold,
    Gauge,
    Lines,
    Listing,
    Note,
    Part,
    Passage,
    Row,
    Segment,
    Table,
    Tree,
    count,
    first_lines,
    shorten,
)
from ctxkit.display.escape import escape

MAX_ROWS = 200  #: rows of one table
MAX_BYTES = 88_000  #: of all parts of a display; with head and style the whole is under 100 kB
MAX_CELL = 400  #: characters
LONG_CELL = 36  #: characters that stay on one line
MAX_EXCERPT = 4_000  #: characters
MAX_LINES = 24  #: of one cell
MAX_BRANCHES = 200  #: of one tree
MAX_DEPTH = 24  #: of a tree
MAX_LISTED = 40  #: items of a list
MAX_SEGMENTS = 16  #: of a bar; the smallest are shown as one

_STYLE = "".join(
    line.strip()
    for line in files("ctxkit.display").joinpath("style.css").read_text("utf-8").splitlines()
    if not line.startswith("/*")
)


class _Allowance:
    """Bytes that the parts of one display may still take."""

    def __init__(self) -> None:
        self.left = MAX_BYTES

    def take(self, markup: str) -> bool:
        size = len(markup.encode())
        if size > self.left:
            return False
        self.left -= size
        return True


def render_html(document: Document) -> str:
    """Return a document as self-contained HTML of at most 100 kB."""
    allowance = _Allowance()
    facts = " · ".join(escape(shorten(fact, MAX_CELL)) for fact in document.facts if fact)
    head = (
        f'<div class="ctx-head"><span class="ctx-kind">{escape(document.kind)}</span> '
        f'<strong class="ctx-title">{escape(shorten(document.title, MAX_CELL))}</strong> '
        f'<span class="ctx-dim">{facts}</span></div>'
    )
    body = _parts(document.parts, allowance)
    foot = f'<div class="ctx-foot">{_inline(document.footer)}</div>' if document.footer else ""
    return f'<div class="ctx-root"><style>{_STYLE}</style>{head}{body}{foot}</div>'


def _parts(parts: Sequence[Part], allowance: _Allowance) -> str:
    shown = []
    for number, part in enumerate(parts):
        markup = _part(part, allowance)
        # Tables, trees and folds have asked for what is in them.
        if not isinstance(part, Table | Tree | Fold) and not allowance.take(markup):
            rest = count(len(parts) - number, "more section")
            shown.append(f'<div class="ctx-line ctx-dim">… and {rest}; the display is full</div>')
            break
        shown.append(markup)
    return "".join(shown)


def _part(part: Part, allowance: _Allowance) -> str:
    match part:
        case Table():
            return _table(part, allowance)
        case Bar():
            return _bar(part)
        case Figure():
            return _figure(part)
        case Note():
            text = _inline(shorten(part.text, 4 * MAX_CELL))
            return f'<div class="ctx-line ctx-{part.tone}">{text}</div>'
        case Listing():
            shown = [*map(_item, part.items[:MAX_LISTED])]
            if len(part.items) > MAX_LISTED:
                shown.append(_item(f"… and {len(part.items) - MAX_LISTED:,} more"))
            tone = f"ctx-line ctx-{part.tone}"
            return f'<div class="{tone}">{escape(part.title)}<ul>{"".join(shown)}</ul></div>'
        case Passage():
            text = _beginning(part.text, part.more)
            caption = f'<div class="ctx-dim">{_inline(part.caption)}</div>' if part.caption else ""
            # JupyterLab breaks lines of a <pre> within words.
            pre = f'<pre style="word-break:normal">{text}</pre>'
            return f'<div class="ctx-line">{caption}{pre}</div>'
        case Tree():
            return _Branches(allowance).tree(part)
        case Fold():
            inner = _parts(part.parts, allowance)
            state = " open" if part.open else ""
            summary = f"<summary>{escape(shorten(part.summary, MAX_CELL))}</summary>"
            return f'<details class="ctx-fold"{state}>{summary}{inner}</details>'


def _item(text: str) -> str:
    return f"<li>{_inline(shorten(text, MAX_CELL))}</li>"


def _figure(figure: Figure) -> str:
    asides = "".join(
        f'<span class="ctx-dim"> · {escape(shorten(aside, MAX_CELL))}</span>'
        for aside in figure.asides
        if aside
    )
    strong = f'<strong class="ctx-{figure.tone}">{escape(figure.strong)}</strong>'
    return f'<div class="ctx-line ctx-num">{strong} {escape(figure.rest)}{asides}</div>'


def _bar(bar: Bar) -> str:
    total = sum(segment.amount for segment in bar.segments)
    whole = max(bar.capacity, total)
    if not total:
        return ""
    segments = _few(bar.segments)
    spans = "".join(
        f'<span style="display:inline-block;height:14px;width:{100 * s.amount / whole:.2f}%;'
        f'background:{s.color}{";opacity:0.45" if s.faint else ""}" '
        f'title="{escape(f"{s.label} {s.amount:,} {bar.unit}")}"></span>'
        for s in segments
        if s.amount
    )
    legend = " ".join(
        f'<span class="ctx-key"><span class="ctx-sw" style="background:{s.color}'
        f'{";opacity:0.45" if s.faint else ""}"></span>{escape(s.label)} {s.amount:,}</span>'
        for s in segments
        if s.amount
    )
    limit = ""
    if 0 < bar.capacity < whole:
        limit = (
            f'<span class="ctx-limit" style="left:{100 * bar.capacity / whole:.2f}%" '
            f'title="budget {bar.capacity:,} {escape(bar.unit)}"></span>'
        )
    return (
        f'<div class="ctx-bars"><div class="ctx-bar">{spans}{limit}</div>'
        f'<div class="ctx-legend ctx-num">{legend}</div></div>'
    )


def _few(segments: Sequence[Segment]) -> Sequence[Segment]:
    """Return at most so many segments as can be told apart; the smallest become one."""
    if len(segments) <= MAX_SEGMENTS:
        return segments
    least = sorted(s.amount for s in segments)[-MAX_SEGMENTS + 1]
    kept = [s for s in segments if s.amount >= least][: MAX_SEGMENTS - 1]
    rest = sum(s.amount for s in segments) - sum(s.amount for s in kept)
    label = f"{len(segments) - len(kept):,} others"
    return [*kept, Segment(label, rest, PALETTE[-1])]


def _table(table: Table, allowance: _Allowance) -> str:
    if not table.total:
        return (
            f'<div class="ctx-line ctx-dim">{escape(table.caption)}: {_inline(table.empty)}</div>'
        )
    shown = 0
    rows = []
    for row in islice(table.rows, MAX_ROWS):
        markup = _row(row, table.columns)
        if not allowance.take(markup):
            break
        rows.append(markup)
        shown += 1
    heads = "".join(
        f'<th scope="col"{_cell_class(column)}>{escape(column.title)}</th>'
        for column in table.columns
    )
    rest = table.total - shown
    more = (
        f'<div class="ctx-line ctx-dim">… and {count(rest, "more row")}; '
        f"{_inline(f'`{table.more}` shows all {table.total:,}')}</div>"
        if rest > 0
        else ""
    )
    return (
        f'<div class="ctx-scroll" tabindex="0"><table><caption>{_inline(table.caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{more}"
    )


class _Branches:
    """Nested lists of a tree, as far as there is room."""

    def __init__(self, allowance: _Allowance) -> None:
        self.allowance = allowance
        self.left = MAX_BRANCHES
        self.whole = True

    def tree(self, tree: Tree) -> str:
        branches = self.level(tree.branches, 0)
        more = "" if self.whole else f"<div>… more: {_inline(f'`{tree.more}`')}</div>"
        return f'<div class="ctx-line ctx-tree">{escape(tree.title)}{branches}{more}</div>'

    def level(self, branches: Sequence[Branch], depth: int) -> str:
        items = []
        for branch in branches:
            text = _inline(shorten(branch.text, MAX_CELL))
            if branch.tone != "plain":
                text = f'<span class="ctx-{branch.tone}">{text}</span>'
            self.left -= 1
            if self.left < 0 or depth == MAX_DEPTH or not self.allowance.take(f"<li>{text}</li>"):
                self.whole = False
                break
            items.append(f"<li>{text}{self.level(branch.branches, depth + 1)}</li>")
        return f"<ul>{''.join(items)}</ul>" if items else ""


def _cell_class(column: Column, cell: Cell | Lines | str = "") -> str:
    lines = (
        cell.items if isinstance(cell, Lines) else [cell if isinstance(cell, str) else cell.text]
    )
    longest = max(map(len, lines), default=0)
    names = [
        *(["ctx-r", "ctx-num"] if column.align == "right" else []),
        # An unusually long cell may wrap, lest it push the others out of sight.
        *(["ctx-wide"] if column.wide or longest > LONG_CELL else []),
    ]
    return f' class="{" ".join(names)}"' if names else ""


def _row(row: Row, columns: Sequence[Column]) -> str:
    cells = "".join(
        f"<td{_cell_class(column, cell)}>{_cell(cell)}</td>"
        for cell, column in zip(row.cells, columns, strict=True)
    )
    return f'<tr class="ctx-dim">{cells}</tr>' if row.dim else f"<tr>{cells}</tr>"


def _cell(cell: Cell | Lines | str) -> str:
    if isinstance(cell, str):
        return escape(shorten(cell, MAX_CELL))
    if isinstance(cell, Lines):
        return "".join(f"<div>{_inline(line)}</div>" for line in first_lines(cell, MAX_LINES))
    text = shorten(cell.text, MAX_CELL)
    text = _inline(text) if cell.prose else escape(text)
    if cell.code:
        text = f"<code>{text.replace('/', '/<wbr>')}</code>"  # paths break between folders
    if cell.tone != "plain":
        text = f'<span class="ctx-{cell.tone}">{text}</span>'
    return text + _gauge(cell.gauge) + _excerpt(cell.excerpt)


def _gauge(gauge: Gauge | None) -> str:
    if gauge is None or gauge.of <= 0:
        return ""
    share = max(0.0, min(1.0, gauge.amount / gauge.of))
    return (
        '<span class="ctx-gauge"><span style="display:inline-block;height:8px;'
        f'width:{round(72 * share)}px;background:{gauge.color}"></span></span>'
    )


def _excerpt(excerpt: Excerpt | None) -> str:
    if excerpt is None:
        return ""
    text = _beginning(excerpt.text, excerpt.more)
    summary = escape(shorten(excerpt.summary, MAX_CELL))
    return f"<details><summary>{summary}</summary><pre>{text}</pre></details>"


def _beginning(text: str, more: str) -> str:
    left = len(text) - MAX_EXCERPT
    rest = f"\n… {left:,} more characters: {more}" if left > 0 else ""
    return escape(text[:MAX_EXCERPT] + rest)


def _inline(text: str) -> str:
    """Escape text, setting what stands between back-ticks as code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(
        f"<code>{escape(piece)}</code>" if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )
