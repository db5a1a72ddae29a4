"""A report as a notebook: the same chapters as cells, with their outputs, to go on from."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from ctxkit.reports.chapter import Chapter, Display, Exhibit, Picture, Step
from ctxkit.reports.pictures import draw_png
from ctxkit.visible import visible

_KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+!|<>&~$])")


def write_notebook(title: str, begin: str, setup: str, chapters: Sequence[Chapter]) -> str:
    """Return a report as the text of a notebook (nbformat 4.5).

    Its cells make everything again; ``setup`` is the first of them.
    """
    cells = [
        _markdown_cell(f"# {_literal(title)}\n\n{begin}"),
        _code_cell(setup),
        *(cell for chapter in chapters for cell in _cells(chapter)),
    ]
    # An id is asked for, and has to be the same each time.
    for number, cell in zip(count(1), cells, strict=False):
        cell["id"] = f"cell-{number}"
    metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    book = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(chapter: Chapter) -> Iterator[dict[str, Any]]:
    yield _markdown_cell(f"## {_literal(chapter.title)}\n\n{chapter.prose}")
    for exhibit in chapter.exhibits:
        yield _code_cell(_source(exhibit), list(_outputs(exhibit)))


def _markdown_cell(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code_cell(source: str, outputs: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": list(outputs),
        "source": source,
    }


def _source(exhibit: Exhibit) -> str:
    return f"ax = {exhibit.code}" if isinstance(exhibit, Picture) else exhibit.code


def _outputs(exhibit: Exhibit) -> Iterator[dict[str, Any]]:
    match exhibit:
        case Display():
            both = {"text/html": exhibit.html(), "text/plain": repr(exhibit.held)}
            yield {
                "output_type": "execute_result",
                "data": both,
                "execution_count": None,
                "metadata": {},
            }
        case Picture():
            data = b64encode(draw_png(exhibit.held, exhibit.options)).decode("ascii")
            picture = {"image/png": f"{data}\n", "text/plain": exhibit.alt}
            yield {"output_type": "display_data", "data": picture, "metadata": {}}
        case Step():
            return


def _literal(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return _MARKDOWN.sub(r"\\\1", visible(text)).replace("\n", " ")
