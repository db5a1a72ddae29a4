"""Folds whole logs: tolerant of what does not fit, and able to go on from any checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxkit.errors import CtxkitError
from ctxkit.graph.vocabulary import ProcedureClass
from ctxkit.procedure.document import normalise
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import Dispatch, Spec, is_end_target
from ctxkit.session.columns import Columns
from ctxkit.session.errors import ReplayError
from ctxkit.session.events import EVENT_NAMES, EventType
from ctxkit.session.fold import INSTANCE_HANDLERS, SESSION_HANDLERS, SessionFold, fields_of, text_of
from ctxkit.session.instance import Instance
from ctxkit.session.session import handle_number
from ctxkit.session.store import Provenance, Store

_MOST_ANSWERS = 20_000
# The fields that an answer writes, whether the procedure has it, and what it hands down.
_Answer = tuple[dict[str, Any], bool, Dispatch | None]
_SILENT = frozenset({str(EventType.SERVED), str(EventType.PARKED)})


@dataclass(frozen=True, slots=True)
class Misfit:
    """An event that does not fit the procedures or the log before it.

    Attributes
    ----------
    index, seq : int
        Position in the log from 0, and number as logged.
    code, message : str
    """

    index: int
    seq: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after the first ``index`` events; nothing in it is ever changed."""

    index: int
    participant: str
    label: str
    seq: int
    counter: int
    by_id: dict[str, Instance]
    order: tuple[str, ...]
    reads: dict[str, ReadDepth]
    unchecked: frozenset[str]


class LogFold(SessionFold):
    """The state of a session after the events of a log that were applied.

    Where a procedure is not at hand, or an event does not fit it, the event is taken at its word:
    the position and the fields as logged, untyped. The instance is then *unchecked*.

    Parameters
    ----------
    resolve : mapping
        Procedures by canonical name.

    Attributes
    ----------
    unchecked : set of str
        Handles of instances that are not held to a procedure.
    misfits : list of Misfit
    """

    def __init__(self, procedures: Mapping[str, Spec]) -> None:
        super().__init__(procedures)
        self.procedures = procedures
        self.unchecked: set[str] = set()
        self.misfits: list[Misfit] = []
        self.index = 0
        # Instances that were copied since the last checkpoint and may be changed.
        self._own: set[str] = set()
        self._own_reads = True
        # Those of them that are held to a procedure.
        self._quick: dict[str, Instance] = {}
        self._answers: dict[tuple[int, int], _Answer] = {}
        self._unknown_kinds: set[str] = set()
        self._unknown: dict[tuple[str, str], Spec] = {}

    # Checkpoints --------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """Return the state; what is applied later leaves it alone."""
        self._own.clear()
        self._quick.clear()
        self._own_reads = False
        return Checkpoint(
            self.index,
            self.participant,
            self.label,
            self.seq,
            self.counter,
            self.by_id.copy(),
            tuple(self.order),
            self.reads,
            frozenset(self.unchecked),
        )

    @classmethod
    def resume(cls, checkpoint: Checkpoint, procedures: Mapping[str, Spec]) -> LogFold:
        """Return a fold that goes on from a checkpoint."""
        fold = cls(procedures)
        fold.index = checkpoint.index
        fold.participant, fold.label = checkpoint.participant, checkpoint.label
        fold.seq, fold.counter = checkpoint.seq, checkpoint.counter
        fold.by_id, fold.order = checkpoint.by_id.copy(), list(checkpoint.order)
        fold.reads, fold._own_reads = checkpoint.reads, False
        fold.unchecked = set(checkpoint.unchecked)
        return fold

    def own(self, instance: Instance) -> Instance:
        """Return an instance that may be changed: a copy, the first time after a checkpoint."""
        if instance.id not in self._own:
            instance = self.by_id[instance.id] = instance.copy()
            self._own.add(instance.id)
            if instance.id not in self.unchecked:
                self._quick[instance.id] = instance
        return instance

    # Applying -----------------------------------------------------------------------------------

    def run(self, columns: Columns, stop: int) -> None:
        """Apply the events from where the fold stands up to ``stop``."""
        start = self.index
        if stop <= start:
            return
        quick = self._quick
        kinds, handles = columns.kinds[start:stop], columns.instances[start:stop]
        rows = zip(kinds, handles, columns.data[start:stop], strict=True)
        for position, (kind, handle, data) in enumerate(rows, start):
            if kind in _SILENT:
                continue
            try:
                # The common case, an instance that fits so far, is kept short.
                instance = quick.get(handle)
                if instance is not None and data:
                    handler = _QUICK_HANDLERS.get(kind)
                    if handler is not None:
                        handler(self, instance, data)
                        continue
                self.strictly(kind, handle, data or {})
            except CtxkitError as error:
                self.note(position, columns.seqs[position], kind, error)
                self.loosely(kind, handle, data or {})
        self.index = stop
        self.seq = max(self.seq, max(columns.seqs[start:stop]))

    def note(self, index: int, seq: int, kind: str, error: CtxkitError) -> None:
        """Keep what does not fit; of an unknown type of event only the first."""
        if kind not in EVENT_NAMES:
            if kind in self._unknown_kinds:
                return
            self._unknown_kinds.add(kind)
        self.misfits.append(Misfit(index, seq, _code_of(error, kind), str(error)))

    def strictly(self, kind: str, handle: str, data: dict[str, Any]) -> None:
        """Apply one event, held to the procedure of its instance."""
        handler = INSTANCE_HANDLERS.get(kind)
        if handler is not None:
            instance = self.by_id.get(handle)
            if instance is None:
                raise ReplayError("the instance was never started", got=repr(handle))
            if handle not in self._own:
                instance = self.own(instance)
            if handle in self.unchecked:
                self.take(kind, instance, data)
            else:
                handler(self, instance, data)
        elif kind == EventType.STARTED:
            self.begin(handle, data)
        elif kind in SESSION_HANDLERS:
            if not self._own_reads:
                self.reads, self._own_reads = self.reads.copy(), True
            SESSION_HANDLERS[kind](self, data)
        else:
            raise ReplayError("unknown type of event", got=repr(kind))

    def quick_answer(self, instance: Instance, data: Mapping[str, Any]) -> None:
        """Apply an answer; what the procedure says of the same one is asked for once."""
        # Columns share the data of events that say the same, and keep them as long as they live.
        key = (id(instance.spec), id(data))
        known = self._answers.get(key)
        if known is None:
            batch = instance.store.checked(fields_of(data.get("fields")))
            if batch is None:
                self.chooser_answer(instance, data)
                return
            known = (batch, *self.dispatch_of(instance, data))
            if len(self._answers) < _MOST_ANSWERS:
                self._answers[key] = known
        batch, found, dispatch = known
        if batch:
            instance.store.put_state(batch)
        if found:
            instance.pending = dispatch

    def begin(self, handle: str, data: dict[str, Any]) -> None:
        """Start an instance: checked where its procedure is at hand."""
        self.unchecked.discard(handle)
        if text_of(data.get("procedure")) in self.procedures:
            self.started(handle, data)
        else:
            self.begin_unchecked(handle, data)
        self._own.add(handle)
        if handle not in self.unchecked:
            self._quick[handle] = self.by_id[handle]

    def loosely(self, kind: str, handle: str, data: dict[str, Any]) -> None:
        """Apply an event that does not fit, as far as it says anything."""
        if kind == EventType.STARTED:
            self.begin_unchecked(handle, data)
            self._own.add(handle)
            return
        instance = self.by_id.get(handle)
        if instance is not None:
            self.unchecked.add(handle)
            self._quick.pop(handle, None)
            self.take(kind, self.own(instance), data)

    def begin_unchecked(self, handle: str, data: dict[str, Any]) -> None:
        """Start an instance that is held to no procedure."""
        canonical, entry = text_of(data.get("procedure")), text_of(data.get("entry"))
        spec = self.procedures.get(canonical) or self._unknown_spec(canonical, entry, data)
        store = Store(spec)
        store.put(fields_of(data.get("params")), Provenance.PARAM)
        store.put_state(normalise(fields_of(data.get("seed"))))
        step, parent = text_of(data.get("step")), text_of(data.get("parent"))
        self.by_id[handle] = Instance(handle, spec, store, step, parent)
        self.order.append(handle)
        self.unchecked.add(handle)
        self._quick.pop(handle, None)
        self.counter = max(self.counter, handle_number(handle))

    def _unknown_spec(self, canonical: str, entry: str, data: dict[str, Any]) -> Spec:
        """Return a procedure of which only the name is known."""
        key = (canonical, entry)
        if key not in self._unknown:
            shell = data.get("class") == ProcedureClass.SHELL
            self._unknown[key] = Spec(
                canonical=canonical,
                entry_id=entry,
                procedure_class=ProcedureClass.SHELL if shell else ProcedureClass.MOVE,
            )
        return self._unknown[key]

    def take(self, kind: str, instance: Instance, data: dict[str, Any]) -> None:
        """Take an event at its word."""
        if kind in (EventType.REPORT, EventType.CHOOSER_ANSWER):
            instance.store.put_state(normalise(fields_of(data.get("fields"))))
        elif kind == EventType.OP_RESULT:
            instance.store.put(fields_of(data.get("writes")), Provenance.ENGINE)
        elif kind == EventType.TRANSITION:
            to = data.get("to")
            if isinstance(to, str) and not is_end_target(to):
                instance.step, instance.op_done = to, False
        elif kind in (EventType.COMPLETED, EventType.ABANDONED):
            INSTANCE_HANDLERS[kind](self, instance, data)


def _code_of(error: CtxkitError, kind: str) -> str:
    if kind not in EVENT_NAMES:
        return "replay-unknown-event"
    if "never started" in str(error):
        return "replay-unknown-instance"
    return f"replay-{kind.replace('_', '-')}"


_QUICK_HANDLERS: dict[str, Callable[[LogFold, Instance, dict[str, Any]], None]] = {
    EventType.TRANSITION: LogFold.transition,
    EventType.REPORT: LogFold.report,
    EventType.CHOOSER_ANSWER: LogFold.quick_answer,
    EventType.OP_RESULT: LogFold.op_result,
}
