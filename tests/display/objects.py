"""Objects of every kind that can be shown: ordinary, empty, huge and hostile."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import ctxkit as ck
from ctxkit.workspace.coverage import Coverage
from ctxkit.workspace.guides import Guides
from ctxkit.workspace.spec_tasks import SpecTasks
from tests.budgets import shown as budgets
from tests.display.engine_objects import (
    empty_engine_objects,
    engine_objects,
    engine_records,
    hostile_engine_objects,
    huge_engine_objects,
    large_engine_objects,
)
from tests.residency import shown as residency
from tests.resident import shown
from tests.resume import shown as resume
from tests.specdiff import shown as specdiff
from tests.story import shown as story
from tests.window import shown as window

ROOMS = (window, residency, resume, story, budgets, specdiff)
NOW = "2026-09-17T08:00:00Z"

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>\"'></style></details></table>"
    "\u202egnp.exe\u2066\x07\x00\x1b[31m`|&amp;$\\frac{1}{0}$\ud800\u2028end"
)


def hostile_workspace() -> ck.Workspace:
    """A workspace in which every text is hostile."""
    text = HOSTILE.replace("\x00", "").replace("\ud800", "\udcff")
    root = Path(mkdtemp(prefix="ctxkit-hostile-"))
    slug = "<b>slug&\"'"
    spec = root / ".specd" / "specs" / slug
    spec.mkdir(parents=True)
    for folder, name in (("roles", "<i>"), ("steering", "a&b"), ("skills/<u>", "SKILL")):
        file = root / ".specd" / folder / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {text}\n", "utf-8", errors="surrogateescape")
    files = {
        "requirements.md": f"# Requirements — {text}\n\n## Requirement 1 — {text}\n\n"
        f"**User story:** {text}\n\n**Acceptance criteria:**\n1. {text}\n",
        "design.md": f"# Design — {text}\n\n## {text}\n{text}\n",
        "tasks.md": f"# Tasks — {text}\n\n## Wave 1\n- [ ] T1 — {text}\n  - why: {text}\n"
        f"  - role: {text}\n  - files: {text}\n  - contract: {text}\n  - acceptance: {text}\n"
        f"  - verify: {text}\n  - depends: {text}\n  - requirements: 1\n  - {text}: x\n",
        "memory.md": f"# Memory\n\n## {text}\n**Pattern:** {text}\n**Detail:** {text}\n"
        f"**Source:** {text}\n**Criticality:** {text}\n**Related:** [[{text}]]\n",
        "decisions.md": f"# Decisions\n\n## ADR-001 — {text} · 2026-01-01\n**Context:** {text}\n"
        f"**Decision:** {text}\n",
        "mid-requirements.md": f"# Mid\n\n## Turn 1 — 2026-01-01 — impact: high\n"
        f'**User input (verbatim):** "{text}"\n**Changes made:** {text}\n',
        "state.json": json.dumps(
            {
                "schemaVersion": 6,
                "spec": HOSTILE,
                "title": HOSTILE,
                "status": "executing",
                "phase": HOSTILE,
                "gate": HOSTILE,
                "executionMode": HOSTILE,
                "tasks": {
                    "T1": {
                        "id": "T1",
                        "title": HOSTILE,
                        "role": HOSTILE,
                        "wave": 1,
                        "depends": [HOSTILE],
                        "requirements": [1],
                        "status": "pending",
                    }
                },
                "blockers": [{"task": HOSTILE, "reason": HOSTILE, "since": HOSTILE}],
                "routing": {HOSTILE: {"tier": HOSTILE}},
            }
        ),
    }
    for name, content in files.items():
        (spec / name).write_text(content, "utf-8", errors="surrogateescape")
    return ck.open_workspace(root)


def parts_of(ws: ck.Workspace) -> dict[str, Any]:
    """Everything that can be shown of a workspace and its first spec."""
    spec = next(iter(ws.values()))
    snapshot = spec.snapshot(turn=3, now=NOW)
    return {
        "workspace": ws,
        "guides": ws.guides,
        "spec": spec,
        "task": spec.progress[0],
        "progress": spec.progress,
        "next task": spec.next_task,
        "tasks": spec.tasks,
        "requirements": spec.requirements,
        "criteria": spec.requirements.criteria,
        "coverage": spec.coverage,
        "memory": spec.memory,
        "decisions": spec.decisions,
        "mid-requirements": spec.mid_requirements,
        "state": spec.state,
        "request": spec.request(),
        "manifest": spec.manifest(),
        "manifest over budget": spec.manifest(host_budget=4000, role="architect"),
        "changes": spec.manifest(task="", host_budget=4000).changes_since(spec.manifest()),
        "hud": spec.hud(),
        "snapshot": snapshot,
        "diff": snapshot.diff(ws),
        "diagnostics": ck.read_tasks("- [X] T1 — a\n- [ ] T2 — b\n").diagnostics,
    }


def records_of(ws: ck.Workspace) -> dict[str, Any]:
    """Single records, which are shown as their fields."""
    spec = next(iter(ws.values()))
    manifest = spec.manifest()
    return {
        "item": manifest.items[-1],
        "selector": ck.ContextSelector(task_id="T1", artifact="tasks.md"),
        "guide": ws.guides[0],
        "listed task": spec.tasks[0],
        "requirement": spec.requirements[0],
        "decision": spec.decisions[0],
        "recorded task": spec.state.tasks[0],
        "diagnostic": ck.Diagnostic(code="x", severity=ck.Severity.INFO, message=HOSTILE),
    }


def empty_objects() -> dict[str, Any]:
    """The same kinds with nothing in them."""
    root = Path(mkdtemp(prefix="ctxkit-empty-"))
    (root / ".specd" / "specs" / "bare").mkdir(parents=True)
    (root / ".specd" / "specs" / "bare" / "state.json").write_text("{}")
    ws = ck.open_workspace(root)
    spec = ws["bare"]
    manifest = ck.MissionContextManifest()
    snapshot = ck.ContextSnapshot(task="T1", manifest=manifest)
    return {
        "workspace": ws,
        "guides": Guides(),
        "spec": spec,
        "tasks": spec.tasks,
        "requirements": spec.requirements,
        "criteria": spec.requirements.criteria,
        "coverage": Coverage(),
        "progress": SpecTasks(),
        "memory": spec.memory,
        "decisions": spec.decisions,
        "mid-requirements": spec.mid_requirements,
        "state": spec.state,
        "request": ck.ContextRequest(),
        "manifest": manifest,
        "changes": manifest.changes_since(manifest),
        "hud": ck.ContextHUD(),
        "snapshot": snapshot,
        "diff": ck.SnapshotDiff(),
        "diagnostics": ck.Diagnostics(),
    }


def huge_objects() -> dict[str, Any]:
    """The same kinds with thousands of long entries."""
    path = "src/" + "very-long-name-" * 20 + "<&>.py"
    many = 5_000
    manifest = ck.MissionContextManifest(
        items=tuple(
            ck.MissionContextItem(
                order=i + 1,
                kind="scope-file",
                path=f"{i}{path}",
                mode="read-targeted",
                required=True,
                token_hint=i,
                rationale="because " * 60,
            )
            for i in range(many)
        )
    )
    lines = [f"- [ ] T{i} — {'title ' * 80}\n  - why: x\n" for i in range(many)]
    requirements = "".join(
        f"## Requirement {i} — {'t' * 900}\n1. {'c' * 9000}\n" for i in range(500)
    )
    tasks = ck.read_tasks("# Tasks — x\n## Wave 1\n" + "".join(lines))
    files = tuple(ck.HUDFile(path=f"{i}{path}", exists=True, bytes=i) for i in range(many))
    loaded = tuple(ck.LoadedFile(path=f"{i}{path}", sha256="0" * 64) for i in range(many))
    kinds = tuple(
        ck.MissionContextItem(order=i, kind=f"kind {i}", token_hint=i, required=True)
        for i in range(many)
    )
    actions = ("do this " * 60,) * many
    blockers = [{"task": f"T{i}", "reason": "because " * 40} for i in range(many)]
    root = Path(mkdtemp(prefix="ctxkit-huge-"))
    (root / ".specd" / "specs" / "blocked").mkdir(parents=True)
    (root / ".specd" / "specs" / "blocked" / "state.json").write_text(
        json.dumps({"schemaVersion": 6, "blockers": blockers})
    )
    return {
        "manifest": manifest,
        "changes": manifest.changes_since(ck.MissionContextManifest()),
        "kinds in a manifest": ck.MissionContextManifest(items=kinds, budget_actions=actions),
        "blocked spec": ck.open_workspace(root)["blocked"],
        "tasks": tasks,
        "requirements": ck.read_requirements(requirements),
        "diagnostics": tasks.diagnostics,
        "hud": ck.ContextHUD(files=files),
        "snapshot": ck.ContextSnapshot(task="T1", manifest=manifest, loaded_files=loaded),
        "diff": ck.SnapshotDiff(changed=tuple(f.path for f in files)),
    }


def _of_rooms(name: str) -> dict[str, Any]:
    """The objects of one sort of all rooms that keep theirs beside their tests."""
    given = (HOSTILE,) if name == "hostile" else ()
    return {key: one for room in ROOMS for key, one in getattr(room, name)(*given).items()}


@cache
def all_objects() -> dict[str, Any]:
    """Every object to show, by a name that says what it is."""
    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "ordinary": lambda: parts_of(ck.examples.workspace()) | engine_objects(),
        "empty": lambda: empty_objects() | empty_engine_objects(),
        "huge": lambda: huge_objects() | huge_engine_objects(),
        "large": large_engine_objects,
        "hostile": lambda: parts_of(hostile_workspace()) | hostile_engine_objects(HOSTILE),
        "record": lambda: records_of(ck.examples.workspace()) | engine_records(),
        "hostile record": lambda: records_of(hostile_workspace()) | engine_records(HOSTILE),
    }
    rooms: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        *makers.items(),
        ("ordinary", shown.ordinary),
        ("empty", shown.empty),
        ("huge", shown.huge),
        ("hostile", lambda: shown.hostile(HOSTILE)),
        *((name, partial(_of_rooms, name)) for name in ("ordinary", "empty", "huge", "hostile")),
    ]
    return {f"{maker} {name}": held for maker, make in rooms for name, held in make().items()}
