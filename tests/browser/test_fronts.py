"""The notebook of the apps where people meet it: in JupyterLab, in Notebook 7 and in Voilà.

One page has all four apps, and the same hands go through it everywhere. What only a cell can ask
is asked in the tests of each app, in JupyterLab.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.apps import listen
from tests.browser.lab import Lab, run_all, running_lab, running_voila
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.browser

NOTEBOOKS = REPOSITORY / "notebooks"


def app_with(page: Page, inner: Locator) -> Locator:
    """Return the output that holds something; the live one, not the text beside it."""
    return page.locator(".jp-OutputArea-output:has(.widget-vbox)").filter(has=inner)


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def ask_for_manifests(page: Page) -> None:
    app = app_with(page, page.get_by_label("Host budget, tokens"))
    expect(app).to_contain_text("7,800 of 15,000 tokens required")
    app.get_by_label("Role", exact=True).select_option("researcher")
    expect(app).to_contain_text("role from craftsman to researcher")
    budget = app.get_by_label("Host budget, tokens")
    budget.focus()
    press(page, "Control+A")
    page.keyboard.type("-1")
    press(page, "Tab")
    expect(app).to_contain_text("a negative budget; got -1")
    budget.fill("5000")
    budget.press("Enter")
    expect(app).to_contain_text("7,800 tokens required, 2,800 over the budget of 5,000")
    expect(app).not_to_contain_text("a negative budget")
    app.get_by_role("button", name="Back to start").focus()
    press(page, "Enter")
    expect(app).to_contain_text("10,200 of 18,000 tokens required")


def explore_coverage(page: Page) -> None:
    app = app_with(page, page.get_by_role("group", name="Step of the greedy run"))
    stepper = app.get_by_role("group", name="Step of the greedy run")
    stepper.get_by_role("button", name="To the beginning").click()
    expect(stepper).to_contain_text("before the first pick")
    stepper.get_by_role("button", name="Forward").focus()
    press(page, "Enter")
    expect(stepper).to_contain_text("after pick 1 of 4")
    stepper.get_by_role("slider").focus()
    press(page, "ArrowRight")
    expect(stepper).to_contain_text("after pick 2 of 4")
    weight = app.get_by_label("Weight of diag:outage", exact=True)
    weight.fill("-2")
    weight.press("Tab")
    expect(app).to_contain_text("a weight is not finite and 0 or more; got -2.0")
    weight.fill("9")
    weight.press("Tab")
    expect(app).not_to_contain_text("a weight is not finite")
    expect(app.get_by_label("Weight of diag:outage, slider")).to_have_value("9")
    app.get_by_role("button", name="Find the optimum").click()
    expect(app).to_contain_text("optimum, proven")


def go_through_a_session(page: Page) -> None:
    app = app_with(page, page.locator(".ctx-replay"))
    track = app.get_by_role("slider", name="Moment of the session")
    track.focus()
    press(page, "Home")
    press(page, "ArrowRight", 30)
    expect(app).to_contain_text("Event 31 · ")
    expect(track).to_have_attribute("aria-valuenow", "31")
    press(page, "End")
    press(page, "p")  # the field that is looked for is the confirmation
    expect(app).to_contain_text("Event 90 · op_result · i_3")
    app.get_by_label("Speed").select_option("20")
    app.get_by_role("button", name="Play").click()
    expect(app).to_contain_text("Event 97 · abandoned · i_1")
    app.get_by_role("button", name="report 11").click()
    expect(app).to_contain_text("11 of 97 events")
    app.get_by_role("button", name="Show all").click()
    expect(app).not_to_contain_text("11 of 97 events")
    track.focus()
    press(page, "p")
    press(page, "ArrowLeft", 2)
    expect(app).to_contain_text("Event 88 · ")

    # The notebook has forked here already; the second fork stands beside that one.
    shown = app.get_by_role("combobox", name="Session", exact=True)
    app.get_by_role("button", name="Fork from here").click()
    expect(shown).to_have_value("s_20260922-070500-19be_fork_88_2")
    log = app.locator(".ctx-run-log")
    expect(log).to_contain_text("89 events")
    app.get_by_label("userWords").fill("Leave it, then.")
    app.get_by_role("button", name="drop", exact=True).click()
    expect(log).to_contain_text("92 events")
    expect(app).to_contain_text("Ended record-entry was abandoned at playback.")
    expect(app.locator(".ctx-replay")).to_contain_text("97 events · 3 instances")


def run_a_procedure(page: Page) -> None:
    # The last cell has forked the run and dropped the entry; the run itself was completed.
    app = app_with(page, page.locator(".ctx-run-log")).last
    app.get_by_role("combobox", name="Session", exact=True).select_option("runner")
    expect(app).to_contain_text("Ended record-entry was completed at file.")
    app.get_by_text("Start another instance").click()
    app.get_by_label("recorder").fill("Ines Karlsen")
    press(page, "Enter")
    step = app.locator("[aria-current='step']")
    report = app.get_by_role("form", name="Report", exact=True)
    expect(step).to_have_text("frame")
    report.get_by_label("entryKind").select_option("directive")
    report.get_by_label("intent").select_option("settled")
    report.get_by_label("layer").select_option("operational")
    report.get_by_label("observedAt").fill("yesterday")
    button = app.get_by_role("button", name="Report", exact=True)
    button.click()
    expect(app).to_contain_text("Held at frame by observedAtValid")
    expect(app).to_contain_text("observedAt must be a day and a minute, YYYY-MM-DD HH:MM.")
    report.get_by_label("observedAt").fill("2026-09-18 15:30")
    button.click()
    expect(step).to_have_text("ground")
    report.get_by_label("refs: id").fill("20260901-074500-s-ops-gat")  # it was read before
    report.get_by_label("refs: kind").select_option("addresses")
    report.get_by_role("combobox", name="topics 1").fill("No Topic!")
    press(page, "Enter")
    expect(report).to_contain_text("Not a value of type label; got 'No Topic!'")
    report.get_by_role("combobox", name="topics 1").fill("lock/gate")
    report.get_by_role("combobox", name="participants 1").fill("Ines Karlsen")
    button.click()
    expect(step).to_have_text("write")
    report.get_by_label("body prose").fill("A diver fits a new seal on 24 September.")
    button.click()
    expect(step).to_have_text("playback")
    app.get_by_label("userWords").fill("Yes, that is it.")
    app.get_by_role("button", name="confirm", exact=True).click()
    app.get_by_role("button", name="Answer confirm").click()
    expect(app).to_contain_text("Ended record-entry was completed at file.")


def use_all_apps(page: Page) -> None:
    ask_for_manifests(page)
    explore_coverage(page)
    go_through_a_session(page)
    run_a_procedure(page)


def errors_of(page: Page) -> list[str]:
    found: list[str] = page.errors  # type: ignore[attr-defined]
    return found


def test_all_apps_work_in_jupyterlab(page: Page, lab: Lab) -> None:
    listen(page)
    run_all(page, lab, "06_apps.ipynb")
    use_all_apps(page)
    assert errors_of(page) == []


def test_all_apps_work_in_notebook_7(page: Page, tmp_path: Path) -> None:
    listen(page)
    with running_lab(tmp_path, NOTEBOOKS, "notebook") as notebook:
        run_all(page, notebook, "06_apps.ipynb")
        use_all_apps(page)
        assert [error for error in errors_of(page) if error != NOTEBOOKS_OWN] == []


#: Notebook 7.6 says that while it loads its settings, in an empty notebook too.
NOTEBOOKS_OWN = "Cannot read properties of undefined (reading 'schema')"


def is_voilas_own(error: str) -> bool:
    """Whether Voilà says that in any notebook, however empty.

    It asks a CDN for a font of icons, and has a part of Notebook look for what Voilà does not have.
    """
    asks_a_cdn = error.startswith("Failed to load resource") and "//127.0.0.1" not in error
    shares = "getter for the shared module is not a function" in error
    return asks_a_cdn or (shares and "/voila/labextensions/@jupyter-notebook/" in error)


def test_all_apps_work_in_voila(page: Page, tmp_path: Path) -> None:
    listen(page)
    with running_voila(tmp_path, NOTEBOOKS) as url:
        page.goto(f"{url}/voila/render/06_apps.ipynb", timeout=90_000)
        page.locator(".ctx-run-log").nth(1).wait_for(timeout=60_000)
        use_all_apps(page)
        assert [error for error in errors_of(page) if not is_voilas_own(error)] == []
