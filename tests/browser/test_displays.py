"""Displays in a browser: readable in both themes, harmless whatever they hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

import ctxkit as ck
from tests.browser.axe import grave_violations
from tests.browser.lab import new_page
from tests.display.objects import all_objects

pytestmark = pytest.mark.browser

NAMES = [name for name in sorted(all_objects()) if not name.startswith("huge")]

THEMES = {
    # JupyterLab's own style sheets, and a page that defines none of their variables.
    "lab light": ("theme-light-extension", "true", "#ffffff"),
    "lab dark": ("theme-dark-extension", "false", "#111111"),
    "bare light": ("", "", "#ffffff"),
    "bare dark": ("", "", "#111111"),
}

# Every piece of visible text with the colour it has and the one it stands on.
LOW_CONTRAST = """() => {
  const parse = c => {
    const m = c.match(/[\\d.]+/g).map(Number);
    return m.length > 3 ? m : [...m, 1];
  };
  const over = (top, under) => top.slice(0, 3).map((v, i) => v * top[3] + under[i] * (1 - top[3]));
  const ground = el => {
    const stack = [];
    for (let e = el; e; e = e.parentElement)
      stack.unshift(parse(getComputedStyle(e).backgroundColor));
    return stack.reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = c => {
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const [r, g, b] = c.map(v => linear(v / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const bad = [];
  for (const d of document.querySelectorAll('details')) d.open = true;
  const walk = document.createTreeWalker(document.querySelector('#shown'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), el = walk.currentNode.parentElement;
    if (!text || el.tagName === 'STYLE' || !el.getClientRects().length) continue;
    const under = ground(el), ink = over(parse(getComputedStyle(el).color), under);
    const [a, b] = [light(ink), light(under)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) bad.push(`${ratio.toFixed(2)} ${el.className} ${text.slice(0, 40)}`);
  }
  return bad;
}"""


def theme_css(name: str) -> str:
    themes = Path(sys.prefix) / "share" / "jupyter" / "lab" / "themes" / "@jupyterlab"
    return (themes / name / "index.css").read_text("utf-8") if name else ""


@pytest.mark.parametrize("theme", THEMES)
def test_all_text_of_all_displays_has_a_contrast_of_at_least_4_5(
    browser: Browser, theme: str
) -> None:
    extension, light, ground = THEMES[theme]
    page = new_page(browser, width=900)
    page.emulate_media(color_scheme="dark" if "dark" in theme else "light")
    page.set_content(
        f"<!doctype html><style>{theme_css(extension)}</style>"
        f'<body style="background:{ground}" {f"data-jp-theme-light={light}" if light else ""}>'
        '<div id="shown"></div>'
    )
    for name in NAMES:
        page.evaluate(
            "html => { document.querySelector('#shown').innerHTML = html; }",
            all_objects()[name]._repr_html_(),
        )
        assert page.evaluate(LOW_CONTRAST) == [], f"{name} in {theme}"
    page.context.close()


def test_hostile_text_runs_nothing_and_asks_for_nothing(browser: Browser) -> None:
    page = new_page(browser)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    for name in [n for n in NAMES if n.startswith("hostile")]:
        page.set_content(f"<!doctype html>{all_objects()[name]._repr_html_()}")
        assert page.locator("script, img, iframe, a").count() == 0
        assert page.locator("body > *").count() == 1
    assert asked == []
    page.context.close()


@pytest.mark.parametrize("width", [360, 720, 1400])
def test_nothing_is_wider_than_the_page(browser: Browser, width: int) -> None:
    page = new_page(browser, width=width)
    for name in NAMES:
        page.set_content(f"<!doctype html><body>{all_objects()[name]._repr_html_()}")
        page.evaluate(
            "() => { for (const d of document.querySelectorAll('details')) d.open = true; }"
        )
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} at {width} px"
    page.context.close()


def test_folds_open_and_wide_tables_scroll_by_keyboard(browser: Browser) -> None:
    page = new_page(browser, width=500)
    page.set_content(f"<!doctype html>{all_objects()['ordinary manifest']._repr_html_()}")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "ctx-scroll"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Enter")
    assert page.locator("pre").first.is_visible()
    assert "- [ ]" not in page.locator("summary").first.inner_text()
    page.context.close()


@pytest.mark.parametrize("theme", ["bare light", "bare dark"])
def test_axe_finds_nothing_grave_in_any_display(browser: Browser, theme: str) -> None:
    page = new_page(browser, width=1100)
    page.emulate_media(color_scheme="dark" if "dark" in theme else "light")
    shown = "".join(
        f"<section>{all_objects()[name]._repr_html_()}</section>"
        for name in NAMES
        if name.startswith(("ordinary", "record", "empty"))
    )
    page.set_content(
        '<!doctype html><html lang="en"><title>Displays</title>'
        f'<body style="background:{THEMES[theme][2]}"><main id="shown">{shown}</main>'
    )
    assert grave_violations(page, "#shown") == []
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_grave_in_a_report(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    page = new_page(browser, width=1100)
    page.emulate_media(color_scheme=scheme)
    page.goto(ck.report(ck.examples.workspace(), tmp_path / "r.html").as_uri())
    assert grave_violations(page, "body") == []
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()
