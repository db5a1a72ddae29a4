"""Run all notebooks again, in place. Run by ``make notebooks``.

What is saved is what can be read anywhere and compared: outputs without any metadata, and of an
app its static twin. The live view is left out, because it means nothing without its kernel.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent.parent / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def run(path: Path) -> None:
    """Run one notebook and save it."""
    book = nbformat.read(path, as_version=4)
    options = {"timeout": 600, "record_timing": False, "store_widget_state": False}
    NotebookClient(book, resources={"metadata": {"path": str(path.parent)}}, **options).execute()
    clean(book)
    nbformat.write(book, path)


def clean(book: NotebookNode) -> None:
    """Take away what depends on this run."""
    kernel, language = book.metadata["kernelspec"], {"name": "python"}
    book.metadata = NotebookNode(kernelspec=kernel, language_info=NotebookNode(language))
    for cell in book.cells:
        cell.metadata = NotebookNode()
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)


if __name__ == "__main__":
    for notebook in sorted(FOLDER.glob("*.ipynb")):
        print(f"running {notebook.name}", flush=True)
        run(notebook)
