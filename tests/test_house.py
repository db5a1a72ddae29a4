"""The house stands: imports run downwards only, and importing ctxkit is cheap."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import ctxkit
from tests.conftest import REPOSITORY

#: From the ground up. A room may import its own floor and the floors below.
FLOORS = [
    {"gotext", "view", "visible"},
    {"errors"},
    {"canonical", "collection"},
    {"model"},
    {"diagnostics"},
    {"manifest", "resident", "graph", "procedure"},
    {"session", "difference"},
    {"workspace"},
    {"window", "residency", "resume", "budgets", "specdiff"},
    {"story"},
    {"examples"},
    {"display"},
    {"frames"},
    {"plots"},
    {"reports"},
]
FLOOR_OF = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
SOURCES = sorted(
    path for path in (REPOSITORY / "ctxkit").rglob("*.py") if "examples/data" not in path.as_posix()
)


def imported_rooms(path: Path) -> set[str]:
    """Return the rooms of ctxkit that a file imports, inside functions too."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [node.module or ""]
            if node.module == "ctxkit":
                names = [f"ctxkit.{alias.name}" for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("ctxkit.")}
    return rooms


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(REPOSITORY).as_posix())
def test_imports_run_downwards_only(path: Path) -> None:
    room = path.relative_to(REPOSITORY / "ctxkit").parts[0].removesuffix(".py")
    if room == "__init__":
        return
    for other in imported_rooms(path):
        assert FLOOR_OF[other] <= FLOOR_OF[room], f"{room} imports {other}, which lies above it"


def test_every_room_has_a_floor() -> None:
    rooms = {
        path.relative_to(REPOSITORY / "ctxkit").parts[0].removesuffix(".py") for path in SOURCES
    }
    assert rooms - {"__init__"} <= FLOOR_OF.keys()


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.relative_to(REPOSITORY).as_posix())
def test_no_module_is_longer_than_500_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 500


def in_fresh_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=REPOSITORY
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "heavy", ["pandas", "matplotlib", "ipywidgets", "numpy", "scipy", "IPython"]
)
def test_importing_ctxkit_and_opening_a_workspace_imports_nothing_heavy(heavy: str) -> None:
    code = f"import sys, ctxkit as ck; ck.examples.workspace(); print({heavy!r} in sys.modules)"
    assert in_fresh_python(code) == "False\n"


def test_every_public_name_can_be_had_and_is_documented() -> None:
    for name in ctxkit.__all__:
        held = getattr(ctxkit, name)
        if isinstance(held, type) or inspect.isroutine(held):
            assert held.__doc__, f"{name} has no docstring"
    assert set(ctxkit.__all__) <= set(dir(ctxkit))


def test_the_type_marker_ships() -> None:
    assert (REPOSITORY / "ctxkit" / "py.typed").exists()
