"""The answers of the original tool, stored beside real folders at five moments of one spec."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import ctxkit as ck

STATES = (
    "2-requirements-filled",
    "4-tasks",
    "5-executing",
    "6-executing-t1-done",
    "7-blocked-t2",
)


@pytest.fixture(params=STATES)
def moment(
    request: pytest.FixtureRequest, specd_samples: Path, tmp_path: Path
) -> tuple[ck.Spec, Path]:
    """A state of the workspace together with what all states share."""
    folder = specd_samples / "find-notes" / request.param
    shutil.copytree(folder / "workspace", tmp_path, dirs_exist_ok=True)
    shutil.copytree(specd_samples / "find-notes" / "common", tmp_path, dirs_exist_ok=True)
    return ck.open_workspace(tmp_path)["find-notes"], folder


def answer(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def without_wording(manifest: dict[str, Any]) -> dict[str, Any]:
    """Drop what is ours to word; absent, zero and null mean the same in these answers."""
    items = [{k: v for k, v in item.items() if k != "rationale"} for item in manifest["items"]]
    kept = {k: v for k, v in manifest.items() if k not in ("strategy", "budgetActions")}
    kept["overBudget"] = bool(manifest.get("overBudget"))
    kept["actions"] = len(manifest.get("budgetActions") or ())
    return kept | {"items": items}


def test_manifest_is_the_tools(moment: tuple[ck.Spec, Path]) -> None:
    spec, folder = moment
    expected = answer(folder / "context.json")["contextManifest"]
    assert without_wording(spec.manifest().to_wire()) == without_wording(expected)


def test_hud_is_the_tools(moment: tuple[ck.Spec, Path]) -> None:
    spec, folder = moment
    assert spec.hud().to_json(indent=2) == (folder / "hud.json").read_text("utf-8").rstrip("\n")


def test_load_list_skill_and_facts_are_the_tools(moment: tuple[ck.Spec, Path]) -> None:
    spec, folder = moment
    told = answer(folder / "context.json")
    hud = spec.hud()
    assert [file.path for file in hud.files] == [*told["load"], told["skill"]]
    assert (spec.slug, spec.title, spec.status, spec.phase) == (
        told["spec"],
        told["title"],
        told["status"],
        told["phase"],
    )
    # The tool itself does not complain of uncovered requirements before the tasks are written.
    if spec.progress:
        assert list(spec.coverage.uncovered) == told["signals"]["uncoveredRequirements"]


def test_next_task_and_counts_are_the_tools(moment: tuple[ck.Spec, Path]) -> None:
    spec, folder = moment
    status = answer(folder / "status.json")
    following = spec.next_task
    assert following.kind == status["next"]["kind"]
    assert following.id == status["next"].get("id")
    assert list(following.blocking) == status["next"].get("blocking", [])
    counted = dict.fromkeys(("pending", "running", "complete", "blocked"), 0)
    for task in spec.progress:
        counted[task.status] += 1
    assert counted | {"total": len(spec.progress)} == status["counts"]


def test_a_host_budget_of_the_environment_counts(
    specd_samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = specd_samples / "find-notes" / "5-executing"
    monkeypatch.setenv("SPECD_MAX_CONTEXT_TOKENS", "4000")
    spec = ck.open_workspace(folder / "workspace")["find-notes"]
    expected = answer(folder / "context-host4000.json")["contextManifest"]
    assert without_wording(spec.manifest().to_wire()) == without_wording(expected)


def test_these_folders_are_read_without_a_finding(moment: tuple[ck.Spec, Path]) -> None:
    spec, _ = moment
    assert [d for d in spec.diagnostics if d.severity != "info"] == []
