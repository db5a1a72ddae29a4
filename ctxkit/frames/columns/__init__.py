"""The columns of every frame: one table, from which they are built and documented."""

from __future__ import annotations

from ctxkit.frames.columns.budgets import BUDGETS
from ctxkit.frames.columns.column import Column as Column
from ctxkit.frames.columns.manifest import MANIFEST
from ctxkit.frames.columns.procedure import PROCEDURE
from ctxkit.frames.columns.residency import RESIDENCY
from ctxkit.frames.columns.resident import RESIDENT
from ctxkit.frames.columns.resume import RESUME
from ctxkit.frames.columns.session import SESSION
from ctxkit.frames.columns.specdiff import SPECDIFF
from ctxkit.frames.columns.story import STORY
from ctxkit.frames.columns.window import WINDOW
from ctxkit.frames.columns.workspace import WORKSPACE

#: The columns of each frame, by the name of the frame.
FRAMES: dict[str, tuple[Column, ...]] = {
    **MANIFEST,
    **WORKSPACE,
    **RESIDENT,
    **PROCEDURE,
    **SESSION,
    **WINDOW,
    **RESIDENCY,
    **STORY,
    **BUDGETS,
    **SPECDIFF,
    **RESUME,
    "diagnostics": (
        Column("severity", "string", "", "error, warning or info"),
        Column("code", "string", "", "kind of finding"),
        Column("file", "string", "", "file below the root"),
        Column("line", "Int64", "", "line, from 1; missing for a whole file"),
        Column("message", "string", "", "what was found"),
        Column("hint", "string", "", "what would be right"),
    ),
    "frame_columns": (
        Column("frame", "string", "", "name of the frame"),
        Column("column", "string", "", "name of the column"),
        Column("dtype", "string", "", "pandas dtype"),
        Column("unit", "string", "", "unit; empty where it has none"),
        Column("meaning", "string", "", "what it says"),
    ),
}
