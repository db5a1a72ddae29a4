"""The wheel holds everything, installs into an empty environment, and nothing else is in it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", *folders], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    return set(listed.stdout.split("\n")) - {""}


def test_every_file_of_the_packages_is_in_it(names: set[str]) -> None:
    assert tracked("ctxkit") <= names
    assert {name.removeprefix("widgets/") for name in tracked("widgets/ctxkit_widgets")} <= names


def test_the_example_workspace_is_in_it_with_its_hidden_folder(names: set[str]) -> None:
    assert "ctxkit/examples/data/tidewatch/.specd/specs/gauge-intake/tasks.md" in names
    assert "ctxkit/py.typed" in names
    assert "ctxkit/display/style.css" in names
    assert "ctxkit/__init__.pyi" in names


def test_nothing_else_is_in_it(names: set[str]) -> None:
    tops = {Path(name).parts[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"ctxkit", "ctxkit_widgets"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".ipynb")]
