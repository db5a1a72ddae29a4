"""Reading pages from files: JSON lines, a JSON list, or Parquet."""

from __future__ import annotations

import json
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from ctxkit.errors import InvalidJsonError, InvalidValueError, ReadError
from ctxkit.resident.columns import page_table
from ctxkit.resident.estimators import MissingExtraError
from ctxkit.resident.pages import ContextPage
from ctxkit.resident.table import PageTable


def read_pages(path: str | PathLike[str], *, estimator: str | None = None) -> PageTable:
    """Read pages from a file.

    Parameters
    ----------
    path : str or path
        ``.jsonl``: a page in its JSON form on each line (empty lines are passed over). ``.json``: a
        list of them. ``.parquet``: columns as for :func:`page_table`, read without an object for
        each page (needs pyarrow).
    estimator : str, optional
        Who counted the tokens.

    Raises
    ------
    ReadError
        If the file cannot be read.
    InvalidJsonError, InvalidValueError, UnknownNameError
        If its content is not pages; the message names file, line and field.
    MissingExtraError
        If it is Parquet and pyarrow is not installed.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix == ".parquet":
        return page_table(_parquet(file), estimator=estimator)
    if suffix not in (".jsonl", ".json"):
        raise InvalidValueError(
            "not a file of pages", where=str(file), expected="a .jsonl, .json or .parquet file"
        )
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ReadError("cannot be read", where=str(file), got=str(error.strerror)) from None
    except UnicodeDecodeError as error:
        raise ReadError("not UTF-8", where=str(file), got=f"byte {error.start}") from None
    pages = _lines(file, text) if suffix == ".jsonl" else _list(file, text)
    return page_table(pages, estimator=estimator)


def _lines(file: Path, text: str) -> list[ContextPage]:
    pages = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                pages.append(ContextPage.from_json(line))
            except InvalidJsonError as error:
                raise _at(f"{file}:{number}", error) from None
    return pages


def _list(file: Path, text: str) -> list[ContextPage]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidJsonError(f"not a JSON text: {error}", where=str(file)) from None
    if not isinstance(values, list):
        raise InvalidJsonError(
            "wrong JSON type",
            where=str(file),
            got=type(values).__name__,
            expected="a list of pages",
        )
    pages = []
    for number, value in enumerate(values):
        try:
            pages.append(ContextPage.from_wire(value))
        except InvalidJsonError as error:
            raise _at(f"{file}[{number}]", error) from None
    return pages


def _at(place: str, error: InvalidJsonError) -> InvalidJsonError:
    return InvalidJsonError(
        error.what, where=f"{place}: {error.where}", got=error.got, expected=error.expected
    )


def _parquet(file: Path) -> Any:
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError(
            "Parquet needs pyarrow",
            where=str(file),
            hint="pip install pyarrow, or hand over a .jsonl file.",
        ) from None
    try:
        return parquet.read_table(file)
    except (OSError, ValueError) as error:  # pyarrow's own errors are these
        raise ReadError("cannot be read as Parquet", where=str(file), got=str(error)) from None
