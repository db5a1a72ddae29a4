"""The replay app in a real JupyterLab, driven as a person does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.apps import open_app, run_cell
from tests.browser.axe import grave_violations
from tests.browser.lab import Lab, set_theme

pytestmark = pytest.mark.browser

SOURCES = (
    "import ctxkit as ck\n"
    "from ctxkit_widgets import SessionReplay\n"
    "log = ck.read_events(ck.examples.session_logs()['reopened'])\n"
    "replay = ck.Replay(log, ck.examples.procedures())\n"
    "engine = ck.examples.engine(log)",
    "app = SessionReplay(replay, engine, seq=35)\napp",
)


def track_of(app: Locator) -> Locator:
    return app.get_by_role("slider", name="Moment of the session")


def test_a_person_goes_through_a_session_and_forks_it(page: Page, lab: Lab) -> None:
    app = open_app(page, lab, "replay", *SOURCES)
    expect(app).to_contain_text("97 events · 3 instances · 45 min 49 s")
    expect(app).to_contain_text("Event 35 · op_result · i_2")
    expect(app).to_contain_text("1 changed by this event")
    expect(app.locator(".ctx-step.ctx-now")).to_contain_text("file")

    # By keyboard: one on, to the end and the beginning, to the next change of a field.
    track = track_of(app)
    track.focus()
    page.keyboard.press("ArrowRight")
    expect(app).to_contain_text("Event 36 · transition · i_2")
    expect(app.locator(".ctx-step.ctx-now")).to_contain_text("playback")
    expect(app.locator(".ctx-step.ctx-now")).to_contain_text("2×")
    expect(track).to_have_attribute("aria-valuetext", "event 36 of 97: transition of i_2")
    page.keyboard.press("End")
    expect(app).to_contain_text("Event 97 · abandoned · i_1")
    page.keyboard.press("Home")
    expect(app).to_contain_text("Event 1 · session_meta")
    page.keyboard.press("n")
    expect(app).to_contain_text("Event 5 · report · i_1")
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    expect(app).to_contain_text("Event 4 · read")

    # By mouse: an event, a lane, a bookmark.
    app.get_by_role("combobox", name="Bookmarks").select_option("5")
    expect(app).to_contain_text("Event 5 · report · i_1")
    box = track.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 37.5 / 97, box["y"] + 22 * 2.5)
    expect(app).to_contain_text("Event 38 · chooser_answer · i_2")
    expect(app).to_contain_text("Then leave the gap open, it is not settled before November.")
    app.get_by_role("button", name="i_1 harbour-desk").click()
    expect(app).to_contain_text("held in view")
    expect(app.locator(".ctx-step.ctx-now")).to_contain_text("desk")
    app.get_by_role("button", name="i_1 harbour-desk").click()

    # Only some events: by type, by procedure, by text; and one that does not exist.
    app.get_by_role("button", name="report 11").click()
    expect(app).to_contain_text("11 of 97 events")
    track.focus()
    page.keyboard.press("ArrowRight")
    expect(app).to_contain_text("Event 54 · report · i_3")
    app.get_by_role("button", name="Show all").click()
    instance = app.get_by_label("Show one instance or procedure")
    instance.fill("record-entry")
    instance.press("Enter")
    expect(app).to_contain_text("74 of 97 events")
    instance.fill("nobody")
    instance.press("Enter")
    expect(app.locator(".ctx-note")).to_contain_text("nobody")
    app.get_by_role("button", name="Show all").click()
    app.get_by_label("Find in events").fill("sounding")
    expect(app.get_by_role("status").last).to_contain_text("of 97 events")
    app.get_by_role("button", name="Show all").click()

    # Zoom and brush.
    app.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(300)
    assert run_cell(page, "print(0 < app.window[1] - app.window[0] < 60)") == "True"
    app.get_by_role("button", name="Whole log").click()
    app.locator(".ctx-overview").scroll_into_view_if_needed()
    strip = app.locator(".ctx-overview").bounding_box()
    assert strip
    page.mouse.move(strip["x"] + strip["width"] * 0.5, strip["y"] + 10)
    page.mouse.down()
    page.mouse.move(strip["x"] + strip["width"] * 0.75, strip["y"] + 10, steps=4)
    page.mouse.up()
    page.wait_for_timeout(300)
    shown = run_cell(page, "print(app.window)")
    first, last = map(int, shown.strip("[]").split(","))
    assert 47 <= first <= 52 and 70 <= last <= 75

    # Play to the end of what is shown, then fork where a person must choose.
    app.get_by_role("button", name="Whole log").click()
    run_cell(page, "app.go(90); print('there')")
    app.get_by_label("Speed").select_option("20")
    app.get_by_role("button", name="Play").click()
    expect(app).to_contain_text("Event 97 · abandoned · i_1")
    expect(app.get_by_role("button", name="Play")).to_be_visible()
    run_cell(page, "app.seq = 88; print('back')")
    expect(app).to_contain_text("Choices of the user")
    app.get_by_role("button", name="Fork from here").click()
    expect(app.locator(".ctx-note")).to_contain_text("Forked after event 88, 2 instances running")

    # The fork is run below: its form is filled in, and its log grows; the replay stays.
    log = app.locator(".ctx-run-log")
    expect(log).to_contain_text("89 events")
    app.get_by_label("userWords").fill("Leave it, then.")
    app.get_by_role("button", name="drop", exact=True).click()
    expect(app).to_contain_text("Ended record-entry was abandoned at playback.")
    expect(log).to_contain_text("92 events")
    expect(log).to_contain_text("“Leave it, then.”")
    expect(app.locator(".ctx-replay")).to_contain_text("Event 88 ·")
    told = "print(app.session.seq, len(app.fork_log), len(log), app.seq)"
    assert run_cell(page, told) == "92 92 97 88"
    assert page.errors == []  # type: ignore[attr-defined]


def test_keys_pressed_faster_than_the_kernel_answers_all_count_in_order(
    page: Page, lab: Lab
) -> None:
    app = open_app(page, lab, "quick", *SOURCES)
    track_of(app).focus()

    def press(*keys: str) -> None:
        """Press keys without any time between them, while the kernel is kept busy."""
        page.evaluate(
            """keys => {
              const panel = window.jupyterapp.shell.currentWidget;
              panel.sessionContext.session.kernel.requestExecute(
                {code: 'import time; time.sleep(0.4)'});
              for (const key of keys) document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
            }""",
            list(keys),
        )

    press(*["ArrowRight"] * 30)
    expect(app).to_contain_text("Event 65 · ")
    assert run_cell(page, "print(app.seq)") == "65"
    track_of(app).focus()
    for _ in range(30):
        page.keyboard.press("ArrowLeft")
    expect(app).to_contain_text("Event 35 · ")
    # Of changes only the kernel knows where they are, and steps after them depend on it.
    press("Home", *["n"] * 30, "ArrowRight", "ArrowRight", "p", "b", "b", "b")
    expected = run_cell(
        page,
        "other = SessionReplay(replay, seq=1)\n"
        "for _ in range(30): other.next_change()\n"
        "other.forward(2); other.previous_change(); print(other.seq)",
    )
    expect(app).to_contain_text(f"Event {expected} · ")
    assert run_cell(page, "print(app.seq, app.bookmarks)") == f"{expected} [{expected}]"
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_it_is_accessible_in_both_themes_and_fits_into_a_narrow_page(
    page: Page, lab: Lab, theme: str
) -> None:
    page.set_viewport_size({"width": 620, "height": 1000})
    app = open_app(page, lab, "replay", *SOURCES)
    set_theme(page, theme)
    app.locator("details").first.evaluate("one => { one.open = true; }")
    page.wait_for_timeout(300)
    assert grave_violations(page, ".jp-OutputArea-output") == []
    box, room = app.locator(".ctx-replay").bounding_box(), app.bounding_box()
    assert box and room and box["x"] + box["width"] <= room["x"] + room["width"] + 1
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_works_twice_in_one_notebook_and_after_a_restart(page: Page, lab: Lab) -> None:
    other = "other = SessionReplay(replay, seq=12, axis='time')\nother"
    open_app(page, lab, "replays", *SOURCES, other)
    first, second = (
        page.locator(".jp-Cell").nth(n).locator(".jp-OutputArea-output") for n in (1, 2)
    )
    for _ in range(2):
        track_of(second).focus()
        page.keyboard.press("ArrowRight")
        expect(second).to_contain_text("Event 13 · served · i_2")
        expect(second).to_contain_text("not the text")
        expect(first).to_contain_text("Event 35 · op_result · i_2")
        page.evaluate(
            """async () => {
              window.__ran = null;
              await window.jupyterapp.shell.currentWidget.sessionContext.restartKernel();
              window.jupyterapp.commands.execute('notebook:run-all-cells')
                .then(() => { window.__ran = 'ok'; });
            }"""
        )
        page.wait_for_function("() => window.__ran === 'ok'", timeout=60_000)
        expect(second).to_contain_text("Event 12 · started · i_2")
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_log_of_many_events_is_stepped_through_without_growing(page: Page, lab: Lab) -> None:
    app = open_app(
        page,
        lab,
        "long",
        "import ctxkit as ck\nfrom ctxkit_widgets import SessionReplay\n"
        "log = ck.read_log(ck.examples.synthetic_log(20_000, seed=1))\n"
        "replay = ck.Replay(log, ck.examples.procedures())",
        "app = SessionReplay(replay, ck.examples.engine(), seq=10_000)\napp",
    )
    expect(app).to_contain_text("Event 10,000")
    track_of(app).focus()
    for _ in range(20):
        page.keyboard.press("PageDown")
    expect(app).to_contain_text("Event 10,200")
    page.keyboard.press("0")
    expect(app).to_contain_text("lanes, scroll")
    page.keyboard.press("ArrowLeft")
    expect(app).to_contain_text("Event 10,199")
    assert app.locator(".ctx-label").count() <= 10
    assert app.locator("*").count() < 1_000
    assert page.errors == []  # type: ignore[attr-defined]


def test_with_a_context_the_window_is_shown_at_every_moment(page: Page, lab: Lab) -> None:
    sources = (
        "import ctxkit as ck\n"
        "from ctxkit_widgets import SessionReplay\n"
        "replay = ck.replay(ck.read_events(ck.examples.task_log()), ck.examples.task_graph())\n"
        "engine = ck.examples.task_engine()\n"
        "over = ck.context_over_time(replay, engine, window=5_000)",
        "app = SessionReplay(replay, engine, context=over, seq=32)\napp",
    )
    app = open_app(page, lab, "replay", *sources)
    pane = app.get_by_role("region", name="What is in the window")
    expect(pane).to_contain_text("of 5,000 tokens")
    expect(pane).to_contain_text("6 pushed out")
    expect(pane).to_contain_text("1 loaded again")
    track_of(app).focus()
    page.keyboard.press("ArrowRight")
    expect(pane).to_contain_text("src/tidewatch/readings.py")
    expect(pane).not_to_contain_text("6 pushed out")
    strip = pane.get_by_role("img", name="Tokens in the window after each event")
    strip.scroll_into_view_if_needed()
    box = strip.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 11 / 44, box["y"] + 40)
    expect(app).to_contain_text("Event 11 · read")
    expect(pane).to_contain_text("1 loaded, 2,610 tokens")
    assert grave_violations(page, ".ctx-replay") == []
