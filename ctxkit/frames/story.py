"""The story of a task as a frame."""

from __future__ import annotations

import pandas as pd

from ctxkit.frames import make_frame, to_frame
from ctxkit.story.story import TaskStory


@to_frame.register
def _story(held: TaskStory) -> pd.DataFrame:
    return make_frame(
        "task_story",
        (
            (
                page.place,
                page.page_id,
                page.tokens,
                page.part,
                page.why,
                page.depth or None,
                page.reads,
                page.first,
                page.last,
                page.pushed_out,
                page.again,
                page.resident,
                str(page.today),
                page.kept,
                page.to_load,
            )
            for page in held.pages
        ),
    )
