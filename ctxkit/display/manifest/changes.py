"""How the difference between two manifests looks."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Part,
    Row,
    Table,
    Tone,
    describe,
    signed,
)
from ctxkit.display.manifest.manifest import item_target
from ctxkit.manifest.changes import ManifestChanges
from ctxkit.manifest.items import MissionContextItem


@describe.register
def _changes(held: ManifestChanges) -> Document:
    return Document(
        kind="Changes of a manifest",
        title=_summary(held),
        parts=change_parts(held),
        footer="`.added`, `.removed` and `.changed` hold the items",
    )


def change_parts(held: ManifestChanges) -> list[Part]:
    """Return what the difference consists of: the figure, then the items."""
    before, after = held.tokens
    rest = "tokens required"
    if after != before:
        rest += f", from {before:,} to {after:,}"
    figure = Figure(
        signed(after - before), rest, [_budget(held), _optional(held), _role(held)], _tone(held)
    )
    return [figure, change_table(held)]


def change_table(held: ManifestChanges) -> Table:
    """Return the items that came, went, or are loaded in another way."""
    return Table(
        caption="Items that differ",
        columns=[
            Column("change"),
            Column("what", wide=True),
            Column("tokens", "right"),
            Column("need"),
            Column("how", wide=True),
        ],
        rows=_rows(held),
        total=len(held.added) + len(held.removed) + len(held.changed),
        more=".changed",
        empty="none",
    )


def _summary(held: ManifestChanges) -> str:
    counts = [(held.added, "added"), (held.removed, "removed"), (held.changed, "changed")]
    told = [f"{len(items):,} {what}" for items, what in counts if items]
    return ", ".join(told) or ("the same items" if held else "nothing")


def _tone(held: ManifestChanges) -> Tone:
    was, is_ = held.over_budget
    if is_:
        return "bad"
    return "good" if was else "plain"


def _budget(held: ManifestChanges) -> str:
    before, after = held.budget
    was, is_ = held.over_budget
    told = f"budget {after:,}" if before == after else f"budget from {before:,} to {after:,}"
    if was != is_:
        told += ", over it now" if is_ else ", no longer over it"
    return told


def _optional(held: ManifestChanges) -> str:
    before, after = held.optional_tokens
    return "" if before == after else f"optional {signed(after - before)}"


def _role(held: ManifestChanges) -> str:
    before, after = held.role
    return "" if before == after else f"role from {before or 'none'} to {after or 'none'}"


def _rows(held: ManifestChanges) -> Iterator[Row]:
    for item in held.added:
        yield _row("added", "good", item, signed(item.token_hint), _how(item))
    for item in held.removed:
        yield _row("removed", "bad", item, signed(-item.token_hint), _how(item))
    for before, after in held.changed:
        delta = signed(after.token_hint - before.token_hint)
        old, new = _how(before), _how(after)
        yield _row("changed", "warn", after, delta, new if old == new else f"{old} → {new}")


def _row(change: str, tone: Tone, item: MissionContextItem, tokens: str, how: str) -> Row:
    need = "required" if item.required else "optional"
    what = Cell(item_target(item), code=True)
    return Row([Cell(change, tone=tone), what, tokens, need, how])


def _how(item: MissionContextItem) -> str:
    return f"{item.mode}, {item.selector.wording}" if item.selector else item.mode
