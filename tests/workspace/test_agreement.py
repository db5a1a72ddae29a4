"""Where tasks.md and state.json tell different stories of one spec."""

from __future__ import annotations

import json

from ctxkit.diagnostics import Severity
from ctxkit.workspace.agreement import check_agreement
from ctxkit.workspace.state import read_state
from ctxkit.workspace.tasks import read_tasks

FILE = ".specd/specs/x/state.json"
KEYS = "  - role: tester\n  - depends: {}\n"
TASKS = (
    "# Tasks — x\n## Wave 1\n"
    "- [x] T1 — Dig ✓ complete · evidence: e · 2031-01-01T00:00:00Z\n" + KEYS.format("—") + "- [ ] "
    "T2 — Fill\n" + KEYS.format("T1") + "## Wave 2\n- [ ] T3 — Rake\n" + KEYS.format("T1, T2")
)
RECORDED = {
    "T1": {"title": "Dig", "wave": 1, "role": "tester", "depends": [], "status": "complete"},
    "T2": {"title": "Fill", "wave": 1, "role": "tester", "depends": ["T1"], "status": "pending"},
    "T3": {"title": "Rake", "wave": 2, "role": "tester", "depends": ["T2", "T1"], "status": "x"},
}


def check(tasks=TASKS, changes=None, **state):
    """Return the findings as code and message, after ``changes`` to single recorded tasks."""
    recorded = {
        name: {**RECORDED.get(name, {}), **changed}
        for name, changed in ({key: {} for key in RECORDED} | (changes or {})).items()
    }
    text = json.dumps({"schemaVersion": 6, "tasks": recorded, **state})
    found = check_agreement(read_tasks(tasks), read_state(text), FILE)
    assert all((d.severity, d.file) == (Severity.WARNING, FILE) for d in found)
    return [(d.code, d.message) for d in found]


def test_two_files_that_agree_give_no_finding():
    assert check(status="executing", phase="execute") == []


def test_tasks_that_only_one_file_has_are_named():
    assert check(changes={"T9": {}, "T8\x1b": {}}) == [
        ("task-not-listed", 'records "T8\\x1b", T9, which tasks.md lacks')
    ]
    assert check(TASKS + "".join(f"- [ ] T{n} — a\n" for n in range(10, 20))) == [
        (
            "task-not-recorded",
            "tasks.md has T10, T11, T12, T13, T14, T15 and 4 more, which are not here",
        )
    ]


def test_nothing_is_compared_where_one_file_has_no_tasks():
    assert check("# Tasks — x\n") == []
    assert not check_agreement(read_tasks(TASKS), read_state("{}"), FILE)


def test_boxes_that_disagree_with_the_record_are_named_both_ways():
    changes = {"T1": {"status": "running"}, "T2": {"status": "complete"}}
    assert check(changes=changes) == [
        (
            "task-ticked-not-complete",
            "ticked in tasks.md, but not recorded as complete: T1 (T1 is recorded as running)",
        ),
        ("task-complete-not-ticked", "recorded as complete, but not ticked in tasks.md: T2"),
    ]


def test_an_unknown_status_says_nothing_about_a_box():
    assert check(changes={"T1": {"status": "finished"}}) == []


def test_other_values_are_named_with_those_of_the_first_task():
    changes = {
        "T1": {"title": "Dug", "wave": 2, "role": "scout"},
        "T2": {"title": "Full", "depends": ["T3"]},
    }
    assert check(changes=changes) == [
        (
            "task-title-differs",
            'tasks.md has another title for T1, T2 (T1: "Dig" there, "Dug" here)',
        ),
        ("task-wave-differs", 'tasks.md has another wave for T1 (T1: "1" there, "2" here)'),
        (
            "task-depends-differ",
            'tasks.md has another list of dependencies for T2 (T2: "T1" there, "T3" here)',
        ),
        (
            "task-role-differs",
            'tasks.md has another role for T1 (T1: "tester" there, "scout" here)',
        ),
    ]


def test_what_one_side_does_not_say_is_no_difference():
    silent = {name: {"title": "", "wave": 0, "role": "", "depends": []} for name in RECORDED}
    assert check(changes=silent) == []
    table = "| id | role | files | depends-on | verify | acceptance |\n|-|-|-|-|-|-|\n"
    assert check(table + "| ✅ T1 |||||\n" + "| T2 |  |  |  |  |  |\n| T3 |  |  |  |  |  |\n") == []


def test_an_annotation_in_a_recorded_title_is_no_part_of_it():
    assert check(changes={"T1": {"title": "Dig ✓ complete · evidence: e"}}) == []


def test_the_later_layout_that_records_only_words_is_compared_by_them():
    text = json.dumps({"schema_version": 1, "task_status": {"T1": "pending", "T2": "pending"}})
    found = check_agreement(read_tasks(TASKS), read_state(text), FILE)
    assert [d.code for d in found] == ["task-not-recorded", "task-ticked-not-complete"]


def test_guessed_titles_and_absent_boxes_of_an_unknown_form_are_not_held_against_it():
    assert check("- T1: Digging\n### T2: Filling\n- [ ] T3: Raking\n") == []


def test_a_phase_that_does_not_go_with_the_status_is_named():
    assert check(status="executing", phase="plan") == [
        ("state-phase", "the phase is plan, which does not go with the status executing")
    ]
    assert check(status="executing") == check(phase="plan") == []
    assert check(status="odd", phase="plan") == check(status="tasks", phase="odd") == []
