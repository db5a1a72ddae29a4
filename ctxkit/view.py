"""The one door upwards: objects know that they can be shown, upper floors know how.

Engines must not import frames, plots or HTML. What a user holds still has ``_repr_html_``,
``to_frame`` and ``plot``; these mixins look the view up by the object's type when it is first
asked for, so that neither pandas nor matplotlib is imported before it is needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class Shown:
    """Has a plain and an HTML display with the same sections (see :mod:`ctxkit.display`)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(import_module("ctxkit.display").to_text(self))

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        return str(import_module("ctxkit.display").to_html(self))


class Framed:
    """Is a collection that can be had as a DataFrame (see :mod:`ctxkit.frames`)."""

    __slots__ = ()

    def to_frame(self) -> pd.DataFrame:
        """Return the contents as a DataFrame with declared columns.

        Returns
        -------
        pandas.DataFrame
            One row an element; ``ctxkit.frame_columns()`` lists the columns of every frame with
            their dtype, unit and meaning. An empty object gives an empty frame of the same columns.
        """
        frame: pd.DataFrame = import_module("ctxkit.frames").to_frame(self)
        return frame


class Plotted:
    """Can be drawn with matplotlib (see :mod:`ctxkit.plots`)."""

    __slots__ = ()

    def plot(self, ax: Axes | None = None, **options: Any) -> Axes:
        """Draw the object.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. A new figure is made when it is not given.
        **options
            Passed to the plot function of the type in :mod:`ctxkit.plots`.

        Returns
        -------
        matplotlib.axes.Axes
        """
        axes: Axes = import_module("ctxkit.plots").plot(self, ax=ax, **options)
        return axes
