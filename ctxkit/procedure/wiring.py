"""Checks that the parts of a procedure fit together (contract C, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from yaml.nodes import Node

from ctxkit.graph.vocabulary import ProcedureClass
from ctxkit.procedure.functions import FuncClass, Functions
from ctxkit.procedure.problems import Problems
from ctxkit.procedure.sources import Sources
from ctxkit.procedure.spec import (
    END_ABANDONED,
    END_COMPLETED,
    ChooserKind,
    InjectCall,
    Option,
    Spec,
    Step,
)


class _Found(NamedTuple):
    """A problem: its code, message and place, and the name that does not exist, if that is it."""

    code: str
    message: str
    node: Node | None
    name: str = ""
    known: Iterable[str] = ()
    word: str = ""


def check_wiring(spec: Spec, problems: Problems, sources: Sources) -> None:
    """Note targets, fields and units that a step names and that are not there."""
    wiring = _Wiring(spec, sources)
    for step in spec.steps:
        _note(problems, f"steps.{step.id}", wiring.problems_of(step))


def check_functions(
    spec: Spec, registry: Functions, problems: Problems, sources: Sources | None = None
) -> None:
    """Note functions that a procedure names and that do not exist, or may not be used so."""
    uses = _Uses(spec, registry, sources or Sources())
    for number, inject in enumerate(spec.framing):
        _note(problems, f"framing[{number}]", uses.problems_of_framing(inject))
    for step in spec.steps:
        _note(problems, f"steps.{step.id}", uses.problems_of(step))


def _note(problems: Problems, at: str, found: Iterable[_Found]) -> None:
    for one in found:
        problems.add(
            one.code, at, one.message, one.node, word=one.word, name=one.name, known=one.known
        )


class _Wiring:
    def __init__(self, spec: Spec, sources: Sources) -> None:
        self.spec = spec
        self.sources = sources
        self.targets = [*(step.id for step in spec.steps), END_COMPLETED, END_ABANDONED]
        self.known = frozenset(self.targets)
        self.fields = [*spec.params, *spec.state]

    def problems_of(self, step: Step) -> Iterator[_Found]:
        spec, sources = self.spec, self.sources
        for transition in step.transitions:
            if transition.to not in self.known:
                node = sources.node_of_target(transition)
                yield self.no_step("unknown-transition-target", transition.to, node)
        for number, name in enumerate(step.serve_delta):
            if name not in spec.state:
                node = sources.item(step, "serveDelta", number)
                yield self.no_field("serve-delta-undeclared", name, node)
        for option in step.options:
            yield from self.problems_of_option(option)
        for field in step.collect:
            if field.name not in spec.state:
                yield self.no_field("collect-undeclared", field.name, sources.node(field))
        if step.render and step.render not in spec.units:
            message = f"the body has no unit {step.render!r}"
            node = sources.node(step, "render")
            yield _Found("unknown-unit", message, node, step.render, spec.units)
        for inject in step.inject:
            name, node = inject.effective_id, _name_node(sources, inject)
            if name in spec.params:
                yield _Found("inject-shadows-param", f"inject {name!r} hides a param", node)
            if name in spec.state:
                yield _Found("inject-shadows-state", f"inject {name!r} hides a state field", node)
        if step.chooser is ChooserKind.USER and spec.procedure_class is ProcedureClass.TASK:
            node = sources.node(step, "chooser")
            yield _Found("user-chooser-in-task", "a task has no user to ask", node)

    def no_step(self, code: str, name: str, node: Node | None) -> _Found:
        return _Found(code, f"{name!r} is no step", node, name, self.targets)

    def no_field(self, code: str, name: str, node: Node | None) -> _Found:
        return _Found(code, f"{name!r} is no state field", node, name, self.spec.state)

    def problems_of_option(self, option: Option) -> Iterator[_Found]:
        spec, sources = self.spec, self.sources
        if option.to not in self.known:
            node = sources.node(option, "to")
            yield self.no_step("unknown-option-target", option.to, node)
        for field in option.collect:
            if field.name not in spec.state:
                yield self.no_field("option-collect-undeclared", field.name, sources.node(field))
        if option.dispatch is None:
            return
        raw = sources.raw(option)
        seed = getattr(raw, "dispatch", None)
        if not option.dispatch.seed:
            node = None if raw is None else raw.key("dispatch")
            yield _Found("dispatch-without-seed", f"{option.choice!r} hands nothing down", node)
        for child, parent in option.dispatch.seed.items():
            if parent not in spec.params and parent not in spec.state:
                node = None if seed is None else seed.parents[child]
                message = f"{parent!r} is not declared"
                yield _Found("dispatch-source-undeclared", message, node, parent, self.fields)


class _Uses:
    def __init__(self, spec: Spec, registry: Functions, sources: Sources) -> None:
        self.spec = spec
        self.registry = registry
        self.sources = sources

    def missing(
        self, func_class: FuncClass, name: str, node: Node | None, word: str = ""
    ) -> _Found:
        docs = getattr(self.registry, "docs", None)
        known = [doc.name for doc in docs(func_class)] if docs is not None else []
        return _Found(f"unknown-{func_class}", f"no {func_class} {name!r}", node, name, known, word)

    def problems_of_framing(self, inject: InjectCall) -> Iterator[_Found]:
        query, node = self.registry.query(inject.fn), self.sources.node(inject, "fn")
        if query is None:
            yield self.missing(FuncClass.QUERY, inject.fn, node)
        elif not query.serve_safe:
            message = f"query {inject.fn!r} does more than read"
            yield _Found("query-not-serve-safe", message, node)

    def problems_of(self, step: Step) -> Iterator[_Found]:
        node_of = self.sources.node
        guards = [(step.guard, node_of(step, "guard"))]
        guards += [(each.when, node_of(each, "when")) for each in step.transitions]
        for guard, node in guards:
            for name in guard.predicates() if guard is not None else ():
                if self.registry.predicate(name) is None:
                    yield self.missing(FuncClass.PREDICATE, name, node, word=name)
        for inject in step.inject:
            if self.registry.query(inject.fn) is None:
                yield self.missing(FuncClass.QUERY, inject.fn, node_of(inject, "fn"))
        calls = [(step.op, node_of(step, "op"))]
        calls += [(option.call, node_of(option, "call")) for option in step.options]
        for call, node in calls:
            if call:
                yield from self.problems_of_call(call, node)

    def problems_of_call(self, call: str, node: Node | None) -> Iterator[_Found]:
        command = self.registry.command(call)
        if command is None:
            yield self.missing(FuncClass.COMMAND, call, node)
            return
        for name in command.doc.writes:
            if name in self.spec.params:
                message = f"command {call!r} writes param {name!r}"
                yield _Found("command-writes-param", message, node)
            if name in self.spec.state:
                message = f"command {call!r} writes state field {name!r}"
                yield _Found("command-writes-state", message, node)


def _name_node(sources: Sources, inject: InjectCall) -> Node | None:
    return sources.node(inject, "id" if inject.id else "fn")
