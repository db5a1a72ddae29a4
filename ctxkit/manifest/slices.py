r"""Slicers: the part of a Markdown artifact that a task needs, cut by fixed rules.

Contract A, *Slicers* and *Hard cases*. Lines end at ``\n`` only; a ``\r`` stays in its line.
White space in headings is ASCII, white space in blank lines and titles is Unicode's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import to_bytes, to_lower, trim_space

# White space inside patterns, as RE2's \s has it: no vertical tab, nothing beyond ASCII.
_S = r"[\t\n\f\r ]"
TASK_LINE = re.compile(r"- \[[ x]\] (T[0-9]+) — ")
WAVE_LINE = re.compile(rf"## Wave [0-9]+{_S}*\Z")
REQUIREMENT_LINE = re.compile(rf"##{_S}+requirement{_S}+([0-9]+)", re.IGNORECASE | re.ASCII)
SECTION_LINE = re.compile(rf"##{_S}")
_HEADING_LINE = re.compile(rf"(#{{1,6}}){_S}+(.*)\Z", re.DOTALL)
_LARGEST_INT64 = 2**63 - 1


def _join_block(lines: Sequence[str]) -> str:
    """Join the lines of a block, without the blank ones at its end."""
    end = len(lines)
    while end and not trim_space(lines[end - 1]):
        end -= 1
    return "\n".join(lines[:end])


def _refuse_one_text(where: str, values: object) -> None:
    # A text is a sequence too, of letters that nobody means.
    if isinstance(values, str):
        raise InvalidValueError(
            "one text where a list is meant",
            where=where,
            got=repr(values),
            expected=f"[{values!r}]",
        )


def task_slice(tasks_md: str, task_id: str) -> str | None:
    """Return the block of one task of a tasks.md.

    Parameters
    ----------
    tasks_md : str
        Text of the artifact.
    task_id : str
        Such as ``"T3"``; compared as text.

    Returns
    -------
    str or None
        From the task's line up to the next task line, the next bare ``## Wave N`` line, or the
        end; ``None`` where there is no such task. Of two tasks with one id the first is meant.
    """
    start = _find_task(tasks_md, task_id)
    if start is None:
        return None
    return _join_block(list(_lines_of_block(tasks_md, start)))


def _find_task(text: str, task_id: str) -> int | None:
    # A literal search is some ten times faster than a pattern tried at every line.
    needle = f"] {task_id} — "
    at = text.find(needle)
    while at >= 0:
        start = at - 4
        if start == 0 or (start > 0 and text[start - 1] == "\n"):
            found = TASK_LINE.match(text, start)
            if found and found[1] == task_id:
                return start
        at = text.find(needle, at + 1)
    return None


def _lines_of_block(text: str, start: int) -> Iterator[str]:
    while True:
        end = text.find("\n", start)
        yield text[start:] if end < 0 else text[start:end]
        start = end + 1
        if end < 0 or TASK_LINE.match(text, start):
            return
        if text.startswith("##", start):
            stop = text.find("\n", start)
            if WAVE_LINE.match(text[start:] if stop < 0 else text[start:stop]):
                return


def covered_requirements(req_md: str, ids: Iterable[int]) -> str | None:
    """Return the ``## Requirement N`` blocks with the wanted numbers.

    Parameters
    ----------
    req_md : str
        Text of requirements.md.
    ids : iterable of int
        Wanted numbers, in any order.

    Returns
    -------
    str or None
        The blocks in ascending order of their numbers, separated by a blank line; ``None`` where
        none is there. Of two blocks with one number the later counts.
    """
    _refuse_one_text("ids", ids)
    wanted = set(ids)
    blocks: dict[int, list[str]] = {}
    current: list[str] | None = None
    for line in req_md.split("\n"):
        header = REQUIREMENT_LINE.match(line)
        if header:
            number = _saturated(header[1])
            current = None
            if number in wanted:
                blocks[number] = [line]
                # The reference takes 0 for "no open block", so nothing follows its header line.
                current = blocks[number] if number else None
        elif SECTION_LINE.match(line):
            current = None
        elif current is not None:
            current.append(line)
    if not blocks:
        return None
    return "\n\n".join(_join_block(blocks[number]) for number in sorted(blocks))


def _saturated(digits: str) -> int:
    """Return the number, or the largest of 64 bits where it is larger."""
    digits = digits.lstrip("0")
    return _LARGEST_INT64 if len(digits) > 19 else min(int(digits or "0"), _LARGEST_INT64)


def list_requirements(req_md: str) -> tuple[int, ...]:
    """Return the numbers of the requirement headings in order, as the slicer reads them."""
    found = map(REQUIREMENT_LINE.match, req_md.split("\n"))
    return tuple(_saturated(header[1]) for header in found if header)


def design_section(design_md: str, headings: Iterable[str]) -> str | None:
    """Return the sections of a design.md under the wanted headings.

    Parameters
    ----------
    design_md : str
        Text of design.md.
    headings : iterable of str
        Heading texts, without the leading ``#``; case and outer white space do not matter.

    Returns
    -------
    str or None
        The sections in the order of the document, each to the next heading of its own or a higher
        level, separated by a blank line; ``None`` where no heading matches.
    """
    _refuse_one_text("headings", headings)
    wanted = {to_lower(trim_space(heading)) for heading in headings}
    blocks: list[list[str]] = []
    level = 0  # of the open block; 0 when none is open
    for line in design_md.split("\n"):
        heading = _HEADING_LINE.match(line)
        if heading and (level == 0 or len(heading[1]) <= level):
            level = 0
            if to_lower(trim_space(heading[2])) in wanted:
                level = len(heading[1])
                blocks.append([])
        if level:
            blocks[-1].append(line)
    if not blocks:
        return None
    return "\n\n".join(map(_join_block, blocks))


def list_headings(design_md: str) -> tuple[str, ...]:
    """Return the heading texts of a design.md in order, as :func:`design_section` compares them."""
    found = map(_HEADING_LINE.match, design_md.split("\n"))
    return tuple(trim_space(heading[2]) for heading in found if heading)


def recent_memory(memory_md: str, n: int) -> str | None:
    """Return the last ``n`` entries of a memory.md.

    Parameters
    ----------
    memory_md : str
        Text of memory.md; HTML comments are blanked first.
    n : int
        How many ``## `` blocks, counted from the end of the file.

    Returns
    -------
    str or None
        From the first of these headings to the end of the file, trailing blank lines dropped;
        ``None`` where there is no entry or ``n`` is not positive.
    """
    lines = strip_html_comments(memory_md).split("\n")
    starts = [number for number, line in enumerate(lines) if SECTION_LINE.match(line)]
    if not starts or n <= 0:
        return None
    return _join_block(lines[starts[max(0, len(starts) - n)] :])


def strip_html_comments(text: str) -> str:
    r"""Blank out HTML comments, keeping line numbers and byte offsets.

    Every byte of a closed comment but ``\n`` becomes a space. An unclosed comment stays.
    """
    # Not a pattern: one that runs to the end for every unclosed comment takes quadratic time.
    pieces = []
    done = 0
    while (start := text.find("<!--", done)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        pieces += [text[done:start], _blank(text[start : end + 3])]
        done = end + 3
    return "".join(pieces) + text[done:]


def _blank(comment: str) -> str:
    return "\n".join(" " * len(to_bytes(line)) for line in comment.split("\n"))
