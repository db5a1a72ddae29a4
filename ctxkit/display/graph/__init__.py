"""How entries and their graph look."""

from __future__ import annotations

from ctxkit.display.graph import entry, graph  # noqa: F401  (they register)
