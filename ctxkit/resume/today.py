"""What the request of a snapshot loads today, where its spec is at hand."""

from __future__ import annotations

import re

from ctxkit.errors import UnknownNameError
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.snapshot import ContextSnapshot
from ctxkit.manifest.tree import Tree
from ctxkit.manifest.vocabulary import ContextMode
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

_SPEC_PATH = re.compile(r"\.specd/(?:specs|changes)/([^/]+)/[^/]+")


def manifest_today(snapshot: ContextSnapshot, now: Tree) -> MissionContextManifest | None:
    """Return what the same request loads now; ``None`` where its spec or task is not at hand.

    Task, role and mode are those of the snapshot; files and requirements are what the task
    declares now, and the status is the present one. A snapshot that was read from JSON holds no
    request: its task, role and slices tell.
    """
    spec = _spec_of(snapshot, now)
    if spec is None:
        return None
    known = {task.id for task in spec.progress}
    asked = snapshot.manifest.request
    task = asked.task_id if asked is not None else snapshot.task
    if task not in known:
        if asked is None and task != spec.slug:
            return None
        if task and asked is not None:
            return None
        task = ""
    headings: tuple[str, ...] = asked.design_headings if asked is not None else ()
    for item in snapshot.manifest.items:
        if item.selector is not None and item.selector.design_headings:
            headings = item.selector.design_headings
    try:
        return spec.manifest(
            task=task,
            role=snapshot.manifest.role or None,
            mode=(asked.mode if asked is not None else "") or ContextMode.BRIEFING,
            host_budget=0,
            headings=headings,
        )
    except UnknownNameError:
        return None


def _spec_of(snapshot: ContextSnapshot, now: Tree) -> Spec | None:
    if not isinstance(now, Workspace):
        return None
    asked = snapshot.manifest.request
    slugs = [asked.slug.removeprefix("../changes/")] if asked is not None else []
    for item in snapshot.manifest.items:
        found = _SPEC_PATH.fullmatch(item.path) if item.kind == "source-artifact" else None
        slugs += [found[1]] if found else []
    slug = next((slug for slug in [*slugs, snapshot.task] if slug in set(now)), None)
    # A workspace is read once, when it is opened; the files may be younger.
    return None if slug is None else now[slug].reload()
