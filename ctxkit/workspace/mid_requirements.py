"""Reading mid-requirements.md: the log of what users asked for along the way."""

from __future__ import annotations

import re

from ctxkit.diagnostics import Findings
from ctxkit.gotext import trim_space
from ctxkit.model import Model
from ctxkit.workspace.entries import Entries
from ctxkit.workspace.markdown import (
    Block,
    quote_short,
    read_lines,
    report_stray_fields,
    split_blocks,
    whole_number,
)

_FIELDS = (
    "user input (verbatim)",
    "interpretation",
    "impact",
    "changes made",
    "notes / open questions",
)
_IMPACTS = ("low", "medium", "high", "critical")
_HEADING = re.compile(r"Turn ([0-9]+)(?:[ \t]+—[ \t]+(.*))?\Z", re.DOTALL)


class MidRequirement(Model):
    """One wish of a user.

    Attributes
    ----------
    turn : int or None
        ``None`` where the heading is not in the known form.
    date : str
        As written.
    impact : str
        ``low``, ``medium``, ``high`` or ``critical``; as written where it is another word.
    user_input : str
        What the user said, without the quotes around it.
    interpretation, changes, notes : str
    impact_note : str
        The field *Impact*, which says more than the word in the heading.
    heading : str
        Text of the heading.
    body : str
        Everything below the heading, as written.
    line : int
        1-based line of the heading.
    """

    turn: int | None = None
    date: str = ""
    impact: str = ""
    user_input: str = ""
    interpretation: str = ""
    impact_note: str = ""
    changes: str = ""
    notes: str = ""
    heading: str = ""
    body: str = ""
    line: int


class MidRequirements(Entries[MidRequirement]):
    """The wishes of users, oldest first; by heading."""

    noun = "mid-requirement"

    @staticmethod
    def name_of(item: MidRequirement) -> str:
        """Return the heading."""
        return item.heading


def read_mid_requirements(
    text: str, file: str = "mid-requirements.md", *, strict: bool = False
) -> MidRequirements:
    """Read a mid-requirements.md, comments blanked.

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
    MidRequirements

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
    wishes = [_read_wish(block, found) for block in split_blocks(lines, found)]
    return MidRequirements(wishes, found.done(strict=strict))


def _read_wish(block: Block, found: Findings) -> MidRequirement:
    heading = _HEADING.match(block.heading)
    date, impact = _split_heading(heading[2] or "") if heading else ("", "")
    fields = block.read_fields(_FIELDS, found)
    if not heading or "user input (verbatim)" not in fields:
        lacks = "the field User input (verbatim)" if heading else "a turn in its heading"
        found.warning(
            "mid-requirement-form",
            block.line,
            f"the entry {quote_short(block.heading)} lacks {lacks}",
            "Write `## Turn 3 — YYYY-MM-DD — impact: medium` and `**User input (verbatim):** …`. "
            "Its text is kept as the body.",
        )
    elif impact not in _IMPACTS:
        found.warning(
            "mid-requirement-impact",
            block.line,
            f"impact {quote_short(impact)} is not a known word",
            "Known: " + ", ".join(_IMPACTS) + ".",
        )
    said = fields.get("user input (verbatim)", "")
    return MidRequirement(
        turn=whole_number(heading[1]) if heading else None,
        date=date,
        impact=impact,
        user_input=said[1:-1] if len(said) > 1 and said[0] == said[-1] == '"' else said,
        interpretation=fields.get("interpretation", ""),
        impact_note=fields.get("impact", ""),
        changes=fields.get("changes made", ""),
        notes=fields.get("notes / open questions", ""),
        heading=block.heading,
        body=block.text,
        line=block.line,
    )


def _split_heading(text: str) -> tuple[str, str]:
    """Return date and impact of ``2026-11-30 — impact: medium``."""
    date, _, impact = text.partition("—")
    return trim_space(date), trim_space(trim_space(impact).removeprefix("impact:"))
