"""Pictures with matplotlib: each takes and returns an ``Axes``, and stays readable on any page."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot"]


@singledispatch
def plot(held: object, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw an object. Each room registers its types."""
    raise TypeError(f"no plot for {type(held).__name__}")
