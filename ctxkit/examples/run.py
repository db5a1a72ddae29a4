"""Runs one example session on a clock of its own, and keeps what it logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from ctxkit.procedure.document import document_text
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.session.errors import SessionError
from ctxkit.session.events import Event, EventType, MemorySink
from ctxkit.session.serve import Serve

_EVENT_TIME = timedelta(milliseconds=14)


class Run:
    """One session, on a clock that moves only when told to.

    Parameters
    ----------
    session_id, participant : str
    start : datetime
        Time of the first event; each further one comes 14 ms after the one before.
    engine : Engine
    procedures : mapping of str to Spec
        By canonical name.
    project : str
        Where envelopes say that the session belongs.
    """

    def __init__(
        self,
        session_id: str,
        participant: str,
        start: datetime,
        *,
        engine: Engine,
        procedures: Mapping[str, Spec],
        project: str,
    ) -> None:
        self._now = start
        self._sink = MemorySink()
        self._specs = procedures
        self._project = project
        #: Where each operation begins in the list of events.
        self._begins: list[int] = [0]
        self.session = engine.new_session(session_id, participant, self._sink, clock=self._tick)

    def _tick(self) -> datetime:
        now = self._now
        self._now += _EVENT_TIME
        return now

    @contextmanager
    def _operation(self) -> Iterator[None]:
        begin = len(self._sink.events)
        yield
        if len(self._sink.events) > begin:
            self._begins.append(begin)

    # What happens -------------------------------------------------------------------------------

    def wait(self, *, seconds: int = 0, minutes: int = 0, hours: int = 0) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds, minutes=minutes, hours=hours)

    def start(
        self, procedure: str, inputs: Mapping[str, Any] | None = None, parent: str = ""
    ) -> str:
        """Start an instance, and return its handle."""
        self.wait(seconds=2)
        with self._operation():
            return self.session.start(self._specs[procedure], inputs, parent).instance

    def report(self, handle: str, **fields: Any) -> Serve:
        """Report fields, half a minute of thought later."""
        self.wait(seconds=31)
        with self._operation():
            return self.session.report(handle, fields)

    def answer(self, handle: str, choice: str, words: str = "", **fields: Any) -> Serve:
        """Answer at the step where an instance stands, in the words of the user if any."""
        self.wait(seconds=47 if words else 19)
        with self._operation():
            step = self.step(handle)
            return self.session.answer(handle, step, choice, fields or None, words)

    def show(self, *entry_ids: str) -> None:
        """Read entries in full."""
        self.wait(seconds=4)
        with self._operation():
            self.session.log_read("show", full=entry_ids)

    def search(self, *entry_ids: str) -> None:
        """Come upon entries in a search, of which only the summary is shown."""
        self.wait(seconds=6)
        with self._operation():
            self.session.log_read("search", summary=entry_ids)

    def label(self, text: str) -> None:
        """Say what the session is about."""
        with self._operation():
            self.session.set_label(text)

    def look(self, handle: str) -> Serve:
        """Show an instance again."""
        self.wait(seconds=9)
        with self._operation():
            return self.session.serve(handle)

    def abandon(self, handle: str, reason: str) -> None:
        """Give an instance up."""
        self.wait(seconds=12)
        with self._operation():
            self.session.abandon(handle, reason)

    def park(self, handle: str, note: str) -> None:
        """Leave an instance for later."""
        self.wait(seconds=8)
        with self._operation():
            self.session.park(handle, note)

    # Where it stands ----------------------------------------------------------------------------

    def step(self, handle: str) -> str:
        """Return the step at which an instance stands."""
        instance = self.session.instance(handle)
        return instance.step if instance is not None else ""

    def filed(self, handle: str) -> str:
        """Return the ID of the entry that an instance has filed."""
        instance = self.session.instance(handle)
        return str(instance.store.get("filedEntry")) if instance is not None else ""

    def expect(self, handle: str, step: str) -> None:
        """Refuse to go on where an instance does not stand at a step."""
        if self.step(handle) != step:
            raise SessionError(
                "the example has come another way", where=f"instance {handle}",
                got=self.step(handle), expected=step,
            )  # fmt: skip

    # What was logged ----------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self._sink.events

    def to_text(self) -> str:
        """Return the log, one event a line."""
        return self._sink.to_text()

    def to_envelopes(self) -> str:
        """Return the log as later runtimes write it: a line for each operation, events within.

        Contract C, section 16. The first line holds the metadata, which are written again whenever
        the label changes; beside engine events a line holds those of the application.
        """
        ends = [*self._begins[1:], len(self.events)]
        lines = [f'"metadata":{self._metadata("", self.events[0])}']
        lines += [
            self._envelope(self.events[begin:end])
            for begin, end in zip(self._begins, ends, strict=True)
        ]
        return "".join(f'{{"version":{number},{line}}}\n' for number, line in enumerate(lines, 1))

    def _envelope(self, events: list[Event]) -> str:
        metadata, items = "", []
        for event in events:
            data = event.data or {}
            items.append(_item("workflow_event", event.to_line()))
            if event.event == EventType.LABELED:
                metadata = f'"metadata":{self._metadata(data["label"], event)},'
            elif event.event == EventType.STARTED:
                project = {"instance": event.instance, "project": self._project}
                items.append(_item("workflow_instance_project", document_text(project)))
        return f'{metadata}"events":[{",".join(items)}]'

    def _metadata(self, label: str, event: Event) -> str:
        given = {
            "ID": self.session.id,
            "Subject": "local",
            "Project": self._project,
            "Participant": self.session.participant,
            "Label": label,
            "Attachment": None,
            "UpdatedAt": event.ts,
        }
        pairs = (f"{document_text(key)}:{document_text(value)}" for key, value in given.items())
        return f"{{{','.join(pairs)}}}"


def _item(code: str, payload: str) -> str:
    return f'{{"CodecVersion":1,"Code":"{code}","Payload":{payload}}}'
