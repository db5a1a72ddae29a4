"""The wheel holds everything, installs into an empty environment, and nothing else is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
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


def test_it_installs_into_an_empty_environment_and_proves_that_it_works_there(
    wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = str(tmp_path / "env" / "bin" / "python")
    # Nothing of this checkout or of its environment may help.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER"))}

    def run(*command: str) -> str:
        done = subprocess.run(
            [python, *command], cwd=tmp_path, env=environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    told = run("-m", "ctxkit.examples")
    assert "everything works" in told
    assert "FAILED" not in told
    assert f"in {tmp_path / 'env'}" in told
