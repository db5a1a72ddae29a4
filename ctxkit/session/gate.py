"""What holds an instance at a gate: its conditions, each with the truth of its parts."""

from __future__ import annotations

from ctxkit.errors import UnknownNameError
from ctxkit.procedure.functions import Context
from ctxkit.procedure.guard import GuardExpr
from ctxkit.procedure.truth import GuardTruth, explain_guard
from ctxkit.session.errors import call_predicate
from ctxkit.session.session import Session


def explain_gate(session: Session, handle: str) -> tuple[GuardTruth, ...]:
    """Say of each condition of the step at which an instance stands whether it holds.

    Nothing is logged, and the instance does not move.

    Parameters
    ----------
    session : Session
    handle : str

    Returns
    -------
    tuple of GuardTruth
        First the guard of the step, if it has one, then the conditions of its ways out in their
        order. Empty where somebody must choose, or there is no condition.

    Raises
    ------
    UnknownNameError
        If the session has no such instance.
    """
    instance = session.instance(handle)
    if instance is None:
        raise UnknownNameError.among("instance", handle, [i.id for i in session.instances])
    step = instance.current
    context = session.engine.context(instance.store, step.id, session.reads)
    guards: list[tuple[str, GuardExpr]] = []
    if step.guard is not None:
        guards.append((f"{handle} is held at {step.id} until", step.guard))
    guards += [
        (f"{handle} goes from {step.id} to {way.to} when", way.when)
        for way in step.transitions
        if way.when is not None
    ]
    return tuple(
        explain_guard(guard, lambda name: _holds(session, name, context), title=title)
        for title, guard in guards
    )


def _holds(session: Session, name: str, context: Context) -> bool:
    predicate = session.engine.registry.predicate(name)
    if predicate is None:
        known = [doc.name for doc in session.engine.registry.docs("predicate")]
        raise UnknownNameError.among("predicate", name, known)
    return call_predicate(name, predicate.fn, context)
