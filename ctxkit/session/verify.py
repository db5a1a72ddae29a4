"""Holding a log to the procedures as they are now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.procedure.builtins import CONFIRMATION
from ctxkit.procedure.given import Procedures, as_procedures
from ctxkit.procedure.spec import Option, Spec
from ctxkit.session.cascade import REOPENING, Cascade
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.given import as_log
from ctxkit.session.instance import Instance
from ctxkit.session.logfold import LogFold
from ctxkit.session.sequence import Break, find_breaks
from ctxkit.view import Framed, Plotted, Shown


class Verdict(StrEnum):
    """Whether an event is what the procedure would have done."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNVERIFIED = (
        "unverified"  #: It cannot be told: a function, the graph or a procedure is missing.
    )


@dataclass(frozen=True, slots=True)
class Check:
    """One event that was held to its procedure.

    Attributes
    ----------
    index, seq : int
        Position in the log from 0, and number as logged.
    instance, event : str
    verdict : Verdict
    message : str
        What differs, or why it cannot be told; empty where the event agrees.
    """

    index: int
    seq: int
    instance: str
    event: str
    verdict: Verdict
    message: str = ""


class Verification(Shown, Framed, Plotted):
    """What came out of holding a log to the procedures; made by :func:`verify_log`.

    Attributes
    ----------
    log : EventLog
    checks : tuple of Check
        In the order of the log; events that a procedure has no say in are left out.
    first_break : Break or None
        The first event whose number does not follow the ones before it: events of the log were
        lost, doubled or moved.
    """

    def __init__(self, log: EventLog, checks: tuple[Check, ...]) -> None:
        self.log = log
        self.checks = checks
        self.first_break: Break | None = next(find_breaks(log.columns.seqs), None)

    @property
    def first_difference(self) -> Check | None:
        """The first event that the procedure would not have brought about."""
        return next((c for c in self.checks if c.verdict is Verdict.DIFFERS), None)

    @property
    def ok(self) -> bool:
        """Whether something was verified, nothing differs, and the events are numbered in order.

        What cannot be told does not count here; see :attr:`complete`.
        """
        counts = self.counts
        return (
            counts[Verdict.AGREES] > 0 and not counts[Verdict.DIFFERS] and self.first_break is None
        )

    @property
    def complete(self) -> bool:
        """Whether no event is left of which it cannot be told."""
        return self.counts[Verdict.UNVERIFIED] == 0

    @property
    def counts(self) -> dict[str, int]:
        """How many events there are of each verdict."""
        found = [check.verdict for check in self.checks]
        return {str(verdict): found.count(verdict) for verdict in Verdict}


def verify_log(
    log: EventLog | Iterable[Event],
    procedures: Procedures,
    engine: Engine | None = None,
) -> Verification:
    """Say which events agree with the procedures as they are now.

    Held to them are the starts, reports, answers, results of commands, transitions, ends, and the
    stops at gates: there the engine would have gone on if nothing had held it.

    Parameters
    ----------
    log : EventLog or iterable of Event
    procedures : mapping of Spec, Graph, or iterable of Spec or Entry
    engine : Engine, optional
        Functions and graph that conditions are evaluated with; the built-in functions and no graph
        where not given. What needs more is *unverified*.

    Notes
    -----
    After a difference the log is followed, so that each later event is judged from where the
    log says that the instance stood.
    """
    held = as_log(log)
    specs = as_procedures(procedures)
    if engine is not None and not isinstance(engine, Engine):
        raise InvalidValueError("not an engine", where="engine", got=type(engine).__name__)
    return Verification(held, _Verifier(held, specs, engine or Engine()).run())


@dataclass(slots=True)
class _Trail:
    """What an instance did last, as far as the next event depends on it."""

    option: Option | None = None
    record: dict[str, Any] = field(default_factory=dict)
    op_ran: bool = False


class _Unknown(Exception):  # noqa: N818
    """It cannot be told whether an event agrees."""


class _Verifier:
    def __init__(self, log: EventLog, specs: dict[str, Spec], engine: Engine) -> None:
        self.log = log
        self.engine = engine
        self.fold = LogFold(specs)
        self.trails: dict[str, _Trail] = {}
        self.checks: list[Check] = []

    def run(self) -> tuple[Check, ...]:
        columns = self.log.columns
        for index, kind in enumerate(columns.kinds):
            handle, data = columns.instances[index], columns.data[index] or {}
            known = handle in self.fold.by_id or kind == EventType.STARTED
            before = len(self.fold.misfits)
            verdict, message = Verdict.AGREES, ""
            if known and kind in _JUDGES:
                verdict, message = self.judge(kind, handle, data)
            self.fold.run(columns, index + 1)
            if len(self.fold.misfits) > before and kind in _JUDGES:
                verdict, message = Verdict.DIFFERS, self.fold.misfits[-1].message
            if kind in _JUDGES:
                seq = columns.seqs[index]
                self.checks.append(Check(index, seq, handle, kind, verdict, message))
        return tuple(self.checks)

    def judge(self, kind: str, handle: str, data: dict[str, Any]) -> tuple[Verdict, str]:
        try:
            if kind == EventType.STARTED:
                complaint = self.started(handle, data)
            elif handle in self.fold.unchecked:
                return Verdict.UNVERIFIED, "the procedure is not at hand, or the log left it before"
            else:
                complaint = _JUDGES[kind](self, self.fold.by_id[handle], data)
        except (_Unknown, CtxkitError) as error:
            return Verdict.UNVERIFIED, str(error)
        return (Verdict.DIFFERS, complaint) if complaint else (Verdict.AGREES, "")

    def trail(self, instance: Instance) -> _Trail:
        return self.trails.setdefault(instance.id, _Trail())

    def cascade(self) -> Cascade:
        return Cascade(self.engine, lambda event, handle, data: None, self.fold.reads)

    # Each returns what is wrong, nothing where nothing is ---------------------------------------

    def started(self, handle: str, data: dict[str, Any]) -> str:
        self.trails[handle] = _Trail()
        spec = self.fold.procedures.get(str(data.get("procedure")))
        if spec is None:
            raise _Unknown("the procedure is not at hand")
        first = spec.steps[0].id
        return "" if data.get("step") == first else f"the procedure starts at {first!r}"

    def report(self, instance: Instance, data: dict[str, Any]) -> str:
        return _at_step(instance, data.get("step"))

    def answered(self, instance: Instance, data: dict[str, Any]) -> str:
        step = instance.current
        if step.is_gate:
            return f"nothing is chosen at the gate {step.id!r}"
        if data.get("chooser") != step.id or data.get("kind") != str(step.chooser):
            return f"the choice is {step.id!r}, and the {step.chooser}'s"
        option = step.option(str(data.get("choice")))
        if option is None:
            return f"{step.id!r} has no choice {data.get('choice')!r}"
        self.trail(instance).option = option
        foreign = set(data.get("fields") or {}) - {f.name for f in option.collect}
        return f"the choice does not take {', '.join(sorted(foreign))}" if foreign else ""

    def op_result(self, instance: Instance, data: dict[str, Any]) -> str:
        trail, step, name = self.trail(instance), instance.current, str(data.get("fn"))
        wrong = _at_step(instance, data.get("step"))
        if wrong:
            return wrong
        if name == REOPENING:
            return self.reopening(instance)
        expected = trail.option.call if trail.option is not None else step.op
        if name != expected:
            return f"the step runs {expected!r}" if expected else "the step runs no command"
        trail.op_ran = trail.option is None
        return self.written(instance, name, data.get("writes") or {})

    def written(self, instance: Instance, name: str, writes: dict[str, Any]) -> str:
        command = self.engine.registry.command(name)
        if command is None:
            raise _Unknown(f"command {name!r} is not registered")
        undeclared = set(writes) - set(command.doc.writes)
        if undeclared:
            return f"the command does not write {', '.join(sorted(undeclared))}"
        if name == "confirmPlayback":
            snapshot = instance.store.state_snapshot()
            expected = {"snapshot": snapshot, "step": instance.step}
            if writes.get(CONFIRMATION) != expected:
                return "what was confirmed is not the state as logged"
        return ""

    def reopening(self, instance: Instance) -> str:
        record = instance.store.get(CONFIRMATION)
        self.trail(instance).record = record if isinstance(record, dict) else {}
        guard = instance.current.guard
        if guard is None or "playbackConfirmed" not in guard.predicates():
            return "the step does not ask for a confirmation"
        if self.trail(instance).record.get("snapshot") == instance.store.state_snapshot():
            return "the state is still the one that was confirmed"
        return ""

    def transition(self, instance: Instance, data: dict[str, Any]) -> str:
        trail, to = self.trail(instance), data.get("to")
        record, option = trail.record, trail.option
        self.trails[instance.id] = _Trail()
        wrong = _at_step(instance, data.get("from"))
        if wrong:
            return wrong
        if data.get("reopen"):
            expected, why = record.get("step"), "no confirmation was withdrawn before"
        elif option is not None:
            expected, why = option.to, ""
        elif not instance.current.is_gate:
            expected, why = None, f"the {instance.current.chooser} has not chosen"
        else:
            expected = self.way_on(instance)
            why = "" if expected is not None else self.held_by(instance)
        if expected is None:
            return f"the procedure stays at {instance.step!r}: {why}"
        return "" if to == expected else f"the procedure goes to {expected!r}"

    def way_on(self, instance: Instance) -> str | None:
        step, cascade = instance.current, self.cascade()
        if step.guard is not None and not cascade.holds(instance, step.guard):
            return None
        return cascade.way_on(instance, step)

    def held_by(self, instance: Instance) -> str:
        """Say what holds an instance at a gate."""
        step = instance.current
        false = self.cascade().held_by(instance, step, [])
        if false:
            return f"held by {', '.join(false)}, which {'is' if len(false) == 1 else 'are'} false"
        # Only a negation holds it: something holds that should not.
        whens = (str(way.when) for way in step.transitions if way.when is not None)
        return f"held by {step.guard or ' and '.join(whens) or 'no way on'}"

    def stopped(self, instance: Instance, data: dict[str, Any]) -> str:
        wrong = _at_step(instance, data.get("step"))
        if wrong or not instance.current.is_gate:
            return wrong
        if instance.current.op and not self.trail(instance).op_ran:
            # Held by a guard, or by a command that failed: the log does not tell which.
            return ""
        target = self.way_on(instance)
        return "" if target is None else f"nothing holds it; the procedure goes on to {target!r}"

    def completed(self, instance: Instance, data: dict[str, Any]) -> str:
        same = (data.get("produced") or {}) == instance.store.produced()
        return "" if same else "what was produced is not what the commands wrote"


def _at_step(instance: Instance, step: Any) -> str:
    return "" if step == instance.step else f"the instance stands at {instance.step!r}"


_JUDGES: dict[str, Any] = {
    EventType.STARTED: _Verifier.started,
    EventType.REPORT: _Verifier.report,
    EventType.CHOOSER_ANSWER: _Verifier.answered,
    EventType.OP_RESULT: _Verifier.op_result,
    EventType.TRANSITION: _Verifier.transition,
    EventType.SERVED: _Verifier.stopped,
    EventType.COMPLETED: _Verifier.completed,
}
