"""Building frames with their declared columns, and telling what the columns are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from ctxkit.errors import UnknownNameError
from ctxkit.frames.columns import FRAMES

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def make_frame(name: str, rows: Iterable[Sequence[Any]]) -> pd.DataFrame:
    """Build a frame with its declared columns from rows; without rows too."""
    held = list(rows)
    return join_columns(name, ([row[i] for row in held] for i in range(len(FRAMES[name]))))


def join_columns(name: str, values: Iterable[Iterable[Any]]) -> pd.DataFrame:
    """Build a frame from the values of each of its declared columns."""
    return pd.DataFrame(
        {
            column.name: make_series(held, column.dtype)
            for column, held in zip(FRAMES[name], values, strict=True)
        }
    )


def make_series(values: Any, dtype: str) -> pd.Series:
    """Return a column of a declared dtype.

    Texts are kept as Python holds them, whether or not pyarrow is installed, and what was no UTF-8
    in a file is replaced, so that a frame can always be saved.
    """
    if dtype not in ("string", "object"):
        return pd.Series(values, dtype=dtype)
    texts = [_LONE_SURROGATE.sub("\ufffd", v) if isinstance(v, str) else v for v in values]
    return pd.Series(texts, dtype=pd.StringDtype("python") if dtype == "string" else dtype)


def frame_columns(name: str | None = None) -> pd.DataFrame:
    """Return the declared columns of one frame, or of all frames.

    Parameters
    ----------
    name : str, optional
        Such as ``"manifest"``; all frames when not given.

    Returns
    -------
    pandas.DataFrame
        Columns frame, column, dtype, unit and meaning; one row a column.

    Raises
    ------
    UnknownNameError
        If there is no frame of that name.
    """
    if name is not None and name not in FRAMES:
        raise UnknownNameError.among("frame", name, FRAMES)
    wanted = FRAMES if name is None else {name: FRAMES[name]}
    return make_frame(
        "frame_columns", ((frame, *column) for frame, cols in wanted.items() for column in cols)
    )
