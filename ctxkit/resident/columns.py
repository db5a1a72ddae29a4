"""Making a :class:`PageTable` from page objects, columns, data frames and Arrow tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidJsonError, InvalidValueError
from ctxkit.resident.fields import check_names, columns_of_records
from ctxkit.resident.interning import intern_labels
from ctxkit.resident.pages import ContextPage, SessionInvariant, StateDependency
from ctxkit.resident.table import Codes, PageTable


def page_table(pages: Any, *, estimator: str | None = None) -> PageTable:
    """Return pages as columns.

    Parameters
    ----------
    pages : PageTable, iterable of ContextPage or of records, mapping of columns, DataFrame or \
Arrow table
        Columns are named like the fields of :class:`ContextPage`; ``page_id``, ``tokens`` and
        ``obligations`` must be there. ``obligations`` and ``depends_on`` hold a list of texts for
        each page, ``dependency`` holds dependencies or their JSON form. ``tokens`` may be floats
        if they are whole. From columns no object is made for a page. A record is a mapping with
        the same names.
    estimator : str, optional
        Who counted the tokens; shown beside them. "as given" when nothing is said.

    Raises
    ------
    UnknownNameError
        If a column is missing or unknown.
    InvalidValueError
        If a value is not what its column holds; the message names page and column.
    """
    table = _table(pages)
    if estimator is not None and estimator != table.estimator:
        if table is pages:
            raise InvalidValueError(
                "the table says already who counted its tokens",
                where="page_table",
                got=repr(estimator),
                expected=repr(table.estimator),
                hint="One estimator is used throughout a decision: count the pages again.",
            )
        table.estimator = estimator
    return table


def _table(pages: Any) -> PageTable:
    if isinstance(pages, PageTable):
        return pages
    if isinstance(pages, Mapping):
        return _from_columns(pages)
    if hasattr(pages, "column_names") and hasattr(pages, "column"):
        return _from_columns({name: pages.column(name) for name in pages.column_names})
    if hasattr(pages, "columns") and hasattr(pages, "__getitem__"):
        return _from_columns({str(name): pages[name] for name in pages.columns})
    if isinstance(pages, Iterable) and not isinstance(pages, str | bytes):
        return _from_pages(list(pages))
    raise InvalidValueError(
        "these are not pages",
        where="pages",
        got=type(pages).__name__,
        expected="ContextPage objects, columns, a DataFrame or an Arrow table",
    )


def _from_pages(pages: list[Any]) -> PageTable:
    if pages and all(issubclass(kind, Mapping) for kind in set(map(type, pages))):
        return _from_columns(columns_of_records(pages))
    if not set(map(type, pages)) <= {ContextPage}:
        row = next(n for n, page in enumerate(pages) if type(page) is not ContextPage)
        raise InvalidValueError(
            "not a page",
            where=f"pages[{row}]",
            got=type(pages[row]).__name__,
            expected="ContextPage",
            hint="Rows of another kind go in as records, {'page_id': ..., 'tokens': ..., "
            "'obligations': [...]}, or as columns of these names.",
        )
    starts, labels, names = intern_labels([page.obligations for page in pages])
    dependencies, codes = _encode_dependencies([page.dependency for page in pages])
    return PageTable(
        page_ids=[page.page_id for page in pages],
        tokens=np.fromiter((page.tokens for page in pages), np.uint64, len(pages)),
        starts=starts,
        labels=labels,
        label_names=names,
        dependencies=dependencies,
        dependency_codes=codes,
        depends_on=[page.depends_on for page in pages],
        pages=pages,
    )


def _from_columns(columns: Mapping[str, Any]) -> PageTable:
    check_names(columns)
    ids = _ids(columns["page_id"])
    for name, column in columns.items():
        if len(column) != len(ids):
            raise InvalidValueError(
                "the columns differ in length",
                where=name,
                got=f"{len(column):,} values",
                expected=f"{len(ids):,}, as many as page_id has",
            )
    starts, labels, names = _labels(columns["obligations"], ids)
    more: dict[str, Any] = {}
    if "dependency" in columns:
        values = _plain(columns["dependency"])
        more["dependencies"], more["dependency_codes"] = _encode_dependencies(values, ids)
    if "depends_on" in columns:
        rows = _plain(columns["depends_on"])
        _check_lists(rows, "depends_on", ids)
        more["depends_on"] = rows
    others = {"kind": "kinds", "bytes": "sizes", "source_hashes": "source_hashes"}
    others["freshness_turn"] = "freshness"
    for column, attribute in others.items():
        if column in columns:
            more[attribute] = _plain(columns[column])
    return PageTable(
        page_ids=ids,
        tokens=_counts(columns["tokens"], "tokens", ids),
        starts=starts,
        labels=labels,
        label_names=names,
        **more,
    )


def page_table_from_arrays(
    page_ids: Sequence[str],
    tokens: Any,
    starts: Any,
    labels: Any,
    label_names: Sequence[str],
) -> PageTable:
    """Return a table from integer arrays that hold the labels in compressed rows.

    Parameters
    ----------
    page_ids : sequence of str, n
    tokens : array of integers, shape (n,)
        Tokens of each page.
    starts : array of integers, shape (n + 1,)
        Labels of page ``i`` are ``labels[starts[i]:starts[i + 1]]``; from 0, never falling.
    labels : array of integers
        Positions in ``label_names``.
    label_names : sequence of str
        Distinct labels.

    Raises
    ------
    InvalidValueError
        If the arrays do not fit each other; the message names the first that does not.
    """
    ids = _ids(page_ids)
    begin = np.asarray(starts, dtype=np.int64)
    codes = np.asarray(labels)
    if begin.shape != (len(ids) + 1,) or begin[0] != 0 or begin[-1] != len(codes):
        raise InvalidValueError(
            "starts does not divide labels among the pages",
            where="starts",
            got=f"shape {begin.shape}"
            + (f", from {begin[0]} to {begin[-1]}" if len(begin) else ""),
            expected=f"shape ({len(ids) + 1},), from 0 to {len(codes)}",
        )
    if (np.diff(begin) < 0).any():
        row = int(np.argmax(np.diff(begin) < 0))
        raise InvalidValueError("starts falls", where=f"starts[{row + 1}]", got=str(begin[row + 1]))
    if codes.dtype.kind not in "iu" and len(codes):
        raise InvalidValueError(
            "labels are not integers", where="labels", got=str(codes.dtype), expected="integers"
        )
    if len(codes) and not 0 <= codes.min() <= codes.max() < len(label_names):
        at = int(np.argmax((codes < 0) | (codes >= len(label_names))))
        raise InvalidValueError(
            "a label has no name",
            where=f"labels[{at}]",
            got=str(codes[at]),
            expected=f"0 to {len(label_names) - 1}",
        )
    if len(set(label_names)) != len(label_names):
        raise InvalidValueError("a label name stands twice", where="label_names")
    return PageTable(
        page_ids=ids,
        tokens=_counts(tokens, "tokens", ids),
        starts=begin,
        labels=codes.astype(np.int32, copy=False),
        label_names=label_names,
    )


def _plain(column: Any) -> list[Any]:
    """Return a column of any library as a list of Python values."""
    if hasattr(column, "to_pylist"):
        return list(column.to_pylist())
    if hasattr(column, "tolist"):
        return list(column.tolist())
    return column if isinstance(column, list) else list(column)


def _named(ids: Sequence[str], row: int, column: str) -> str:
    return f"page {ids[row]!r} (row {row}), {column}"


def _first(values: Sequence[Any], wrong: Callable[[Any], bool]) -> int:
    return next(row for row, value in enumerate(values) if wrong(value))


def _ids(column: Any) -> list[str]:
    ids = _plain(column)
    if not set(map(type, ids)) <= {str, np.str_}:
        row = _first(ids, lambda value: not isinstance(value, str))
        raise InvalidValueError(
            "a page id is not a text",
            where=f"row {row}, page_id",
            got=repr(ids[row]),
            expected="a str",
            hint="Ids are compared as text, so 10 comes before 9: convert them yourself, padded.",
        )
    return ids


def _counts(column: Any, name: str, ids: Sequence[str]) -> npt.NDArray[np.uint64]:
    if hasattr(column, "to_numpy"):
        column = column.to_numpy()
    if isinstance(column, np.ndarray) and column.dtype.kind in "iu":
        counts = column
    elif isinstance(column, np.ndarray) and column.dtype.kind == "f" and column.ndim == 1:
        counts = _whole(column, name, ids)
    else:
        values = list(column)
        if not set(map(type, values)) <= {int}:
            row = next((r for r, v in enumerate(values) if not _is_whole(v)), None)
            if row is not None:
                raise _not_whole(ids, row, name, values[row])
            values = [int(value) for value in values]
        if values and (min(values) < 0 or max(values) >= 2**64):
            row = _first(values, lambda value: not 0 <= value < 2**64)
            raise _out_of_range(ids, row, name, values[row])
        counts = np.fromiter(values, np.uint64, len(values))
    if counts.shape != (len(ids),):
        raise InvalidValueError(
            "not one number a page",
            where=name,
            got=f"shape {counts.shape}",
            expected=f"shape ({len(ids)},)",
        )
    if counts.dtype.kind == "i" and len(counts) and counts.min() < 0:
        row = int(np.argmax(counts < 0))
        raise _out_of_range(ids, row, name, counts[row])
    return counts.astype(np.uint64)


def _whole(values: npt.NDArray[Any], name: str, ids: Sequence[str]) -> npt.NDArray[np.uint64]:
    """Return whole floats as integers: pandas makes floats of a column that once had a gap."""
    wrong = ~np.isfinite(values) | (values != np.floor(values))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise _not_whole(ids, row, name, float(values[row]))
    outside = (values < 0) | (values >= 2.0**64)
    if outside.any():
        row = int(np.argmax(outside))
        raise _out_of_range(ids, row, name, values[row])
    return values.astype(np.uint64)


def _is_whole(value: Any) -> bool:
    if isinstance(value, float | np.floating):
        return bool(value.is_integer())
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _not_whole(ids: Sequence[str], row: int, name: str, got: Any) -> InvalidValueError:
    return InvalidValueError(
        "not a whole number",
        where=_named(ids, row, name),
        got=repr(got),
        expected=f"{name} as an integer, 0 or more",
    )


def _out_of_range(ids: Sequence[str], row: int, name: str, got: Any) -> InvalidValueError:
    return InvalidValueError(
        "out of range", where=_named(ids, row, name), got=str(got), expected="0 to 2**64 - 1"
    )


def _labels(column: Any, ids: Sequence[str]) -> tuple[npt.NDArray[np.int64], Codes, Sequence[str]]:
    if hasattr(column, "combine_chunks") or hasattr(column, "value_lengths"):
        return _arrow_labels(column, ids)
    rows = _plain(column)
    _check_lists(rows, "obligations", ids)
    try:
        starts, codes, names = intern_labels(rows)
    except TypeError:  # something unhashable stands among the labels
        raise _bad_label(rows, ids) from None
    if not set(map(type, names)) <= {str, np.str_}:
        raise _bad_label(rows, ids)
    return starts, codes, names


def _bad_label(rows: Sequence[Any], ids: Sequence[str]) -> InvalidValueError:
    row = _first(rows, lambda labels: any(not isinstance(label, str) for label in labels))
    label = next(label for label in rows[row] if not isinstance(label, str))
    return InvalidValueError(
        "a label is not a text",
        where=_named(ids, row, "obligations"),
        got=repr(label),
        expected="a list of str",
    )


def _check_lists(rows: Sequence[Any], name: str, ids: Sequence[str]) -> None:
    def wrong(value: Any) -> bool:
        return not isinstance(value, list | tuple | np.ndarray)

    if any(not issubclass(kind, list | tuple | np.ndarray) for kind in set(map(type, rows))):
        row = _first(rows, wrong)
        value, got, hint = rows[row], repr(rows[row]), ""
        if isinstance(value, str):
            hint = f"Split the text first: frame[{name!r}].str.split()."
        elif isinstance(value, Set):
            # Printed, a set would read differently from run to run.
            got = f"a {type(value).__name__} of {len(value):,}"
            hint = "Order matters, weights are added in it, and a set has none: give sorted(...)."
        raise InvalidValueError(
            "not a list of texts",
            where=_named(ids, row, name),
            got=got,
            expected="a list of str",
            hint=hint,
        )


def _arrow_labels(
    column: Any, ids: Sequence[str]
) -> tuple[npt.NDArray[np.int64], Codes, Sequence[str]]:
    array = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    if hasattr(array, "num_chunks"):  # older pyarrow leaves a chunked array of one
        array = array.chunk(0)
    if not hasattr(array, "flatten") or array.null_count:
        rows = array.to_pylist()
        _check_lists(rows, "obligations", ids)
    lengths = array.value_lengths().to_numpy(zero_copy_only=False)
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    flat = array.flatten().dictionary_encode()
    names = flat.dictionary.to_pylist()
    if flat.null_count or any(not isinstance(name, str) for name in names):
        raise _bad_label(array.to_pylist(), ids)
    return starts, flat.indices.to_numpy(zero_copy_only=False).astype(np.int32), names


def _encode_dependencies(
    values: Sequence[Any], ids: Sequence[str] | None = None
) -> tuple[tuple[StateDependency, ...], Codes | None]:
    """Return the distinct dependencies and the number of each page's."""
    numbers: dict[Any, int] = {}
    distinct: list[StateDependency] = []
    codes = np.empty(len(values), dtype=np.int32)
    for row, value in enumerate(values):
        try:
            dependency: StateDependency = StateDependency.from_wire(value)
        except InvalidJsonError as error:
            where = _named(ids, row, "dependency") if ids else f"row {row}, dependency"
            raise InvalidValueError(
                error.what, where=where, got=error.got, expected=error.expected
            ) from None
        # Cheaper than hashing the model, and as exact.
        key = (dependency.wire_name, *vars(dependency).values())
        number = numbers.setdefault(key, len(distinct))
        if number == len(distinct):
            distinct.append(dependency)
        codes[row] = number
    if not distinct:
        return (SessionInvariant(),), None
    return tuple(distinct), codes if len(distinct) > 1 else None
