"""The functions that the procedure ``build-task`` names beyond the built-in ones."""

from __future__ import annotations

from typing import Any

from ctxkit.examples.presence import add_presence
from ctxkit.procedure.functions import Context, PartKind, QueryBound, ReadDepth
from ctxkit.procedure.registry import Registry


def workshop_registry() -> Registry:
    """Return a registry that holds the built-in functions and those of the workshop."""
    registry = Registry()
    add_presence(registry, {"planWritten": "plan", "filesNamed": "changedFiles"})
    _add_reading(registry)
    return registry


def _targets(ctx: Context, field: str = "targets") -> list[str]:
    return [item for item in ctx.store.get(field) or () if isinstance(item, str)]


def _title(ctx: Context, entry_id: str) -> str:
    entry = ctx.graph.entry(entry_id) if ctx.graph is not None else None
    return entry.index["title"] if entry is not None and entry.index else entry_id


def _unread(ctx: Context) -> list[str]:
    return [target for target in _targets(ctx) if ctx.reads.get(target) != ReadDepth.FULL]


def _explain_unread(ctx: Context) -> str:
    return f"Not read in full yet: {', '.join(_title(ctx, target) for target in _unread(ctx))}."


def _add_reading(registry: Registry) -> None:
    @registry.predicate(name="targetsRead", reads=["targets"], detail=_explain_unread)
    def targets_read(ctx: Context) -> bool:
        """Hold when every page in targets was read in full in this session."""
        return not _unread(ctx)

    @registry.query(name="pageList", reads=["targets"], bound=QueryBound(part=PartKind.LINE_LIST))
    def page_list(ctx: Context, args: dict[str, Any]) -> list[str]:
        """List the pages in a field by ID and title; args: field."""
        found = _targets(ctx, str(args.get("field", "targets")))
        return [f"{target} · {_title(ctx, target)}" for target in found]
