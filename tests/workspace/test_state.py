"""Reading state.json of both layouts."""

from __future__ import annotations

import json

import pytest

from ctxkit.diagnostics import Severity
from ctxkit.workspace.state import Blocker, SpecState, TaskState, read_state

FULL = {
    "schemaVersion": 6,
    "revision": 9,
    "spec": "loan-desk",
    "title": "Loan desk",
    "status": "executing",
    "phase": "execute",
    "gate": "awaiting-approval",
    "turn": 4,
    "createdAt": "2031-02-03T04:05:06Z",
    "updatedAt": "2031-02-04T04:05:06.5Z",
    "executionMode": "orchestrated",
    "tasks": {
        "T2": {
            "id": "T2",
            "title": "Stamp",
            "role": "craftsman",
            "wave": 2,
            "depends": ["T1"],
            "requirements": [1, 3],
            "status": "complete",
            "startedAt": "2031-02-03T05:00:00Z",
            "finishedAt": "2031-02-03T06:00:00Z",
            "evidence": "12 passed",
            "verification": {"exitCode": 0},
            "telemetry": {"retries": 1},
            "mood": "good",
        },
        "T1": {"id": "T1", "status": "blocked", "blocker": "no ink"},
    },
    "blockers": [{"task": "T1", "reason": "no ink", "since": "Turn 2", "by": "reader"}],
    "routing": {"T2": {"tier": "large", "why": "hard"}, "T1": {"tier": "small"}},
    "weather": {"sky": ["blue", None, 1.5]},
}


def read(**changes: object) -> SpecState:
    """Read the full state with some keys changed."""
    return read_state(json.dumps(FULL | changes), "specs/x/state.json")


def test_the_contract_layout_is_read_whole_and_without_findings():
    state = read()
    assert not state.diagnostics
    assert (state.spec, state.title, state.status) == ("loan-desk", "Loan desk", "executing")
    assert (state.phase, state.gate, state.turn, state.revision) == (
        "execute",
        "awaiting-approval",
        4,
        9,
    )
    assert state.schema_name == "schemaVersion 6"
    assert (state.created_at, state.updated_at) == (
        "2031-02-03T04:05:06Z",
        "2031-02-04T04:05:06.5Z",
    )
    assert state.execution_mode == "orchestrated"
    assert [task.id for task in state.tasks] == ["T2", "T1"]
    assert state.tasks[0] == TaskState(
        id="T2",
        title="Stamp",
        role="craftsman",
        wave=2,
        depends=("T1",),
        requirements=(1, 3),
        status="complete",
        started_at="2031-02-03T05:00:00Z",
        finished_at="2031-02-03T06:00:00Z",
        evidence="12 passed",
        verification={"exitCode": 0},
        telemetry={"retries": 1},
        unknown={"mood": "good"},
    )
    assert state.task("T1") == TaskState(id="T1", status="blocked", blocker="no ink")
    assert state.task("T9") is None
    assert state.blockers == (Blocker(task="T1", reason="no ink", since="Turn 2"),)
    assert state.routing == (("T2", "large"), ("T1", "small"))


def test_unknown_keys_are_kept_and_no_fault():
    assert read().unknown == {
        "weather": {"sky": ["blue", None, 1.5]},
        "blockers[0].by": "reader",
        "routing.T2.why": "hard",
    }


def test_the_later_layout_is_read():
    state = read_state(
        json.dumps(
            {
                "schema_version": 2,
                "slug": "loan-desk",
                "mode": "orchestrated",
                "status": "executing",
                "phase": "execute",
                "revision": 30,
                "cycle": 2,
                "records": {"approval:design": {"kind": "approval"}},
                "task_status": {"T25A": "complete", "T26": {"status": "running"}},
            }
        )
    )
    assert not state.diagnostics
    assert (state.schema_name, state.spec, state.execution_mode) == (
        "schema_version 2",
        "loan-desk",
        "orchestrated",
    )
    assert [(task.id, task.status) for task in state.tasks] == [
        ("T25A", "complete"),
        ("T26", "running"),
    ]
    assert sorted(state.unknown) == ["cycle", "records"]


def test_an_absent_execution_mode_is_simple():
    assert read(executionMode=None).execution_mode == "simple"


@pytest.mark.parametrize(
    ("changes", "field", "zero", "message"),
    [
        ({"turn": "4"}, "turn", 0, '"turn" is a text ("4"), not a whole number of 64 bits'),
        ({"turn": True}, "turn", 0, '"turn" is a boolean ("True")'),
        ({"turn": 1.0}, "turn", 0, '"turn" is a number ("1.0")'),
        ({"turn": 2**63}, "turn", 0, '"turn" is a number ("9223372036854775808")'),
        ({"status": 7}, "status", "", '"status" is a number ("7"), not a text'),
        ({"tasks": []}, "tasks", (), '"tasks" is a list, not an object'),
        ({"blockers": {}}, "blockers", (), '"blockers" is an object, not a list'),
        ({"blockers": [3]}, "blockers", (Blocker(),), '"blockers[0]" is a number ("3")'),
        ({"routing": "x"}, "routing", (), '"routing" is a text ("x"), not an object'),
    ],
)
def test_a_value_of_a_wrong_type_is_the_zero_value_and_an_error(changes, field, zero, message):
    state = read(**changes)
    assert getattr(state, field) == zero
    (found,) = state.diagnostics
    assert (found.code, found.severity, found.file) == (
        "json-type",
        Severity.ERROR,
        "specs/x/state.json",
    )
    assert message in found.message


def test_wrong_items_of_a_task_are_left_out_by_name():
    task = {"status": "pending", "depends": ["T2", 3], "requirements": [1, "2", 2.5], "wave": {}}
    state = read(tasks={"T1": task})
    assert (state.tasks[0].depends, state.tasks[0].requirements, state.tasks[0].wave) == (
        ("T2",),
        (1,),
        0,
    )
    assert [found.message.partition(" is ")[0] for found in state.diagnostics] == [
        '"tasks.T1.wave"',
        '"tasks.T1.depends[1]"',
        '"tasks.T1.requirements[1]"',
        '"tasks.T1.requirements[2]"',
    ]


@pytest.mark.parametrize(
    ("changes", "code", "message"),
    [
        ({"status": "napping"}, "state-word", 'status is the unknown word "napping"'),
        ({"phase": "doze"}, "state-word", 'phase is the unknown word "doze"'),
        ({"gate": "shut"}, "state-word", 'gate is the unknown word "shut"'),
        (
            {"tasks": {"T1": "parked"}},
            "state-task-status",
            'task "T1" has the unknown status "parked"',
        ),
        ({"tasks": {"T1": {}}}, "state-task-status", 'task "T1" has no status'),
        (
            {"tasks": {"T1": {"id": "T2", "status": "pending"}}},
            "state-task-id",
            'task "T1" calls itself "T2"',
        ),
        ({"schemaVersion": None}, None, ""),
        ({"slug": "other"}, "json-two-names", "spec counts, although slug is there, too"),
    ],
)
def test_unknown_words_are_kept_with_a_warning(changes, code, message):
    state = read(**changes)
    assert [found.code for found in state.diagnostics] == ([code] if code else [])
    if code:
        assert state.diagnostics[0].severity is Severity.WARNING
        assert state.diagnostics[0].message == message


def test_a_file_without_a_version_says_so():
    state = read_state('{"status": "design"}')
    assert (state.schema_name, state.status) == ("", "design")
    assert [found.code for found in state.diagnostics] == ["state-no-schema"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "not a JSON text: Expecting value"),
        ('{\n"a": 1,\n}', 3, "not a JSON text: "),
        ("[1]", None, "not a JSON object but a list"),
        ("null", None, "not a JSON object but null"),
        ("{} x", 1, "not a JSON text: Extra data"),
    ],
)
def test_what_is_no_json_object_is_an_empty_state_and_an_error(text, line, message):
    state = read_state(text)
    assert state == SpecState()
    (found,) = state.diagnostics
    assert (found.code, found.severity, found.line) == ("json-invalid", Severity.ERROR, line)
    assert found.message.startswith(message)


def test_a_byte_order_mark_does_no_harm():
    assert read_state("\ufeff" + json.dumps(FULL)) == read()


def test_keys_that_stand_twice_are_reported_and_the_later_counts():
    state = read_state('{"schemaVersion": 6, "turn": 1, "turn": 2, "turn": 3}')
    assert state.turn == 3
    assert state.diagnostics[0].message == 'the key "turn" stands 2 times too often'


def test_numbers_that_json_cannot_hold_are_left_out_and_reported():
    text = '{"schemaVersion": 6, "a": NaN, "b": -Infinity, "c": 1e999, "turn": %s}' % ("9" * 5000)
    state = read_state(text)
    assert (state.turn, state.unknown) == (0, {"a": None, "b": None, "c": None})
    (found,) = state.diagnostics
    assert found.code == "json-number"
    assert '"NaN", "-Infinity", "1e999", "999' in found.message


@pytest.mark.parametrize("depth", [100, 100_000])
def test_deep_nesting_is_cut_and_reported(depth):
    state = read_state('{"schemaVersion": 6, "a": ' + "[" * depth + "]" * depth + "}")
    assert "json-too-deep" in [found.code for found in state.diagnostics]
    repr(state.unknown)


def test_lone_surrogates_become_replacement_characters():
    state = read_state('{"schemaVersion": 6, "title": "a\\ud800b", "\\udfff": 1}')
    assert state.title == "a\ufffdb"
    assert state.unknown == {"\ufffd": 1}


def test_what_the_findings_are_makes_no_difference_between_states():
    text = '{"schemaVersion": 6, "turn": 1, "turn": 1}'
    assert read_state(text) == read_state('{"schemaVersion": 6, "turn": 1}')
