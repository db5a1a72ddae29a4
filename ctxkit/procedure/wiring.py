"""Checks that the parts of a procedure fit together (contract C, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxkit.graph.vocabulary import ProcedureClass
from ctxkit.procedure.functions import Functions
from ctxkit.procedure.problems import Problems
from ctxkit.procedure.spec import ChooserKind, Option, Spec, Step, is_end_target

_Found = tuple[str, str]


def check_wiring(spec: Spec, problems: Problems, nodes: Mapping[str, object]) -> None:
    """Note targets, fields and units that a step names and that are not there."""
    known = {step.id for step in spec.steps}
    for step in spec.steps:
        at = f"steps.{step.id}"
        for code, message in _step_problems(spec, step, known):
            problems.add(code, at, message, nodes.get(at))


def _step_problems(spec: Spec, step: Step, known: set[str]) -> Iterator[_Found]:
    for transition in step.transitions:
        if transition.to not in known and not is_end_target(transition.to):
            yield "unknown-transition-target", f"{transition.to!r} is no step"
    for name in step.serve_delta:
        if name not in spec.state:
            yield "serve-delta-undeclared", f"{name!r} is no state field"
    for option in step.options:
        yield from _option_problems(spec, option, known)
    for field in step.collect:
        if field.name not in spec.state:
            yield "collect-undeclared", f"{field.name!r} is no state field"
    if step.render and step.render not in spec.units:
        yield "unknown-unit", f"the body has no unit {step.render!r}"
    for inject in step.inject:
        if inject.effective_id in spec.params:
            yield "inject-shadows-param", f"inject {inject.effective_id!r} hides a param"
        if inject.effective_id in spec.state:
            yield "inject-shadows-state", f"inject {inject.effective_id!r} hides a state field"
    if step.chooser is ChooserKind.USER and spec.procedure_class is ProcedureClass.TASK:
        yield "user-chooser-in-task", "a task has no user to ask"


def _option_problems(spec: Spec, option: Option, known: set[str]) -> Iterator[_Found]:
    if option.to not in known and not is_end_target(option.to):
        yield "unknown-option-target", f"{option.to!r} is no step"
    for field in option.collect:
        if field.name not in spec.state:
            yield "option-collect-undeclared", f"{field.name!r} is no state field"
    if option.dispatch is None:
        return
    if not option.dispatch.seed:
        yield "dispatch-without-seed", f"{option.choice!r} hands nothing down"
    for parent in option.dispatch.seed.values():
        if parent not in spec.params and parent not in spec.state:
            yield "dispatch-source-undeclared", f"{parent!r} is not declared"


def check_functions(
    spec: Spec, registry: Functions, problems: Problems, nodes: Mapping[str, object]
) -> None:
    """Note functions that a procedure names and that do not exist, or may not be used so."""
    for number, inject in enumerate(spec.framing):
        at = f"framing[{number}]"
        query = registry.query(inject.fn)
        if query is None:
            problems.add("unknown-query", at, f"no query {inject.fn!r}", nodes.get(at))
        elif not query.serve_safe:
            problems.add(
                "query-not-serve-safe", at, f"query {inject.fn!r} does more than read",
                nodes.get(at),
            )  # fmt: skip
    for step in spec.steps:
        at = f"steps.{step.id}"
        for code, message in _function_problems(spec, step, registry):
            problems.add(code, at, message, nodes.get(at))


def _function_problems(spec: Spec, step: Step, registry: Functions) -> Iterator[_Found]:
    guards = [step.guard, *(transition.when for transition in step.transitions)]
    for guard in guards:
        for name in guard.predicates() if guard is not None else ():
            if registry.predicate(name) is None:
                yield "unknown-predicate", f"no predicate {name!r}"
    for inject in step.inject:
        if registry.query(inject.fn) is None:
            yield "unknown-query", f"no query {inject.fn!r}"
    for call in (step.op, *(option.call for option in step.options)):
        if not call:
            continue
        command = registry.command(call)
        if command is None:
            yield "unknown-command", f"no command {call!r}"
            continue
        for name in command.doc.writes:
            if name in spec.params:
                yield "command-writes-param", f"command {call!r} writes param {name!r}"
            if name in spec.state:
                yield "command-writes-state", f"command {call!r} writes state field {name!r}"
