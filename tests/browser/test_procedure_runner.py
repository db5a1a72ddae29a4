"""The procedure runner in a real JupyterLab, driven as a person does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.apps import open_app, run_cell
from tests.browser.axe import grave_violations
from tests.browser.lab import Lab, set_theme

pytestmark = pytest.mark.browser

SEAL = "20260901-074500-s-ops-gat"
SOURCES = (
    "import ctxkit as ck\nfrom ctxkit_widgets import ProcedureRunner\n"
    "procedures = ck.examples.procedures()",
    "app = ProcedureRunner(procedures['record-entry'], engine=ck.examples.engine(),\n"
    "                      procedures=procedures, participant='Ines Karlsen')\napp",
)


def step(app: Locator) -> Locator:
    return app.locator("[aria-current='step']")


def form(app: Locator, name: str) -> Locator:
    return app.get_by_role("form", name=name, exact=True)


def test_a_person_runs_a_procedure_to_its_end_and_forks_it(page: Page, lab: Lab) -> None:
    app = open_app(page, lab, "runner", *SOURCES)
    report = form(app, "Report")

    # By keyboard only: start, then report a wrong value, which is told at its field.
    app.get_by_label("recorder").focus()
    page.keyboard.type("Ines Karlsen")
    page.keyboard.press("Enter")
    expect(step(app)).to_have_text("frame")
    expect(report.get_by_label("entryKind")).to_be_focused()
    page.keyboard.type("directive")
    page.keyboard.press("Tab")
    page.keyboard.type("operational")
    report.get_by_label("observedAt").fill("yesterday")
    app.get_by_role("button", name="Report", exact=True).focus()
    page.keyboard.press("Enter")
    expect(app).to_contain_text("Held at frame by observedAtValid, intentPresentIfDirective")
    expect(app).to_contain_text("observedAt must be a day and a minute, YYYY-MM-DD HH:MM.")
    expect(app).to_contain_text("It looks at entryKind (directive), intent (not there).")
    report.get_by_label("observedAt").fill("2026-09-18 15:30")
    report.get_by_label("intent").select_option("settled")
    app.get_by_role("button", name="Report", exact=True).click()
    expect(step(app)).to_have_text("ground")

    # By mouse: a list of objects, lists of lines; one value is refused at its field.
    report.get_by_label("refs: id").fill(SEAL)
    report.get_by_label("refs: kind").select_option("addresses")
    report.get_by_role("combobox", name="topics 1").fill("No Topic!")
    report.get_by_role("combobox", name="participants 1").fill("Ines Karlsen")
    report.get_by_role("button", name="Add to participants").click()
    page.keyboard.type("Mara Lindqvist")
    app.get_by_role("button", name="Report", exact=True).click()
    expect(report).to_contain_text("Not a value of type label; got 'No Topic!'")
    topic = report.get_by_role("combobox", name="topics 1")
    expect(topic).to_have_attribute("aria-invalid", "true")
    expect(topic).to_be_focused()
    expect(app).to_contain_text("Refused: topics. Nothing has changed.")
    expect(report.get_by_role("combobox", name="participants 2")).to_have_value("Mara Lindqvist")
    topic.fill("lock/gate")
    page.keyboard.press("Enter")
    expect(app).to_contain_text(f"refsInspected is false, because: Not read in full yet: {SEAL}.")

    # Reading lifts what holds the gate; the same report again is enough then.
    app.get_by_text("Read entries: 0 read in full").click()
    app.get_by_label("Entry", exact=True).fill(SEAL)
    page.keyboard.press("Enter")
    expect(app).to_contain_text("Nothing holds it Report anything, and it goes on to write.")
    expect(app.get_by_role("region", name=f"Text of entry {SEAL}")).to_be_visible()
    app.get_by_role("button", name="Report", exact=True).click()
    expect(step(app)).to_have_text("write")

    # The cascade that follows a report ends where the agent must choose.
    report.get_by_label("body prose").fill("A diver fits a new seal soon.")
    app.get_by_role("button", name="Report", exact=True).click()
    expect(step(app)).to_have_text("mend")
    expect(app).to_contain_text("5 followed the last operation")
    expect(app.locator(".ctx-run-log")).to_contain_text("checkWording wrote findings")
    app.get_by_role("button", name="mended", exact=True).click()
    app.get_by_label("bodyEdits: old").fill("soon")
    app.get_by_label("bodyEdits: new").fill("on 24 September")
    app.get_by_role("button", name="Answer mended").click()
    expect(step(app)).to_have_text("playback")
    expect(app).to_contain_text("A diver fits a new seal on 24 September.")

    # The user's words go with the choice; then it is over.
    app.get_by_label("userWords").fill("Yes, that is it.")
    app.get_by_role("button", name="confirm", exact=True).focus()
    page.keyboard.press("Enter")
    expect(app.get_by_role("button", name="confirm")).to_have_count(2)
    app.get_by_role("button", name="Answer confirm").focus()
    page.keyboard.press("Enter")
    expect(app).to_contain_text("Ended record-entry was completed at file.")
    expect(app.locator(".ctx-run-log")).to_contain_text("“Yes, that is it.”")
    assert run_cell(page, "print(app.serve.status, app.seq)").startswith("completed")

    # Fork before the confirmation, and give the fork up.
    answer = app.get_by_role("radio", name="chooser_answer").last
    seq = int(answer.get_attribute("value") or 0)
    app.get_by_role("radio", name=f"Event {seq - 1}:").check()
    app.get_by_role("button", name=f"Fork after event {seq - 1}").click()
    shown = app.get_by_role("combobox", name="Session", exact=True)
    expect(shown).to_have_value(f"runner_fork_{seq - 1}")
    expect(step(app)).to_have_text("playback")
    app.get_by_text("Park, abandon, serve again").click()
    app.get_by_label("Note or reason").fill("no diver")
    app.get_by_role("button", name="Abandon").click()
    expect(app).to_contain_text("Ended record-entry was abandoned at playback.")
    shown.select_option("runner")
    expect(app).to_contain_text("Ended record-entry was completed at file.")
    assert page.errors == []  # type: ignore[attr-defined]


HELD = """app.start(inputs={"recorder": "Ines Karlsen"})
app.report(entryKind="directive", layer="prc", observedAt="2026-09-23 17:20", intent="settled")
app.report(refs=[{"id": "20260901-074500-s-ops-gat", "kind": "grounded-in"}],
           topics=["lock/foo"], participants=["Ines Karlsen"])
app.values = {**app.values, "topics": ["No Topic!"]}
print(app.serve.step)"""
CHOICE = """app.read("20260901-074500-s-ops-gat")
app.report(topics=["lock/gate"], body="A diver fits a new seal on 24 September.")
app.choice = "change"
print(app.serve.step)"""


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_what_a_notebook_sets_is_shown_and_all_of_it_can_be_perceived(
    page: Page, lab: Lab, theme: str
) -> None:
    app = open_app(page, lab, "runner-axe", *SOURCES)
    set_theme(page, theme)
    found = grave_violations(page, ".jp-OutputArea-output .widget-vbox")
    assert run_cell(page, HELD) == "ground"
    expect(form(app, "Report").get_by_role("combobox", name="topics 1")).to_have_value("No Topic!")
    app.get_by_role("button", name="Report", exact=True).click()
    expect(app).to_contain_text("Refused: topics.")
    for fold in app.locator("summary").all():
        fold.click()
    found += grave_violations(page, ".jp-OutputArea-output .widget-vbox")
    assert run_cell(page, CHOICE) == "playback"
    expect(app.get_by_role("button", name="Answer change")).to_be_visible()
    found += grave_violations(page, ".jp-OutputArea-output .widget-vbox")
    assert found == []
    assert page.errors == []  # type: ignore[attr-defined]


def test_twice_in_one_notebook_and_in_a_narrow_column(page: Page, lab: Lab) -> None:
    page.set_viewport_size({"width": 620, "height": 900})
    app = open_app(page, lab, "runner-twice", *SOURCES, "app")
    again = page.locator(".jp-OutputArea-output .widget-vbox:has(.widget-vbox)").last
    assert run_cell(page, HELD) == "ground"
    for shown in (app, again):
        expect(step(shown)).to_have_text("ground")
        inner = shown.evaluate("e => e.scrollWidth - e.clientWidth")
        assert inner <= 0, f"{inner} px stick out"
    page.wait_for_function("() => document.querySelectorAll('.ctx-run-form').length > 1")
    assert page.errors == []  # type: ignore[attr-defined]
