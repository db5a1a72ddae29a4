"""Pages as columns: what selection works on, without an object for each page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.resident.pages import ContextPage, DependencyEnv, SessionInvariant, StateDependency
from ctxkit.view import Framed, Shown

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

_ALWAYS = (SessionInvariant(),)


@dataclass(slots=True, eq=False, repr=False)
class PageTable(Shown, Framed):
    """Pages as columns; :func:`ctxkit.page_table` makes one from whatever holds pages.

    Attributes
    ----------
    page_ids : sequence of str, n
        An id may stand twice; both rows are pages.
    tokens : ndarray of uint64, shape (n,)
        Cost of each page, in tokens.
    starts : ndarray of int64, shape (n + 1,)
        Labels of row ``i`` are ``labels[starts[i]:starts[i + 1]]``.
    labels : ndarray of int32
        Positions in ``label_names``, page after page.
    label_names : sequence of str
        The distinct labels.
    dependencies : tuple of StateDependency
        The distinct dependencies.
    dependency_codes : ndarray of int32, shape (n,), or None
        Position in ``dependencies`` of each page; ``None`` when there is but one.
    depends_on : sequence of sequences of str, or None
    kinds, sizes, source_hashes, freshness : sequence or None
        The other fields of a page; ``None`` when they were not given.
    pages : sequence of ContextPage or None
        The objects that the table was made from, if it was made from objects.
    estimator : str
        Who counted the tokens.
    """

    page_ids: Sequence[str]
    tokens: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int64]
    labels: Codes
    label_names: Sequence[str]
    dependencies: tuple[StateDependency, ...] = _ALWAYS
    dependency_codes: Codes | None = None
    depends_on: Sequence[Sequence[str]] | None = None
    kinds: Sequence[str] | None = None
    sizes: Sequence[int] | None = None
    source_hashes: Sequence[Sequence[str]] | None = None
    freshness: Sequence[int] | None = None
    pages: Sequence[ContextPage] | None = None
    estimator: str = "as given"

    def __len__(self) -> int:
        return len(self.page_ids)

    def rows_of(self, page_id: str) -> list[int]:
        """Return every row with this id, in order."""
        return [row for row, known in enumerate(self.page_ids) if known == page_id]

    def row_of(self, page_id: str) -> int:
        """Return the row with this id.

        Raises
        ------
        UnknownNameError
            If no page has it.
        InvalidValueError
            If more than one page has it.
        """
        rows = self.rows_of(page_id)
        if not rows:
            # A list of a million names is no hint; near ones among the first thousands may be.
            raise UnknownNameError.among("page", page_id, self.page_ids[:5000])
        if len(rows) > 1:
            raise InvalidValueError(
                "the page id is ambiguous",
                where=f"page {page_id!r}",
                got="rows " + ", ".join(map(str, rows[:5])) + (" …" if len(rows) > 5 else ""),
                expected="an id that stands once",
                hint="Ask by row number instead.",
            )
        return rows[0]

    def label_codes(self, row: int) -> list[int]:
        """Return the label positions of a row, repeated ones included."""
        codes: list[int] = self.labels[self.starts[row] : self.starts[row + 1]].tolist()
        return codes

    def labels_of(self, row: int) -> tuple[str, ...]:
        """Return the labels of a row in their order."""
        return tuple(self.label_names[code] for code in self.label_codes(row))

    def kind_of(self, row: int) -> str:
        """Return the kind of the page in a row; ``""`` where kinds were not given."""
        if self.pages is not None:
            return self.pages[row].kind
        return str(_at(self.kinds, row, "") or "")

    def dependency_of(self, row: int) -> StateDependency:
        """Return the dependency of a row."""
        code = 0 if self.dependency_codes is None else int(self.dependency_codes[row])
        return self.dependencies[code]

    def holds(self, env: DependencyEnv) -> Flags:
        """Return for each page whether its dependency holds, shape (n,)."""
        answers = np.array([dependency.holds(env) for dependency in self.dependencies], dtype=bool)
        if self.dependency_codes is None:
            return np.full(len(self), bool(answers[0]))
        found: Flags = answers[self.dependency_codes]
        return found

    def page(self, row: int) -> ContextPage:
        """Return one row as a :class:`ContextPage` (the original object where there is one)."""
        if self.pages is not None:
            return self.pages[row]
        return ContextPage(
            page_id=self.page_ids[row],
            kind=_at(self.kinds, row, ""),
            source_hashes=tuple(_at(self.source_hashes, row, ())),
            dependency=self.dependency_of(row),
            bytes=int(_at(self.sizes, row, 0)),
            tokens=int(self.tokens[row]),
            obligations=self.labels_of(row),
            freshness_turn=int(_at(self.freshness, row, 0)),
            depends_on=tuple(_at(self.depends_on, row, ())),
        )

    def without_repeats(self) -> PageTable:
        """Return the table with every label standing once on a page; itself where that is so."""
        rows = np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.starts))
        keys = rows * max(1, len(self.label_names)) + self.labels
        order = np.argsort(keys, kind="stable")
        again = order[1:][np.diff(keys[order]) == 0]
        if not len(again):
            return self
        keep = np.ones(len(keys), dtype=bool)
        keep[again] = False
        starts = np.zeros_like(self.starts)
        np.cumsum(np.bincount(rows[keep], minlength=len(self)), out=starts[1:])
        return replace(self, starts=starts, labels=self.labels[keep])

    @property
    def sum_of_tokens(self) -> int:
        """Tokens of all pages together, exactly."""
        if len(self) and int(self.tokens.max()) * len(self) < 2**64:
            return int(self.tokens.sum())
        return sum(self.tokens.tolist())

    def total_tokens(self, rows: Iterable[int]) -> int:
        """Return the tokens of some rows together, exactly."""
        # Python's integers: 64 bits could overflow.
        return sum(int(self.tokens[row]) for row in rows)


def _at(column: Sequence[Any] | None, row: int, default: Any) -> Any:
    return default if column is None else column[row]
