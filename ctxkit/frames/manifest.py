"""Manifests, heads-up displays, snapshots and diffs as frames."""

from __future__ import annotations

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot, SnapshotDiff


@to_frame.register
def _manifest(held: MissionContextManifest) -> pd.DataFrame:
    looks = {item.order: held.look_at(item.order) for item in held.items}
    return make_frame(
        "manifest",
        (
            (
                item.order,
                item.kind,
                item.path,
                item.command,
                item.mode,
                item.required,
                item.token_hint,
                look.whole_tokens if (look := looks[item.order]) else None,
                item.selector.wording if item.selector else "",
                item.rationale,
            )
            for item in held.items
        ),
    )


@to_frame.register
def _hud(held: ContextHUD) -> pd.DataFrame:
    return make_frame("hud", ((f.path, f.exists, f.bytes, f.approx_tokens) for f in held.files))


@to_frame.register
def _snapshot(held: ContextSnapshot) -> pd.DataFrame:
    return make_frame("snapshot", ((f.path, f.sha256, *f.lines) for f in held.loaded_files))


@to_frame.register
def _diff(held: SnapshotDiff) -> pd.DataFrame:
    rows = [(path, True) for path in held.changed] + [(path, False) for path in held.unchanged]
    return make_frame("diff", rows)
