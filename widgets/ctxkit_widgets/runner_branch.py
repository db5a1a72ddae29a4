"""A session as an app runs it: what it showed last, what followed the last operation, its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.session.events import Event, MemorySink
from ctxkit.session.replay import Replay
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit_widgets.recorder import Recorder

T = TypeVar("T")


class Branch:
    """A session with its recorder.

    Attributes
    ----------
    session : Session
    since : int
        Position in the log at which the last operation began.
    read : tuple of str
        The entries that were read last.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.recorder = Recorder.of(session)
        self.since = len(self.events)
        self.read: tuple[str, ...] = ()
        self._serves: dict[str, Serve] = {}

    @property
    def events(self) -> list[Event]:
        """What was logged."""
        return self.recorder.events

    @property
    def followed(self) -> list[Event]:
        """What the last operation logged."""
        return self.events[self.since :]

    def operate(self, call: Callable[[], T]) -> T:
        """Do something to the session, noting where in the log it begins.

        What was served is kept. Where something fails on the way the session has moved, too, and
        what was served last may no longer be what it stands at.
        """
        before = len(self.events)
        try:
            result = call()
        except CtxkitError:
            if len(self.events) > before:
                self.since = before
                self._serves.clear()
            raise
        if len(self.events) > before:
            self.since = before
        if isinstance(result, Serve):
            self._serves[result.instance] = result
        return result

    def serve_of(self, handle: str) -> Serve | None:
        """Return what an instance showed last, or would show."""
        instance = self.session.instance(handle)
        if instance is None:
            return None
        serve = self._serves.get(handle)
        stale = serve is None or serve.status is not instance.status
        if stale or (instance.is_running and serve is not None and serve.step != instance.step):
            serve = self._serves[handle] = self.session.peek(handle)
        return serve

    def forget(self) -> None:
        """Forget what was shown, as it may have moved on elsewhere."""
        self._serves.clear()

    def fork(self, seq: int, session_id: str) -> Branch:
        """Return a session of its own that goes on from an event of this one."""
        if not self.recorder.whole:
            raise InvalidValueError(
                "the log is not known from its first event, so it cannot be forked",
                where=f"session {self.session.id}",
                hint="Give the session a ctxkit.MemorySink(), or fork a replay of its log file.",
            )
        specs = {i.spec.canonical: i.spec for i in self.session.instances}
        replay = Replay(self.events, specs)
        forked = replay.fork(seq, self.session.engine, MemorySink(), session_id=session_id)
        branch = Branch(forked)
        branch.since = max(0, len(branch.events) - 1)
        return branch
