"""Being at any moment of a session log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import InvalidValueError
from ctxkit.procedure.given import Procedures, as_procedures
from ctxkit.session.changes import Changes, changes_between
from ctxkit.session.collector import collector_paused
from ctxkit.session.engine import Clock, Engine, system_clock
from ctxkit.session.errors import SessionError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.fork import fork_session
from ctxkit.session.given import as_log
from ctxkit.session.logfold import Checkpoint, LogFold, Misfit
from ctxkit.session.moment import ReplayState
from ctxkit.session.seek import find_change
from ctxkit.session.serve import Serve
from ctxkit.session.serves import Serves, render_serves
from ctxkit.session.session import Session
from ctxkit.session.sinks import Sink
from ctxkit.view import Framed, Plotted, Shown

#: Events between two checkpoints; what lies between is folded again when asked for.
CHECKPOINT_EVERY = 1024
#: Moments that were looked at last are kept as well: from them it is near to those around them.
_MOST_RECENT = 8


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
        self._recent: dict[int, Checkpoint] = {}
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
        before = [seen for at, seen in self._recent.items() if at <= index]
        return max((self._checkpoints[place], *before), key=lambda c: c.index)

    def _checkpoint(self, index: int) -> Checkpoint:
        nearest = self._nearest(index)
        return nearest if nearest.index == index else self._keep(self.fold_to(index).checkpoint())

    def _keep(self, checkpoint: Checkpoint) -> Checkpoint:
        self._recent.pop(checkpoint.index, None)
        self._recent[checkpoint.index] = checkpoint
        if len(self._recent) > _MOST_RECENT:
            del self._recent[next(iter(self._recent))]
        return checkpoint

    def index_of(self, seq: int) -> int:
        """Return where the event of a number stands in the file, from 0."""
        return self.log.index_of(seq)

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
        after = self._keep(fold.checkpoint())
        return ReplayState(before, event), ReplayState(after, self.log[index])

    def serve_at(self, seq: int, handle: str, engine: Engine) -> Serve:
        """Return what an instance shows if it is shown after an event, its draft as a whole.

        Works at any moment; :meth:`serves` has what was shown in the log. The texts are those of
        the procedures and the graph at hand now; nothing is logged and nothing moves.

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
