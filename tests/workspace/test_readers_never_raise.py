"""Whatever the text, a reader returns, and nothing that looks like a task vanishes in silence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.diagnostics import Findings, Severity
from ctxkit.errors import InvalidValueError
from ctxkit.workspace.decisions import read_decisions
from ctxkit.workspace.markdown import read_lines
from ctxkit.workspace.memory import read_memory
from ctxkit.workspace.mid_requirements import read_mid_requirements
from ctxkit.workspace.requirements import read_requirements
from ctxkit.workspace.state import read_state
from ctxkit.workspace.tasks import read_tasks

from .test_memory_and_decisions import DECISIONS, MEMORY, WISHES
from .test_requirements import NAMED, NUMBERED, SHORT
from .test_state import FULL
from .test_tasks import BOLD, OTHER, SIX, WAVES

READERS = [
    read_tasks,
    read_requirements,
    read_memory,
    read_decisions,
    read_mid_requirements,
    read_state,
]
TEXTS = [
    WAVES,
    BOLD,
    OTHER,
    SIX + "| ✅ T1 | r | a; b | - | v | R1.1 |\n| T2 | r | a | T1 | v | x |\n",
    NUMBERED,
    SHORT,
    NAMED,
    MEMORY,
    DECISIONS,
    WISHES,
    json.dumps(FULL, indent=1),
]
PIECES = [
    *'\n\r\t |-*#>`[](){}:;,."\\\0\x1b\ufeff\u2028\u00a0·—–✅✓⚠·9xTR',
    "\ud800",
    "<!--",
    "-->",
    "```\n",
    "\n## ",
    "\n- [ ] T1 — ",
    "\n- [X] T4 - ",
    "\n- [x] **T5 — a**",
    "\n## Wave 1\n",
    "\n  - why: ",
    "\n| T7 |",
    " ✓ complete · evidence: ",
    "\n## Requirement 1",
    "9" * 5000,
    "NaN",
    "[" * 200,
    '"a": 1, "a": 2',
]
bounded = settings(derandomize=True, deadline=None, max_examples=120)
anything = st.text(st.characters(exclude_categories=()), max_size=200)
pieces = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a valid text with pieces cut out, doubled and put in."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 60)))
        put = draw(st.one_of(st.sampled_from(PIECES), st.just(text[start:end] * 2), st.just("")))
        text = text[:start] + put + text[end:]
    return text


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@bounded
@given(text=st.one_of(anything, pieces, mutated()))
def test_a_reader_returns_for_any_text_and_twice_the_same(read, text):
    first, second = read(text), read(text)
    assert first == second
    assert first.diagnostics == second.diagnostics
    for found in first.diagnostics:
        assert found.message and found.code
        assert found.line is None or 1 <= found.line <= text.count("\n") + 1
        str(found).encode()


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@pytest.mark.parametrize(
    ("value", "what", "hint"),
    [
        (b"# Tasks", "bytes where text is meant", "Decode it first"),
        (bytearray(b"x"), "bytearray where text is meant", "Decode it first"),
        (Path("tasks.md"), "a path where text is meant", "Read it first"),
        (None, "NoneType where text is meant", "Give the text"),
        (["x"], "list where text is meant", "Give the text"),
    ],
)
def test_what_is_no_text_is_refused_with_what_to_do(read, value, what, hint):
    with pytest.raises(InvalidValueError, match=f"^text: {what}") as caught:
        read(value)
    assert hint in caught.value.hint


@pytest.mark.parametrize("read", READERS[:-1], ids=lambda read: read.__name__)
def test_lines_that_end_with_cr_alone_are_an_error(read):
    found = read("# Tasks — x\r## Wave 1\r- [ ] T1 — a\r").diagnostics[0]
    assert (found.code, found.severity) == ("cr-line-ends", Severity.ERROR)
    assert "LF" in found.hint


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\rb\nc\n", "a\r\r\nb\r\r\n", "a"])
def test_other_carriage_returns_are_no_line_ends(text):
    found = Findings()
    read_lines(text, found)
    assert not found.done()


TASK = re.compile(r"- \[[ xX]\] (?:\*\*)?T\d+\b", re.ASCII)


@settings(bounded, max_examples=400)
@given(text=st.one_of(pieces, mutated()))
def test_a_line_that_looks_like_a_task_is_a_task_or_named_in_a_finding(text):
    tasks = read_tasks(text)
    read = {task.line for task in tasks}
    named = {found.line for found in tasks.diagnostics}
    listed = " ".join(found.message for found in tasks.diagnostics)
    for number, line in enumerate(read_lines(text, Findings()), 1):
        if TASK.match(line):
            in_list = re.search(rf"lines? [0-9, ]*\b{number}\b", listed)
            assert number in read or number in named or in_list, line


@bounded
@given(text=st.one_of(pieces, mutated()))
def test_a_file_that_says_something_has_tasks_or_a_finding(text):
    for read in (read_tasks, read_requirements):
        entries = read(text)
        said = [line for line in read_lines(text, Findings()) if re.search(r"\w", line)]
        said = [line for line in said if not re.match(r"[ \t\ufeff]*#", line)]
        assert entries or entries.diagnostics or not said


@bounded
@given(
    edges=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=25),
)
def test_a_cycle_is_reported_exactly_where_there_is_one(edges):
    depends = {n: [b for a, b in edges if a == n] for n in range(1, 10)}
    rows = [f"| T{n} | r | f | {', '.join(f'T{d}' for d in depends[n])} | v | a |" for n in depends]
    found = read_tasks(SIX + "\n".join(rows)).diagnostics
    left = dict(depends)
    while free := [n for n, on in left.items() if not set(on).intersection(left)]:
        left = {n: on for n, on in left.items() if n not in free}
    assert any(d.code == "task-dependency-cycle" for d in found) == bool(left)


@bounded
@given(text=st.one_of(pieces, mutated()))
def test_each_id_and_each_number_is_read_once(text):
    ids = [task.id for task in read_tasks(text)]
    numbers = [requirement.number for requirement in read_requirements(text)]
    assert len(ids) == len(set(ids))
    assert len(numbers) == len(set(numbers))


@bounded
@given(text=st.one_of(anything, pieces, mutated()))
def test_lines_are_counted_as_in_the_text(text):
    assert len(read_lines(text, Findings())) == text.count("\n") + 1


HEAD = "| id | role | files | depends-on | verify | acceptance |\n|-|-|-|-|-|-|\n"
START = "# Tasks — x\n## Wave 1\n"


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@pytest.mark.parametrize(
    "text",
    [
        "<!--" * 250_000,
        "[" * 1_000_000,
        " " * 1_000_000,
        "|" * 1_000_000,
        "> " * 500_000,
        "- [ ] T1 — " + " ✓ complete · evidence: \\" * 40_000,
        START + "- [ ] T1 — a\n  - why: b\n" + "    c\n" * 20_000,
        HEAD + "| T1 |||||" + "R1 " * 300_000 + "|\n",
        "## Requirement 1\n" + "- the desk SHALL\n" * 10_000,
        "### Requirement: x\n" * 5_000,
        "## k\n" + "**Pattern:** x\n" * 10_000,
    ],
    ids=lambda text: text[:12],
)
def test_long_texts_that_invite_backtracking_are_read(read, text):
    """A quadratic step would take minutes here; nothing is timed."""
    read(text)
