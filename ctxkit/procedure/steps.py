"""Reads the steps of a procedure, each by itself (contract C, sections 3.1 and 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from yaml.nodes import Node

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.guard import GuardExpr, parse_guard
from ctxkit.procedure.names import is_identifier
from ctxkit.procedure.problems import Problems
from ctxkit.procedure.sections import RawInject, RawOption, RawStep, RawTransition
from ctxkit.procedure.sources import Sources
from ctxkit.procedure.spec import (
    Cap,
    ChooserKind,
    CollectField,
    Dispatch,
    InjectCall,
    Option,
    Step,
    Transition,
)


def read_steps(raw: list[RawStep], problems: Problems, sources: Sources) -> list[Step]:
    """Return the steps that have an ID of their own."""
    steps: dict[str, Step] = {}
    for number, given in enumerate(raw):
        if not given.id:
            problems.add("missing-step-id", f"steps[{number}]", "has no id", given.at("id"))
            continue
        step = _Reader(given, problems, sources).read()
        if step.id in steps:
            at = f"steps.{step.id}"
            problems.add("duplicate-step-id", at, "is there twice", given.at("id"))
        else:
            steps[step.id] = step
    return list(steps.values())


def read_injects(
    raw: list[RawInject], problems: Problems, sources: Sources, at: str
) -> list[InjectCall]:
    """Return the injects that are whole; ``at`` may hold a place for their number."""
    injects: dict[str, InjectCall] = {}
    for number, given in enumerate(raw):
        place = at.format(number)
        if not given.fn:
            problems.add("missing-fn", place, "an inject has no fn", given.at("fn"))
            continue
        if given.id and not is_identifier(given.id):
            message = f"inject id {given.id!r} is no valid name"
            problems.add("invalid-inject-id", place, message, given.at("id"))
            continue
        inject = _read_inject(given)
        sources.note(inject, given)
        if inject.effective_id in injects:
            problems.add(
                "duplicate-inject-id", place, f"inject {inject.effective_id!r} is there twice",
                given.at("id" if given.id else "fn"),
            )  # fmt: skip
            continue
        injects[inject.effective_id] = inject
    return list(injects.values())


def _read_inject(given: RawInject) -> InjectCall:
    args, max_bytes = dict(given.args), given.max_bytes
    named: Any = args.get("maxBytes")
    if not max_bytes and type(named) in (int, float) and named > 0:
        max_bytes = int(args.pop("maxBytes"))
    cap = Cap(max_bytes=max_bytes, max_items=given.max_items)
    return InjectCall(fn=given.fn, id=given.id, args=args, cap=cap)


class _Reader:
    def __init__(self, given: RawStep, problems: Problems, sources: Sources) -> None:
        self.given = given
        self.problems = problems
        self.sources = sources
        self.at = f"steps.{given.id}"

    def problem(
        self, code: str, message: str, node: Node, name: str = "", known: Iterable[str] = ()
    ) -> None:
        self.problems.add(code, self.at, message, node, name=name, known=known)

    def read(self) -> Step:
        given = self.given
        injects = read_injects(given.inject, self.problems, self.sources, _escaped(self.at))
        step = Step(
            id=given.id,
            chooser=self.chooser(),
            collect=self.collect(given, given.collect, "invalid-collect-name"),
            inject=tuple(injects),
            guard=self.guard(given, "guard", "bad-guard") if given.guard else None,
            options=tuple(filter(None, map(self.option, given.options))),
            transitions=self.transitions(),
            render=given.render,
            op=given.op,
            goal=given.goal,
            serve_delta=tuple(given.serve_delta),
        )
        self.sources.note(step, given)
        self.check_chooser(step)
        return step

    def chooser(self) -> ChooserKind:
        word = self.given.chooser
        try:
            return ChooserKind(word or "gate")
        except ValueError:
            node = self.given.at("chooser")
            self.problem("unknown-chooser", f"{word!r} is no chooser", node, word, ChooserKind)
            return ChooserKind.GATE

    def collect(
        self, given: RawStep | RawOption, words: list[str], code: str
    ) -> tuple[CollectField, ...]:
        fields = []
        for number, word in enumerate(words):
            node = given.item("collect", number)
            name = word.removesuffix("?")
            if is_identifier(name):
                fields.append(CollectField(name=name, optional=word != name))
                self.sources.note(fields[-1], node)
            else:
                self.problem(code, f"{word!r} is no valid name", node)
        return tuple(fields)

    def guard(self, given: RawStep | RawTransition, key: str, code: str) -> GuardExpr | None:
        try:
            return parse_guard(getattr(given, key))
        except InvalidValueError as error:
            self.problem(code, str(error), given.at(key))
            return None

    def option(self, given: RawOption) -> Option | None:
        if not given.choice:
            self.problem("missing-choice", "an option has no choice", given.at("choice"))
            return None
        if not given.to:
            self.problem("option-missing-to", f"{given.choice!r} leads nowhere", given.at("to"))
            return None
        dispatch = given.dispatch and Dispatch(
            procedure=given.dispatch.procedure, seed=given.dispatch.seed
        )
        option = Option(
            choice=given.choice,
            to=given.to,
            call=given.call,
            collect=self.collect(given, given.collect, "invalid-option-collect-name"),
            dispatch=dispatch,
        )
        self.sources.note(option, given)
        return option

    def transitions(self) -> tuple[Transition, ...]:
        kept: list[Transition] = []
        last = len(self.given.transitions) - 1
        for number, given in enumerate(self.given.transitions):
            if given.otherwise or (given.to and not given.when):
                found = self.fallback(given, kept, number == last)
            else:
                found = self.conditional(given)
            if found is not None:
                self.sources.note(found, given)
                kept.append(found)
        return tuple(kept)

    def fallback(
        self, given: RawTransition, kept: list[Transition], is_last: bool
    ) -> Transition | None:
        target = given.to if given.otherwise in ("", "true") else given.otherwise
        if not target:
            self.problem("otherwise-no-target", "a fallback leads nowhere", given.at("otherwise"))
            return None
        if any(transition.otherwise for transition in kept):
            self.problem("second-otherwise", "there is a fallback already", given.node)
            return None
        if not is_last:
            self.problem(
                "otherwise-not-last", "nothing after a fallback is ever reached", given.node
            )
        return Transition(to=target)

    def conditional(self, given: RawTransition) -> Transition | None:
        if not given.when:
            self.problem("empty-transition", "a transition is empty", given.node)
            return None
        if not given.to:
            self.problem("transition-missing-to", "a transition leads nowhere", given.at("to"))
            return None
        when = self.guard(given, "when", "bad-when")
        return None if when is None else Transition(to=given.to, when=when)

    def check_chooser(self, step: Step) -> None:
        key = self.given.key
        if step.is_gate:
            if step.options:
                self.problem("options-on-gate", "a gate has no options", key("options"))
            if not step.transitions:
                self.problem(
                    "gate-without-transitions", "a gate needs a way on", key("transitions")
                )
            return
        if not step.options:
            culprit = key("options") if "options" in self.given.keys else self.given.at("chooser")
            self.problem("chooser-without-options", "there is nothing to choose", culprit)
        if step.op:
            self.problem("op-on-chooser", "only a gate runs an op", key("op"))
        if step.guard is not None:
            self.problem("guard-on-chooser", "only a gate has a guard", key("guard"))
        if step.transitions:
            self.problem(
                "transitions-on-chooser", "options lead on from here, not transitions",
                key("transitions"),
            )  # fmt: skip


def _escaped(at: str) -> str:
    return at.replace("{", "{{").replace("}", "}}")
