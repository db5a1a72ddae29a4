"""The coverage explorer in a real JupyterLab, driven as a person does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.apps import open_app, run_cell
from tests.browser.axe import grave_violations
from tests.browser.lab import Lab, set_theme

pytestmark = pytest.mark.browser

SOURCES = (
    """from ctxkit_widgets import CoverageExplorer
pages = {
    "page_id": ["parser", "rules", "register", "failing-test", "whole-file", "readme"],
    "tokens": [80, 95, 60, 70, 400, 75],
    "obligations": [
        ["path:loggers", "symbol:parse", "test:layouts"],
        ["path:quality", "symbol:apply", "test:spike"],
        ["path:stations", "symbol:parse"],
        ["test:spike", "diag:IndexError"],
        ["path:quality", "symbol:apply", "symbol:median"],
        ["path:readme"],
    ],
}
weights = {
    "diag:IndexError": 5, "test:spike": 4, "path:quality": 3, "symbol:apply": 2,
    "symbol:median": 2, "path:loggers": 1, "symbol:parse": 1,
}""",
    "app = CoverageExplorer(pages, weights, slots=3)\napp",
)


def test_a_person_steps_through_the_run_and_asks_why(page: Page, lab: Lab) -> None:
    app = open_app(page, lab, "explorer", *SOURCES)
    stepper = app.get_by_role("group", name="Step of the greedy run")
    pages = app.locator(".ctx-choice")
    expect(stepper).to_contain_text("after pick 3 of 3")

    # Back to the beginning by mouse, forward by keyboard.
    stepper.get_by_role("button", name="To the beginning").click()
    expect(stepper).to_contain_text("before the first pick")
    rows = pages.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("failing-test")
    expect(rows.nth(0)).to_contain_text("next pick")
    expect(rows.nth(1)).to_contain_text("rules")
    stepper.get_by_role("button", name="Forward").focus()
    page.keyboard.press("Enter")
    expect(stepper).to_contain_text("after pick 1 of 3")
    expect(app).to_contain_text(
        "+9 by failing-test, which covers first: test:spike, diag:IndexError"
    )
    # whole-file gains 7 now, rules only 5: the spike is covered.
    expect(rows.nth(0)).to_contain_text("whole-file")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(stepper).to_contain_text("before the first pick")
    stepper.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(stepper).to_contain_text("after pick 1 of 3")

    # A page by mouse, its neighbours by arrow keys; the notebook's own arrow keys stay quiet.
    pages.get_by_text("rules").click()
    expect(app).to_contain_text("no gain left: its labels are covered by failing-test, whole-file")
    page.keyboard.press("ArrowUp")
    expect(pages.get_by_role("radio").nth(0)).to_be_focused()
    assert run_cell(page, "print(app.selected, app.step)") == "whole-file 1"

    # The run by itself.
    stepper.get_by_role("button", name="Play").click()
    expect(stepper).to_contain_text("after pick 3 of 3")
    expect(stepper.get_by_role("button", name="Play")).to_be_visible()
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_person_moves_budget_and_weights_and_looks_for_the_optimum(page: Page, lab: Lab) -> None:
    app = open_app(page, lab, "explorer", *SOURCES)
    slots = app.get_by_label("Slots")
    slots.fill("2")
    slots.press("Enter")
    expect(app).to_contain_text("2 of 6 pages picked")
    expect(app).to_contain_text("88.9 %")
    app.get_by_role("button", name="Find the optimum").focus()
    page.keyboard.press("Enter")
    expect(app).to_contain_text("optimum, proven")

    # A weight by keyboard: nobody cares for the error, everybody for the layouts.
    error = app.get_by_label("Weight of diag:IndexError", exact=True)
    error.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("0")
    page.keyboard.press("Tab")
    expect(app).to_contain_text("not looked for")
    expect(app.get_by_label("Weight of diag:IndexError, slider")).to_have_value("0")
    layouts = app.get_by_label("Weight of test:layouts, slider")
    layouts.focus()
    page.keyboard.press("End")
    expect(app.get_by_label("Weight of test:layouts", exact=True)).to_have_value("10")
    expect(app).to_contain_text("21 of 23")  # 12 by the parser, 9 by the rules
    assert run_cell(page, "print(app.weights['test:layouts'], app.working_set.page_ids[0])") == (
        "10 parser"
    )

    # What is refused is told; what is good again takes the words away.
    error.fill("-2")
    error.press("Tab")
    expect(app).to_contain_text("a weight is not finite and 0 or more; got -2.0")
    error.fill("")
    error.press("Tab")
    expect(app).to_contain_text("a weight is not a number; got None")
    error.fill("1")
    error.press("Tab")
    expect(app).not_to_contain_text("Not possible")

    app.get_by_label("Compare").select_option("by token cost")
    budget = app.get_by_label("Token budget")
    budget.fill("100")
    budget.press("Enter")
    expect(app).to_contain_text("100 tokens to spend")
    find = app.get_by_label("Find a page")
    find.fill("re")
    expect(app.locator(".ctx-choice tbody tr")).to_have_count(2)
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_it_is_accessible_in_both_themes_and_fits_into_a_narrow_page(
    page: Page, lab: Lab, theme: str
) -> None:
    page.set_viewport_size({"width": 620, "height": 1000})
    app = open_app(page, lab, "explorer", *SOURCES, "app.selected = 'rules'\napp.step = 1\napp")
    set_theme(page, theme)
    app.locator(".ctx-numbers").wait_for()
    assert grave_violations(page, ".jp-OutputArea-output") == []
    for card in app.locator(".ctx-root").all():
        box, room = card.bounding_box(), app.bounding_box()
        assert box and room and box["x"] + box["width"] <= room["x"] + room["width"] + 1
    assert page.errors == []  # type: ignore[attr-defined]
