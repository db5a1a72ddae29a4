"""Reading tasks.md in each of its forms."""

from __future__ import annotations

import pytest

from ctxkit.diagnostics import Severity
from ctxkit.errors import UnknownNameError
from ctxkit.manifest.slices import task_slice
from ctxkit.workspace.tasks import TaskAnnotation, TaskList, TasksForm, read_tasks

KEYS = ("why", "role", "files", "contract", "acceptance", "verify", "depends")


def block(line: str, **values: str) -> str:
    """Return a task line with all mandatory metadata."""
    filled = dict.fromkeys(KEYS, "x") | {"files": "—", "depends": "—"} | values
    return line + "\n" + "".join(f"  - {key}: {value}\n" for key, value in filled.items())


def codes(tasks: TaskList) -> list[str]:
    return [found.code for found in tasks.diagnostics]


def only(tasks: TaskList, code: str):
    """Return the one diagnostic of a code."""
    (found,) = [found for found in tasks.diagnostics if found.code == code]
    return found


WAVES = (
    "# Tasks — Tide tables\n\n## Wave 1\n"
    + block(
        "- [x] T1 — Read gauges ✓ complete · evidence: 4 passed · 2031-05-04T10:00:00Z",
        why="the tables need heights",
        role="craftsman",
        files="src/gauge.py, , tests/a.py , -",
        contract="read; never write",
        acceptance="heights agree",
        verify="pytest -k gauge",
        depends="None",
        requirements="1, 3",
    )
    + "\n## Wave 2 \n"
    + block("- [ ] T2 — Draw curve", depends="T1, —", requirements="2")
)


# --- the form of the contract -----------------------------------------------------------------


def test_a_file_in_the_contract_form_is_read_without_findings():
    tasks = read_tasks(WAVES)
    assert (tasks.form, tasks.form_name) == (TasksForm.WAVES, "check boxes in waves")
    assert tasks.title == "Tide tables"
    assert not tasks.diagnostics
    first, second = tasks
    assert (first.id, first.title, first.done, first.wave, first.line) == (
        "T1",
        "Read gauges",
        True,
        1,
        4,
    )
    assert (first.role, first.why, first.contract) == (
        "craftsman",
        "the tables need heights",
        "read; never write",
    )
    assert (first.acceptance, first.verify) == ("heights agree", "pytest -k gauge")
    assert first.files == ("src/gauge.py", "tests/a.py")
    assert first.depends == ()
    assert first.requirements == (1, 3)
    assert (second.wave, second.done, second.depends) == (2, False, ("T1",))


def test_tasks_are_found_by_id_and_by_wave():
    tasks = read_tasks(WAVES)
    assert tasks["T2"] is tasks[1]
    assert tasks.get("T2") is tasks[1]
    assert tasks.get("T9") is None
    assert "T1" in tasks and "T9" not in tasks
    assert tasks.by_wave() == {1: (tasks[0],), 2: (tasks[1],)}
    assert list(tasks[:1]) == [tasks[0]] and tasks[:1].title == tasks.title
    assert tasks[1:].get("T1") is None


def test_an_unknown_id_names_the_nearest_one():
    with pytest.raises(UnknownNameError, match="no task named 'T22'") as caught:
        read_tasks(WAVES)["T22"]
    assert "'T2'" in caught.value.hint


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        (
            "✓ complete · evidence: a \\m b\\n\\\\n · 2031-05-04T10:00:00Z",
            TaskAnnotation(
                kind="complete", evidence="a · b\n\\n", timestamp="2031-05-04T10:00:00Z"
            ),
        ),
        (
            "⚠ blocked · reason: waits \\m for\\ra key",
            TaskAnnotation(kind="blocked", reason="waits · for\ra key"),
        ),
        ("⚠\ufe0f blocked", None),
        ("✓ complete", TaskAnnotation(kind="complete")),
        ("✓ completely unlike it", None),
    ],
)
def test_an_annotation_is_no_part_of_the_title_and_its_escapes_are_resolved(tail, expected):
    task = read_tasks("# Tasks — x\n## Wave 1\n- [x] T1 — Sort — by tide " + tail).get("T1")
    assert task is not None
    assert task.annotation == expected
    assert task.title == ("Sort — by tide" if expected else f"Sort — by tide {tail}")


def test_a_box_that_disagrees_with_the_annotation_is_reported():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a ✓ complete · evidence: e"))
    assert only(tasks, "task-box-disagrees").message == (
        "task T1 is marked complete, yet its box is not ticked"
    )


def test_carriage_returns_change_nothing_but_themselves():
    with_returns = read_tasks(WAVES.replace("\n", "\r\n"))
    assert tuple(with_returns) == tuple(read_tasks(WAVES))
    assert not with_returns.diagnostics


def test_tasks_in_comments_are_not_there():
    tasks = read_tasks("# Tasks — x\n<!--\n## Wave 1\n- [ ] T1 — example\n-->\n")
    assert (len(tasks), tasks.form, len(tasks.diagnostics)) == (0, TasksForm.EMPTY, 0)


def test_a_comment_that_never_closes_is_reported_and_hides_nothing():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n<!-- open\n" + block("- [ ] T1 — a"))
    assert [task.id for task in tasks] == ["T1"]
    assert only(tasks, "comment-not-closed").line == 3


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        (
            "# Tasks — x\n" + block("- [ ] T1 — a"),
            "task-before-wave",
            2,
            "task T1 stands before any wave",
        ),
        (
            "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + block("- [ ] T1 — b"),
            "task-duplicate-id",
            11,
            "a second task T1; only the first one, in line 3, is read",
        ),
        (
            "# Tasks — x\n  - why: stray\n## Wave 1\n" + block("- [ ] T1 — a"),
            "metadata-outside-task",
            2,
            "metadata that belongs to no task: line 2",
        ),
        (
            "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a", colour="blue"),
            "task-unknown-key",
            11,
            'task T1 has an unknown key "colour"',
        ),
        (
            "# Tasks — x\n## Wave 1\n- [ ] T1 — a\n  - why: b\n  - files: -\n  - depends: -\n",
            "task-missing-key",
            3,
            "task T1 lacks role, contract, acceptance, verify",
        ),
        (
            "## Wave 1\n" + block("- [ ] T1 — a"),
            "tasks-no-title",
            None,
            "the document has no title",
        ),
        (
            "# Tasks: x\n## Wave 1\n" + block("- [ ] T1 — a"),
            "tasks-no-title",
            1,
            'the document has no title; got "# Tasks: x"',
        ),
        (
            "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + "  - why: again\n",
            "task-repeated-key",
            11,
            "task T1 has the key 'why' twice; the first one counts",
        ),
    ],
)
def test_errors_of_the_contract_name_line_and_fault_and_stop_nothing(text, code, line, message):
    tasks = read_tasks(text, "specs/x/tasks.md")
    found = only(tasks, code)
    assert (found.severity, found.file, found.line, found.message) == (
        Severity.ERROR,
        "specs/x/tasks.md",
        line,
        message,
    )
    assert found.hint
    assert [task.id for task in tasks] == ["T1"]


def test_the_value_of_an_unknown_key_is_kept():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a", colour="blue"))
    assert tasks["T1"].extra == (("colour", "blue"),)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("- [X] T2 — b", 'its box is "[X]"'),
        ("- [] T2 — b", 'its box is "[]"'),
        ("* [ ] T2 — b", 'starts with "*"'),
        ("1. [ ] T2 — b", 'starts with "1."'),
        ("- [ ] T2 - b", "is not followed by ` — `"),
        ("- [ ] T2 – b", "is not followed by ` — `"),
        ("- [ ] T2: b", "is not followed by ` — `"),
        ("- [ ] T2 —b", "is not followed by ` — `"),
        (" - [ ] T2 — b", "is indented"),
        ("\t- [ ] T2 — b", "is indented"),
        ("> - [ ] T2 — b", "is indented"),
        ("- [ ] **T2 — b**", "its id is bold"),
        ("- [ ] t2 — b", 'its id "t2" is not T and a number'),
        ("- [ ] A2 — b", 'its id "A2" is not T and a number'),
        ("- [ ] T2B — b", 'its id "T2B" is not T and a number'),
    ],
)
def test_a_line_that_nearly_is_a_task_is_not_read_but_reported_with_the_reason(line, why):
    text = "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + line + "\n"
    tasks = read_tasks(text)
    found = only(tasks, "task-line-form")
    assert [task.id for task in tasks] == ["T1"]
    assert (found.severity, found.line) == (Severity.ERROR, 11)
    assert why in found.message
    # The slicer sees no task there either.
    assert task_slice(text, "T2") is None


def test_metadata_below_such_a_line_is_not_given_to_the_task_before_it():
    text = "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + block("- [X] T2 — b", why="other")
    tasks = read_tasks(text)
    assert tasks["T1"].why == "x"
    assert codes(tasks) == ["task-line-form"]
    assert "lines 12, 13, 14, 15, 16, 17, 18" in tasks.diagnostics[0].message


def test_a_task_list_nested_in_a_task_leaves_the_metadata_after_it_to_the_task():
    text = "# Tasks — x\n## Wave 1\n- [ ] T1 — a\n  - [ ] T1.1 first half\n" + block("")[1:]
    tasks = read_tasks(text)
    assert tasks["T1"].role == "x"
    assert codes(tasks) == ["task-line-form"]


def test_a_byte_order_mark_before_the_first_task_is_named_as_the_cause():
    text = "\ufeff- [ ] T2 — b\n# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a")
    assert "byte order mark" in only(read_tasks(text), "task-line-form").message


def test_check_boxes_and_list_items_that_only_resemble_tasks_are_reported():
    text = (
        "# Tasks — x\n## Wave 1\n"
        + block("- [ ] T1 — a")
        + "- [ ] remember the milk\n- [docs](http://x)\n- T7 — see above\n"
    )
    tasks = read_tasks(text)
    assert codes(tasks) == ["box-without-id", "tasks-other-text", "task-without-box"]
    assert only(tasks, "tasks-other-text").message.endswith(": line 12")
    assert only(tasks, "box-without-id").line == 11
    assert only(tasks, "task-without-box").line == 13


def test_a_wave_with_a_name_is_no_wave_and_is_reported():
    text = "# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + "## Wave 2: polish\n"
    tasks = read_tasks(text + block("- [ ] T2 — b"))
    assert tasks["T2"].wave == 1
    assert only(tasks, "wave-form").line == 11


def test_prose_and_other_headings_do_not_end_a_task():
    text = (
        "# Tasks — x\nHow to read this.\n## Wave 1\n- [ ] T1 — a\n"
        "### Notes\nSome prose.\n\n" + block("")[1:]
    )
    tasks = read_tasks(text)
    assert tasks["T1"].role == "x"
    assert codes(tasks) == ["tasks-other-text"]


def test_text_that_no_task_holds_is_named_once_per_file():
    text = WAVES + "\nPlain.\n\n## Notes\n> said\n- a point\n\n```\nmake\n```\n---\n"
    tasks = read_tasks(text)
    found = only(tasks, "tasks-other-text")
    assert codes(tasks) == ["tasks-other-text"]
    assert (found.severity, found.line) == (Severity.INFO, 25)
    assert found.message == (
        "7 lines of other text in no field of a task: lines 25, 27, 28, 29, 31, 32, 33"
    )


def test_metadata_in_another_layout_is_read_with_one_warning():
    lines = "".join(f"    * **{key.title()}**: v\n" for key in KEYS)
    tasks = read_tasks("# Tasks — x\n## Wave 1\n- [ ] T1 — a\n" + lines)
    assert tasks["T1"].contract == "v"
    assert codes(tasks).count("task-metadata-form") == 1
    assert "lines 4, 5, 6, 7, 8, 9, 10" in only(tasks, "task-metadata-form").message


def test_a_key_without_a_list_item_is_not_read_but_reported():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a") + "\nVerify: by hand\n")
    assert tasks["T1"].verify == "x"
    assert only(tasks, "task-metadata-form").line == 12


def test_a_value_over_several_lines_is_read_whole_and_reported():
    text = (
        "# Tasks — x\n## Wave 1\n- [ ] T1 — a\n"
        "  - files:\n    - a.py\n    - b.py\n"
        "  - depends: T2,\n    T3\n"
        "  - contract: first\n    second\nthird\n\nno more\n"
    )
    task = read_tasks(text)["T1"]
    assert task.files == ("a.py", "b.py")
    assert task.depends == ("T2", "T3")
    assert task.contract == "first\nsecond\nthird"
    assert codes(read_tasks(text)).count("task-value-continued") == 3


def test_requirements_are_the_integers_and_the_rest_is_kept_as_references():
    text = "# Tasks — x\n## Wave 1\n" + block(
        "- [ ] T1 — a", requirements="1, R2, +3, 0004, -5, 2.5, 99999999999999999999, 1_0, —"
    )
    task = read_tasks(text)["T1"]
    assert task.requirements == (1, 3, 4, -5)
    assert task.refs == ("R2", "2.5", "99999999999999999999", "1_0")
    assert "R2" in only(read_tasks(text), "task-requirement-skipped").message


def test_a_dependency_that_is_not_in_the_file_is_reported():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n" + block("- [ ] T1 — a", depends="T4, T1"))
    assert only(tasks, "task-unknown-dependency").message == (
        'task T1 depends on "T4", which is not here'
    )


def test_tasks_in_a_code_fence_count_as_they_do_for_the_slicer_with_a_warning():
    text = "# Tasks — x\n## Wave 1\n```\n" + block("- [ ] T1 — a") + "```\n"
    tasks = read_tasks(text)
    assert [task.id for task in tasks] == ["T1"]
    assert only(tasks, "task-in-fence").line == 4


def test_a_task_table_among_check_boxes_is_reported():
    table = (
        "| id | role | files | depends-on | verify | acceptance |\n|-|-|-|-|-|-|\n| D9 |||||| |\n"
    )
    tasks = read_tasks(WAVES + "\n" + table + "\n# Other\n| T8 | x |\n")
    assert "line 27" in only(tasks, "task-table-unread").message
    assert "line 30" in only(tasks, "task-row-outside-table").message


# --- bold ids ---------------------------------------------------------------------------------

BOLD = "# Tasks — Ferry\n\nKeys are mandatory.\n\n---\n\n" + block(
    "- [x] **T1 — Print `timetable` now**",
    files="`src/a.py`, `src/b.py`",
    verify="`pytest -k ferry`",
    acceptance="2.1, 2.3, 1.1",
    depends="none",
)


def test_bold_ids_without_waves_are_a_form_of_their_own():
    tasks = read_tasks(BOLD + "\n" + block("- [ ] **T2** — Sell tickets", depends="T1"))
    assert (tasks.form, tasks.form_name, tasks.title) == (
        TasksForm.BOLD,
        "bold check boxes",
        "Ferry",
    )
    assert codes(tasks) == ["tasks-other-text"]
    first, second = tasks
    assert (first.title, first.done, first.wave) == ("Print `timetable` now", True, None)
    assert first.files == ("src/a.py", "src/b.py")
    assert first.verify == "pytest -k ferry"
    assert (first.requirements, first.refs) == ((2, 1), ("2.1", "2.3", "1.1"))
    assert (second.title, second.depends) == ("Sell tickets", ("T1",))


def test_keys_that_bold_tasks_lack_are_no_fault_and_told_once():
    tasks = read_tasks(BOLD + "\n- [ ] **T2 — Sell**\n  - why: x\n\n- [ ] **T3 — Ring**\n")
    found = only(tasks, "task-missing-key")
    assert (found.severity, found.line) == (Severity.INFO, 16)
    assert found.message.startswith("2 of 3 tasks lack keys that the waves form has (why, role,")
    assert found.message.endswith(": lines 16, 19")


# --- tables -----------------------------------------------------------------------------------

SIX = "| id | role | files | depends-on | verify | acceptance |\n|---|---|---|---|---|---|\n"


def test_a_table_of_six_columns_is_read():
    row = "| ✅ T1 | tester | a.py; b.py, `c.py` | - | `make | R1.2 and R3 hold |\n"
    row += "| T25A | scout | none | T1 | grep 'a\\|b' | — |\n"
    tasks = read_tasks(SIX + row)
    assert (tasks.form, tasks.form_name) == (TasksForm.TABLE, "table, 6 columns")
    assert tasks.columns == ("id", "role", "files", "depends-on", "verify", "acceptance")
    assert not tasks.diagnostics
    first, second = tasks
    assert (first.id, first.done, first.wave, first.title, first.line) == ("T1", True, None, "", 3)
    assert first.files == ("a.py", "b.py", "c.py")
    assert (first.requirements, first.refs) == ((1, 3), ("R1.2", "R3"))
    assert (second.id, second.done, second.files, second.depends) == ("T25A", False, (), ("T1",))
    assert (second.verify, second.acceptance) == ("grep 'a|b'", "")


def test_columns_are_found_by_name_in_any_order_and_further_ones_are_kept():
    text = (
        "| Role | ID | Kind | refs | verify | Depends On | acceptance | files | mood |\n"
        "|:--|:-:|--|--|--|--|--|--|--|\n"
        "| scout | T1 | fix | R2.1; guide/Requirement: Calm | true | T1 | R9 | a | - |\n"
    )
    tasks = read_tasks(text)
    assert tasks.form_name == "table, 9 columns"
    task = tasks["T1"]
    assert (task.role, task.files, task.verify) == ("scout", ("a",), "true")
    assert task.refs == ("R2.1", "guide/Requirement: Calm")
    assert task.requirements == (2,)
    assert task.extra == (("kind", "fix"),)


@pytest.mark.parametrize(
    ("row", "count", "cause"),
    [
        ("| ✅ D3 | builder | a | - | run 'x|y' | fine |", 7, "Most likely a `|` inside a cell"),
        ("| ✅ D3 | builder | a | - | fine |", 5, "A cell or a `|` between two cells is missing"),
    ],
)
def test_a_row_with_another_number_of_cells_is_reported_and_never_shifted(row, count, cause):
    tasks = read_tasks(SIX + row + "\n| D4 | r | f | D3 | v | a |\n")
    task = tasks["D3"]
    assert (task.done, task.role, task.files, task.verify) == (True, "", (), "")
    assert tasks["D4"].role == "r"
    found = only(tasks, "task-row-cells")
    assert (found.severity, found.line) == (Severity.ERROR, 3)
    assert f"has {count} cells where the header has 6" in found.message
    assert cause in found.hint


def test_an_id_cell_with_something_else_in_it_is_reported():
    tasks = read_tasks(SIX + "| ⏳ **T1** | r | f | - | v | a |\n")
    assert not tasks["T1"].done
    assert 'read as "T1"' in only(tasks, "task-id-form").message


def test_missing_columns_duplicates_and_rows_without_an_id_are_reported():
    text = (
        "| id | role | files | verify |\n|-|-|-|-|\n"
        "| T1 | r | f | v |\n| T1 | r | f | v |\n|  | r | f | v |\n"
    )
    tasks = read_tasks(text)
    assert [task.id for task in tasks] == ["T1"]
    assert only(tasks, "task-table-columns").message == (
        "the task table has no column depends-on, acceptance"
    )
    assert only(tasks, "task-duplicate-id").line == 4
    assert only(tasks, "task-row-no-id").line == 5


def test_what_looks_like_a_task_outside_the_table_is_reported():
    rows = "| T1 | r | f | - | v | a |\n| T2 | r | f | - | v | a |\n"
    text = SIX + rows + "\nDone:\n- [x] T3 — b\n- [ ] call\n\n| T4 | later |\n"
    tasks = read_tasks(text)
    assert [task.id for task in tasks] == ["T1", "T2"]
    assert only(tasks, "task-outside-table").line == 7
    assert only(tasks, "box-without-id").line == 8
    assert only(tasks, "task-row-outside-table").line == 10


def test_other_tables_are_text_that_no_task_holds():
    text = SIX + "| T1 | r | f | - | v | a |\n\n# Trace\n| task | R |\n|-|-|\n| T1 | R1 |\n"
    assert codes(read_tasks(text)) == ["tasks-other-text"]
    assert only(read_tasks(text), "tasks-other-text").message.endswith("lines 5, 6, 7, 8")


@pytest.mark.parametrize("name", ["title", "Task", "name", "summary", "description"])
def test_a_column_may_hold_the_title_and_another_the_wave(name):
    head = f"| id | {name} | wave " + SIX.split("\n")[0][5:]
    rows = "| T1 | Dig | 2 | r | f | - | v | a |\n| T2 | Fill | - | r | f | T1 | v | a |\n"
    tasks = read_tasks(head + "\n|-|-|-|-|-|-|-|-|\n" + rows)
    assert not tasks.diagnostics
    assert [(t.title, t.wave, t.extra) for t in tasks] == [("Dig", 2, ()), ("Fill", None, ())]
    assert list(tasks.by_wave()) == [2, None]


def test_only_the_best_of_several_such_columns_is_the_title():
    head = "| id | summary | title " + SIX.split("\n")[0][5:]
    tasks = read_tasks(head + "\n|-|-|-|-|-|-|-|-|\n| T1 | s | t | r | f | - | v | a |\n")
    assert (tasks["T1"].title, tasks["T1"].extra) == ("t", (("summary", "s"),))


def test_a_wave_that_is_no_whole_number_is_reported_and_kept():
    head = "| id | wave " + SIX.split("\n")[0][5:]
    tasks = read_tasks(head + "\n|-|-|-|-|-|-|-|\n| T1 | soon | r | f | - | v | a |\n")
    assert (tasks["T1"].wave, tasks["T1"].extra) == (None, (("wave", "soon"),))
    assert only(tasks, "task-wave-form").message == (
        'the wave of T1 is "soon" and not a whole number'
    )


def test_several_tables_and_blank_lines_between_rows_are_read():
    row = "| T{} | r | f | - | v | a |\n"
    text = SIX + row.format(1) + "\n" + row.format(2) + "\n## Later\n" + SIX + row.format(3)
    assert [task.id for task in read_tasks(text)] == ["T1", "T2", "T3"]


def test_a_header_without_a_rule_and_a_row_without_its_first_bar_are_read():
    text = SIX.split("\n")[0] + "\n| T1 | r | f | - | v | a |\nT2 | r | f | - | v | a |\n"
    tasks = read_tasks(text)
    assert [task.id for task in tasks] == ["T1", "T2"]
    assert only(tasks, "task-row-form").line == 3


@pytest.mark.parametrize("said", ["R1–R4", "R1.1–R4.12", "R1.10-4.2", "R1 to R4", "R1...R4"])
def test_a_range_of_references_is_not_taken_for_its_two_ends_in_silence(said):
    tasks = read_tasks(SIX + f"| T1 | r | f | - | v | {said} hold |\n")
    assert tasks["T1"].requirements in ((1, 4), (1,))
    assert f'a range, "{said}";' in only(tasks, "task-reference-range").message


# --- other forms ------------------------------------------------------------------------------

OTHER = """# Tasks — Harbour

- [ ] T1: Dredge `basin` (R2, R3)
- [x] T2: Paint **buoys**
- [ ] buy rope

## Wave 1: Works

### T1: Dredge basin
### T3: Count gulls

```
- [ ] T9: example
```
"""


def test_an_unknown_form_is_read_as_far_as_possible_with_one_warning_that_lists_the_lines():
    tasks = read_tasks(OTHER)
    assert (tasks.form, tasks.form_name, tasks.title) == (
        TasksForm.UNKNOWN,
        "unknown form",
        "Harbour",
    )
    assert [(t.id, t.title, t.done, t.line) for t in tasks] == [
        ("T1", "Dredge `basin`", False, 3),
        ("T2", "Paint **buoys**", True, 4),
        ("T3", "Count gulls", False, 10),
    ]
    assert tasks["T1"].requirements == (2, 3)
    found = only(tasks, "tasks-form-unknown")
    assert (found.severity, found.line) == (Severity.WARNING, 3)
    assert "3 lines look like tasks" in found.message
    assert 'line 4: "- [x] T2: Paint **buoys**"' in found.message
    assert '1 check boxes have no id (line 5: "- [ ] buy rope")' in found.message
    assert only(tasks, "task-in-fence").message.endswith("line 13")


def test_the_listing_of_an_unknown_form_is_capped():
    tasks = read_tasks("".join(f"- [ ] T{n}: step\n" for n in range(1, 31)))
    assert len(tasks) == 30
    assert "and 22 more" in only(tasks, "tasks-form-unknown").message


@pytest.mark.parametrize(
    ("line", "task_id", "title"),
    [
        ("- [ ] 1.2 Set up", "1.2", "Set up"),
        ("- [ ] 3. Set up", "3", "Set up"),
        ("- [ ] T001 [P] Set up", "T001", "[P] Set up"),
        ("* [X] **T4**: Set up", "T4", "Set up"),
        ("- [ ] **T4: Set up**", "T4", "Set up"),
        ("- T4: Set up", "T4", "Set up"),
        ("### Task 4: Set up", "4", "Set up"),
    ],
)
def test_ids_of_other_tools_are_recognised(line, task_id, title):
    (task,) = read_tasks(line)
    assert (task.id, task.title) == (task_id, title)


@pytest.mark.parametrize("line", ["- [ ] 2 eggs", "- [ ] 2-column layout", "- [ ] HTTP2 support"])
def test_a_number_in_a_sentence_is_no_id(line):
    tasks = read_tasks(line)
    assert len(tasks) == 0
    assert "have no id" in only(tasks, "tasks-form-unknown").message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1. Do the thing\n- Build it\nSome prose.\n",
            "no task is recognised in 2 lines that may be tasks: "
            'line 1: "1. Do the thing"; line 2: "- Build it"',
        ),
        (
            "tasks:\n  - id: T1\n    title: a\n",
            'no task is recognised in 1 line that may be tasks: line 2: "- id: T1"',
        ),
        (
            '[\n {\n  "id": "T1"\n }\n]\n',
            'no task is recognised in 1 line that may be tasks: line 3: "\\"id\\": \\"T1\\""',
        ),
        (
            "# Tasks — x\n## Wave 1\nNothing yet.\n",
            'no task is recognised in 1 line of text: line 3: "Nothing yet."',
        ),
    ],
)
def test_text_in_which_no_task_is_recognised_is_listed(text, message):
    tasks = read_tasks(text)
    assert (tasks.form, len(tasks)) == (TasksForm.UNKNOWN, 0)
    found = only(tasks, "tasks-form-unknown")
    assert (found.severity, found.message) == (Severity.WARNING, message)
    assert "`- [ ] T1 — title`" in found.hint


@pytest.mark.parametrize(
    "text", ["", "\n \n", "# Tasks — Quiet\n\n<!-- a\n- b -->\n\n## Wave 1\n---\n"]
)
def test_a_file_without_tasks_is_empty_and_no_fault(text):
    tasks = read_tasks(text)
    assert (tasks.form, tasks.form_name, len(tasks)) == (TasksForm.EMPTY, "no tasks", 0)
    assert not tasks.diagnostics


def test_hostile_characters_are_escaped_in_messages():
    tasks = read_tasks("# Tasks — x\n## Wave 1\n- [X] T1 — \x1b[31m\u202e\x00\n")
    assert tasks.diagnostics[0].message.isprintable()


def test_the_same_text_gives_the_same_list():
    assert read_tasks(OTHER) == read_tasks(OTHER)
    assert read_tasks(OTHER) != read_tasks(WAVES)


# --- dependencies -----------------------------------------------------------------------------


def waiting(**depends: str) -> str:
    """Return a file in the contract's form with one wave."""
    tasks = (block(f"- [ ] {name} — a", depends=on) for name, on in depends.items())
    return "# Tasks — x\n## Wave 1\n" + "".join(tasks)


def cycles(tasks: TaskList) -> list[str]:
    return [found.message for found in tasks.diagnostics if found.code == "task-dependency-cycle"]


def test_each_cycle_of_dependencies_is_an_error_once_with_its_ids_in_order():
    tasks = read_tasks(waiting(T1="T4", T2="T3", T3="T4, T4", T4="T2", T5="T5, T6", T6="—"))
    assert sorted(cycles(tasks)) == [
        "task T5 depends on itself",
        "tasks depend on each other in a circle: T4 → T2 → T3 → T4",
    ]
    (found, _) = tasks.diagnostics
    assert (found.severity, found.line) == (Severity.ERROR, 27)


def test_cycles_are_found_in_tables_and_among_bold_tasks_too():
    table = SIX + "| T1 | r | f | T2 | v | a |\n| T2 | r | f | T1 | v | a |\n"
    bold = block("- [ ] **T1 — a**", depends="T2") + block("- [ ] **T2 — b**", depends="T1")
    for text in (table, bold):
        assert cycles(read_tasks(text)) == ["tasks depend on each other in a circle: T1 → T2 → T1"]


def test_chains_and_diamonds_are_no_cycles():
    assert not cycles(read_tasks(waiting(T1="—", T2="T1", T3="T1", T4="T2, T3, T9")))


def test_a_long_cycle_and_many_of_them_are_cut_short():
    ring = {f"T{n}": f"T{n % 5000 + 1}" for n in range(1, 5001)}
    assert cycles(read_tasks(waiting(**ring))) == [
        "tasks depend on each other in a circle: "
        + " → ".join(f"T{n}" for n in range(1, 13))
        + " → … 4,988 more … → T1"
    ]
    everyone = ", ".join(f"T{n}" for n in range(1, 101))
    found = cycles(read_tasks(waiting(**dict.fromkeys(everyone.split(", "), everyone))))
    assert len(found) == 21
    assert "more cycles of dependencies are not listed" in found[0]


def test_a_task_that_waits_for_a_later_wave_is_reported():
    text = waiting(T1="T2, T3", T3="—") + "## Wave 2\n" + block("- [ ] T2 — b", depends="T1")
    found = only(read_tasks(text), "task-waits-for-later-wave")
    assert (found.severity, found.line) == (Severity.WARNING, 3)
    assert found.message == "task T1 of wave 1 depends on T2 of wave 2"
