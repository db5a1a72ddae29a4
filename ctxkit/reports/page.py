"""A report as one page that needs nothing else: no script, no network, pictures within."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib.resources import files

from ctxkit.display.escape import escape
from ctxkit.reports.chapter import Chapter, Display, Exhibit, Step
from ctxkit.reports.pictures import draw_png

#: The style sheet that each display brings along; one is enough for a page.
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def write_page(title: str, begin: str, chapters: Sequence[Chapter]) -> str:
    """Return a report as HTML."""
    sheet = files("ctxkit.reports").joinpath("page.css").read_text("utf-8")
    contents = "".join(
        f'<li><a href="#chapter-{number}">{escape(chapter.title)}</a></li>'
        for number, chapter in enumerate(chapters, 1)
    )
    body = "".join(_with_one_style(_chapters(chapters)))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{sheet}</style></head>\n"
        f'<body><h1>{escape(title)}</h1><p class="begin">{_prose(begin)}</p>'
        f'<nav aria-label="Chapters"><ol>{contents}</ol></nav>\n<main>{body}</main></body></html>\n'
    )


def _chapters(chapters: Sequence[Chapter]) -> Iterator[str]:
    for number, chapter in enumerate(chapters, 1):
        yield (
            f'<section aria-labelledby="chapter-{number}">'
            f'<h2 id="chapter-{number}">{escape(chapter.title)}</h2><p>{_prose(chapter.prose)}</p>'
        )
        for exhibit in chapter.exhibits:
            yield _exhibit(exhibit)
        yield "</section>\n"


def _exhibit(exhibit: Exhibit) -> str:
    if isinstance(exhibit, Step):
        return ""
    caption = f"<figcaption><code>{escape(exhibit.code)}</code></figcaption>"
    if isinstance(exhibit, Display):
        return f"<figure>{caption}{exhibit.html()}</figure>\n"
    data = b64encode(draw_png(exhibit.held, exhibit.options)).decode("ascii")
    picture = f'<img alt="{escape(exhibit.alt)}" src="data:image/png;base64,{data}">'
    return f"<figure>{caption}{picture}</figure>\n"


def _with_one_style(pieces: Iterator[str]) -> Iterator[str]:
    seen: set[str] = set()

    def once(found: re.Match[str]) -> str:
        style = found.group()
        if style in seen:
            return ""
        seen.add(style)
        return style

    for piece in pieces:
        yield _STYLE.sub(once, piece)


def _prose(text: str) -> str:
    pieces = text.split("`")
    return "".join(
        f"<code>{escape(piece)}</code>" if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )
