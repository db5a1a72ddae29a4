"""Engine A: context manifests, slices, heads-up displays, snapshots. Pure; contract A."""

from ctxkit.manifest.build import build_context_manifest
from ctxkit.manifest.changes import ItemChange, ManifestChanges, compare_manifests
from ctxkit.manifest.hud import ContextHUD, HUDFile
from ctxkit.manifest.items import (
    MANIFEST_VERSION,
    MAX_SOFT_CEILING,
    MIN_SOFT_CEILING,
    ContextSelector,
    MissionContextItem,
    MissionContextManifest,
    SliceLook,
)
from ctxkit.manifest.request import ArtifactReader, ContextRequest
from ctxkit.manifest.slices import (
    covered_requirements,
    design_section,
    list_headings,
    recent_memory,
    strip_html_comments,
    task_slice,
)
from ctxkit.manifest.snapshot import (
    ContextSnapshot,
    LoadedFile,
    SnapshotDiff,
    canonical_snapshot_json,
    validate_context_snapshot,
)
from ctxkit.manifest.tokens import ESTIMATOR_NAME, estimate_tokens, estimate_tokens_string
from ctxkit.manifest.tree import Tree
from ctxkit.manifest.vocabulary import (
    ROLES,
    ContextMode,
    Phase,
    Role,
    SpecStatus,
    phase_of,
    resolve_role,
)

__all__ = [
    "ESTIMATOR_NAME",
    "MANIFEST_VERSION",
    "MAX_SOFT_CEILING",
    "MIN_SOFT_CEILING",
    "ROLES",
    "ArtifactReader",
    "ContextHUD",
    "ContextMode",
    "ContextRequest",
    "ContextSelector",
    "ContextSnapshot",
    "HUDFile",
    "ItemChange",
    "LoadedFile",
    "ManifestChanges",
    "MissionContextItem",
    "MissionContextManifest",
    "Phase",
    "Role",
    "SliceLook",
    "SnapshotDiff",
    "SpecStatus",
    "Tree",
    "build_context_manifest",
    "canonical_snapshot_json",
    "compare_manifests",
    "covered_requirements",
    "design_section",
    "estimate_tokens",
    "estimate_tokens_string",
    "list_headings",
    "phase_of",
    "recent_memory",
    "resolve_role",
    "strip_html_comments",
    "task_slice",
    "validate_context_snapshot",
]
