"""A declared column of a frame."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A declared column."""

    name: str
    dtype: str  #: pandas dtype; ``object`` holds tuples
    unit: str  #: empty where it has none
    meaning: str
