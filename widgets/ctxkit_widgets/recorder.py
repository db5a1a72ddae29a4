"""A sink that keeps what a session logs, so that an app can show it."""

from __future__ import annotations

from typing import Protocol
from weakref import WeakSet

from ctxkit.session.events import Event, EventSink, EventType, MemorySink
from ctxkit.session.session import Session


class Follower(Protocol):
    """Shows a session."""

    def refresh(self) -> None:
        """Show it as it stands now."""
        ...


class Recorder:
    """Keeps the events of a session, and hands each on to the sink that the session had.

    Attributes
    ----------
    events : list of Event
    whole : bool
        Whether these are all events of the session, so that it can be replayed and forked.
    followers : set
        Apps that show the session.
    """

    def __init__(self, session: Session) -> None:
        self.inner: EventSink | None = session.sink
        self.events: list[Event] = []
        self.followers: WeakSet[Follower] = WeakSet()
        if isinstance(self.inner, MemorySink):
            self.events = list(self.inner.events)
        self.whole = session.seq == len(self.events) and (session.seq > 0 or not session.instances)
        session.sink = self
        if self.inner is None and not session.instances:
            # Nothing was logged so far; now the log begins as that of any session does.
            session.note(EventType.SESSION_META, {"participant": session.participant})

    @classmethod
    def of(cls, session: Session) -> Recorder:
        """Return the recorder of a session; it gets one where it has none."""
        return session.sink if isinstance(session.sink, cls) else cls(session)

    def append(self, event: Event) -> None:
        """Keep an event, once the session's own sink has taken it."""
        if self.inner is not None:
            self.inner.append(event)
        self.events.append(event)

    def tell(self, told_by: Follower) -> None:
        """Tell the other apps that the session has moved on."""
        for follower in list(self.followers):
            if follower is not told_by:
                follower.refresh()
