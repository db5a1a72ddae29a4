"""Reading decisions.md: the ledger of decisions, one ``## ADR-NNN`` entry each."""

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

_FIELDS = ("context", "decision", "consequences", "supersedes")
_HEADING = re.compile(r"(ADR-([0-9]+))[ \t]*(?:[—–:-][ \t]*)?(.*)", re.DOTALL)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Decision(Model):
    """One decision.

    Attributes
    ----------
    id : str
        Such as ``ADR-001``; the heading where it is not in this form.
    number : int or None
    summary : str
    date : str
        As written, ``YYYY-MM-DD``; ``""`` where there is none.
    context, decision, consequences : str
    supersedes : str
        Id of the decision it replaces; ``""`` for none.
    body : str
        Everything below the heading, as written.
    line : int
        1-based line of the heading.
    """

    id: str
    number: int | None = None
    summary: str = ""
    date: str = ""
    context: str = ""
    decision: str = ""
    consequences: str = ""
    supersedes: str = ""
    body: str = ""
    line: int


class Decisions(Entries[Decision]):
    """The decisions of a spec, oldest first."""

    noun = "decision"

    @staticmethod
    def name_of(item: Decision) -> str:
        """Return the decision's id."""
        return item.id


def read_decisions(text: str, file: str = "decisions.md", *, strict: bool = False) -> Decisions:
    """Read a decisions.md, comments blanked.

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
    Decisions

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
    decisions = [_read_decision(block, found) for block in split_blocks(lines, found)]
    _check_numbers(decisions, found)
    return Decisions(decisions, found.done(strict=strict))


def _read_decision(block: Block, found: Findings) -> Decision:
    heading = _HEADING.match(block.heading)
    fields = block.read_fields(_FIELDS, found)
    title = heading[3] if heading else block.heading
    summary, _, date = title.rpartition("·")
    if not _DATE.fullmatch(trim_space(date)):
        summary, date = title, ""
    if not heading or not date or "decision" not in fields:
        lacks = ", ".join(
            name
            for name, there in (
                ("an ADR number", heading),
                ("a date", date),
                ("the field Decision", "decision" in fields),
            )
            if not there
        )
        found.warning(
            "decision-form",
            block.line,
            f"the entry {quote_short(block.heading)} lacks {lacks}",
            "Write `## ADR-001 — SUMMARY · YYYY-MM-DD` and `**Decision:** …`. "
            "Its text is kept as the body.",
        )
    supersedes = fields.get("supersedes", "")
    return Decision(
        id=heading[1] if heading else block.heading,
        number=whole_number(heading[2]) if heading else None,
        summary=trim_space(summary),
        date=trim_space(date),
        context=fields.get("context", ""),
        decision=fields.get("decision", ""),
        consequences=fields.get("consequences", ""),
        supersedes="" if supersedes in ("—", "-") else supersedes,
        body=block.text,
        line=block.line,
    )


def _check_numbers(decisions: list[Decision], found: Findings) -> None:
    before = 0
    for decision in decisions:
        if decision.number is None:
            continue
        if decision.number != before + 1:
            found.warning(
                "decision-number",
                decision.line,
                f"{decision.id} stands where number {before + 1} would be next",
                "The ledger is append-only and numbered without gaps.",
            )
        before = decision.number
