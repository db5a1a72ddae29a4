"""How manifests, requests, heads-up displays, changes, snapshots and diffs look."""

from __future__ import annotations

from ctxkit.display.manifest import changes, hud, manifest, snapshot  # noqa: F401  (they register)
