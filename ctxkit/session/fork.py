"""Going on from a moment of a log, in a session of its own."""

from __future__ import annotations

from pathlib import Path

from ctxkit.session.engine import Clock, Engine, system_clock
from ctxkit.session.errors import SessionError, SinkError
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.instance import InstanceStatus
from ctxkit.session.logfold import Checkpoint
from ctxkit.session.session import Session
from ctxkit.session.sinks import Sink, as_sink, file_of

#: Key of a session_meta event that tells what its session was forked from.
POINTER = "forkedFrom"


def fork_session(
    log: EventLog,
    checkpoint: Checkpoint,
    engine: Engine,
    sink: Sink,
    *,
    session_id: str = "",
    clock: Clock = system_clock,
) -> Session:
    """Return a live session that goes on from a moment of a log.

    Its own log begins with the events up to that moment, under the fork's ID, and then points to
    the session that it came from. It can be replayed by itself; the log it came from is only read.

    Raises
    ------
    SessionError
        If the procedure of a running instance is not at hand, or does not fit it.
    SinkError
        Before anything is written: if the sink is the log's own file or a file that is not empty,
        or the ID is that of the session it is forked from.
    InvalidValueError
        If the sink is none.
    """
    for handle, instance in checkpoint.by_id.items():
        if handle in checkpoint.unchecked and instance.status is InstanceStatus.RUNNING:
            raise SessionError(
                f"instance {handle} cannot go on: its procedure is not at hand or does not fit",
                where=f"procedure {instance.spec.canonical}",
                hint="Give the replay the procedures that the log was written with.",
            )
    fork_id = session_id or f"{log.session}_fork_{checkpoint.seq}"
    if sink is not None and fork_id == log.session:
        raise SinkError(
            "a fork needs an ID of its own", where="session_id", got=repr(fork_id),
            hint="Leave session_id out, or choose another one.",
        )  # fmt: skip
    _refuse_used_file(sink, log)
    sink = as_sink(sink)
    session = Session(engine, fork_id, checkpoint.participant, sink, clock=clock, opening=False)
    session.take_over(checkpoint)
    if sink is not None:
        for event in log[: checkpoint.index]:
            sink.append(
                Event(
                    event.v, event.ts, fork_id, event.seq, event.instance, event.event, event.data
                )
            )
        pointer = {"session": log.session, "seq": checkpoint.seq}
        session.note(
            EventType.SESSION_META, {"participant": checkpoint.participant, POINTER: pointer}
        )
    return session


def _refuse_used_file(sink: Sink, log: EventLog) -> None:
    file = file_of(sink)
    if not file:
        return
    path = Path(file)
    if log.path and path.resolve() == Path(log.path).resolve():
        raise SinkError(
            "a fork cannot be logged into the log that it comes from", where=file,
            hint="Name a new file.",
        )  # fmt: skip
    if path.exists() and path.stat().st_size:
        raise SinkError(
            "a fork needs a log of its own, and the file is not empty", where=file,
            hint="Name a new file.",
        )  # fmt: skip
