"""The one helper through which every shown value passes: text from files is hostile."""

from __future__ import annotations

import html

from ctxkit.visible import visible


def escape(text: str) -> str:
    """Return text for HTML, in elements and in double-quoted attributes."""
    return html.escape(visible(text), quote=True)


def one_line(text: str) -> str:
    """Return visible text on one line."""
    return visible(text).replace("\n", "⏎").replace("\t", " ")
