"""The live sessions that were forked from a replay, and the app that runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxkit.display.document import count
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import MemorySink
from ctxkit.session.replay import Replay
from ctxkit.session.session import Session
from ctxkit.session.sinks import Sink

if TYPE_CHECKING:
    from ctxkit_widgets.procedure_runner import ProcedureRunner


class Forks:
    """Forks a replay; one runner shows all forks, one at a time.

    Attributes
    ----------
    runner : ProcedureRunner or None
        ``None`` before the first fork.
    told : str
        What the last fork is, in a sentence.
    """

    def __init__(self, replay: Replay, engine: Engine | None) -> None:
        self._replay, self._engine = replay, engine
        self._sink: MemorySink | None = None
        self.runner: ProcedureRunner | None = None
        self.told = ""

    def fork(self, seq: int, sink: Sink) -> Session:
        """Return a session that goes on from an event, and show it in the runner."""
        kept = MemorySink() if sink is None else None
        session = self._replay.fork(
            seq, self._engine, sink if kept is None else kept, session_id=self._name(seq)
        )
        self._sink = kept
        self._show(session)
        running = sum(instance.is_running for instance in session.instances)
        self.told = (
            f"Forked after event {seq:,}, {count(running, 'instance')} running: it goes on below. "
            ".session is the live session, .fork_log its own log."
        )
        return session

    @property
    def log(self) -> EventLog | None:
        """The log of the last fork so far; ``None`` where it is kept elsewhere."""
        return EventLog.of(self._sink.events) if self._sink is not None else None

    def _name(self, seq: int) -> str:
        """Return an ID that no other fork has: the runner tells them apart by it."""
        stem = f"{self._replay.log.session}_fork_{seq}"
        taken = self.runner.branches if self.runner is not None else ()
        numbered = (f"{stem}_{number}" for number in range(2, len(taken) + 3))
        return next(name for name in (stem, *numbered) if name not in taken)

    def _show(self, session: Session) -> None:
        if self.runner is not None:
            self.runner.add(session)
            return
        from ctxkit_widgets.procedure_runner import ProcedureRunner  # only who forks needs it

        self.runner = ProcedureRunner(session, procedures=self._replay.procedures)
