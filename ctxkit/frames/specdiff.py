"""The difference of two versions of a spec as frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.specdiff.changes import SpecChange, SpecChanges
from ctxkit.specdiff.costs import TaskCosts
from ctxkit.specdiff.diff import SpecDiff


@to_frame.register
def _diff(held: SpecDiff) -> pd.DataFrame:
    """Return requirements, tasks and documents, unchanged ones included."""
    return make_frame("spec_diff", _rows([*held.requirements, *held.tasks, *held.documents]))


@to_frame.register
def _changes(held: SpecChanges) -> pd.DataFrame:
    return make_frame("spec_changes", _rows(held))


def _rows(changes: Iterable[SpecChange]) -> Iterator[tuple[Any, ...]]:
    for one in changes:
        yield (
            one.what, str(one.kind), one.before or None, one.after or None, one.title,
            tuple(field.name for field in one.fields), one.diff,
        )  # fmt: skip


@to_frame.register
def _costs(held: TaskCosts) -> pd.DataFrame:
    return make_frame(
        "task_costs",
        (
            (
                one.name,
                one.before_id or None,
                one.after_id or None,
                one.title,
                one.before.estimate if one.before else None,
                one.after.estimate if one.after else None,
                one.estimate_delta,
                one.before.whole if one.before else None,
                one.after.whole if one.after else None,
                one.whole_delta,
                one.before.over if one.before else None,
                one.after.over if one.after else None,
            )
            for one in held
        ),
    )
