r"""What the readers of Markdown artifacts share: lines, fences, ``## `` blocks and their fields.

A line ends at ``\n`` and keeps its ``\r``, as in :mod:`ctxkit.manifest.slices`, so that readers
and slicers agree on what a heading is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ctxkit.diagnostics import Findings
from ctxkit.errors import InvalidValueError
from ctxkit.gotext import quote, to_lower, trim_space
from ctxkit.manifest.slices import SECTION_LINE, strip_html_comments

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_OPEN_COMMENT = re.compile(r"^[ \t]*<!--", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_LABEL = re.compile(r"[ \t]*\*\*([^*:]{1,60}):\*\*(.*)", re.DOTALL)
_ITEM = re.compile(r"[ \t>]*(?:[-*+•]|[0-9]{1,9}[.)])[ \t]+[^ \t\r]")
_LARGEST_INT64 = 2**63 - 1
_LISTED = 8


def clean_text(text: str) -> str:
    """Return ``text`` with U+FFFD for each lone surrogate (a byte that was not UTF-8)."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def check_text(text: object) -> None:
    """Raise an :class:`InvalidValueError` for anything that is no text, bytes above all."""
    if isinstance(text, str):
        return
    kind = type(text).__name__
    if isinstance(text, bytes | bytearray | memoryview):
        what, hint = f"{kind} where text is meant", "Decode it first: data.decode('utf-8')."
    elif isinstance(text, PurePath):
        what, hint = "a path where text is meant", "Read it first: path.read_text('utf-8')."
    else:
        what, hint = f"{kind} where text is meant", "Give the text of the file."
    raise InvalidValueError(what, where="text", got=kind, expected="str", hint=hint)


def report_cr_line_ends(text: str, found: Findings) -> None:
    """Report a text whose lines end with a carriage return alone."""
    lone = text.count("\r") - text.count("\r\n")
    if lone > text.count("\n"):
        found.error(
            "cr-line-ends",
            None,
            f"lines end with CR alone ({lone:,} of them), which neither the tool nor this "
            "reader takes for line ends, so the text is not read line by line",
            "Save the file with LF line ends.",
        )


def read_lines(text: str, found: Findings) -> list[str]:
    """Return the lines of an artifact, HTML comments blanked; contract A, *Slicers*.

    A comment that is never closed stays, and is reported; so are line ends that are none.

    Raises
    ------
    InvalidValueError
        If ``text`` is no ``str``.
    """
    check_text(text)
    report_cr_line_ends(text, found)
    text = strip_html_comments(clean_text(text))
    opened = _OPEN_COMMENT.search(text)
    if opened:
        found.warning(
            "comment-not-closed",
            text.count("\n", 0, opened.start()) + 1,
            "this comment is never closed, so what follows is read as content",
            "Close it with -->.",
        )
    return text.split("\n")


def fenced_lines(lines: Sequence[str]) -> set[int]:
    """Return the 1-based numbers of the lines inside code fences, without the fences themselves.

    A fence that is never closed reaches to the end, as Markdown has it. The slicers do not know
    fences; readers ask here only to warn.
    """
    inside: set[int] = set()
    fence = ""
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line) if "```" in line or "~~~" in line else None
        rest = line[mark.end() :] if mark else ""
        if not fence:
            # Back-ticks after the mark make it code within a line.
            fence = mark[1] if mark and not (mark[1][0] == "`" and "`" in rest) else ""
        elif mark and mark[1].startswith(fence) and not trim_space(rest):
            fence = ""
        else:
            inside.add(number)
    return inside


@dataclass(slots=True, frozen=True)
class Block:
    """A ``## `` heading with the lines below it."""

    heading: str
    line: int  # 1-based, of the heading
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """The body, without blank lines around it."""
        return join_lines(self.lines)

    def read_fields(self, names: Collection[str], found: Findings) -> dict[str, str]:
        """Return the ``**Name:** value`` fields by lower-case name.

        Parameters
        ----------
        names : collection of str
            Known names in lower case. Another label is part of the value it stands in.
        found : Findings
            Gets a diagnostic for a field that is given twice; the first counts.
        """
        values: dict[str, list[str]] = {}
        value: list[str] | None = None
        for number, line in enumerate(self.lines, self.line + 1):
            label = _LABEL.match(line)
            name = to_lower(trim_space(label[1])) if label else ""
            if label and name in names:
                if name in values:
                    found.warning(
                        "field-repeated",
                        number,
                        f"the field {quote(name)} is given again; the first one counts",
                        "The text of both is in the body.",
                    )
                    value = []
                else:
                    value = values[name] = []
                line = label[2]
            if value is not None:
                value.append(line)
        return {name: trim_space(join_lines(value)) for name, value in values.items()}


def split_blocks(lines: Sequence[str], found: Findings) -> list[Block]:
    """Return the ``## `` blocks, as the memory slicer cuts them.

    A heading inside a code fence counts, because it does for the slicer, and is reported.
    """
    starts = [number for number, line in enumerate(lines, 1) if SECTION_LINE.match(line)]
    fenced = fenced_lines(lines) if starts else set()
    for number in fenced.intersection(starts):
        found.warning(
            "heading-in-fence",
            number,
            "a heading inside a code fence; the tool does not know fences and starts a new block",
            "Indent the line by a space if it is only an example.",
        )
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    return [
        Block(trim_space(lines[start - 1][2:]), start, lines[start:end])
        for start, end in zip(starts, ends, strict=False)
    ]


def report_stray_fields(lines: Sequence[str], names: Collection[str], found: Findings) -> None:
    """Report fields and other text above the first ``## `` heading, where it belongs to nothing."""
    stray = []
    loose = []
    for number, line in enumerate(lines, 1):
        if SECTION_LINE.match(line):
            break
        label = _LABEL.match(line)
        if label and to_lower(trim_space(label[1])) in names:
            stray.append(number)
        elif trim_space(line) and not line.startswith("# "):
            loose.append(number)
    if loose:
        found.info(
            "text-outside-block",
            loose[0],
            f"text that stands in no `## ` block is not read: {name_lines(loose)}",
            "Begin an entry with a line `## …`.",
        )
    if stray:
        found.error(
            "field-outside-block",
            stray[0],
            f"fields that stand above the first heading are not read: {name_lines(stray)}",
            "Begin the entry with a `## ` heading.",
        )


def join_lines(lines: Sequence[str]) -> str:
    """Join lines, without carriage returns at their ends and blank lines around them."""
    start, end = 0, len(lines)
    while start < end and not trim_space(lines[start]):
        start += 1
    while start < end and not trim_space(lines[end - 1]):
        end -= 1
    return "\n".join(line.rstrip("\r") for line in lines[start:end])


def is_rule(line: str) -> bool:
    """Return whether a line is a thematic break, such as ``---``, or underlines a heading."""
    marks = set(line) - set(" \t\r")
    return len(marks) == 1 and marks <= set("-*_=")


def is_item(line: str) -> bool:
    """Return whether a line is a list item, with a bullet or a number."""
    return _ITEM.match(line) is not None


def whole_number(digits: str) -> int:
    """Return the number that ASCII digits stand for; past 64 bits it is the largest of them."""
    digits = digits.lstrip("0")
    return min(int(digits or "0"), _LARGEST_INT64) if len(digits) < 20 else _LARGEST_INT64


def count_of(count: int, noun: str) -> str:
    """Return ``1 line`` or ``3 lines``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def name_lines(numbers: Sequence[int]) -> str:
    """Return ``line 3`` or ``lines 3, 4, 9``, with a cap on how many are listed."""
    listed = ", ".join(str(number) for number in numbers[:_LISTED])
    more = f" and {len(numbers) - _LISTED:,} more" if len(numbers) > _LISTED else ""
    return f"line{'s' if len(numbers) > 1 else ''} {listed}{more}"


def quote_lines(numbered: Sequence[tuple[int, str]]) -> str:
    """Return a listing of lines with their numbers and texts, capped."""
    listed = "; ".join(f"line {number}: {quote_short(line)}" for number, line in numbered[:_LISTED])
    more = f"; and {len(numbered) - _LISTED:,} more" if len(numbered) > _LISTED else ""
    return listed + more


def quote_short(text: str) -> str:
    """Return ``text`` for a message: trimmed, quoted, control characters escaped, cut at 80."""
    text = trim_space(text[:400])
    return quote(text if len(text) <= 80 else text[:79] + "…")
