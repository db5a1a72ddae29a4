"""How the difference of two versions of a spec looks."""

from __future__ import annotations

from ctxkit.display.specdiff import diff  # noqa: F401  (it registers)
