"""Numbers and names that several displays of this room say in the same way."""

from __future__ import annotations

import math

from ctxkit.resident.trace import Strategy

STRATEGY_WORDS = {Strategy.FRAMES: "equal frames", Strategy.COST: "by token cost"}


def weight(value: float) -> str:
    """Return a weight with at most four significant digits."""
    if not math.isfinite(value):
        return "more than a double holds"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


def percent(share: float) -> str:
    """Return a share in percent; 100 % and 0 % are said only where they are exact."""
    if math.isnan(share):
        return "unknown"
    if 0 < share < 0.001:
        return "< 0.1 %"
    if 0.999 < share < 1:
        return "> 99.9 %"
    return f"{share:.1%}".replace("%", " %").replace(".0 %", " %")


def labels(names: tuple[str, ...], most: int = 12) -> str:
    """Return label names, the first of them where there are many."""
    if not names:
        return "—"
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
