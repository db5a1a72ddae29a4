"""Run the tour and write it as one page that needs no network. Run by ``make tour``."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

ROOT = Path(__file__).parent.parent

#: The page has no formulas and no widgets, so what would load their scripts loads nothing.
NOTHING = "data:text/javascript,"


def write_page(notebook: Path, target: Path, *, execute: bool = True) -> None:
    """Write a notebook as HTML, freshly run unless told otherwise."""
    book = nbformat.read(notebook, as_version=4)
    if execute:
        ExecutePreprocessor(timeout=300, kernel_name="python3").preprocess(
            book, {"metadata": {"path": str(notebook.parent)}}
        )
    exporter = HTMLExporter(mathjax_url=NOTHING, require_js_url=NOTHING)
    page, _ = exporter.from_notebook_node(book)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page, "utf-8")


if __name__ == "__main__":
    write_page(ROOT / "notebooks" / "00_tour.ipynb", ROOT / "build" / "tour.html")
    print("wrote build/tour.html")
