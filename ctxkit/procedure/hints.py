"""What would be right in place of each problem of a procedure (contract C, section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ctxkit.errors import names_hint

_NAME = "A name is letters, digits and _, no digit first, and none of and, or, not."
_GUARD = "A guard joins names of predicates by and, or, not and parentheses."
_END = "or end(completed) or end(abandoned)"

#: Every code of a problem, and what would be right.
HINTS: Final[dict[str, str]] = {
    # The entry as a whole
    "not-procedure": "Only an entry of type: decision and kind: procedure describes a procedure.",
    "missing-canonical": "Give it a canonical: line with the name by which it is started.",
    "no-machine": "Describe a machine under steps:, with its fields under params: and state:.",
    "undecodable": "Mend this first: what stands after it in the machine was not looked at.",
    "unknown-class": "Classes are move, shell and task; without a class: line it is a move.",
    "negative-serve-budget": "Give the bytes of the largest serve, or leave the line out.",
    "framing-outside-shell": "Set class: shell, or leave framing out.",
    # Declarations
    "default-on-param": "Make it a state field, or leave the default out.",
    "invalid-name": _NAME,
    "bad-type": "Give a type: such as text, bool, entry-id or list<text>.",
    "param-collision": "Give the state field a name of its own.",
    "bad-default": "Give a default of the declared type, or none.",
    "patch-shape": "Declare type: list<search-replace> and optional: true.",
    "patch-target-undeclared": "patchOf names a state field of type text or prose.",
    "patch-target-not-text": "patchOf names a state field of type text or prose.",
    "patch-target-is-patch": "Name the field that is edited in the end.",
    # Steps, each by itself
    "no-steps": "Give at least one step under steps:; the first is where it starts.",
    "missing-step-id": "Give the step an id:.",
    "duplicate-step-id": "Give one of the two steps another id.",
    "unknown-chooser": "Choosers are gate, agent and user; without a chooser: line it is a gate.",
    "invalid-collect-name": f"{_NAME} A ? after it makes it optional.",
    "missing-fn": "Name the query under fn:.",
    "invalid-inject-id": _NAME,
    "duplicate-inject-id": "Give one of them an id of its own.",
    "bad-guard": _GUARD,
    "bad-when": _GUARD,
    "missing-choice": "Name the option under choice:.",
    "option-missing-to": f"Name under to: the step it leads to, {_END}.",
    "invalid-option-collect-name": f"{_NAME} A ? after it makes it optional.",
    "otherwise-no-target": f"Write otherwise: and the step it leads to, {_END}.",
    "second-otherwise": "Keep one fallback, as the last transition.",
    "otherwise-not-last": "Put the fallback last.",
    "transition-missing-to": f"Name under to: the step it leads to, {_END}.",
    "empty-transition": "Write when: and to:, or otherwise:.",
    "options-on-gate": "Set chooser: agent or chooser: user, or lead on by transitions.",
    "gate-without-transitions": "Give it transitions:, or a chooser: with options.",
    "chooser-without-options": "Give it options:, each with choice: and to:.",
    "op-on-chooser": "Use call: of an option, or move the op to a gate.",
    "guard-on-chooser": "Move the guard to a gate before or behind.",
    "transitions-on-chooser": "Write them as options with choice: and to:.",
    # How they fit together
    "unknown-transition-target": f"Name a step, {_END}.",
    "unknown-option-target": f"Name a step, {_END}.",
    "serve-delta-undeclared": "Declare it under state:.",
    "collect-undeclared": "Declare it under state:.",
    "option-collect-undeclared": "Declare it under state:.",
    "dispatch-without-seed": "Give a seed: of the child's fields and the fields they come from.",
    "dispatch-source-undeclared": "Declare it under params: or state:.",
    "unknown-unit": "Add its heading, ## unit: NAME, to the body.",
    "inject-shadows-param": "Give the inject an id that no param has.",
    "inject-shadows-state": "Give the inject an id that no state field has.",
    "user-chooser-in-task": "Set chooser: agent, or another class.",
    # The body
    "text-before-lane": "Move the text into a lane, or take the lanes away.",
    "duplicate-lane": "Give one of the two lanes another name.",
    "lane-template": "Texts are templates of Go: {{.field}}, {{if .field}} … {{end}}.",
    # The functions that are named
    "unknown-predicate": "Register it with @registry.predicate(reads=[...]).",
    "unknown-query": "Register it with @registry.query().",
    "unknown-command": "Register it with @registry.command(writes=[...]).",
    "query-not-serve-safe": "Frame with a query registered with serve_safe=True.",
    "command-writes-param": "Rename the param: what a command writes is not declared.",
    "command-writes-state": "Rename the state field: what a command writes is not declared.",
}

#: Names among which a near one is looked for; more would take too long.
_MOST_KNOWN = 300
_LONGEST_NAME = 40


def near_hint(name: str, known: Iterable[str]) -> str:
    """Return ``Did you mean …?``; nothing where no known name is near."""
    names = [each for each in known if len(each) <= _LONGEST_NAME]
    if len(names) > _MOST_KNOWN or len(name) > _LONGEST_NAME:
        return ""
    hint = names_hint("name", name, names)
    return hint if hint.startswith("Did you mean") else ""
