"""The notebooks in a real JupyterLab."""

from __future__ import annotations

import json

import nbformat
import pytest
from playwright.sync_api import Page

import ctxkit as ck
from tests.browser.lab import Lab, open_notebook, run_all, set_theme
from tests.display.objects import all_objects

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_the_tour_runs_without_an_error(page: Page, lab: Lab, theme: str) -> None:
    run_all(page, lab, "00_tour.ipynb")
    set_theme(page, theme)
    shown = page.locator(".jp-OutputArea-output .ctx-root")
    shown.first.wait_for()
    assert shown.count() >= 4
    assert (
        page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.error']").count()
        == 0
    )
    assert "of 10 tasks complete" in page.locator(".jp-Notebook").inner_text()
    ink = page.evaluate("() => getComputedStyle(document.querySelector('.ctx-root')).color")
    assert ("255, 255, 255" in ink) == ("Dark" in theme)
    assert page.errors == []  # type: ignore[attr-defined]


def test_the_styles_of_jupyterlab_do_not_leak_into_a_display(page: Page, lab: Lab) -> None:
    run_all(page, lab, "00_tour.ipynb")
    looks = page.evaluate(
        """() => {
          const root = document.querySelector('.jp-OutputArea-output .ctx-root');
          const of = (selector, name) => getComputedStyle(root.querySelector(selector))[name];
          return [of('td:nth-child(2)', 'textAlign'), of('td.ctx-r', 'textAlign'),
                  of('tbody tr:nth-child(2)', 'backgroundColor'), of('td code', 'backgroundColor')];
        }"""
    )
    assert looks == ["left", "right", "rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]


def saved_notebook(lab: Lab, name: str, *objects: str) -> None:
    """Write a notebook with saved outputs that nobody on this machine has run or trusted."""
    cells = []
    for number, held in enumerate(objects):
        output = nbformat.v4.new_output(
            "display_data", {"text/html": all_objects()[held]._repr_html_()}
        )
        cells.append(nbformat.v4.new_code_cell("held", id=f"cell-{number}", outputs=[output]))
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    book = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    (lab.root / name).write_text(json.dumps(book))


def test_an_untrusted_saved_output_still_reads_well(page: Page, lab: Lab) -> None:
    saved_notebook(lab, "saved.ipynb", "ordinary manifest", "ordinary spec", "hostile spec")
    open_notebook(page, lab, "saved.ipynb")
    output = page.locator(".jp-OutputArea-output").first
    assert output.locator("style").count() == 0  # it is not trusted
    text = output.inner_text()
    manifest: ck.MissionContextManifest = all_objects()["ordinary manifest"]
    assert "10,200 of 18,000 tokens required · 7,800 left" in text
    for item in manifest.items:
        assert (item.path or item.command) in text
    assert output.locator("table caption").count() == 1
    assert output.locator("th").all_inner_texts()[:4] == ["#", "what", "tokens", "need"]
    summary = output.locator("summary").first
    summary.click()
    assert "Requirement 4" in output.locator("pre").first.inner_text()
    bars = output.locator("span[style*='background']")
    assert bars.count() > 5  # literal colours survive
    assert page.locator(".jp-OutputArea-output script, .jp-OutputArea-output img").count() == 0
    assert page.errors == []  # type: ignore[attr-defined]
