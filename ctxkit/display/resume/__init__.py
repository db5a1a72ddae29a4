"""How the cost of going on looks."""

from __future__ import annotations

from ctxkit.display.resume import cost  # noqa: F401  (it registers)
