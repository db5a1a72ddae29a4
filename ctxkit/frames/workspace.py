"""Workspaces, specs and what lies in them as frames."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.workspace.coverage import Coverage
from ctxkit.workspace.decisions import Decisions
from ctxkit.workspace.guides import Guides
from ctxkit.workspace.memory import Memory
from ctxkit.workspace.mid_requirements import MidRequirements
from ctxkit.workspace.requirements import Criteria, Requirements
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.spec_tasks import SpecTasks
from ctxkit.workspace.tasks import TaskList
from ctxkit.workspace.workspace import Workspace


@to_frame.register
def _workspace(held: Workspace) -> pd.DataFrame:
    return make_frame("workspace", (_workspace_row(spec) for spec in held.values()))


def _workspace_row(spec: Spec) -> tuple[Any, ...]:
    manifest = spec.manifest()
    return (
        spec.slug,
        spec.title,
        spec.status,
        spec.phase,
        spec.state.gate,
        len(spec.progress),
        spec.progress.complete,
        len(spec.requirements),
        len(spec.coverage.uncovered),
        spec.next_task.id or "",
        sum(artifact.tokens for artifact in spec.artifacts.values()),
        manifest.estimated_tokens,
        manifest.budget,
        len(spec.diagnostics),
    )


@to_frame.register
def _guides(held: Guides) -> pd.DataFrame:
    return make_frame(
        "guides", ((g.kind.value, g.name, g.path, g.bytes, g.tokens, g.summary) for g in held)
    )


@to_frame.register
def _spec(held: Spec) -> pd.DataFrame:
    return _progress(held.progress)


@to_frame.register
def _progress(held: SpecTasks) -> pd.DataFrame:
    return make_frame(
        "spec",
        (
            (
                t.id,
                t.wave,
                t.title,
                t.role,
                str(t.status),
                t.depends,
                t.requirements,
                t.files,
                t.acceptance,
                t.verify,
                t.blocker,
                t.evidence,
                t.line,
            )
            for t in held
        ),
    )


@to_frame.register
def _coverage(held: Coverage) -> pd.DataFrame:
    return make_frame(
        "coverage", ((r.number, r.title, r.criteria, r.tasks, bool(r.tasks)) for r in held)
    )


@to_frame.register
def _tasks(held: TaskList) -> pd.DataFrame:
    return make_frame(
        "tasks",
        (
            (
                t.id,
                t.wave,
                t.title,
                t.done,
                t.role,
                t.files,
                t.depends,
                t.requirements,
                t.refs,
                t.why,
                t.contract,
                t.acceptance,
                t.verify,
                t.extra,
                t.line,
            )
            for t in held
        ),
    )


@to_frame.register
def _requirements(held: Requirements) -> pd.DataFrame:
    return make_frame(
        "requirements", ((r.number, r.title, r.story, len(r.criteria), r.line) for r in held)
    )


@to_frame.register
def _criteria(held: Criteria) -> pd.DataFrame:
    return make_frame("criteria", ((c.requirement, c.id, c.text, c.line) for c in held))


@to_frame.register
def _memory(held: Memory) -> pd.DataFrame:
    return make_frame(
        "memory",
        ((e.key, e.pattern, e.detail, e.source, e.criticality, e.related, e.line) for e in held),
    )


@to_frame.register
def _decisions(held: Decisions) -> pd.DataFrame:
    return make_frame(
        "decisions",
        (
            (d.id, d.summary, d.date, d.context, d.decision, d.consequences, d.supersedes, d.line)
            for d in held
        ),
    )


@to_frame.register
def _mid_requirements(held: MidRequirements) -> pd.DataFrame:
    return make_frame(
        "mid_requirements",
        (
            (m.turn, m.date, m.impact, m.user_input, m.interpretation, m.changes, m.line)
            for m in held
        ),
    )
