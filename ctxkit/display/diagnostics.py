"""How diagnostics look, alone and within the display of what was read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.diagnostics import Diagnostics, Severity
from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Part,
    Row,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.procedure.problems import SpecProblem

_TONES: dict[Severity, Tone] = {
    Severity.ERROR: "bad",
    Severity.WARNING: "warn",
    Severity.INFO: "plain",
}
_STRICT = "; `strict=True` raises the first in place of this list"
_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


@describe.register
def _diagnostics(held: Diagnostics) -> Document:
    return Document(
        kind="Diagnostics",
        title=diagnostics_summary(held),
        parts=[
            Figure(
                f"{len(held):,}",
                "found while reading" if len(held) != 1 else "thing found while reading",
                tone=_worst(held),
            ),
            diagnostics_table(held),
        ],
        footer="`.to_frame()` for the table" + ("" if _of_procedure(held) else _STRICT),
    )


def diagnostics_summary(held: Diagnostics) -> str:
    """Return the counts by severity, such as ``1 error, 2 notes``."""
    counted = [(s, held.count_of(s)) for s in Severity]
    return ", ".join(count(n, _NOUNS[s]) for s, n in counted if n) or "nothing found"


def _of_procedure(held: Diagnostics) -> bool:
    """Tell whether they are the problems of a procedure, any of which keeps it from loading."""
    return any(isinstance(found, SpecProblem) for found in held)


def _worst(held: Diagnostics) -> Tone:
    present = {found.severity for found in held}
    return next((_TONES[s] for s in Severity if s in present), "good")


def diagnostics_table(held: Diagnostics, more: str = ".to_frame()") -> Table:
    """Return the findings as a table."""
    return Table(
        caption="What was odd, and where",
        columns=[
            Column("severity"),
            Column("where"),
            Column("found", wide=True),
            Column("what would be right", wide=True),
            Column("code"),
        ],
        rows=_rows(held),
        total=len(held),
        more=more,
        empty="everything was read",
    )


def _rows(held: Diagnostics) -> Iterator[Row]:
    for found in held:
        yield Row(
            [
                Cell(found.severity, tone=_TONES[found.severity]),
                Cell(found.where, code=True, place=True),
                Cell(found.message, prose=True),
                Cell(found.hint, prose=True),
                Cell(found.code, code=True),
            ]
        )


def diagnostics_fold(held: Diagnostics) -> list[Part]:
    """Return the section for the display of something that was read; errors open it."""
    if not held:
        return []
    return [
        Fold(
            f"Diagnostics: {diagnostics_summary(held)}",
            [diagnostics_table(held, ".diagnostics.to_frame()")],
            open=bool(held.errors),
        )
    ]
