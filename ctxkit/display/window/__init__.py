"""How pages of a manifest look, what fits a window of them, and what of it is stale."""

from __future__ import annotations

from ctxkit.display.window import assembly, pages, stale  # noqa: F401  (they register)
