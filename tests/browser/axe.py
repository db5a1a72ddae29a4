"""Asking axe-core what a page would be like for people who use no mouse or no screen."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

#: What axe calls hindering; what it calls moderate or minor is good advice.
GRAVE = {"serious", "critical"}


def grave_violations(page: Page, selector: str) -> list[str]:
    """Return what axe-core finds wrong with a part of a page, one line an element."""
    found = Axe().run(page, context=selector).response["violations"]
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:160]}"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
