"""Moves an instance from gate to gate, and shows where it stops.

Contract C, sections 7.2 and 10.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ctxkit.errors import CtxkitError
from ctxkit.procedure.builtins import CONFIRMATION
from ctxkit.procedure.document import byte_length, document_text
from ctxkit.procedure.functions import Context, ReadDepth
from ctxkit.procedure.guard import GuardExpr
from ctxkit.procedure.spec import END_COMPLETED, ChooserKind, Step, is_end_target
from ctxkit.session.engine import Engine
from ctxkit.session.errors import SessionError, call_function, call_predicate
from ctxkit.session.events import EventType
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.plan import Plans, StepPlan
from ctxkit.session.render import Rendering
from ctxkit.session.serve import FailedPredicate, PartSize, Serve
from ctxkit.session.store import missing_fields

REOPENING = "reopenPlayback"
EXIT_REASON = "procedure exit"

#: Times that one step is come to before an instance is said to go in a circle.
MOST_ARRIVALS = 1_000

Log = Callable[[str, str, dict[str, Any] | None], None]


# Members of an enumeration are slow to look up by their class in Python 3.11.
_GATE = ChooserKind.GATE
_RUNNING = InstanceStatus.RUNNING
_SERVED = EventType.SERVED
_TRANSITION = EventType.TRANSITION
_OP_RESULT = EventType.OP_RESULT


class Cascade:
    """Moves instances on; what happens goes into a log.

    Parameters
    ----------
    engine : Engine
    log : callable
        Takes the type of an event, the handle of its instance, and its data.
    reads : mapping
        How deeply each entry was read in the session.
    """

    def __init__(self, engine: Engine, log: Log, reads: Mapping[str, ReadDepth]) -> None:
        self.engine = engine
        self.log = log
        self.reads = reads
        self.plans = Plans()

    # Moving on ----------------------------------------------------------------------------------

    def run(self, instance: Instance) -> None:
        """Move an instance on until it ends, is held, or somebody must choose.

        Raises
        ------
        SessionError
            If it comes to one step for the thousandth time. The contract knows no such bound
            (section 7.2: a pair of steps that always fires goes on for ever); this is the one
            departure from it, so that a notebook does not hang. What was logged so far stays, and
            the instance stands at that step. Procedures are told of such circles when they are
            loaded; see :attr:`~ctxkit.procedure.spec.Spec.warnings`.
        """
        arrivals: dict[str, int] = {}
        while instance.status is _RUNNING:
            step = instance.current
            if step.chooser is not _GATE:
                return
            if step.guard is not None and not self.holds(instance, step.guard):
                if not self.reopen(instance, step.guard):
                    return
                continue
            if step.op and not instance.op_done:
                self.command(instance, step.op)
                instance.op_done = True
            target = self.way_on(instance, step)
            if target is None:
                return
            self.transition(instance, target)
            arrivals[target] = count = arrivals.get(target, 0) + 1
            if count == MOST_ARRIVALS:
                raise _in_a_circle(instance, arrivals)

    def way_on(self, instance: Instance, step: Step) -> str | None:
        """Return where a gate leads; ``None`` where nothing holds."""
        for transition in step.transitions:
            if transition.when is None or self.holds(instance, transition.when):
                return transition.to
        return None

    def reopen(self, instance: Instance, guard: GuardExpr) -> bool:
        """Go back to where the state was confirmed, if the guard fails since it has changed."""
        if "playbackConfirmed" not in self.failing(instance, guard):
            return False
        record = instance.store.get(CONFIRMATION)
        if not isinstance(record, dict):
            return False
        snapshot, step = record.get("snapshot"), record.get("step")
        if not snapshot or snapshot == instance.store.state_snapshot():
            return False
        if not isinstance(step, str) or step not in instance.spec.step_by_id:
            return False
        instance.store.write_engine(CONFIRMATION, None)
        self.log(
            _OP_RESULT,
            instance.id,
            {"step": instance.step, "fn": REOPENING, "writes": {CONFIRMATION: None}},
        )
        self.transition(instance, step, reopen=True)
        return True

    def command(self, instance: Instance, name: str) -> None:
        """Run a command on a copy of the store, and keep the copy if it succeeds."""
        command = self.engine.registry.command(name)
        if command is None:
            raise SessionError("no such command", where=f"step {instance.step}", got=name)
        copy = instance.store.for_command()
        context = self.engine.context(copy, instance.step, self.reads)
        call_function(f"command {name}", command.fn, context)
        writes = copy.journal
        instance.store.adopt(copy)
        self.log(_OP_RESULT, instance.id, {"step": instance.step, "fn": name, "writes": writes})
        if command.mutates_graph:
            self.engine.graphs.invalidate()

    def transition(self, instance: Instance, to: str, *, reopen: bool = False) -> None:
        """Take an instance to a step, or to its end."""
        data: dict[str, Any] = {"from": instance.step, "to": to}
        if reopen:
            data["reopen"] = True
        self.log(_TRANSITION, instance.id, data)
        if not is_end_target(to):
            instance.step = to
            instance.op_done = False
        elif to == END_COMPLETED:
            instance.status, instance.outcome = InstanceStatus.COMPLETED, "completed"
            self.log(EventType.COMPLETED, instance.id, {"produced": instance.store.produced()})
        else:
            instance.status, instance.outcome = InstanceStatus.ABANDONED, "abandoned"
            self.log(EventType.ABANDONED, instance.id, {"reason": EXIT_REASON})

    # Predicates ---------------------------------------------------------------------------------

    def context(self, instance: Instance) -> Context:
        """Return what the functions of an instance are given."""
        return self.engine.context(instance.store, instance.step, self.reads)

    def holds(self, instance: Instance, guard: GuardExpr) -> bool:
        """Tell whether a guard holds."""
        context = self.context(instance)
        return guard.eval(lambda name: self.predicate(name, context))

    def predicate(self, name: str, context: Context) -> bool:
        """Tell whether a predicate holds."""
        predicate = self.engine.registry.predicate(name)
        if predicate is None:
            raise SessionError("no such predicate", where=f"step {context.step}", got=name)
        return call_predicate(name, predicate.fn, context)

    def failing(self, instance: Instance, guard: GuardExpr) -> list[str]:
        """Return the predicates of a guard that do not hold."""
        context = self.context(instance)
        return [name for name in guard.predicates() if not self.predicate(name, context)]

    def held_by(self, instance: Instance, step: Step, missing: list[str]) -> list[str]:
        """Return the predicates that hold an instance at a gate."""
        names = self.why_not(instance, step.guard)
        if names or missing:
            return names
        for transition in step.transitions:
            names += self.why_not(instance, transition.when)
        return list(dict.fromkeys(names))

    def why_not(self, instance: Instance, guard: GuardExpr | None) -> list[str]:
        """Return the false predicates of a guard that does not hold.

        A guard that cannot be evaluated ends an operation, but must not keep an instance from
        being shown.
        """
        try:
            if guard is None or self.holds(instance, guard):
                return []
            return self.failing(instance, guard)
        except CtxkitError:
            return []

    # Showing ------------------------------------------------------------------------------------

    def serve(self, instance: Instance, *, complete: bool = False) -> Serve:
        """Show an instance; ``complete`` shows its draft as a whole."""
        if instance.status is not _RUNNING:
            return self.serve_ended(instance)
        step = instance.current
        plan = self.plans.of(instance.spec, step)
        missing = missing_fields(instance.store, plan.required)
        failing: list[FailedPredicate] = []
        if step.chooser is _GATE:
            failing = self.failed(instance, self.held_by(instance, step, missing))
        rendering = Rendering(self.engine, self.context(instance))
        rendering.run(instance, step, plan, complete=complete)
        diagnostics = [predicate.message for predicate in failing]
        if missing and step.is_gate:
            diagnostics.append(f"Missing: {', '.join(missing)}.")
        rendering.sizes.append(plan.schema_size)
        if diagnostics:
            text = "\n".join(diagnostics)
            rendering.sizes.append(PartSize("diagnostics", byte_length(text)))
        self.log(_SERVED, instance.id, {"step": step.id})
        return Serve(
            instance=instance.id,
            procedure=instance.spec.canonical,
            status=instance.status,
            step=step.id,
            goal=step.goal or _goal(step, plan, bool(failing)),
            unit=plan.unit,
            lanes=tuple(rendering.lanes),
            diagnostics=tuple(diagnostics),
            missing=tuple(missing),
            failing=tuple(failing),
            report_schema=plan.schema,
            chooser=plan.chooser,
            sizes=tuple(rendering.sizes),
            cuts=tuple(rendering.cuts),
        )

    def serve_ended(self, instance: Instance) -> Serve:
        """Show an instance that has ended."""
        produced = instance.store.produced()
        return Serve(
            instance=instance.id,
            procedure=instance.spec.canonical,
            status=instance.status,
            outcome=instance.outcome,
            goal=f"This instance has ended: {instance.outcome}.",
            produced=produced,
            sizes=(PartSize("produced", byte_length(document_text(produced))),),
        )

    def failed(self, instance: Instance, names: list[str]) -> list[FailedPredicate]:
        """Return predicates with what to tell about them."""
        context = self.context(instance)
        found = []
        for name in names:
            predicate = self.engine.registry.predicate(name)
            assert predicate is not None
            message = call_function(f"predicate {name}", predicate.explain, context)
            found.append(FailedPredicate(name, message))
        return found


def _goal(step: Step, plan: StepPlan, held: bool) -> str:
    if step.chooser is ChooserKind.USER:
        return "Put the choice to the user, and pass on what the user says word for word."
    if step.chooser is ChooserKind.AGENT:
        return "Judge, and answer with what the judgement rests on."
    if held:
        return "Resolve what holds the gate, then report again."
    fields = ", ".join(plan.required)
    return f"Report {fields}." if fields else "Report the fields that are still missing."


def _in_a_circle(instance: Instance, arrivals: Mapping[str, int]) -> SessionError:
    steps = [step for step, count in arrivals.items() if count >= MOST_ARRIVALS - 1]
    named = ", ".join(steps[:8]) + (", …" if len(steps) > 8 else "")
    return SessionError(
        "the procedure goes round in a circle",
        where=f"instance {instance.id}, step {instance.step}",
        got=f"this step for the {MOST_ARRIVALS:,}th time, and nobody chose",
        hint=f"Give one of the steps {named} a chooser or a guard, or a way out.",
    )
