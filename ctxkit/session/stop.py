"""Why an instance stands where it stands, and what would move it on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ctxkit.errors import CtxkitError
from ctxkit.procedure.functions import Context
from ctxkit.procedure.spec import Step
from ctxkit.procedure.truth import GuardTruth
from ctxkit.session.errors import call_function
from ctxkit.session.gate import explain_gate
from ctxkit.session.instance import Instance
from ctxkit.session.session import Session
from ctxkit.session.store import missing_fields
from ctxkit.view import Shown

_MOST_TOLD = 4


class StopKind(StrEnum):
    """What an instance waits for."""

    GATE = "gate"  #: A report; the engine looks at the conditions then.
    AGENT = "agent"  #: A choice of the agent.
    USER = "user"  #: A choice of the user.
    ENDED = "ended"  #: Nothing any more.


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition that holds an instance.

    Attributes
    ----------
    predicate : str
    value : bool or None
        Its truth, which is not the one that is needed; ``None`` where it could not be told.
    message : str
        What is told about it.
    reads : dict
        Fields that it looks at, with their values; ``None`` for one that is not there.
    """

    predicate: str
    value: bool | None
    message: str
    reads: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        truth = {True: "true", False: "false", None: "not known"}[self.value]
        because = f", because: {self.message.removesuffix('.')}" if self.message else ""
        return f"{self.predicate} is {truth}{because}"


@dataclass(frozen=True, slots=True, repr=False)
class Stop(Shown):
    """Where an instance stands, and why; made by :func:`explain_stop`.

    Attributes
    ----------
    instance, procedure, step, outcome : str
        ``outcome`` is empty while it runs.
    kind : StopKind
    missing : tuple of str
        Fields that the step asks for and that are not there.
    reasons : tuple of Reason
        What holds it at a gate; empty where nothing does.
    guards : tuple of GuardTruth
        All conditions of a gate, each with the truth of its parts.
    choices : tuple of str
        What can be chosen.
    leads_to : str
        Where a gate leads that nothing holds; empty where that is not decided.
    """

    instance: str
    procedure: str
    step: str
    kind: StopKind
    outcome: str = ""
    missing: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    guards: tuple[GuardTruth, ...] = ()
    choices: tuple[str, ...] = ()
    leads_to: str = ""

    @property
    def held(self) -> bool:
        """Whether a condition holds it, so that the next report must change something."""
        return bool(self.reasons)

    @property
    def headline(self) -> str:
        """The whole in one sentence."""
        if self.kind is StopKind.ENDED:
            return f"It has ended: {self.outcome}."
        if self.kind is not StopKind.GATE:
            return f"The {self.kind} must choose: {', '.join(self.choices)}."
        if self.held:
            told = "; ".join(map(str, self.reasons[:_MOST_TOLD]))
            rest = len(self.reasons) - _MOST_TOLD
            return f"Held by: {told}{f'; and {rest} more' if rest > 0 else ''}."
        target = f" to {self.leads_to}" if self.leads_to else ""
        return f"Nothing holds it any more: the next report takes it on{target}."


def explain_stop(session: Session, handle: str) -> Stop:
    """Say why an instance stands where it stands, and what would move it on.

    Nothing is logged, and the instance does not move.

    Parameters
    ----------
    session : Session
    handle : str

    Raises
    ------
    UnknownNameError
        If the session has no such instance.

    See Also
    --------
    ctxkit.session.gate.explain_gate : The conditions alone.
    """
    guards = explain_gate(session, handle)
    instance = session.instance(handle)
    assert instance is not None  # explain_gate has asked for it
    place = (handle, instance.spec.canonical, instance.step)
    if not instance.is_running:
        return Stop(*place, StopKind.ENDED, instance.outcome)
    step = instance.current
    if not step.is_gate:
        choices = tuple(option.choice for option in step.options)
        return Stop(*place, StopKind(step.chooser.value), choices=choices)
    needed = (asked.name for asked in step.collect if not asked.optional)
    held = _holding(step, guards)
    context = session.engine.context(instance.store, step.id, session.reads)
    return Stop(
        *place,
        StopKind.GATE,
        missing=tuple(missing_fields(instance.store, needed)),
        reasons=tuple(_reasons(session, context, held)),
        guards=guards,
        leads_to="" if held else _way_on(step, guards, instance),
    )


def _holding(step: Step, guards: tuple[GuardTruth, ...]) -> tuple[GuardTruth, ...]:
    """Return the conditions that hold an instance: the guard, or else all of its ways out."""
    if step.guard is not None:
        first, *ways = guards
        if first.holds is not True:
            return (first,)
    else:
        ways = list(guards)
    unconditional = any(way.otherwise for way in step.transitions)
    if unconditional or any(way.holds is True for way in ways):
        return ()
    return tuple(ways)


def _way_on(step: Step, guards: tuple[GuardTruth, ...], instance: Instance) -> str:
    if step.op and not instance.op_done:
        return ""  # what the command writes may decide it
    truths = iter(guards[1:] if step.guard is not None else guards)
    ways = ((way.to, way.otherwise or next(truths).holds is True) for way in step.transitions)
    return next((to for to, is_open in ways if is_open), "")


def _reasons(session: Session, context: Context, held: tuple[GuardTruth, ...]) -> Iterator[Reason]:
    told = set()
    for truth in held:
        for name in truth.culprits:
            if name in told:
                continue
            told.add(name)
            predicate = session.engine.registry.predicate(name)
            if predicate is None:
                yield Reason(name, None, "no such predicate is registered")
                continue
            value = truth.values[name]
            message = truth.errors.get(name, "") or predicate.doc.doc
            if value is False:
                message = _explained(name, predicate.explain, context)
            yield Reason(
                name, value, message, {f: context.store.get(f) for f in predicate.doc.reads}
            )


def _explained(name: str, explain: Any, context: Context) -> str:
    try:
        return str(call_function(f"predicate {name}", explain, context))
    except CtxkitError as error:
        return str(error)
