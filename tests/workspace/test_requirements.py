"""Reading requirements.md in each of its forms."""

from __future__ import annotations

import pytest

from ctxkit.diagnostics import Severity
from ctxkit.manifest.slices import covered_requirements
from ctxkit.workspace.requirements import Requirements, RequirementsForm, read_requirements


def codes(requirements: Requirements) -> list[str]:
    return [found.code for found in requirements.diagnostics]


def only(requirements: Requirements, code: str):
    """Return the one diagnostic of a code."""
    (found,) = [found for found in requirements.diagnostics if found.code == code]
    return found


NUMBERED = """# Requirements — Loan desk

## Introduction
People borrow books.

## Requirement 1 — Lend a book
**User story:** As a reader, I want to borrow,
so that I can read at home.

**Acceptance criteria:**
1. WHEN a card is shown THE SYSTEM SHALL open the account
   and greet the reader
2. IF the book is out THEN THE SYSTEM SHALL offer
a reservation

| shelf | days |
|---|---|
| new | 7 |

## requirement 2: Return a book

**Acceptance criteria:**
1. THE SYSTEM SHALL accept books
   - by day
   - by night

   and say thanks
2. THE SYSTEM SHALL print a slip

---

## Out of scope
- Fines
"""


def test_the_contract_form_is_read_and_only_the_other_section_is_noted():
    requirements = read_requirements(NUMBERED)
    assert codes(requirements) == ["requirements-other-section"]
    assert requirements.title == "Loan desk"
    assert (requirements.form, requirements.form_name) == (
        RequirementsForm.NUMBERED,
        "numbered requirements",
    )
    first, second = requirements
    assert (first.number, first.label, first.title, first.line) == (
        1,
        "Requirement 1",
        "Lend a book",
        6,
    )
    assert first.story == "As a reader, I want to borrow, so that I can read at home."
    assert [(c.id, c.text, c.line) for c in first.criteria] == [
        ("1.1", "WHEN a card is shown THE SYSTEM SHALL open the account and greet the reader", 11),
        ("1.2", "IF the book is out THEN THE SYSTEM SHALL offer a reservation", 13),
    ]
    assert first.body.endswith("| new | 7 |")
    assert (second.number, second.label, second.title) == (2, "requirement 2", "Return a book")
    assert [c.text for c in second.criteria] == [
        "THE SYSTEM SHALL accept books - by day - by night and say thanks",
        "THE SYSTEM SHALL print a slip",
    ]


def test_requirements_are_found_by_number_and_by_label():
    requirements = read_requirements(NUMBERED)
    assert requirements.get(2) is requirements[1]
    assert requirements["Requirement 1"] is requirements[0]
    assert requirements.get(7) is None


def test_carriage_returns_change_nothing_but_themselves():
    assert tuple(read_requirements(NUMBERED.replace("\n", "\r\n"))) == tuple(
        read_requirements(NUMBERED)
    )


def test_a_block_reaches_exactly_as_far_as_the_slicer_cuts_it():
    text = NUMBERED.replace("| new | 7 |", "### Notes\n# Part\nmore")
    for requirement in read_requirements(text):
        sliced = covered_requirements(text, [requirement.number])
        assert sliced is not None
        assert sliced.partition("\n")[2].strip() == requirement.body


SHORT = """# Requirements — Loan desk

## R1 — Lend a book

- owner: desk
- priority: must

- R1.1: When a card is shown, the system shall
  open the account.
- R1.2: The system shall be quick.
- edge: If the card is torn, the system shall
  ask for a name.

## R2: Return a book

owner: desk
risk: low

Readers come late.

- **R2.1**: The system shall accept books.

## Non-goals

- Fines
"""


def test_short_headings_with_dotted_items_are_read_and_only_the_other_section_is_noted():
    requirements = read_requirements(SHORT)
    assert codes(requirements) == ["requirements-other-section"]
    assert requirements.form_name == "short headings (R1)"
    first, second = requirements
    assert (first.number, first.label, first.title) == (1, "R1", "Lend a book")
    assert [(c.id, c.text, c.line) for c in first.criteria] == [
        ("1.1", "When a card is shown, the system shall open the account.", 8),
        ("1.2", "The system shall be quick.", 10),
    ]
    assert first.attributes == (
        ("owner", "desk"),
        ("priority", "must"),
        ("edge", "If the card is torn, the system shall ask for a name."),
    )
    assert second.attributes == (("owner", "desk"), ("risk", "low"))
    assert second.statement == "Readers come late."
    assert second.criteria[0].id == "2.1"
    assert requirements["R2"] is second


NAMED = """## Purpose
Lend books.

## ADDED Requirements

### Requirement: Lend a book
The desk MUST lend
any book.

#### Scenario: A card is shown
- **WHEN** a card is shown
- **THEN** the account opens
  at once

#### Scenario: No card
- **WHEN** none is shown
- **THEN** a name is asked for

## REMOVED Requirements

### Requirement: Fines

#### Scenario: Late
- **THEN** nobody pays
"""


def test_named_requirements_with_scenarios_are_numbered_by_place_and_say_so():
    requirements = read_requirements(NAMED, "spec.md")
    assert codes(requirements) == ["requirements-by-place"]
    assert requirements.diagnostics[0].severity is Severity.INFO
    first, second = requirements
    assert (first.number, first.label, first.title) == (
        1,
        "Requirement: Lend a book",
        "Lend a book",
    )
    assert first.statement == "The desk MUST lend any book."
    assert [(c.id, c.text) for c in first.criteria] == [
        ("1.1", "A card is shown: WHEN a card is shown THEN the account opens at once"),
        ("1.2", "No card: WHEN none is shown THEN a name is asked for"),
    ]
    assert first.attributes == (("section", "ADDED Requirements"),)
    assert second.attributes == (("section", "REMOVED Requirements"),)


def test_of_two_blocks_with_one_number_the_later_is_read_as_by_the_slicer():
    text = "## Requirement 1 — Old\n1. SHALL a\n## Requirement 01 — New\n1. SHALL b\n"
    (requirement,) = read_requirements(text)
    found = only(read_requirements(text), "requirement-duplicate")
    assert requirement.title == "New"
    assert (found.severity, found.line) == (Severity.ERROR, 1)
    assert "stands again in line 3" in found.message
    sliced = covered_requirements(text, [1])
    assert sliced is not None and sliced.startswith("## Requirement 01 — New")


def test_criteria_outside_of_a_requirement_are_reported():
    text = (
        "- The desk SHALL close\n## Requirement 1\n1. SHALL a\n## Notes\n1. X SHALL b\n- R1.2: c\n"
    )
    found = only(read_requirements(text), "criterion-outside")
    assert (found.severity, found.line) == (Severity.ERROR, 1)
    assert found.message.endswith("lines 1, 5, 6")


def test_criteria_below_another_label_are_reported():
    text = (
        "## Requirement 1\n**Acceptance criteria:**\n1. SHALL a\n**Notes:**\n1. aside\n- MUST b\n"
    )
    requirements = read_requirements(text)
    assert len(requirements[0].criteria) == 1
    assert only(requirements, "criterion-outside").line == 6


def test_gaps_between_numbers_are_reported():
    text = "## Requirement 2\n1. SHALL a\n## Requirement 5\n1. SHALL b\n3. SHALL c\n"
    requirements = read_requirements(text)
    gaps = [d.message for d in requirements.diagnostics if d.code == "requirement-gap"]
    assert gaps == [
        "the numbers have a gap: the first is number 2",
        "the numbers have a gap: 2 is followed by 5",
    ]
    assert only(requirements, "criterion-number").message == (
        'criterion 5.3 of requirement 5 stands where 5.2 would be next: "SHALL c"'
    )


def test_criteria_without_numbers_get_the_next_one_with_a_warning():
    text = "## Requirement 1\n**Acceptance criteria:**\n1. SHALL a\n- SHALL b\n- SHALL c\n"
    requirements = read_requirements(text)
    assert [c.id for c in requirements[0].criteria] == ["1.1", "1.2", "1.3"]
    assert only(requirements, "criterion-unnumbered").message.endswith("lines 4, 5")


def test_a_criterion_of_another_requirement_keeps_its_number_and_is_reported():
    requirements = read_requirements("## R1 — a\n- R2.1: the desk shall\n")
    assert requirements[0].criteria[0].id == "2.1"
    assert only(requirements, "criterion-elsewhere").line == 2


def test_a_requirement_without_criteria_is_reported():
    assert "requirement-no-criteria" in codes(read_requirements("## Requirement 1 — a\n"))


def test_numbers_are_read_as_the_slicer_reads_them():
    huge = "9" * 5000
    text = f"## requirement 2b\n1. SHALL a\n## Requirement {huge}\n1. SHALL b\n## Requirement 0\n"
    requirements = read_requirements(text)
    assert [r.number for r in requirements] == [2, 2**63 - 1, 0]
    assert only(requirements, "requirement-number").line == 1
    assert only(requirements, "requirement-zero").line == 5


@pytest.mark.parametrize(
    "line",
    [
        "### Requirement 2 — b",
        "# Requirement 2 — b",
        "##Requirement 2 — b",
        " ## Requirement 2 — b",
        "## Req 2 — b",
        "## R2 — b",
        "## **Requirement 2** — b",
    ],
)
def test_a_heading_that_nearly_is_a_requirement_is_reported(line):
    requirements = read_requirements("## Requirement 1 — a\n1. SHALL a\n" + line + "\n")
    assert [r.number for r in requirements] == [1]
    found = only(requirements, "requirement-form")
    assert (found.severity, found.line) == (Severity.ERROR, 3)


def test_headings_in_code_fences_count_as_they_do_for_the_slicer_with_a_warning():
    text = "## Requirement 1 — a\n1. SHALL a\n```\n## Requirement 2 — b\n1. SHALL b\n## x\n```\n"
    requirements = read_requirements(text)
    assert [r.number for r in requirements] == [1, 2]
    assert only(requirements, "heading-in-fence").message.endswith("lines 4, 6")


def test_an_unknown_form_is_read_below_headings_and_its_lines_are_listed():
    text = (
        "# Requirements\n\n### Requirement 1: Lend\n#### Acceptance Criteria\n"
        "1. WHEN asked THEN lend\n2. SHALL b\n\n### Requirement 2: Return\n1. SHALL c\n"
        "## More\n- **FR-001**: System MUST smile\n"
    )
    requirements = read_requirements(text)
    assert requirements.form is RequirementsForm.UNKNOWN
    assert [(r.number, r.title, len(r.criteria)) for r in requirements] == [
        (1, "Lend", 2),
        (2, "Return", 1),
    ]
    found = only(requirements, "requirements-form-unknown")
    assert 'line 3: "### Requirement 1: Lend"' in found.message
    assert "line 11:" in found.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "# Requirements — x\n\n## Introduction\nWhy.\n- lend books\n1. take them back\n",
            "no requirement is recognised in 2 lines that may be requirements: "
            'line 5: "- lend books"; line 6: "1. take them back"',
        ),
        (
            "## Requirement Two — b\n",
            "no requirement is recognised in 1 line that may be requirements: "
            'line 1: "## Requirement Two — b"',
        ),
        (
            "# Requirements\n\nThe desk lends books.\n---\n",
            'no requirement is recognised in 1 line of text: line 3: "The desk lends books."',
        ),
    ],
)
def test_text_in_which_no_requirement_is_recognised_is_listed(text, message):
    requirements = read_requirements(text)
    assert (requirements.form, len(requirements)) == (RequirementsForm.UNKNOWN, 0)
    found = only(requirements, "requirements-form-unknown")
    assert (found.severity, found.message) == (Severity.WARNING, message)


def test_that_listing_is_capped():
    found = only(read_requirements("- lend\n" * 30), "requirements-form-unknown")
    assert "in 30 lines" in found.message and found.message.endswith("; and 22 more")


@pytest.mark.parametrize(
    "line",
    ["## Requirement Two — b", "### Requirement II", "## Requirement: b", "# Req — b", "## REQ b"],
)
def test_a_heading_that_starts_like_a_requirement_but_has_no_number_is_named(line):
    start = "# Requirements — x\n## Requirement 1 — a\n1. SHALL a\n### Requirement details\nx\n"
    requirements = read_requirements(start + line + "\n")
    assert [r.number for r in requirements] == [1]
    (found,) = [f for f in requirements.diagnostics if f.line == 6]
    assert found.severity in (Severity.WARNING, Severity.ERROR)
    assert line in found.message
    assert len(requirements.diagnostics) == 1


def test_each_other_section_with_list_items_is_noted_with_their_count():
    text = (
        "# Requirements — x\n## Introduction\nPlain prose.\n## Requirement 1\n1. SHALL a\n- b\n"
        "## Non-functional\n- quick\n- small\n## Remarks\nNone.\n## Open\n1. when?\n"
    )
    noted = list(read_requirements(text).diagnostics)
    assert [(f.code, f.severity, f.line) for f in noted] == [
        ("requirements-other-section", Severity.INFO, 7),
        ("requirements-other-section", Severity.INFO, 12),
    ]
    assert noted[0].message == (
        'the section "Non-functional" is no requirement; 2 items in it are not read'
    )
    assert "1 item in it is not read" in noted[1].message


@pytest.mark.parametrize("text", ["", "\n", "# Requirements — x\n\n## Introduction\n\n---\n"])
def test_a_file_without_requirements_is_empty_and_no_fault(text):
    requirements = read_requirements(text)
    assert (requirements.form, len(requirements)) == (RequirementsForm.EMPTY, 0)
    assert not requirements.diagnostics


def test_comments_are_not_there():
    assert len(read_requirements("<!--\n## Requirement 1 — example\n-->\n")) == 0
