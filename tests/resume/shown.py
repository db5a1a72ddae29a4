"""Costs of going on, for the tests of displays, frames and plots."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from ctxkit.examples import copy_workspace, workspace
from ctxkit.resume import ResumeCost, ResumeItem, ResumeState, resume_cost
from ctxkit.workspace import Workspace

SPEC = ".specd/specs/gauge-intake"


def edited_workspace() -> Workspace:
    """A copy of the example: a role longer, a skill gone, the task list changed elsewhere."""
    ws = copy_workspace(Path(mkdtemp(prefix="ctxkit-resume-")) / "tidewatch")
    role = ws.root / ".specd/roles/craftsman.md"
    role.write_text(role.read_text("utf-8") + "\nNever merge on a Friday.\n", "utf-8")
    (ws.root / ".specd/skills/specd-execute/SKILL.md").unlink()
    tasks = ws.root / SPEC / "tasks.md"
    tasks.write_text(tasks.read_text("utf-8") + "\nA last word.\n", "utf-8")
    return ws


def ordinary() -> dict[str, Any]:
    before, now = workspace(), edited_workspace()
    snapshot = before["gauge-intake"].snapshot(turn=3, now="2026-09-17T08:00:00Z")
    return {"resume_cost": resume_cost(snapshot, now, before=before)}


def empty() -> dict[str, Any]:
    return {"resume_cost": ResumeCost()}


def huge() -> dict[str, Any]:
    old = "\n".join(f"line {n}" for n in range(900))
    new = "\n".join(f"line {n * 2}" for n in range(900))
    items = [
        ResumeItem(
            f"{n}{'very-long-name/' * 20}.md", "whole", ResumeState.CHANGED, "because " * 60,
            900, 900, True, old, new,
        )
        for n in range(5_000)
    ]  # fmt: skip
    return {"resume_cost": ResumeCost(items, title="t" * 900, estimator="e", notes=["n" * 900])}


def hostile(text: str) -> dict[str, Any]:
    items = [
        ResumeItem(f"{text}{state}", text, state, text, 3, 5, True, text, text + "\n" + text)
        for state in ResumeState
    ]
    return {"resume_cost": ResumeCost(items, title=text, estimator=text, notes=[text])}
