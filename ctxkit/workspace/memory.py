"""Reading memory.md: what was learnt, one ``## key`` entry each, appended over time."""

from __future__ import annotations

import re

from ctxkit.diagnostics import Findings
from ctxkit.gotext import to_lower
from ctxkit.model import Model
from ctxkit.workspace.entries import Entries
from ctxkit.workspace.markdown import (
    Block,
    quote_short,
    read_lines,
    report_stray_fields,
    split_blocks,
)
from ctxkit.workspace.task import split_list

_FIELDS = ("pattern", "detail", "source", "criticality", "related")
_CRITICALITIES = ("minor", "important", "critical")
_LINK = re.compile(r"\[\[([^\[\]]*)\]\]")


class MemoryEntry(Model):
    """One thing learnt.

    Attributes
    ----------
    key : str
        Text of the heading.
    pattern, detail, source : str
        The claim, why it holds, and where it was found.
    criticality : str
        ``minor``, ``important`` or ``critical``; as written where it is another word.
    related : tuple of str
        Keys of other entries.
    body : str
        Everything below the heading, as written.
    line : int
        1-based line of the heading.
    """

    key: str
    pattern: str = ""
    detail: str = ""
    source: str = ""
    criticality: str = ""
    related: tuple[str, ...] = ()
    body: str = ""
    line: int


class Memory(Entries[MemoryEntry]):
    """The entries of a memory.md, oldest first; by key, the latest of that key."""

    noun = "memory entry"

    @staticmethod
    def name_of(item: MemoryEntry) -> str:
        """Return the entry's key."""
        return item.key


def read_memory(text: str, file: str = "memory.md", *, strict: bool = False) -> Memory:
    """Read a memory.md, comments blanked; entries are cut as by the memory slicer (contract A).

    Parameters
    ----------
    text : str
        Text of the artifact. Any text will do: what cannot be read becomes a diagnostic.
    file : str
        Its path for the diagnostics.
    strict : bool
        Raise the first finding (error or warning) in place of collecting them.

    Returns
    -------
    Memory

    Raises
    ------
    InvalidValueError
        If ``text`` is no ``str``.
    DiagnosticError
        With ``strict``, for the first finding.
    """
    found = Findings(file)
    lines = read_lines(text, found)
    report_stray_fields(lines, _FIELDS, found)
    entries = [_read_entry(block, found) for block in split_blocks(lines, found)]
    _report_repeated_keys(entries, found)
    return Memory(entries, found.done(strict=strict))


def _read_entry(block: Block, found: Findings) -> MemoryEntry:
    fields = block.read_fields(_FIELDS, found)
    criticality = fields.get("criticality", "")
    if "pattern" not in fields:
        found.warning(
            "memory-form",
            block.line,
            f"the entry {quote_short(block.heading)} has no pattern",
            "Write `**Pattern:** …` below the heading. Its text is kept as the body.",
        )
    if criticality and to_lower(criticality) not in _CRITICALITIES:
        found.warning(
            "memory-criticality",
            block.line,
            f"criticality {quote_short(criticality)} is not a known word",
            "Known: " + ", ".join(_CRITICALITIES) + ".",
        )
    related = fields.get("related", "")
    return MemoryEntry(
        key=block.heading,
        pattern=fields.get("pattern", ""),
        detail=fields.get("detail", ""),
        source=fields.get("source", ""),
        criticality=criticality,
        related=tuple(_LINK.findall(related)) or split_list(related),
        body=block.text,
        line=block.line,
    )


def _report_repeated_keys(entries: list[MemoryEntry], found: Findings) -> None:
    first: dict[str, int] = {}
    for entry in entries:
        if entry.key in first:
            found.info(
                "memory-key-repeated",
                entry.line,
                f"the key {quote_short(entry.key)} is in line {first[entry.key]}, too",
                "Both entries are kept; a look-up by key finds the later one.",
            )
        first.setdefault(entry.key, entry.line)
