"""Folds events into the state of a session, without running anything (contract C, section 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ctxkit.errors import CtxkitError, UnknownNameError
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import END_ABANDONED, END_COMPLETED, Dispatch, Spec
from ctxkit.session.engine import SpecResolver
from ctxkit.session.errors import ReplayError
from ctxkit.session.events import LOG_VERSION, Event, EventType
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.session import handle_number, note_reads
from ctxkit.session.store import Provenance, Store

Data = Mapping[str, Any]
_ENDS = frozenset({END_COMPLETED, END_ABANDONED})


class SessionFold:
    """The state of a session after the events that were applied.

    Parameters
    ----------
    resolve : callable or mapping
        Finds a procedure by its canonical name.
    participant : str
        Counts until an event names one.
    """

    def __init__(self, resolve: SpecResolver | Mapping[str, Spec], participant: str = "") -> None:
        self._resolve = resolve
        self.participant = participant
        self.label = ""
        self.seq = 0
        self.counter = 0
        self.by_id: dict[str, Instance] = {}
        self.order: list[str] = []
        self.reads: dict[str, ReadDepth] = {}

    def apply_all(self, events: Iterable[Event]) -> None:
        """Apply events in the order given."""
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Apply one event.

        Raises
        ------
        ReplayError
            If it has another version or an unknown type, is about an unknown instance, or does not
            fit the procedure.
        """
        if event.v != LOG_VERSION:
            raise ReplayError(
                "unknown version of the log", seq=event.seq, got=str(event.v),
                expected=str(LOG_VERSION),
            )  # fmt: skip
        self.seq = max(self.seq, event.seq)
        data = event.data or {}
        try:
            about_session = SESSION_HANDLERS.get(event.event)
            if about_session is not None:
                about_session(self, data)
            elif event.event == EventType.STARTED:
                self.started(event.instance, data)
            else:
                self.about_instance(event, data)
        except ReplayError as error:
            error.seq = event.seq
            raise
        except CtxkitError as error:
            raise ReplayError(str(error), seq=event.seq, hint=error.hint) from error

    def about_instance(self, event: Event, data: Data) -> None:
        """Apply an event about one instance."""
        handler = INSTANCE_HANDLERS.get(event.event)
        if handler is None:
            if event.event in (EventType.SERVED, EventType.PARKED):
                return
            raise ReplayError("unknown type of event", seq=event.seq, got=repr(event.event))
        instance = self.by_id.get(event.instance)
        if instance is None:
            raise ReplayError(
                "the instance was never started", seq=event.seq, got=repr(event.instance)
            )
        handler(self, instance, data)

    # The session --------------------------------------------------------------------------------

    def session_meta(self, data: Data) -> None:
        """Take over who takes part."""
        self.participant = text_of(data.get("participant")) or self.participant

    def labeled(self, data: Data) -> None:
        """Take over what the session is about."""
        label = data.get("label")
        self.label = label if isinstance(label, str) else self.label

    def read(self, data: Data) -> None:
        """Take over which entries were shown."""
        note_reads(self.reads, texts_in(data.get("full")), texts_in(data.get("summary")))

    # Instances ----------------------------------------------------------------------------------

    def resolved(self, canonical: str) -> Spec:
        """Return a procedure by its canonical name."""
        resolve = self._resolve
        if isinstance(resolve, Mapping):
            spec = resolve.get(canonical)
            if spec is None:
                raise UnknownNameError.among("procedure", canonical, resolve)
            return spec
        found = resolve(canonical)
        if found is None:
            raise ReplayError("no such procedure", got=repr(canonical))
        return found

    def started(self, handle: str, data: Data) -> None:
        """Start an instance."""
        spec = self.resolved(text_of(data.get("procedure")))
        entry, step = text_of(data.get("entry")), text_of(data.get("step"))
        if entry and entry != spec.entry_id:
            raise ReplayError(
                f"procedure {spec.canonical} is described by another entry now",
                got=spec.entry_id, expected=entry,
            )  # fmt: skip
        if step not in spec.step_by_id:
            raise ReplayError(f"procedure {spec.canonical} has no such step", got=repr(step))
        store = Store(spec)
        store.set_start(fields_of(data.get("params")))
        store.write_state(fields_of(data.get("seed")))
        self.by_id[handle] = Instance(handle, spec, store, step, text_of(data.get("parent")))
        self.order.append(handle)
        self.counter = max(self.counter, handle_number(handle))

    def report(self, instance: Instance, data: Data) -> None:
        """Apply a report."""
        instance.store.write_state(fields_of(data.get("fields")))

    def chooser_answer(self, instance: Instance, data: Data) -> None:
        """Apply an answer, and what it hands down."""
        instance.store.write_state(fields_of(data.get("fields")))
        found, dispatch = self.dispatch_of(instance, data)
        if found:
            instance.pending = dispatch

    def dispatch_of(self, instance: Instance, data: Data) -> tuple[bool, Dispatch | None]:
        """Tell whether the procedure has the answer, and what it hands down then."""
        step = instance.steps.get(text_of(data.get("chooser")))
        option = step.option(text_of(data.get("choice"))) if step is not None else None
        if option is None:
            return False, None
        seeds = option.dispatch is not None and option.dispatch.seed
        return True, option.dispatch if seeds else None

    def op_result(self, instance: Instance, data: Data) -> None:
        """Apply what a command wrote."""
        instance.store.put(fields_of(data.get("writes")), Provenance.ENGINE)

    def transition(self, instance: Instance, data: Data) -> None:
        """Move an instance."""
        to = text_of(data.get("to"))
        if to in _ENDS:
            return
        if to not in instance.steps:
            raise ReplayError(f"procedure {instance.spec.canonical} has no such step", got=repr(to))
        instance.step, instance.op_done = to, False

    def completed(self, instance: Instance, data: Data) -> None:
        """End an instance that completed."""
        instance.status, instance.outcome = InstanceStatus.COMPLETED, "completed"

    def abandoned(self, instance: Instance, data: Data) -> None:
        """End an instance that was abandoned."""
        instance.status, instance.outcome = InstanceStatus.ABANDONED, "abandoned"


#: What an event about the session does, by its type.
SESSION_HANDLERS: dict[str, Callable[[SessionFold, Data], None]] = {
    EventType.SESSION_META: SessionFold.session_meta,
    EventType.LABELED: SessionFold.labeled,
    EventType.READ: SessionFold.read,
}
#: What an event about an instance does, by its type.
INSTANCE_HANDLERS: dict[str, Callable[[SessionFold, Instance, Data], None]] = {
    EventType.REPORT: SessionFold.report,
    EventType.CHOOSER_ANSWER: SessionFold.chooser_answer,
    EventType.OP_RESULT: SessionFold.op_result,
    EventType.TRANSITION: SessionFold.transition,
    EventType.COMPLETED: SessionFold.completed,
    EventType.ABANDONED: SessionFold.abandoned,
}


def text_of(value: Any) -> str:
    """Return a text of an event; anything else gives an empty one."""
    return value if isinstance(value, str) else ""


def texts_in(value: Any) -> list[str]:
    """Return the texts in a list of an event that are not empty; anything else gives none."""
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, str) and item]


def fields_of(value: Any) -> dict[str, Any]:
    """Return an object of an event; anything else gives an empty one."""
    return value if isinstance(value, dict) else {}
