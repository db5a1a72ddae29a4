"""How budget tables look."""

from __future__ import annotations

from ctxkit.display.budgets import table  # noqa: F401  (it registers)
