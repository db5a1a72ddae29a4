"""Markdown files in parts: what stands before the first section, then one part a heading.

The parts of a file, joined, are the file, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass

from ctxkit.manifest.slices import TASK_LINE, list_headings, strip_html_comments
from ctxkit.workspace.markdown import fenced_lines

_SUFFIXES = (".md", ".markdown")


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a Markdown file.

    Lines count from 1; ``last`` is inclusive. The part before the first section has no title.
    """

    title: str
    data: bytes
    first: int
    last: int

    @property
    def is_blank(self) -> bool:
        """Whether nothing but white space stands in it."""
        return not self.data.strip()


def is_markdown(path: str) -> bool:
    """Return whether a path names a Markdown file; others stay whole."""
    return path.lower().endswith(_SUFFIXES)


def split_parts(data: bytes) -> list[Part]:
    """Split a Markdown file at its headings.

    The title (a heading of level 1 that no other heading precedes) and all up to the next heading
    are the first part, without a title of its own. Headings in code fences and comments are text.

    Parameters
    ----------
    data : bytes
        The file as stored.

    Returns
    -------
    list of Part
        Never a part without bytes; none of an empty file.
    """
    text = strip_html_comments(data.decode("utf-8", "surrogateescape"))
    lines = text.split("\n")
    heads = _headings(lines)
    if heads and heads[0][2] == 1:
        del heads[0]  # the title of the whole
    begins = [(1, ""), *((number, title) for number, title, _ in heads)]
    ends = [*(number - 1 for number, _ in begins[1:]), len(lines)]
    offsets = _line_offsets(data)
    parts = (
        Part(title, data[offsets[first - 1] : offsets[last]], first, last)
        for (first, title), last in zip(begins, ends, strict=True)
    )
    return [part for part in parts if part.data]


def _headings(lines: list[str]) -> list[tuple[int, str, int]]:
    """Return line number, title and level of each ATX heading."""
    marked = [(n, line) for n, line in enumerate(lines, 1) if line.startswith("#")]
    fenced = fenced_lines(lines) if marked else set()
    found = []
    for number, line in marked:
        titles = list_headings(line)
        if titles and number not in fenced:
            found.append((number, titles[0], len(line) - len(line.lstrip("#"))))
    return found


def _line_offsets(data: bytes) -> list[int]:
    """Return where each line begins, and at last where the file ends."""
    offsets = [0]
    at = data.find(b"\n")
    while at >= 0:
        offsets.append(at + 1)
        at = data.find(b"\n", at + 1)
    return [*offsets, len(data)]


def heading_of(data: bytes) -> bytes:
    """Return what stands before the first section or task of a file; ``b""`` where nothing does."""
    parts = split_parts(data)
    if not parts or parts[0].title or parts[0].is_blank:
        return b""
    kept = []
    for line in parts[0].data.splitlines(keepends=True):
        if TASK_LINE.match(line.decode("utf-8", "surrogateescape")):
            break
        kept.append(line)
    return b"".join(kept)
