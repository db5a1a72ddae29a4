"""Objects as DataFrames, with columns that are declared in one table."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from ctxkit.frames.building import frame_columns, join_columns, make_frame
from ctxkit.frames.columns import FRAMES, Column

if TYPE_CHECKING:
    import pandas as pd
    from pandas.io.formats.style import Styler

__all__ = [
    "FRAMES",
    "Column",
    "frame_columns",
    "join_columns",
    "make_frame",
    "to_frame",
    "to_styled",
]


@singledispatch
def to_frame(held: object) -> pd.DataFrame:
    """Return an object as a frame. Each room registers its types."""
    raise TypeError(f"no frame for {type(held).__name__}")


@singledispatch
def to_styled(held: object) -> Styler:
    """Return an object as a styled frame. Rooms whose types have one register them."""
    raise TypeError(f"no styled frame for {type(held).__name__}")
