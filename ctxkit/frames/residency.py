"""What was in the window over time, as frames."""

from __future__ import annotations

from dataclasses import astuple

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.residency.comparing import PolicyComparison
from ctxkit.residency.moment import WindowMoment
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.records import PushOuts, Reloads, WindowPages


@to_frame.register
def _over_time(held: ContextOverTime) -> pd.DataFrame:
    rows = ((*row, held.window - row[-1]) for row in held.change_rows())
    return make_frame("context_over_time", rows)


@to_frame.register
def _pages(held: WindowPages) -> pd.DataFrame:
    return make_frame("window_pages", map(astuple, held))


@to_frame.register
def _moment(held: WindowMoment) -> pd.DataFrame:
    return make_frame("window_moment", map(astuple, held))


@to_frame.register
def _push_outs(held: PushOuts) -> pd.DataFrame:
    return make_frame("push_outs", map(astuple, held))


@to_frame.register
def _reloads(held: Reloads) -> pd.DataFrame:
    return make_frame("reloads", map(astuple, held))


@to_frame.register
def _policies(held: PolicyComparison) -> pd.DataFrame:
    return make_frame(
        "policies",
        (
            (
                each.window,
                str(each.policy),
                each.peak,
                each.exceeded,
                each.loaded_tokens,
                each.pushed_out,
                each.pushed_out_tokens,
                each.again,
                each.again_tokens,
                each.still_there,
                each.too_large,
                each.unknown,
            )
            for each in held
        ),
    )
