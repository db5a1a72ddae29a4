"""What several displays of this room say in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxkit.display.document import (
    PALETTE,
    Cell,
    Column,
    Note,
    Row,
    Table,
    count,
    shorten,
)
from ctxkit.display.manifest.manifest import item_target
from ctxkit.display.resident.context import PART_COLORS
from ctxkit.window.measure import MeasuredItem
from ctxkit.window.pages import ManifestPages

#: One colour a part of the window, wherever it is drawn.
WINDOW_COLORS = {**PART_COLORS, "out": PALETTE[-1], "free": "#ced4da", "reserved": "#868e96"}


def short_labels(names: Sequence[str], most: int = 6) -> str:
    """Return labels without those that the page's id says anyway, the first of many."""
    told = [shorten(name, 60) for name in names if not name.startswith("path:")]
    more = f" and {len(told) - most:,} more" if len(told) > most else ""
    return ", ".join(told[:most]) + more or "—"


def missing_note(missing: Sequence[MeasuredItem]) -> list[Note]:
    """Return a note that names the required items which are not there."""
    required = [one for one in missing if one.item.required]
    if not required:
        return []
    names = ", ".join(shorten(item_target(one.item), 80) for one in required[:4])
    more = f" and {len(required) - 4:,} more" if len(required) > 4 else ""
    verb = "is" if len(required) == 1 else "are"
    told = f"{count(len(required), 'required item')} {verb} not there and cost nothing here"
    return [Note(f"{told}: {names}{more}.", "warn")]


def missing_table(missing: Sequence[MeasuredItem]) -> list[Table]:
    """Return the items that name what is not there."""
    if not missing:
        return []
    columns = [
        Column("item", "right"),
        Column("what"),
        Column("required"),
        Column("hint", "right"),
        Column("why", wide=True),
    ]
    return [
        Table(
            caption="Items that add no page, with the cost that their hints expect",
            columns=columns,
            rows=_missing_rows(missing),
            total=len(missing),
            more=".missing",
        )
    ]


def _missing_rows(missing: Sequence[MeasuredItem]) -> Iterator[Row]:
    for one in missing:
        item = one.item
        yield Row(
            [
                f"{item.order:,}",
                Cell(item_target(item), code=True),
                "yes" if item.required else "no",
                f"{item.token_hint:,}",
                one.reason,
            ],
            dim=not item.required,
        )


def hint_note(held: ManifestPages) -> list[Note]:
    """Return a note on the pages that have no bytes to count."""
    if held.tree is None:
        return [Note("Costs are hints: no file was read. `workspace=` measures them.", "warn")]
    rows = [row for row, data in enumerate(held.contents) if data is None]
    if not rows:
        return []
    tokens = held.table.total_tokens(rows)
    what = "command has" if len(rows) == 1 else "commands have"
    return [
        Note(f"{len(rows):,} {what} no bytes to count: {tokens:,} tokens by their hints.", "dim")
    ]
