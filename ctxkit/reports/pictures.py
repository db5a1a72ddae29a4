"""Plots as pictures: the same bytes each time, for the same matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from ctxkit.view import Plotted

DPI = 110


def draw_png(held: Plotted, options: Mapping[str, Any]) -> bytes:
    """Return what an object's ``plot`` draws, as PNG on a transparent ground."""
    figure = held.plot(**options).get_figure()
    assert isinstance(figure, Figure)
    try:
        out = BytesIO()
        # By itself matplotlib writes its version into the picture.
        figure.savefig(out, format="png", dpi=DPI, metadata={"Software": None})
        return out.getvalue()
    finally:
        plt.close(figure)
