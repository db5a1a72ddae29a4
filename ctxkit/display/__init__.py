"""How objects look in a notebook and in a terminal: one description, two renderings."""

from __future__ import annotations

from ctxkit.display import records  # noqa: F401  (it registers)
from ctxkit.display.document import describe
from ctxkit.display.html import render_html
from ctxkit.display.text import render_text

__all__ = ["describe", "to_html", "to_text"]


def to_html(held: object) -> str:
    """Return the HTML display of an object."""
    return render_html(describe(held))


def to_text(held: object) -> str:
    """Return the plain display of an object, with the same sections as the HTML."""
    return render_text(describe(held))
