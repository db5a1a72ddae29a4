"""Pages, selections, rejects, assemblies, sweeps and calibrations as frames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ctxkit.errors import InvalidValueError
from ctxkit.frames import FRAMES, make_frame, to_frame
from ctxkit.frames.building import make_series
from ctxkit.resident.assembly import ResidentContext
from ctxkit.resident.calibration import Calibration
from ctxkit.resident.sweep import ResidentSweep
from ctxkit.resident.table import PageTable
from ctxkit.resident.trace import REASONS
from ctxkit.resident.working_set import Rejects, WorkingSet


def _from_columns(name: str, columns: dict[str, Any]) -> pd.DataFrame:
    """Build a declared frame from whole columns: a million rows without a tuple for each."""
    return pd.DataFrame(
        {column.name: make_series(columns[column.name], column.dtype) for column in FRAMES[name]}
    )


def _fitting(tokens: int) -> int:
    """Return a sum of tokens if 64 bits hold it, as they hold each addend."""
    if tokens >= 2**64:
        raise InvalidValueError("too many tokens for a frame", got=f"{tokens:,}")
    return tokens


@to_frame.register
def _pages(held: PageTable) -> pd.DataFrame:
    rows = range(len(held))
    return _from_columns(
        "pages",
        {
            "page_id": list(held.page_ids),
            "kind": [held.kind_of(row) for row in rows],
            "tokens": held.tokens,
            "obligations": [held.labels_of(row) for row in rows],
        },
    )


@to_frame.register
def _working_set(held: WorkingSet) -> pd.DataFrame:
    whole = held.coverable_weight
    return make_frame(
        "working_set",
        (
            (
                pick.step,
                pick.page_id,
                pick.row,
                pick.gain,
                pick.new_labels,
                pick.tokens,
                pick.covered_weight,
                min(1.0, pick.covered_weight / whole) if whole else 1.0,
                _fitting(pick.used_tokens),
            )
            for pick in held
        ),
    )


@to_frame.register
def _rejects(held: Rejects) -> pd.DataFrame:
    chosen, rows = held.working_set, held.rows
    # A reason of its own for each number; 0, "picked", does not occur among rejects.
    numbers = chosen.reasons[rows].astype(np.intp) - 1
    return pd.DataFrame(
        {
            "page_id": make_series([chosen.table.page_ids[row] for row in rows.tolist()], "string"),
            "row": rows.astype(np.int64),
            "reason": pd.Categorical.from_codes(numbers, pd.Index([str(r) for r in REASONS])),
            "tokens": chosen.table.tokens[rows],
            "first_gain": chosen.run.first_gains[rows],
            "last_gain": chosen.run.last_gains[rows],
        }
    )


@to_frame.register
def _context(held: ResidentContext) -> pd.DataFrame:
    table, used = held.table, held.instruction_tokens
    rows = []
    gains = [None] * held.mandatory_len + list(held.working_set.run.gains)
    for place, (row, gain) in enumerate(zip(held.rows, gains, strict=True), 1):
        tokens = int(table.tokens[row])
        used += tokens
        part = "mandatory" if gain is None else "picked"
        rows.append((place, table.page_ids[row], row, part, tokens, gain, _fitting(used)))
    return make_frame("resident_context", rows)


@to_frame.register
def _sweep(held: ResidentSweep) -> pd.DataFrame:
    return make_frame(
        "resident_sweep",
        (
            (
                point.window_tokens,
                point.frame_tokens,
                point.weights,
                str(point.strategy),
                point.outcome,
                point.allowance,
                _fitting(point.required_tokens),
                point.used_tokens,
                point.mandatory_pages,
                point.picks,
                point.covered_weight,
                point.coverable_weight,
                point.coverable_within_limits,
                point.share_of_coverable,
                point.upper_bound,
                None if point.optimum_status is None else str(point.optimum_status),
                point.optimum_weight,
                point.resident_digest,
            )
            for point in held
        ),
    )


@to_frame.register
def _calibration(held: Calibration) -> pd.DataFrame:
    return make_frame(
        "calibration",
        ((k.kind, k.files, k.bytes, k.tokens, k.real_tokens, k.error) for k in held),
    )
