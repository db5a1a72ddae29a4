"""The one door upwards: objects know that they can be shown, upper floors know how.

Engines must not import frames, plots or HTML. What a user holds still has ``_repr_html_``,
``to_frame`` and ``plot``; these mixins look the view up by the object's type when it is first
asked for, so that neither pandas nor matplotlib is imported before it is needed.

A view lives in the room of the same name: objects of ``ctxkit.manifest`` are shown by
``ctxkit.display.manifest``, framed by ``ctxkit.frames.manifest`` and drawn by
``ctxkit.plots.manifest``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from pandas.io.formats.style import Styler


def _floor(name: str, held: object) -> Any:
    """Import an upper floor, and in it the room for the object's type."""
    for kind in type(held).__mro__:
        package, _, path = kind.__module__.partition(".")
        if package == "ctxkit" and path != __name__.partition(".")[2]:
            import_module(f"ctxkit.{name}.{path.partition('.')[0]}")
            break
    return import_module(f"ctxkit.{name}")


def show_html(held: object) -> str:
    """Return the HTML display of an object."""
    return str(_floor("display", held).to_html(held))


class Shown:
    """Has a plain and an HTML display with the same sections (see :mod:`ctxkit.display`)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(_floor("display", self).to_text(self))

    def __str__(self) -> str:
        return repr(self)

    def _repr_html_(self) -> str:
        return show_html(self)


class Record(Shown):
    """A dataclass without a display of its own: its fields are shown, one below the other.

    Its plain form stays that of a dataclass, on one line, since records mostly stand in lists.
    """

    __slots__ = ()


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
        frame: pd.DataFrame = _floor("frames", self).to_frame(self)
        return frame


class Styled(Framed):
    """Is a collection whose frame can also be had in colours (see :mod:`ctxkit.frames`)."""

    __slots__ = ()

    def styled(self) -> Styler:
        """Return the frame with colours, units and a caption, for a notebook.

        Returns
        -------
        pandas.io.formats.style.Styler
            The same bytes on every run. ``to_frame()`` is the frame to sort and filter by.
        """
        style: Styler = _floor("frames", self).to_styled(self)
        return style


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
        axes: Axes = _floor("plots", self).plot(self, ax=ax, **options)
        return axes
