"""What would make mandatory pages fit a window that is too small for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctxkit.window.assembly import Assembly


def what_would_help(held: Assembly) -> tuple[str, ...]:
    """Return in words what would help, each with the tokens that it is worth."""
    return tuple(_remedies(held))


def _remedies(held: Assembly) -> Iterator[str]:
    reserves = held.budget.reserves
    yield f"Widen the window by {held.shortfall:,} to {held.required + reserves:,} tokens."
    if reserves:
        rest = held.shortfall - reserves
        yield (
            f"Lower the reserves of {reserves:,} tokens by {held.shortfall:,}."
            if rest <= 0
            else f"Without the reserves of {reserves:,} tokens {rest:,} would still be missing."
        )
    if held.asked_for:
        own = held.pages.mandatory_tokens + held.instruction_tokens
        yield (
            f"Require nothing beyond the manifest's own items: {_then(held, held.required - own)}"
        )
    declared = _tokens_of_kind(held, "scope-file")
    if declared:
        yield f"Declare no files (`files=[]`): {_then(held, declared)}"
    if held.closure:
        table = held.pages.table
        row = max(held.closure, key=lambda row: (int(table.tokens[row]), -row))
        largest = int(table.tokens[row])
        yield f"Shorten the largest page, {table.page_ids[row]}: {largest:,} tokens."


def _then(held: Assembly, saved: int) -> str:
    """Say what saving so many tokens leads to."""
    rest = held.shortfall - saved
    end = "and it fits" if rest <= 0 else f"and {rest:,} would still be missing"
    return f"{saved:,} tokens less, {end}."


def _tokens_of_kind(held: Assembly, kind: str) -> int:
    table = held.pages.table
    return table.total_tokens(row for row in held.closure if table.kind_of(row) == kind)
