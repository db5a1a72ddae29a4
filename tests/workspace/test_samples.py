"""Every real folder beside the checkout opens, with all its tasks, and shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ctxkit as ck
from tests.conftest import SHARED

SAMPLES = SHARED / "samples" / "specd"
WORKSPACES = sorted(
    path.parent.relative_to(SAMPLES).as_posix() for path in SAMPLES.rglob(".specd") if path.is_dir()
)

# Check boxes and table rows that begin with an id.
TASK_LIKE = re.compile(
    r"^\s*(?:[-*] \[[ xX]\] \**|\| *(?:✅ *)?)([A-Z]+[0-9]+[A-Z]?)\b", re.MULTILINE
)


@pytest.fixture(params=WORKSPACES or ["none"])
def workspace(request: pytest.FixtureRequest, specd_samples: Path) -> ck.Workspace:
    return ck.open_workspace(specd_samples / request.param)


def test_all_tasks_are_found(workspace: ck.Workspace) -> None:
    for spec in workspace.values():
        text = spec.read_artifact("tasks.md") or ""
        text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
        assert [task.id for task in spec.tasks] == list(dict.fromkeys(TASK_LIKE.findall(text)))


def test_everything_can_be_shown_framed_and_drawn(workspace: ck.Workspace) -> None:
    import matplotlib.pyplot as plt

    for held in (workspace, *workspace.values()):
        assert held._repr_html_() and repr(held) and held.to_frame() is not None
        held.plot()
    for spec in workspace.values():
        assert spec.manifest()._repr_html_()
        assert spec.hud()._repr_html_()
        assert spec.snapshot(1, now="2026-01-01T00:00:00Z").diff(workspace).changed == ()
    plt.close("all")


def test_a_folder_of_specs_has_specs(workspace: ck.Workspace) -> None:
    folders = [p for k in ("specs", "changes") for p in (workspace.root / ".specd" / k).glob("*")]
    assert sorted(workspace) == sorted(p.name for p in folders if p.is_dir())


def test_the_one_liner_of_the_readme_works(specd_samples: Path) -> None:
    code = (
        "import ctxkit as ck; ws = ck.open_workspace('PATH'); print(ws); "
        "print(ws['SLUG'].manifest().to_json())"
    )
    for name in WORKSPACES:
        path = specd_samples / name
        for slug in ck.open_workspace(path):
            done = subprocess.run(
                [sys.executable, "-c", code.replace("PATH", str(path)).replace("SLUG", slug)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            assert done.stderr == ""
            manifest = ck.MissionContextManifest.from_json(done.stdout.rstrip().split("\n")[-1])
            assert manifest.items


def test_a_change_keeps_its_own_paths(specd_samples: Path) -> None:
    spec = ck.open_workspace(specd_samples / "specd-cli")["docs-navigation"]
    paths = [item.path for item in spec.manifest().items if item.kind == "source-artifact"]
    assert ".specd/changes/docs-navigation/tasks.md" in paths
    assert "specd context docs-navigation" in [item.command for item in spec.manifest().items]


def test_opening_the_wrong_folder_names_the_right_one(specd_samples: Path) -> None:
    with pytest.raises(ck.ReadError, match=r"no \.specd folder here") as caught:
        ck.open_workspace(specd_samples / "find-notes")
    assert "workspace" in caught.value.hint
