"""What must be loaded again, as a frame."""

from __future__ import annotations

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.resume.cost import ResumeCost


@to_frame.register
def _cost(held: ResumeCost) -> pd.DataFrame:
    return make_frame(
        "resume_cost",
        (
            (
                item.name,
                item.part,
                str(item.state),
                item.required,
                item.then_tokens,
                item.now_tokens,
                item.kept,
                item.reload,
                item.untold,
                item.detail,
            )
            for item in held
        ),
    )
