"""Where each problem of a procedure stands in its entry's file, and what would be right."""

import pytest

from ctxkit.graph.entry import parse_entry
from ctxkit.procedure import Registry, check_spec
from ctxkit.procedure.hints import HINTS

TAIL = "steps: [{id: a, transitions: [{to: end(completed)}]}]"
GATE = "{id: b, transitions: [{to: a}]}"


def front(text, body=""):
    return f"---\ntype: decision\nkind: procedure\n{text}\n---\n{body}"


def machine(text, body=""):
    return front(f"canonical: demo\n{text}", body)


def step(text, more="state:\n  note: {type: text}\n", body=""):
    return machine(f"{more}steps:\n  - id: a\n    {text}", body)


def gate(text, more="state:\n  note: {type: text}\n"):
    return step(f"{text}\n    transitions: [{{to: end(completed)}}]", more)


def chooser(text):
    return step(f"chooser: agent\n    options: [{{choice: yes, to: end(completed)}}]\n    {text}")


# One faulty entry for each code; the culprit stands behind the mark.
FAULTY = [
    ("not-procedure", "---\ntype: »signal\n---\n"),
    ("not-procedure", "---\ntype: d\nkind: »plan\n---\n"),
    ("not-procedure", "\n  »---\ntype: d\n---\n"),
    ("missing-canonical", front("canonical: »' '")),
    ("missing-canonical", front(TAIL).replace("---", "»---", 1)),
    ("no-machine", front("canonical: demo").replace("---", "»---", 1)),
    ("undecodable", machine("state:\n  note: {type: text, »wrong: 1}\n" + TAIL)),
    ("undecodable", machine("state:\n  note: {type: text, optional: »perhaps}\n" + TAIL)),
    ("undecodable", machine("»state:\n" + TAIL)),
    ("unknown-class", machine("class: »shel\n" + TAIL)),
    ("negative-serve-budget", machine("serveBudget: »-5\n" + TAIL)),
    ("framing-outside-shell", machine("»framing:\n  - fn: registryList\n" + TAIL)),
    ("default-on-param", machine("params:\n  p: {type: text, »default: x}\n" + TAIL)),
    ("invalid-name", machine("state:\n  »1x: {type: text}\n" + TAIL)),
    ("bad-type", machine("state:\n  x:\n    desc: no matter\n    type: »txt\n" + TAIL)),
    ("bad-type", machine("state:\n  »x: {}\n" + TAIL)),
    ("param-collision", machine("params:\n  p: {type: text}\nstate:\n  »p: {type: text}\n" + TAIL)),
    ("bad-default", machine("state:\n  x: {type: bool, default: »12}\n" + TAIL)),
    (
        "patch-shape",
        machine(
            "state:\n  t: {type: text}\n  x: {type: »text, optional: true, patchOf: t}\n" + TAIL
        ),
    ),
    (
        "patch-shape",
        machine(
            "state:\n  t: {type: text}\n  »x: {type: list<search-replace>, patchOf: t}\n" + TAIL
        ),
    ),
    (
        "patch-target-undeclared",
        machine("state:\n  x: {type: list<search-replace>, optional: y, patchOf: »t}\n" + TAIL),
    ),
    (
        "patch-target-not-text",
        machine(
            "state:\n  t: {type: bool}\n"
            "  x: {type: list<search-replace>, optional: y, patchOf: »t}\n" + TAIL
        ),
    ),
    (
        "patch-target-is-patch",
        machine(
            "state:\n  t: {type: text}\n  u: {type: »text, optional: y, patchOf: t}\n"
            "  x: {type: list<search-replace>, optional: y, patchOf: »u}\n" + TAIL
        ),
    ),
    ("no-steps", machine("steps: »[]")),
    ("no-steps", machine("state: {}").replace("---", "»---", 1)),
    ("missing-step-id", machine(f"steps:\n  - {GATE}\n  - »transitions: []")),
    ("missing-step-id", machine("steps:\n  - {id: »'', goal: x}")),
    (
        "duplicate-step-id",
        machine(
            "steps:\n  - {id: a, transitions: [{to: a}]}\n  - {transitions: [{to: a}], id: »a}"
        ),
    ),
    ("unknown-chooser", gate("chooser: »usr")),
    ("invalid-collect-name", gate("collect: [note, »and]")),
    ("missing-fn", gate("inject:\n      - »id: x")),
    ("invalid-inject-id", gate("inject: [{fn: registryList, id: »1x}]")),
    ("duplicate-inject-id", gate("inject: [{fn: registryList}, {fn: »registryList}]")),
    ("bad-guard", gate("guard: »hasBody and")),
    ("missing-choice", step("chooser: agent\n    options:\n      - »to: a")),
    ("option-missing-to", step("chooser: agent\n    options: [»{choice: go}]")),
    (
        "invalid-option-collect-name",
        step("chooser: agent\n    options: [{choice: go, to: a, collect: [note, »1x]}]"),
    ),
    ("otherwise-no-target", step("transitions: [{otherwise: »true}]")),
    ("second-otherwise", step("transitions: [{to: a}, »{to: a}]")),
    ("otherwise-not-last", step("transitions: [»{to: a}, {when: hasBody, to: a}]")),
    ("transition-missing-to", step("transitions: [»{when: hasBody}]")),
    ("bad-when", step("transitions: [{when: »hasBody &, to: a}]")),
    ("empty-transition", step("transitions: [»{}]")),
    ("options-on-gate", gate("»options: [{choice: go, to: a}]")),
    ("gate-without-transitions", machine("steps:\n  - »id: a")),
    ("gate-without-transitions", step("»transitions: []")),
    ("chooser-without-options", step("chooser: »user")),
    ("chooser-without-options", step("chooser: user\n    »options: []")),
    ("op-on-chooser", chooser("»op: confirmPlayback")),
    ("guard-on-chooser", chooser("»guard: hasBody")),
    ("transitions-on-chooser", chooser("»transitions: [{to: a}]")),
    ("unknown-transition-target", step("transitions: [{when: hasBody, to: »b}]")),
    ("unknown-transition-target", step("transitions: [{to: a, otherwise: »b}]")),
    ("unknown-transition-target", step("transitions: [{to: »b, otherwise: true}]")),
    ("unknown-option-target", step("chooser: agent\n    options: [{choice: go, to: »b}]")),
    ("serve-delta-undeclared", gate("serveDelta:\n      - note\n      - »not")),
    ("collect-undeclared", gate("collect: [note, »nots?]")),
    (
        "option-collect-undeclared",
        step("chooser: agent\n    options: [{choice: go, to: a, collect: [»body]}]"),
    ),
    (
        "dispatch-without-seed",
        step("chooser: agent\n    options: [{choice: go, to: a, »dispatch: {procedure: x}}]"),
    ),
    (
        "dispatch-source-undeclared",
        step("chooser: agent\n    options: [{choice: go, to: a, dispatch: {seed: {x: »body}}}]"),
    ),
    ("unknown-unit", gate("render: »look")),
    (
        "inject-shadows-param",
        gate("inject: [{fn: registryList, id: »p}]", "params: {p: {type: text}}\n"),
    ),
    ("inject-shadows-state", gate("inject: [{id: »note, fn: registryList}]")),
    (
        "user-chooser-in-task",
        machine("class: task\nsteps:\n  - {id: a, chooser: »user, options: [{choice: y, to: a}]}"),
    ),
    ("text-before-lane", machine(TAIL, "\n## unit: a\n\n  »words\n### lane: x\n")),
    ("duplicate-lane", machine(TAIL, "## unit: a\n### lane: x\n### lane:  »x\n")),
    ("lane-template", machine(TAIL, "Words.\n\n## unit: a\n\nFine.\nThe {{.x}} and {{»nope}}.")),
    ("lane-template", machine(TAIL, "## unit: a\n### lane: x\n### lane: y\nThe »{{.x")),
    ("lane-template", machine(TAIL, "## unit: a\nOne {{.x}}\n»{{if .x}}two {{with .y}}{{end}}")),
    ("lane-template", machine(TAIL, "## unit: a\nOne {{.x}}\n»{{end}}")),
    ("lane-template", machine(TAIL, "## unit: a\nOne {{len »$x}}\n")),
    ("unknown-predicate", gate("guard: >-\n      hasBody and\n      (»hasBdy or hasBody)")),
    ("unknown-predicate", step("transitions: [{when: »ready, to: a}]")),
    ("unknown-query", gate("inject: [{id: x, fn: »chains}]")),
    ("unknown-query", machine("class: shell\nframing:\n  - fn: »chains\n" + TAIL)),
    ("query-not-serve-safe", machine("class: shell\nframing: [{fn: »unsafe}]\n" + TAIL)),
    ("unknown-command", gate("op: »confirmPlay")),
    ("unknown-command", step("chooser: agent\n    options: [{choice: y, to: a, call: »run}]")),
    (
        "command-writes-param",
        gate("op: »confirmPlayback", "params: {playbackConfirmation: {type: text}}\n"),
    ),
    (
        "command-writes-state",
        gate("op: »confirmPlayback", "state: {playbackConfirmation: {type: text}}\n"),
    ),
]


def functions():
    registry = Registry()
    registry.query(name="unsafe")(lambda ctx, args: None)
    return registry


def problems_of(text):
    entry = parse_entry("20260702-100000-d-prc-aaa", text, file="p.md")
    return check_spec(entry, functions())[1]


def place_of_mark(text):
    """Return the text without its marks, and the place of the last."""
    before = text[: text.rindex("»")].replace("»", "")
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    return text.replace("»", ""), place


@pytest.mark.parametrize(("code", "marked"), FAULTY, ids=[code for code, _ in FAULTY])
def test_a_problem_points_at_its_culprit_in_the_file(code, marked):
    text, place = place_of_mark(marked)
    found = [(p.line, p.column) for p in problems_of(text) if p.code == code]
    assert found[-1:] == [place]


@pytest.mark.parametrize(("code", "marked"), FAULTY, ids=[code for code, _ in FAULTY])
def test_places_hold_where_lines_end_otherwise_or_the_front_matter_starts_late(code, marked):
    late = "\n \n" + marked.replace("\n", "\r\n")
    text, place = place_of_mark(late)
    found = [(p.line, p.column) for p in problems_of(text) if p.code == code]
    assert found[-1:] == [place]


def test_every_code_of_a_problem_is_tried_above():
    assert {code for code, _ in FAULTY} == set(HINTS)


@pytest.mark.parametrize(("code", "marked"), FAULTY, ids=[code for code, _ in FAULTY])
def test_no_problem_is_without_a_hint(code, marked):
    found = problems_of(marked.replace("»", ""))
    assert found and all(problem.hint for problem in found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (step("transition: []"), "Did you mean 'transitions'?"),
        (gate("guard: hasBdy"), "Did you mean 'hasBody'"),
        (gate("op: confirmPlaybak"), "Did you mean 'confirmPlayback'?"),
        (gate("inject: [{fn: registryLst}]"), "Did you mean 'registryList'?"),
        (gate("chooser: gat"), "Did you mean 'gate'?"),
        (gate("collect: [nte]"), "Did you mean 'note'?"),
        (step("transitions: [{to: end(complete)}]"), "Did you mean 'end(completed)'"),
        (machine("class: shel\n" + TAIL), "Did you mean 'shell'?"),
        (machine("state: {x: {type: list<txt>}}\n" + TAIL), "Did you mean 'list<text>'"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_answered_with_a_near_one(text, said):
    assert said in problems_of(text)[0].hint


def test_breaks_of_lines_that_only_yaml_knows_do_not_move_places():
    text = machine("state:\n  x: {type: text, desc: 'a\u2028b'}\nclass: shel\n" + TAIL)
    [found] = problems_of(text)
    assert (found.code, found.line, found.column) == ("unknown-class", 7, 8)


def test_an_entry_that_cannot_be_read_names_line_and_column():
    with pytest.raises(ValueError, match=r"p\.md:3:14: "):
        parse_entry("20260702-100000-d-prc-aaa", "---\ntype: d\nserveBudget: x\n---\n", file="p.md")
