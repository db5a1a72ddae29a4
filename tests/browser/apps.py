"""Apps in a real JupyterLab: a notebook with one of them, and what went wrong while it ran."""

from __future__ import annotations

import json

import nbformat
from playwright.sync_api import ConsoleMessage, Locator, Page

from tests.browser.lab import Lab, run_all


def open_app(page: Page, lab: Lab, name: str, *sources: str) -> Locator:
    """Write a notebook of some cells, run it, and return the app that the last cell shows."""
    cells = [nbformat.v4.new_code_cell(source, id=f"c{n}") for n, source in enumerate(sources)]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    book = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    (lab.root / f"{name}.ipynb").write_text(json.dumps(book))
    listen(page)
    run_all(page, lab, f"{name}.ipynb")
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    app = page.locator(".jp-OutputArea-output .widget-vbox").first
    app.wait_for()
    return app


def listen(page: Page) -> None:
    """Note errors on the console and requests of this machine that fail."""
    errors: list[str] = page.errors  # type: ignore[attr-defined]

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            where = said.location.get("url", "") if "Failed to load" in said.text else ""
            errors.append(f"{said.text} {where}".strip())

    page.on("console", hear)
    page.on(
        "response",
        lambda got: errors.append(f"{got.status} {got.url}") if got.status >= 400 else None,
    )


def run_cell(page: Page, source: str) -> str:
    """Run one more cell at the end of the notebook and return the text it prints."""
    page.evaluate(
        """source => {
          const panel = window.jupyterapp.shell.currentWidget;
          const cells = panel.content.model.sharedModel;
          cells.insertCell(cells.cells.length, {cell_type: 'code', source});
          panel.content.activeCellIndex = cells.cells.length - 1;
          window.__ran = null;
          window.jupyterapp.commands.execute('notebook:run-cell')
            .then(() => { window.__ran = 'ok'; }, error => { window.__ran = String(error); });
        }""",
        source,
    )
    page.wait_for_function("() => window.__ran !== null")
    output = page.locator(".jp-Cell").last.locator(".jp-OutputArea-output").last
    output.wait_for()
    return output.inner_text().strip()
