"""How a session's context over time looks, its moments, and policies side by side."""

from __future__ import annotations

from ctxkit.display.residency import comparing, moment, over_time, records  # noqa: F401  (register)
