"""The fields of a page as columns: their names, and records made into columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.resident.pages import ContextPage, SessionInvariant

#: The columns a table of pages may have: the wire names of a page's fields.
COLUMNS = tuple(ContextPage.model_fields)
NEEDED = ("page_id", "tokens", "obligations")

#: What a record without the field means by that.
_ABSENT: dict[str, Any] = {
    "kind": "",
    "source_hashes": (),
    "dependency": SessionInvariant(),
    "bytes": 0,
    "freshness_turn": 0,
    "depends_on": (),
}


def check_names(names: Iterable[str]) -> None:
    """Raise :class:`UnknownNameError` where a column is unknown or a needed one is missing."""
    held = list(names)
    for name in held:
        if name not in COLUMNS:
            error = UnknownNameError.among("page column", name, COLUMNS)
            error.add_note("hint: Leave out columns that are not a page's, or rename them.")
            raise error
    for name in NEEDED:
        if name not in held:
            raise UnknownNameError(
                f"the column {name!r} is missing",
                where="pages",
                got=", ".join(held) or "no columns",
                expected=", ".join(NEEDED)
                + " and, if you like, "
                + ", ".join(c for c in COLUMNS if c not in NEEDED),
                hint="Rename the column that holds it.",
            )


def columns_of_records(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return records, one a page, as columns.

    A record names page id, tokens and obligations; any other field may be absent.

    Raises
    ------
    UnknownNameError
        If a record has a field that is not a page's.
    InvalidValueError
        If a record lacks a needed field; the message names the record.
    """
    for row, record in enumerate(records):
        for name in NEEDED:
            if name not in record:
                raise InvalidValueError(
                    f"not a page: the field {name!r} is missing",
                    where=f"pages[{row}]",
                    got=", ".join(map(str, record)) or "no fields",
                    expected=", ".join(NEEDED),
                )
    names = dict.fromkeys(name for record in records for name in record)
    check_names(names)
    return {name: [record.get(name, _ABSENT.get(name)) for record in records] for name in names}
