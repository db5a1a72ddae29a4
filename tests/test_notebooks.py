"""The notebooks as files: small, clean, with outputs to compare (nbval compares them)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPOSITORY

NOTEBOOKS = sorted((REPOSITORY / "notebooks").glob("*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> tuple[Path, dict[str, Any]]:
    path: Path = request.param
    return path, json.loads(path.read_text("utf-8"))


def test_it_is_small_and_holds_no_saved_state(notebook: tuple[Path, dict[str, Any]]) -> None:
    path, book = notebook
    assert path.stat().st_size <= 300_000
    assert set(book["metadata"]) <= {"kernelspec", "language_info"}
    assert all(cell["metadata"] == {} for cell in book["cells"])


def test_every_cell_was_run_in_order_and_without_an_error(
    notebook: tuple[Path, dict[str, Any]],
) -> None:
    _, book = notebook
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {
        "execute_result",
        "display_data",
        "stream",
    }
    assert not [o for o in outputs if o.get("name") == "stderr"]


def test_an_app_is_saved_as_its_static_twin_alone(notebook: tuple[Path, dict[str, Any]]) -> None:
    _, book = notebook
    outputs = [output for cell in book["cells"] for output in cell.get("outputs", [])]
    # A live view means nothing without its kernel, and viewers prefer it to what can be read.
    assert not [
        o for o in outputs if "application/vnd.jupyter.widget-view+json" in o.get("data", {})
    ]


def test_nothing_in_it_depends_on_the_machine(notebook: tuple[Path, dict[str, Any]]) -> None:
    path, _ = notebook
    text = path.read_text("utf-8")
    assert not re.search(r"0x[0-9a-f]{8,}|/tmp/|/home/|/root/", text)
    assert str(REPOSITORY) not in text


def test_no_cell_relies_on_a_semicolon_to_stay_silent(
    notebook: tuple[Path, dict[str, Any]],
) -> None:
    _, book = notebook
    # It silences a result through the history, which nbval does not keep.
    assert not [c for c in book["cells"] if "".join(c["source"]).rstrip().endswith(";")]


def test_links_between_notebooks_lead_somewhere(notebook: tuple[Path, dict[str, Any]]) -> None:
    path, book = notebook
    prose = "".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "markdown")
    for target in re.findall(r"\]\(([^)#]+\.ipynb)\)", prose):
        assert (path.parent / target).exists(), target
