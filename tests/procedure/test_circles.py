"""Procedures that the engine would never leave are told of, and do not hang it."""

import pytest

from ctxkit.graph.entry import parse_entry
from ctxkit.procedure import Registry, check_spec
from ctxkit.session import Engine
from ctxkit.session.errors import SessionError
from ctxkit.session.events import MemorySink


def text(steps, more=""):
    return f"---\ntype: d\nkind: procedure\ncanonical: demo\n{more}steps:\n{steps}---\n"


def load(steps, more=""):
    entry = parse_entry("20260702-100000-d-prc-aaa", text(steps, more), file="p.md")
    spec, problems = check_spec(entry, Registry())
    assert not problems
    return spec


SELF = "  - id: a\n    transitions: [{otherwise: a}]\n"
PAIR = "  - id: a\n    transitions: [{to: b}]\n  - id: b\n    transitions: [{to: a}]\n"


@pytest.mark.parametrize(
    ("steps", "said", "place"),
    [
        (SELF, "steps.a: goes round for ever: a → a; nobody chooses, and nothing", (7, 31)),
        (PAIR, "steps.b: goes round for ever: a → b → a; nobody chooses", (9, 24)),
        (
            "  - {id: a, transitions: [{when: hasBody, to: end(completed)}, {otherwise: a}]}\n",
            "steps.a: goes round for ever while hasBody does not hold: a → a",
            (6, 76),
        ),
        (
            "  - id: a\n    op: confirmPlayback\n    transitions:\n"
            "      - {when: hasBody, to: end(completed)}\n"
            "      - {when: hasRefs, to: end(abandoned)}\n      - {to: a}\n",
            "while neither hasBody nor hasRefs holds: a → a; only confirmPlayback could change",
            (11, 14),
        ),
        (
            "  - {id: a, guard: hasBody or not hasBody, transitions: [{when: not (hasBody and not "
            "hasBody), to: a}]}\n",
            "steps.a: goes round for ever: a → a",
            (6, 100),
        ),
    ],
)  # fmt: skip
def test_steps_that_lead_to_each_other_for_ever_are_announced_with_their_place(steps, said, place):
    [found] = load(steps).warnings
    assert said in found.message
    assert (found.code, found.severity) == ("always-firing-circle", "warning")
    assert (found.file, found.line, found.column) == ("p.md", *place)
    assert found.hint == "Give one of these steps a chooser or a guard, or a way out."


@pytest.mark.parametrize(
    "steps",
    [
        "  - {id: a, guard: hasBody, transitions: [{to: a}]}\n",
        "  - {id: a, transitions: [{when: hasBody, to: a}]}\n",
        "  - {id: a, transitions: [{to: end(completed)}]}\n",
        "  - {id: a, transitions: [{to: b}]}\n"
        "  - {id: b, chooser: agent, options: [{choice: again, to: a}]}\n",
    ],
)
def test_a_circle_that_something_holds_is_not_announced(steps):
    assert not load(steps).warnings


def test_the_display_of_a_procedure_tells_of_the_circle_and_where_it_is_closed():
    shown = repr(load(PAIR))
    assert "Warnings: 1" in shown and "p.md:9:24" in shown


def test_a_changed_procedure_is_looked_at_anew():
    spec = load(PAIR)
    held = spec.with_step("b", guard=load("  - {id: a, guard: hasBody, transitions: [{to: a}]}\n")
                          .steps[0].guard)  # fmt: skip
    assert spec.warnings and not held.warnings
    assert [w.line for w in spec.replace(canonical="other").warnings] == [9]


def test_a_long_circle_is_told_in_short():
    steps = "".join(
        f"  - {{id: s{n}, transitions: [{{to: s{(n + 1) % 500}}}]}}\n" for n in range(500)
    )
    [found] = load(steps).warnings
    assert "s0 → s1 → s2 → s3 → s4 → … 494 more … → s499 → s0" in found.message


@pytest.mark.parametrize(("steps", "ring"), [(SELF, "a"), (PAIR, "b, a")])
def test_the_engine_stops_with_an_error_where_the_original_would_hang(steps, ring):
    sink = MemorySink()
    session = Engine(Registry()).new_session("s", "Noa", sink=sink)
    with pytest.raises(SessionError, match=r"goes round in a circle.* 1,000th time") as caught:
        session.start(load(steps))
    assert f"the steps {ring} " in caught.value.hint
    assert session.instance("i_1").is_running
    assert 1_000 <= len(sink.events) < 2_100


def test_a_long_way_without_a_circle_is_no_circle():
    last = "  - {id: s3000, transitions: [{to: end(completed)}]}\n"
    steps = "".join(f"  - {{id: s{n}, transitions: [{{to: s{n + 1}}}]}}\n" for n in range(3_000))
    assert (
        Engine(Registry()).new_session("s", "Noa").start(load(steps + last)).outcome == "completed"
    )
