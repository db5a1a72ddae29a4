"""How manifests, requests, heads-up displays, snapshots and diffs look."""

from __future__ import annotations

from ctxkit.display.manifest import hud, manifest, snapshot  # noqa: F401  (they register)
