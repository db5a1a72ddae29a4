"""The Binder environment: built in a fresh venv from its own files, and the tour run in it."""

from __future__ import annotations

import os
import re
import subprocess
import venv
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

BINDER = REPOSITORY / "binder"


def test_every_third_party_package_is_pinned_and_none_is_local() -> None:
    lines = (BINDER / "requirements.txt").read_text("utf-8").split("\n")
    for line in filter(None, lines):
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line), line


def test_all_dependencies_of_the_project_are_among_them() -> None:
    import tomllib

    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {
        re.split(r"[<>=!~\[; ]", d)[0].lower().replace("_", "-") for d in project["dependencies"]
    }
    lines = (BINDER / "requirements.txt").read_text("utf-8").lower().replace("_", "-")
    assert wanted | {"jupyterlab"} <= {line.partition("==")[0] for line in lines.split("\n")}


def test_the_python_version_is_set() -> None:
    assert re.fullmatch(r"python-3\.1[1-9]\n", (BINDER / "runtime.txt").read_text("utf-8"))


@pytest.mark.slow
def test_the_tour_runs_in_the_environment_that_binder_builds(tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    bin_folder = tmp_path / "env" / "bin"
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER"))}
    environment["PATH"] = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    # The kernel specs of a user must not shadow the one of the environment.
    environment |= {"JUPYTER_DATA_DIR": str(tmp_path / "data"), "IPYTHONDIR": str(tmp_path / "ip")}

    def run(*command: str) -> None:
        done = subprocess.run(
            command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"

    pip = [str(bin_folder / "python"), "-m", "pip", "install", "--quiet"]
    run(*pip, "-r", str(BINDER / "requirements.txt"))
    run("bash", str(BINDER / "postBuild"))
    out = ["--output-dir", str(tmp_path), "--output", "tour.html"]
    tour = str(REPOSITORY / "notebooks" / "00_tour.ipynb")
    run(str(bin_folder / "jupyter"), "nbconvert", "--to", "html", "--execute", tour, *out)
    assert "10,200" in (tmp_path / "tour.html").read_text("utf-8")
