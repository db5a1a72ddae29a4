"""Differences of texts by line, and shortened texts (contract C, section 11)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

CONTEXT = 2
_Line = tuple[str, str]


def unified(old: str, new: str) -> str:
    """Return the difference of two texts.

    Returns
    -------
    str
        Empty where they are equal. Otherwise hunks, each headed by ``@@``, with two lines of
        context; lines are marked by a space, ``-`` or ``+``.
    """
    if old == new:
        return ""
    script = _script(old.split("\n"), new.split("\n"))
    return "\n".join(line for hunk in _hunks(script) for line in ("@@", *hunk))


def head_tail(text: str, head: int, tail: int) -> str:
    """Return a text with the lines in its middle left out where there are too many.

    Up to ``head + tail + 1`` lines the text is whole: a line that tells of one line left out
    would save nothing.
    """
    lines = text.split("\n")
    left_out = len(lines) - head - tail
    if left_out <= 1:
        return text
    kept_tail = lines[len(lines) - tail :]
    return "\n".join([*lines[:head], f"[… {left_out} lines elided …]", *kept_tail])


def _script(old: list[str], new: list[str]) -> list[_Line]:
    """Return the lines of both texts, marked; of two shortest ways the one that deletes first."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    script = [(" ", line) for line in old[:same]]
    a, b = old[same:], new[same:]
    longest = _common_lengths(a, b)
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            script.append((" ", a[i]))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            script.append(("-", a[i]))
            i += 1
        else:
            script.append(("+", b[j]))
            j += 1
    script += [("-", line) for line in a[i:]]
    script += [("+", line) for line in b[j:]]
    return script


def _common_lengths(a: list[str], b: list[str]) -> list[array[int]]:
    """Return, for each pair of ends, how many lines they have in common at most."""
    code = "H" if len(b) < 1 << 16 else "Q"
    rows = [array(code, [0]) * (len(b) + 1)]
    for line in reversed(a):
        below = rows[-1]
        row = below[:]
        for j in range(len(b) - 1, -1, -1):
            if line == b[j]:
                row[j] = below[j + 1] + 1
            elif row[j + 1] > below[j]:
                row[j] = row[j + 1]
            else:
                row[j] = below[j]
        rows.append(row)
    rows.reverse()
    return rows


def _hunks(script: list[_Line]) -> Iterator[list[str]]:
    changes = [number for number, (mark, _) in enumerate(script) if mark != " "]
    start = 0
    for number, change in enumerate(changes):
        is_last = number + 1 == len(changes)
        if is_last or changes[number + 1] - change - 1 > 2 * CONTEXT:
            first = max(changes[start] - CONTEXT, 0)
            yield [mark + line for mark, line in script[first : change + CONTEXT + 1]]
            start = number + 1
