"""How procedures, their steps, guards and functions look."""

from __future__ import annotations

from ctxkit.display.procedure import (  # noqa: F401  (they register)
    guards,
    procedure,
    registry,
    steps,
)
