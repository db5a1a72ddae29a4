"""How workspaces, specs and what lies in them look."""

from __future__ import annotations

from ctxkit.display.workspace import entries, spec, workspace  # noqa: F401  (they register)
