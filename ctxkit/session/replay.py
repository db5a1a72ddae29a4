"""Being at any moment of a session log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ctxkit.collection import Collection
from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import InvalidValueError
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import Spec, Step
from ctxkit.session.collector import collector_paused
from ctxkit.session.engine import Clock, Engine, system_clock
from ctxkit.session.errors import SessionError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventSink, EventType
from ctxkit.session.fork import fork_session
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.logfold import Checkpoint, LogFold, Misfit
from ctxkit.session.seek import find_change
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit.session.store import ExportedValue, Store
from ctxkit.view import Framed, Plotted, Shown

#: Events between two checkpoints; what lies between is folded again when asked for.
CHECKPOINT_EVERY = 1024


class InstanceState(Shown):
    """An instance as it stood at one moment.

    Attributes
    ----------
    id, procedure, entry, step, outcome, parent : str
    status : InstanceStatus
    store : Store
        Its values with their provenance.
    pending : dict
        What it hands down to the instances started under it: field of the child to field of its
        own; empty for nothing.
    checked : bool
        Whether a procedure was at hand and everything up to here fits it. Otherwise position and
        fields are as logged, untyped.
    """

    __slots__ = (
        "checked", "entry", "id", "outcome", "parent", "pending", "procedure", "spec", "status",
        "step", "store",
    )  # fmt: skip

    def __init__(self, instance: Instance, *, checked: bool) -> None:
        self.id = instance.id
        self.spec = instance.spec
        self.procedure = instance.spec.canonical
        self.entry = instance.spec.entry_id
        self.step = instance.step
        self.status: InstanceStatus = instance.status
        self.outcome = instance.outcome
        self.parent = instance.parent
        self.pending = dict(instance.pending.seed) if instance.pending is not None else {}
        self.store: Store = instance.store
        self.checked = checked

    @property
    def current(self) -> Step | None:
        """The step, where the procedure is at hand."""
        return self.spec.step(self.step)

    def _key(self) -> tuple[Any, ...]:
        return (
            self.id, self.procedure, self.step, self.status, self.outcome, self.parent,
            self.pending, self.checked,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, InstanceState)
            and self._key() == other._key()
            and self.store == other.store
        )

    __hash__ = None  # type: ignore[assignment]


class ReplayState(Shown, Framed):
    """A session as it stood after one event.

    Attributes
    ----------
    index : int
        How many events came before and with it.
    event : Event or None
        The last of them; ``None`` before the first.
    participant, label : str
    instances : dict
        :class:`InstanceState` by handle, in the order of their start.
    reads : dict
    """

    def __init__(self, checkpoint: Checkpoint, event: Event | None) -> None:
        self._checkpoint = checkpoint
        self.index = checkpoint.index
        self.event = event
        self.participant = checkpoint.participant
        self.label = checkpoint.label

    @cached_property
    def instances(self) -> dict[str, InstanceState]:
        """All instances; made when first asked for, since a long log has thousands."""
        return {handle: self._state(handle) for handle in dict.fromkeys(self._checkpoint.order)}

    @cached_property
    def reads(self) -> dict[str, ReadDepth]:
        """How deeply each entry was read."""
        return dict(self._checkpoint.reads)

    def instance(self, handle: str) -> InstanceState | None:
        """Return one instance, without looking at the others."""
        return self._state(handle) if handle in self._checkpoint.by_id else None

    def _state(self, handle: str) -> InstanceState:
        held = self._checkpoint
        return InstanceState(held.by_id[handle], checked=handle not in held.unchecked)

    @property
    def seq(self) -> int:
        """Number of the event; 0 before the first."""
        return self.event.seq if self.event is not None else 0

    @property
    def count(self) -> int:
        """How many instances there are, ended ones included."""
        return len(self._checkpoint.by_id)

    @property
    def running(self) -> tuple[InstanceState, ...]:
        """The instances that run."""
        by_id = self._checkpoint.by_id
        order = dict.fromkeys(self._checkpoint.order)
        return tuple(self._state(handle) for handle in order if by_id[handle].is_running)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ReplayState)
            and (self.index, self.participant, self.label) == (
                other.index, other.participant, other.label
            )
            and self.instances == other.instances
            and list(self.instances) == list(other.instances)
            and self.reads == other.reads
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Change:
    """What one event changed.

    Attributes
    ----------
    what : str
        ``"step"``, ``"status"``, ``"store"``, ``"pending"``, ``"read"``, ``"label"``,
        ``"participant"`` or ``"started"``.
    instance, name : str
        Instance and, of a store or a read, the field or entry; may be empty.
    before, after : object
        ``None`` for nothing. Of a store: :class:`~ctxkit.session.store.ExportedValue`.
    """

    what: str
    instance: str
    name: str
    before: Any
    after: Any


class Changes(Collection[Change]):
    """What changed between two moments, in the order of the instances."""

    noun = "change"


class Replay(Shown, Framed, Plotted):
    """A log that can be looked at as of any of its events.

    Parameters
    ----------
    log : EventLog or iterable of Event
    procedures : mapping or iterable of Spec
        Procedures by canonical name. Without them the log is replayed from what it says itself:
        positions, and fields as logged; such instances are *unchecked*.
    strict : bool
        Raise at the first event that does not fit, instead of noting it.

    Raises
    ------
    DiagnosticError
        With ``strict``.

    Notes
    -----
    States are kept at every 1024th event and never run again: an instant anywhere takes
    milliseconds, in a log of 200,000 events too.
    """

    def __init__(
        self,
        log: EventLog | Iterable[Event],
        procedures: Mapping[str, Spec] | Iterable[Spec] = (),
        *,
        strict: bool = False,
    ) -> None:
        self.log = log if isinstance(log, EventLog) else EventLog.of(log)
        self.procedures: dict[str, Spec] = (
            dict(procedures)
            if isinstance(procedures, Mapping)
            else {spec.canonical: spec for spec in procedures}
        )
        fold = LogFold(self.procedures)
        self._checkpoints = [fold.checkpoint()]
        with collector_paused():
            while fold.index < len(self.log):
                fold.run(self.log.columns, min(fold.index + CHECKPOINT_EVERY, len(self.log)))
                self._checkpoints.append(fold.checkpoint())
        self._misfits = fold.misfits
        if strict:
            self.diagnostics.raise_first()

    def __len__(self) -> int:
        return len(self.log)

    @property
    def misfits(self) -> tuple[Misfit, ...]:
        """Events that do not fit, in the order of the log; what :attr:`diagnostics` tells."""
        return tuple(self._misfits)

    @cached_property
    def diagnostics(self) -> Diagnostics:
        """Events that do not fit the procedures, or the events before them."""
        lines = self.log.columns.lines
        return Diagnostics(_diagnostic(m, lines[m.index], self.log.path) for m in self._misfits)

    # Moments ------------------------------------------------------------------------------------

    def at(self, seq: int) -> ReplayState:
        """Return the session as it stood after an event.

        Parameters
        ----------
        seq : int
            Number of the event; 0 for before the first. Where events share a number or are out of
            order, the last one in the file is meant.

        Raises
        ------
        InvalidValueError
            If no event has that number.
        """
        return self.at_index(0 if seq == 0 else self.index_of(seq) + 1)

    def at_index(self, index: int) -> ReplayState:
        """Return the session as it stood after the first ``index`` events of the file."""
        if not 0 <= index <= len(self.log):
            raise InvalidValueError(
                "no such moment", got=str(index), expected=f"0 to {len(self.log)}"
            )
        event = self.log[index - 1] if index else None
        return ReplayState(self._checkpoint(index), event)

    @property
    def start(self) -> ReplayState:
        """The session before its first event."""
        return self.at_index(0)

    @property
    def end(self) -> ReplayState:
        """The session after its last event."""
        return self.at_index(len(self.log))

    @property
    def checkpoints(self) -> list[int]:
        """How many events came before each of the states that are kept."""
        return [checkpoint.index for checkpoint in self._checkpoints]

    def fold_to(self, index: int) -> LogFold:
        """Return a fold of its own that stands after the first ``index`` events."""
        fold = LogFold.resume(self._nearest(index), self.procedures)
        fold.run(self.log.columns, index)
        return fold

    def _nearest(self, index: int) -> Checkpoint:
        place = bisect_right(self._checkpoints, index, key=lambda c: c.index) - 1
        return self._checkpoints[place]

    def _checkpoint(self, index: int) -> Checkpoint:
        nearest = self._nearest(index)
        return nearest if nearest.index == index else self.fold_to(index).checkpoint()

    def index_of(self, seq: int) -> int:
        """Return where the event of a number stands in the file, from 0."""
        seqs = self.log.columns.seqs
        if self._counts_up and 0 < seq <= len(seqs):
            return seq - 1
        for index in range(len(seqs) - 1, -1, -1):
            if seqs[index] == seq:
                return index
        last = max(seqs, default=0)
        raise InvalidValueError("no event has that number", got=str(seq), expected=f"up to {last}")

    @cached_property
    def _counts_up(self) -> bool:
        return self.log.columns.seqs == list(range(1, len(self.log) + 1))

    # Going on -----------------------------------------------------------------------------------

    def fork(
        self,
        seq: int,
        engine: Engine | None = None,
        sink: EventSink | None = None,
        *,
        session_id: str = "",
        clock: Clock = system_clock,
    ) -> Session:
        """Return a live session that goes on from an event; see :func:`fork_session`.

        Parameters
        ----------
        seq : int
            Number of the event.
        engine : Engine, optional
            Functions and graph; the built-in functions and no graph where not given.
        sink : EventSink, optional
            Takes the fork's own log.
        session_id : str
            ID of the fork; made from that of the session where empty.
        clock : callable
        """
        index = 0 if seq == 0 else self.index_of(seq) + 1
        return fork_session(
            self.log,
            self._checkpoint(index),
            engine if engine is not None else Engine(),
            sink,
            session_id=session_id,
            clock=clock,
        )

    # Changes ------------------------------------------------------------------------------------

    def changes(self, seq: int) -> Changes:
        """Return what an event changed."""
        return changes_between(*self.around(self.index_of(seq)))

    def around(self, index: int) -> tuple[ReplayState, ReplayState]:
        """Return the session just before and just after the event at a place, from 0.

        Both share what the event left alone, so that they are compared at once, however many
        instances there are.
        """
        if not 0 <= index < len(self.log):
            raise InvalidValueError(
                "no such event", got=str(index), expected=f"0 to {len(self.log) - 1}"
            )
        before = self._checkpoint(index)
        fold = LogFold.resume(before, self.procedures)
        fold.run(self.log.columns, index + 1)
        event = self.log[index - 1] if index else None
        return ReplayState(before, event), ReplayState(fold.checkpoint(), self.log[index])

    def serve(self, seq: int, handle: str, engine: Engine) -> Serve:
        """Return what an instance showed after an event, made again by an engine.

        A log tells only *that* something was shown. The texts are those of the procedures and the
        graph at hand now; nothing is logged and nothing moves.

        Raises
        ------
        SessionError
            If there is no such instance, or its procedure is not at hand or does not fit it.
        """
        held = self._checkpoint(0 if seq == 0 else self.index_of(seq) + 1)
        instance = held.by_id.get(handle)
        if handle in held.unchecked:
            raise SessionError(
                "what it showed cannot be made again: its procedure is not at hand, or does not "
                "fit it",
                where=f"instance {handle}",
                hint="Give the replay the procedures that the log was written with.",
            )
        alone = replace(
            held,
            by_id={handle: instance} if instance is not None else {},
            order=(handle,) if instance is not None else (),
        )
        session = fork_session(self.log, alone, engine, None, session_id=self.log.session)
        return session.serve(handle)

    def next_change(
        self, seq: int, *, field: str = "", instance: str = "", back: bool = False
    ) -> int | None:
        """Return the number of the next event after ``seq`` that changed a field.

        Parameters
        ----------
        seq : int
            Number of an event; 0 for before the first.
        field, instance : str
            Name of a field and handle of an instance; any where empty.
        back : bool
            The nearest earlier one instead.
        """
        index = 0 if seq == 0 else self.index_of(seq) + 1
        start = index - 2 if back else index
        place = find_change(self, start, field=field, instance=instance, back=back)
        return None if place is None else self.log.columns.seqs[place]

    def served(self, handle: str = "") -> tuple[tuple[int, str, str], ...]:
        """Return what was shown: number of the event, handle, and step, in order.

        ``handle`` picks one instance; all are given without.
        """
        columns = self.log.columns
        found = []
        for index in self.log.positions(EventType.SERVED):
            if not handle or columns.instances[index] == handle:
                step = (columns.data[index] or {}).get("step", "")
                found.append((columns.seqs[index], columns.instances[index], str(step)))
        return tuple(found)


def replay(
    log: EventLog | Iterable[Event],
    procedures: Mapping[str, Spec] | Iterable[Spec] = (),
    *,
    strict: bool = False,
) -> Replay:
    """Return a log that can be looked at as of any of its events; see :class:`Replay`."""
    return Replay(log, procedures, strict=strict)


def _diagnostic(misfit: Misfit, line: int, file: str) -> Diagnostic:
    unknown = misfit.code == "replay-unknown-event"
    return Diagnostic(
        code=misfit.code,
        severity=Severity.INFO if unknown else Severity.ERROR,
        file=file,
        line=line,
        message=f"event {misfit.seq}: {misfit.message}",
        hint="" if unknown else "It was taken at its word from here on.",
    )


def changes_between(before: ReplayState, after: ReplayState) -> Changes:
    """Return what differs between two moments of one session."""
    found = [
        Change(name, "", "", getattr(before, name), getattr(after, name))
        for name in ("participant", "label")
        if getattr(before, name) != getattr(after, name)
    ]
    old_reads, new_reads = before._checkpoint.reads, after._checkpoint.reads
    if old_reads is not new_reads:
        for entry_id, depth in new_reads.items():
            if old_reads.get(entry_id) != depth:
                found.append(Change("read", "", entry_id, old_reads.get(entry_id), depth))
    olds, news = before._checkpoint.by_id, after._checkpoint.by_id
    for handle in dict.fromkeys(after._checkpoint.order):
        if olds.get(handle) is not news[handle]:
            found += _instance_changes(handle, before.instance(handle), after._state(handle))
    return Changes(found)


def _instance_changes(
    handle: str, before: InstanceState | None, after: InstanceState
) -> list[Change]:
    found: list[Change] = []
    if before is None:
        found.append(Change("started", handle, after.procedure, None, after.step))
    for name in ("step", "status", "pending"):
        old = getattr(before, name) if before is not None else getattr(after, name)
        if old != getattr(after, name):
            found.append(Change(name, handle, "", old, getattr(after, name)))
    if before is not None and before.store == after.store:
        return found
    old_values = before.store.export() if before is not None else {}
    new_values = after.store.export()
    for name in sorted(old_values.keys() | new_values.keys()):
        old_value: ExportedValue | None = old_values.get(name)
        if old_value != new_values.get(name):
            found.append(Change("store", handle, name, old_value, new_values.get(name)))
    return found
