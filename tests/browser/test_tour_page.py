"""The page that ``make tour`` writes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import REPOSITORY

pytestmark = pytest.mark.browser


def test_it_opens_without_errors_and_without_a_network(browser: Browser, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("tour", REPOSITORY / "docs" / "tour.py")
    assert spec and spec.loader
    tour = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tour)
    tour.write_page(
        REPOSITORY / "notebooks" / "00_tour.ipynb", tmp_path / "tour.html", execute=False
    )

    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.goto((tmp_path / "tour.html").as_uri())
    assert page.locator(".ctx-root").count() >= 4
    assert "10,200 of 18,000 tokens required" in page.inner_text("body")
    assert problems == []
    page.close()
