"""Diagnostics as a frame."""

from __future__ import annotations

import pandas as pd

from ctxkit.diagnostics import Diagnostics
from ctxkit.frames import make_frame, to_frame


@to_frame.register
def _diagnostics(held: Diagnostics) -> pd.DataFrame:
    return make_frame(
        "diagnostics", ((d.severity, d.code, d.file, d.line, d.message, d.hint) for d in held)
    )
