"""How pages, selections, assemblies, sweeps and calibrations look."""

from __future__ import annotations

from ctxkit.display.resident import context, pages, series, steps, working_set  # noqa: F401  (register)
