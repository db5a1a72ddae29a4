"""Reading memory.md, decisions.md and mid-requirements.md."""

from __future__ import annotations

import pytest

from ctxkit.manifest.slices import recent_memory
from ctxkit.workspace.decisions import read_decisions
from ctxkit.workspace.memory import read_memory
from ctxkit.workspace.mid_requirements import read_mid_requirements


def codes(entries) -> list[str]:
    return [found.code for found in entries.diagnostics]


MEMORY = """# Memory — Loan desk

<!--
## example
**Pattern:** not an entry
-->

## cards-tear
**Pattern:** Cards tear at the fold.
**Detail:** The fold is thin.

**Note:** so is the stamp.
**Source:** Task T3, Turn 2
**Criticality:** important
**Related:** [[stamps]], [[folds]]

## stamps
**Pattern:** Stamps fade.
**Criticality:** Minor
**Related:** —
"""


def test_memory_entries_are_read_with_their_fields():
    memory = read_memory(MEMORY)
    assert not memory.diagnostics
    first, second = memory
    assert (first.key, first.line, first.pattern) == (
        "cards-tear",
        8,
        "Cards tear at the fold.",
    )
    assert first.detail == "The fold is thin.\n\n**Note:** so is the stamp."
    assert (first.source, first.criticality) == ("Task T3, Turn 2", "important")
    assert first.related == ("stamps", "folds")
    assert second.related == ()
    assert memory["stamps"] is second


def test_entries_are_those_that_the_memory_slicer_counts():
    memory = read_memory(MEMORY)
    sliced = recent_memory(MEMORY, 1)
    assert sliced == "## stamps\n" + memory[1].body


def test_entries_in_another_form_keep_their_text_and_are_reported():
    memory = read_memory("**Pattern:** lost\n## rules\n- one\n- two\n", "m.md")
    assert memory["rules"].body == "- one\n- two"
    assert codes(memory) == ["field-outside-block", "memory-form"]
    assert memory.diagnostics[1].message == 'the entry "rules" has no pattern'


def test_of_two_entries_with_one_key_both_are_kept_and_the_later_is_found():
    memory = read_memory("## a\n**Pattern:** old\n## a\n**Pattern:** new\n")
    assert len(memory) == 2
    assert memory["a"].pattern == "new"
    assert codes(memory) == ["memory-key-repeated"]


def test_odd_fields_are_reported():
    memory = read_memory("## a\n**Pattern:** p\n**Pattern:** q\n**Criticality:** huge\n")
    assert memory["a"].pattern == "p"
    assert codes(memory) == ["memory-criticality", "field-repeated"]


def test_a_heading_in_a_code_fence_starts_an_entry_with_a_warning():
    memory = read_memory("## a\n**Pattern:** p\n```\n## b\n```\n")
    assert [entry.key for entry in memory] == ["a", "b"]
    assert "heading-in-fence" in codes(memory)


DECISIONS = """# Decisions — Loan desk

## ADR-001 — Use paper cards · and ink · 2031-02-03
**Context:** Screens glare.
**Decision:** Paper.
It lasts.
**Consequences:** Slow search.
**Supersedes:** —

## ADR-002 — Use screens · 2031-03-04
**Decision:** Screens.
**Supersedes:** ADR-001
"""


def test_decisions_are_read_with_their_fields():
    decisions = read_decisions(DECISIONS.replace("\n", "\r\n"))
    assert not decisions.diagnostics
    first, second = decisions
    assert (first.id, first.number, first.summary, first.date, first.line) == (
        "ADR-001",
        1,
        "Use paper cards · and ink",
        "2031-02-03",
        3,
    )
    assert (first.context, first.decision) == ("Screens glare.", "Paper.\nIt lasts.")
    assert (first.consequences, first.supersedes) == ("Slow search.", "")
    assert decisions["ADR-002"] is second
    assert second.supersedes == "ADR-001"


def test_decisions_in_another_form_keep_their_text_and_are_reported():
    decisions = read_decisions("## Paper it is\nBecause.\n## ADR-003 — x · soon\n**Decision:** y\n")
    assert (decisions[0].id, decisions[0].number, decisions[0].body) == (
        "Paper it is",
        None,
        "Because.",
    )
    assert decisions[1].summary == "x · soon"
    assert [d.message for d in decisions.diagnostics] == [
        'the entry "Paper it is" lacks an ADR number, a date, the field Decision',
        'the entry "ADR-003 — x · soon" lacks a date',
        "ADR-003 stands where number 1 would be next",
    ]


WISHES = """# Mid-Requirements — Loan desk

## Turn 3 — 2031-02-03 — impact: high
**User input (verbatim):** "Say "hello" first"
**Interpretation:** Greet readers.
**Impact:** high — adds T5.
**Changes made:** tasks.md (+T5)
**Notes / open questions:** In which language?
"""


def test_wishes_are_read_with_their_fields():
    (wish,) = read_mid_requirements(WISHES)
    assert (wish.turn, wish.date, wish.impact, wish.line) == (3, "2031-02-03", "high", 3)
    assert wish.user_input == 'Say "hello" first'
    assert (wish.interpretation, wish.impact_note) == ("Greet readers.", "high — adds T5.")
    assert (wish.changes, wish.notes) == ("tasks.md (+T5)", "In which language?")
    assert not read_mid_requirements(WISHES).diagnostics


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("## Later\nMore light.\n", "mid-requirement-form"),
        ("## Turn 3 — today — impact: low\nMore light.\n", "mid-requirement-form"),
        (WISHES.replace("impact: high", "impact: vast"), "mid-requirement-impact"),
    ],
)
def test_wishes_in_another_form_keep_their_text_and_are_reported(text, code):
    wishes = read_mid_requirements(text)
    assert codes(wishes) == [code]
    assert wishes[0].body


@pytest.mark.parametrize("read", [read_memory, read_decisions, read_mid_requirements])
def test_a_fresh_file_with_nothing_but_its_template_has_no_entries_and_no_findings(read):
    entries = read("# Log — x\n\n<!-- Format:\n## ADR-001 — x\n**Decision:** y\n-->\n")
    assert (len(entries), len(entries.diagnostics)) == (0, 0)


@pytest.mark.parametrize("read", [read_memory, read_decisions, read_mid_requirements])
def test_text_above_the_first_block_is_named(read):
    found = read("# Title — x\n\nlost prose\n- and an item\n").diagnostics
    assert [(d.code, d.severity, d.line) for d in found] == [("text-outside-block", "info", 3)]
    assert "lines 3, 4" in found[0].message
    assert not read("# Title — x\n\n<!-- only\na comment -->\n").diagnostics
