"""Being at any moment of a session log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ctxkit.collection import Collection
from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import InvalidValueError
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.given import Procedures, as_procedures
from ctxkit.procedure.spec import Step
from ctxkit.session.collector import collector_paused
from ctxkit.session.engine import Clock, Engine, system_clock
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.fork import fork_session
from ctxkit.session.given import as_log
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.logfold import Checkpoint, LogFold, Misfit
from ctxkit.session.serves import Serves, render_serves
from ctxkit.session.session import Session
from ctxkit.session.sinks import Sink
from ctxkit.session.store import ExportedValue, Provenance, Store
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


class ReplayState(Shown, Framed, Plotted):
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
        How deeply each entry was read.
    """

    def __init__(self, checkpoint: Checkpoint, event: Event | None) -> None:
        self.index = checkpoint.index
        self.event = event
        self.participant = checkpoint.participant
        self.label = checkpoint.label
        self.instances = {
            handle: InstanceState(
                checkpoint.by_id[handle], checked=handle not in checkpoint.unchecked
            )
            for handle in dict.fromkeys(checkpoint.order)
        }
        self.reads: dict[str, ReadDepth] = dict(checkpoint.reads)

    @property
    def seq(self) -> int:
        """Number of the event; 0 before the first."""
        return self.event.seq if self.event is not None else 0

    @property
    def running(self) -> tuple[InstanceState, ...]:
        """The instances that run."""
        return tuple(i for i in self.instances.values() if i.status is InstanceStatus.RUNNING)

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

    @property
    def provenance(self) -> Provenance | None:
        """Who wrote the value that a store holds now, or, where it was cleared, who had."""
        for value in (self.after, self.before):
            if isinstance(value, ExportedValue):
                return value.provenance
        return None


class Changes(Collection[Change]):
    """What changed between two moments, in the order of the instances."""

    noun = "change"


class Replay(Shown, Framed, Plotted):
    """A log that can be looked at as of any of its events.

    Parameters
    ----------
    log : EventLog or iterable of Event
    procedures : mapping of Spec, Graph, or iterable of Spec or Entry
        Procedures by canonical name, or a graph that holds them. Without them the log is replayed
        from what it says itself: positions, and fields as logged; such instances are *unchecked*.
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
        procedures: Procedures = (),
        *,
        strict: bool = False,
    ) -> None:
        self.log = as_log(log)
        self.procedures = as_procedures(procedures)
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

    def _checkpoint(self, index: int) -> Checkpoint:
        place = bisect_right(self._checkpoints, index, key=lambda c: c.index) - 1
        nearest = self._checkpoints[place]
        if nearest.index == index:
            return nearest
        fold = LogFold.resume(nearest, self.procedures)
        fold.run(self.log.columns, index)
        return fold.checkpoint()

    def index_of(self, seq: int) -> int:
        """Return where the event of a number stands in the file, from 0."""
        seqs = self.log.columns.seqs
        if not isinstance(seq, int):
            raise InvalidValueError("not the number of an event", got=repr(seq))
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
        sink: Sink = None,
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
        sink : EventSink or path, optional
            Takes the fork's own log; a path opens a :class:`LogWriter` on a new file.
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

    def changes(self, seq: int, since: int | None = None) -> Changes:
        """Return what an event changed, or all that has changed up to it.

        Parameters
        ----------
        seq : int
            Number of the event.
        since : int, optional
            Number of an earlier event: what changed after that one, up to ``seq`` and with it.
        """
        if since is not None:
            return changes_between(self.at(since), self.at(seq))
        index = self.index_of(seq)
        return changes_between(self.at_index(index), self.at_index(index + 1))

    def serves(self, engine: Engine | None = None, handle: str = "") -> Serves:
        """Return what was shown, rendered again; see :func:`~ctxkit.session.serves.render_serves`.

        Parameters
        ----------
        engine : Engine, optional
            Functions and graph; the built-in functions and no graph where not given.
        handle : str
            Picks one instance; all are given without.
        """
        return render_serves(self.log, self.procedures, engine or Engine(), handle)

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
    procedures: Procedures = (),
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
    for entry_id, depth in after.reads.items():
        if before.reads.get(entry_id) != depth:
            found.append(Change("read", "", entry_id, before.reads.get(entry_id), depth))
    for handle, state in after.instances.items():
        found += _instance_changes(handle, before.instances.get(handle), state)
    return Changes(found)


def _instance_changes(
    handle: str, before: InstanceState | None, after: InstanceState
) -> list[Change]:
    found: list[Change] = []
    if before is None:
        found.append(Change("started", handle, after.procedure, None, after.step))
    elif before.store is after.store:
        # The very same store: nothing was written.
        pass
    for name in ("step", "status", "pending"):
        old = getattr(before, name) if before is not None else getattr(after, name)
        if old != getattr(after, name):
            found.append(Change(name, handle, "", old, getattr(after, name)))
    old_values = before.store.export() if before is not None else {}
    new_values = after.store.export() if before is None or before.store != after.store else None
    if new_values is None:
        return found
    for name in sorted(old_values.keys() | new_values.keys()):
        old_value: ExportedValue | None = old_values.get(name)
        if old_value != new_values.get(name):
            found.append(Change("store", handle, name, old_value, new_values.get(name)))
    return found
