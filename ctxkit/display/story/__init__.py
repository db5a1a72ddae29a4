"""How the story of a task looks."""

from __future__ import annotations

from ctxkit.display.story import story  # noqa: F401  (it registers)
