"""Diagnostics as a frame."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ctxkit.diagnostics import Diagnostic, Diagnostics
from ctxkit.frames import make_frame, to_frame
from ctxkit.procedure.problems import SpecProblem


@to_frame.register
def _diagnostics(held: Diagnostics) -> pd.DataFrame:
    if any(isinstance(found, SpecProblem) for found in held):
        return make_frame("procedure_problems", map(_problem_row, held))
    return make_frame(
        "diagnostics", ((d.severity, d.code, d.file, d.line, d.message, d.hint) for d in held)
    )


def _problem_row(found: Diagnostic) -> tuple[Any, ...]:
    at, column = (found.at, found.column) if isinstance(found, SpecProblem) else ("", None)
    return (
        found.severity, found.code, at, found.file, found.line, column, found.message, found.hint
    )  # fmt: skip
