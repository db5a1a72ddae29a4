"""The manifest builder in a real JupyterLab, driven as a person does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.apps import open_app, run_cell
from tests.browser.axe import grave_violations
from tests.browser.lab import Lab, set_theme

pytestmark = pytest.mark.browser

SOURCES = (
    "import ctxkit as ck\nfrom ctxkit_widgets import ManifestBuilder\nws = ck.examples.workspace()",
    "app = ManifestBuilder(ws, spec='gauge-intake')\napp",
)


def test_a_person_asks_for_another_manifest_and_sees_what_it_costs(page: Page, lab: Lab) -> None:
    app = open_app(page, lab, "builder", *SOURCES)
    expect(app).to_contain_text("10,200 of 18,000 tokens required")
    expect(app).to_contain_text("Move a control, and what it changes is told here.")

    # By mouse: another role.
    app.get_by_label("Role", exact=True).select_option("researcher")
    expect(app).to_contain_text("10,200 of 22,000 tokens required")
    expect(app).to_contain_text("role from craftsman to researcher")
    expect(app).to_contain_text("1 added, 1 removed")

    # By keyboard: the next control but one is the budget.
    app.get_by_label("Role", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("8000")
    page.keyboard.press("Tab")
    expect(app).to_contain_text("10,200 tokens required, 2,200 over the budget of 8,000")
    expect(app).to_contain_text("manifest(role='researcher', host_budget=8000)")
    assert run_cell(page, "print(app.manifest.over_budget, app.role)") == "True researcher"

    # A value that the engine refuses, and back.
    budget = app.get_by_label("Host budget, tokens")
    budget.fill("-1")
    budget.press("Enter")
    expect(app).to_contain_text("a negative budget; got -1")
    budget.fill("0")
    budget.press("Enter")
    expect(app).not_to_contain_text("a negative budget")

    # Files by typing, an item to look into, and back to the start by keyboard.
    files = app.get_by_label("Files")
    files.fill("src/one.py\nsrc/two.py")
    files.blur()
    expect(app).to_contain_text("files=['src/one.py', 'src/two.py']")
    app.get_by_label("Look into").select_option(label="8 · .specd/specs/gauge-intake/design.md")
    expect(app.locator("pre").first).to_contain_text("#")
    app.get_by_role("button", name="Back to start").focus()
    page.keyboard.press("Enter")
    expect(app).to_contain_text("10,200 of 18,000 tokens required")

    # What code sets, the controls show.
    run_cell(page, "app.ask(task='T8', mode='mission'); print('asked')")
    expect(app.get_by_label("Mode")).to_have_value("mission")
    expect(app).to_contain_text("7,800 of 15,000 tokens required")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_it_is_accessible_in_both_themes_and_fits_into_a_narrow_page(
    page: Page, lab: Lab, theme: str
) -> None:
    page.set_viewport_size({"width": 620, "height": 1000})
    app = open_app(page, lab, "builder", *SOURCES, "app.ask(role='scout', host_budget=4000);\napp")
    set_theme(page, theme)
    assert grave_violations(page, ".jp-OutputArea-output") == []
    for card in app.locator(".ctx-root").all():
        box, room = card.bounding_box(), app.bounding_box()
        assert box and room and box["x"] + box["width"] <= room["x"] + room["width"] + 1
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_works_twice_in_one_notebook_and_after_a_restart(page: Page, lab: Lab) -> None:
    open_app(page, lab, "twice", *SOURCES, "other = ManifestBuilder(ws['gauge-intake'])\nother")
    first, second = (
        page.locator(".jp-Cell").nth(n).locator(".jp-OutputArea-output") for n in (1, 2)
    )
    for _ in range(2):
        second.get_by_label("Role", exact=True).select_option("auditor")
        expect(second).to_contain_text("spec.manifest(role='auditor')")
        expect(first).to_contain_text("ws['gauge-intake'].manifest()")
        page.evaluate(
            """async () => {
              window.__ran = null;
              await window.jupyterapp.shell.currentWidget.sessionContext.restartKernel();
              window.jupyterapp.commands.execute('notebook:run-all-cells')
                .then(() => { window.__ran = 'ok'; });
            }"""
        )
        page.wait_for_function("() => window.__ran === 'ok'", timeout=60_000)
        expect(second).to_contain_text("spec.manifest()")
    assert page.errors == []  # type: ignore[attr-defined]
