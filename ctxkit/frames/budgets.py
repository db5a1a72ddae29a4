"""Budget tables as frames, plain and styled."""

from __future__ import annotations

import pandas as pd
from pandas.io.formats.style import Styler

from ctxkit.budgets.table import BudgetTable
from ctxkit.frames import make_frame, to_frame, to_styled
from ctxkit.manifest.vocabulary import ITEM_KINDS

_FIGURES = ("estimate", "measured", "whole")


@to_frame.register
def _budgets(held: BudgetTable) -> pd.DataFrame:
    return make_frame(
        "budget_table",
        (
            (
                row.spec,
                row.task,
                row.role,
                row.mode,
                row.own,
                row.budget,
                row.estimate,
                row.measured,
                row.whole,
                row.spare,
                row.share,
                row.over,
                row.over_measured,
                row.over_whole,
                row.missing,
                *(row.by_kind.get(kind, 0) for kind in ITEM_KINDS),
            )
            for row in held
        ),
    )


class StyledBudgets(Styler):
    """A styled frame whose plain form is the same on every run."""

    def __repr__(self) -> str:
        return f"<styled budget table of {len(self.index):,} requests>"


@to_styled.register
def style_budgets(held: BudgetTable) -> Styler:
    """Mark what is over budget by words, sign and colour."""
    frame = to_frame(held)
    frame["verdict"] = [_verdict(row.over, row.over_measured, row.over_whole) for row in held]
    shown = frame[["spec", "task", "role", "mode", "budget", *_FIGURES, "share", "verdict"]]
    style = StyledBudgets(shown, uuid="ctxkit_budgets", cell_ids=False)
    style.format("{:,}", subset=["budget", *_FIGURES]).format("{:.0%}", subset=["share"])
    style.format(escape="html", subset=["spec", "task", "role", "mode", "verdict"])
    style.apply(_mark, axis=1).hide(axis="index")
    style.set_properties(subset=["budget", *_FIGURES, "share"], **{"text-align": "right"})
    return style.set_caption(
        "Tokens of each request against its budget: required items by the tool's hints, and on "
        f"real bytes ({held.estimator}), then with all optional items"
    )


def _verdict(over: bool, over_measured: bool, over_whole: bool) -> str:
    if over or over_measured:
        return "▲ over" if over else "▲ over on real bytes"
    return "△ over if all is opened" if over_whole else "fits"


def _mark(row: pd.Series) -> list[str]:
    # Colours that stay readable on a light and on a dark page; the sign says the same.
    return [
        "color: #e03131; font-weight: 600" if name in _FIGURES and row[name] > row["budget"] else ""
        for name in row.index
    ]
