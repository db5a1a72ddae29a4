"""What all tests share: golden vectors, the folder beside the checkout, and no silent skips."""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
REPOSITORY = HERE.parent
SHARED = REPOSITORY.parent / "shared"

#: The browser that drives the tests in tests/browser; they are left out where there is none.
CHROMIUM = os.environ.get("CTXKIT_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)

settings.register_profile("ctxkit", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("ctxkit")


def vectors(name: str) -> list[Any]:
    """Return the golden cases of a vendored file, such as ``specd/hud``, as test parameters."""
    text = (HERE / "vectors" / f"{name}.jsonl").read_text("ascii")
    cases = [json.loads(line) for line in text.split("\n") if line]
    return [pytest.param(case["in"], case["out"], id=case["id"]) for case in cases]


def write_tree(root: Path, tree: dict[str, Any]) -> Path:
    """Write the files of a vector below a folder, byte for byte."""
    for path, content in tree.items():
        file = Path(os.path.join(root, path))
        file.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else base64.b64decode(content["b64"])
        file.write_bytes(data)
    return root


@pytest.fixture(scope="session")
def specd_samples() -> Path:
    """The real folders beside the checkout; a user's clone lacks them."""
    samples = SHARED / "samples" / "specd"
    if not samples.is_dir():
        pytest.skip("../shared is not here: it lies beside the maintainers' checkouts only")
    return samples


NOT_RUN = pytest.StashKey[int]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the browser tests where there is no browser; one line will say so."""
    config.stash[NOT_RUN] = 0
    if CHROMIUM is not None:
        return
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if left_out:
        config.stash[NOT_RUN] = len(left_out)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("browser")]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say in one line what was not run for want of a browser."""
    if not_run := config.stash.get(NOT_RUN, 0):
        terminalreporter.write_line(
            f"SKIPPED [{not_run}] browser tests: no chromium on PATH; install it, or set "
            "CTXKIT_CHROMIUM, to run them",
            yellow=True,
        )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a skipped test is a failure: everything that tests need is there."""
    if not os.environ.get("CTXKIT_NO_SKIPS"):
        return
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", [])) if reporter else 0
    skipped += session.config.stash.get(NOT_RUN, 0)
    if skipped:
        reporter.write_line(f"CTXKIT_NO_SKIPS is set, and {skipped} tests were skipped", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
