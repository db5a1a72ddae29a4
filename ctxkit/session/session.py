"""Sessions: instances of procedures, moved on by reports and answers (contract C, section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ctxkit.errors import UnknownNameError
from ctxkit.graph.vocabulary import ProcedureClass
from ctxkit.procedure.document import normalise
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import InjectCall, Option, Spec
from ctxkit.procedure.truncate import Cut
from ctxkit.session.cascade import Cascade
from ctxkit.session.engine import Clock, Engine, system_clock
from ctxkit.session.errors import SessionError, SinkError
from ctxkit.session.events import LOG_VERSION, Event, EventSink, EventType, format_time
from ctxkit.session.given import check_text, texts_of
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.render import inject_values, run_inject
from ctxkit.session.serve import Serve
from ctxkit.session.store import Store, missing_fields
from ctxkit.view import Framed, Plotted, Shown

if TYPE_CHECKING:
    from ctxkit.procedure.truth import GuardTruth
    from ctxkit.session.fold import SessionFold
    from ctxkit.session.logfold import Checkpoint

_HANDLE = re.compile(r"i_([0-9]{1,18})")


def handle_number(handle: str) -> int:
    """Return N of a handle ``i_N``; 0 for any other."""
    found = _HANDLE.fullmatch(handle)
    return int(found[1]) if found else 0


# Members of an enumeration are slow to look up by their class in Python 3.11.
_REPORT = EventType.REPORT
_CHOOSER_ANSWER = EventType.CHOOSER_ANSWER
_READ = EventType.READ
_SUMMARY = ReadDepth.SUMMARY
_FULL = ReadDepth.FULL


class Session(Shown, Framed, Plotted):
    """One dialogue: any number of instances, one log.

    Made by :meth:`Engine.new_session` or :meth:`Engine.replay_session`.

    Attributes
    ----------
    id, participant, label : str
    engine : Engine
    seq : int
        Number of the last event.
    counter : int
        Number in the handle of the last instance.
    """

    def __init__(
        self,
        engine: Engine,
        session_id: str,
        participant: str,
        sink: EventSink | None,
        *,
        clock: Clock = system_clock,
        opening: bool = True,
    ) -> None:
        self.engine = engine
        self.id = session_id
        self.participant = participant
        self.label = ""
        self.seq = 0
        self._sink = sink
        self._clock = clock
        self._sink_error: Exception | None = None
        self._by_id: dict[str, Instance] = {}
        self._order: list[str] = []
        self.counter = 0
        self._reads: dict[str, ReadDepth] = {}
        self._cascade = Cascade(engine, self._log, self._reads)
        if opening:
            self._log(EventType.SESSION_META, "", {"participant": participant})

    def restore(self, fold: SessionFold) -> None:
        """Take over what was read from a log."""
        self.participant, self.label, self.seq = fold.participant, fold.label, fold.seq
        self._by_id, self._order, self.counter = fold.by_id, fold.order, fold.counter
        self._reads.update(fold.reads)

    def take_over(self, checkpoint: Checkpoint) -> None:
        """Take over copies of what a checkpoint holds."""
        self.participant, self.label = checkpoint.participant, checkpoint.label
        self.seq, self.counter = checkpoint.seq, checkpoint.counter
        self._by_id = {handle: found.copy() for handle, found in checkpoint.by_id.items()}
        self._order = list(checkpoint.order)
        self._reads.update(checkpoint.reads)

    def note(self, event: EventType, data: dict[str, Any]) -> None:
        """Log an event about the session itself."""
        self._log(event, "", data)

    def close(self) -> None:
        """Close the log, so that another session may go on with it; nothing is logged from then on.

        Needed where the session was given the path of a file. A sink without ``close`` stays open.
        """
        close = getattr(self._sink, "close", None)
        if callable(close):
            close()

    # Looking ------------------------------------------------------------------------------------

    def instance(self, handle: str) -> Instance | None:
        """Return an instance by its handle."""
        return self._by_id.get(handle)

    def __getitem__(self, handle: str) -> Instance:
        """Return an instance by its handle.

        Raises
        ------
        UnknownNameError
            If there is none.
        """
        if handle not in self._by_id:
            raise UnknownNameError.among("instance", handle, self._by_id)
        return self._by_id[handle]

    def __contains__(self, handle: object) -> bool:
        return handle in self._by_id

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    @property
    def instances(self) -> tuple[Instance, ...]:
        """All instances in the order of their start."""
        return tuple(self._by_id[handle] for handle in self._order)

    @property
    def reads(self) -> dict[str, ReadDepth]:
        """How deeply each entry was read."""
        return dict(self._reads)

    def read_depth_of(self, entry_id: str) -> ReadDepth:
        """Return how deeply an entry was read; ``ReadDepth.NONE`` where it was not."""
        return self._reads.get(entry_id, ReadDepth.NONE)

    def explain(self, handle: str) -> tuple[GuardTruth, ...]:
        """Say what holds an instance at a gate; see :func:`~ctxkit.session.gate.explain_gate`."""
        from ctxkit.session.gate import explain_gate

        return explain_gate(self, handle)

    @property
    def sink_err(self) -> Exception | None:
        """Why an event could not be logged, if one could not."""
        return self._sink_error

    @property
    def sink(self) -> EventSink | None:
        """What takes the events; it can be changed, for those that are still to come."""
        return self._sink

    @sink.setter
    def sink(self, sink: EventSink | None) -> None:
        self._sink = sink

    def peek(self, handle: str) -> Serve:
        """Return what :meth:`serve` would show, without noting that it was shown."""
        instance = self._known(handle).copy()
        return Cascade(self.engine, _unlogged, self._reads).serve(instance, complete=True)

    # Moving instances on ------------------------------------------------------------------------

    def start(self, spec: Spec, inputs: Mapping[str, Any] | None = None, parent: str = "") -> Serve:
        """Start an instance.

        Parameters
        ----------
        spec : Spec
        inputs : mapping, optional
            Params and state fields.
        parent : str
            Handle of an instance of this session; what it hands down is applied.

        Raises
        ------
        SessionError, InvalidValueError
            If the parent is unknown, or an input or seed does not fit: nothing has changed then.
            What fails later, on the way to the first stop, leaves the instance where it stopped.
        """
        self._check_sink()
        if not isinstance(spec, Spec):
            raise SessionError(
                "not a procedure", got=type(spec).__name__,
                hint="load_spec(entry, registry) makes a procedure of an entry.",
            )  # fmt: skip
        if parent:
            self._known(parent)
        sent = normalise(dict(inputs or {}))
        store = Store(spec)
        store.set_start(sent)
        seed = self._seed(spec, store, parent)
        self.counter += 1
        instance = Instance(f"i_{self.counter}", spec, store, spec.steps[0].id, parent)
        self._by_id[instance.id] = instance
        self._order.append(instance.id)
        self._log(EventType.STARTED, instance.id, _started(instance, sent, seed))
        self._cascade.run(instance)
        return self._cascade.serve(instance)

    def report(self, handle: str, fields: Mapping[str, Any]) -> Serve:
        """Write state fields of an instance, and move it on as far as it goes.

        Raises
        ------
        SessionError, InvalidValueError
            If the instance is unknown or has ended, there are no fields, or one does not fit:
            nothing has changed then.
        """
        self._check_sink()
        instance = self._running(handle)
        if not fields:
            raise SessionError("nothing is reported", where=f"instance {handle}")
        if not isinstance(fields, Mapping):
            raise SessionError(
                "a report is fields by name", where=f"instance {handle}", got=type(fields).__name__
            )
        store = instance.store
        names = store.write_state(normalise(dict(fields)))
        written = {name: store.get(name) for name in names}
        self._log(_REPORT, handle, {"fields": written, "step": instance.step})
        self._cascade.run(instance)
        return self._cascade.serve(instance)

    def answer(
        self,
        handle: str,
        chooser: str,
        choice: str,
        fields: Mapping[str, Any] | None = None,
        user_words: str = "",
    ) -> Serve:
        """Choose an option at the step where an instance waits for a choice.

        Parameters
        ----------
        handle : str
        chooser : str
            The step; it must be the current one.
        choice : str
        fields : mapping, optional
            State fields that the option collects.
        user_words : str
            What the user said.

        Raises
        ------
        SessionError, InvalidValueError
            If the answer does not fit: nothing has changed then.
        FunctionError
            If the option's command failed. The answer stands then, but the step has not changed.
        """
        self._check_sink()
        instance = self._running(handle)
        option = self._option(instance, chooser, choice)
        check_text("user_words", user_words)
        sent = normalise(dict(fields or {}))
        self._write_answer(instance, option, sent)
        data = {"chooser": chooser, "choice": choice, "kind": str(instance.current.chooser)}
        if user_words:
            data["userWords"] = normalise(user_words)
        self._log(_CHOOSER_ANSWER, handle, data | ({"fields": sent} if sent else {}))
        seeds = option.dispatch is not None and option.dispatch.seed
        instance.pending = option.dispatch if seeds else None
        if option.call:
            self._cascade.command(instance, option.call)
        self._cascade.transition(instance, option.to)
        self._cascade.run(instance)
        return self._cascade.serve(instance)

    def serve(self, handle: str) -> Serve:
        """Show an instance again as it stands, its draft as a whole."""
        self._check_sink()
        return self._cascade.serve(self._known(handle), complete=True)

    def abandon(self, handle: str, reason: str = "") -> None:
        """End an instance without completing it; those started under it go on."""
        check_text("reason", reason)
        self._check_sink()
        instance = self._running(handle)
        instance.status = InstanceStatus.ABANDONED
        instance.outcome = "abandoned"
        self._log(EventType.ABANDONED, handle, {"reason": normalise(reason)} if reason else None)

    def park(self, handle: str, note: str = "") -> None:
        """Note that an instance is left for later; nothing else changes."""
        check_text("note", note)
        self._check_sink()
        instance = self._running(handle)
        data = {"step": instance.step} | ({"note": normalise(note)} if note else {})
        self._log(EventType.PARKED, handle, data)

    # The session itself -------------------------------------------------------------------------

    def set_label(self, label: str) -> None:
        """Say what the session is about; the same label again changes nothing.

        Raises
        ------
        InvalidValueError
            If it is no text.
        """
        check_text("label", label)
        label = normalise(label)
        if label != self.label:
            self.label = label
            self._log(EventType.LABELED, "", {"label": label})

    def log_read(self, tool: str, full: Iterable[str] = (), summary: Iterable[str] = ()) -> None:
        """Record which entries were shown.

        Parameters
        ----------
        tool : str
            What showed them.
        full, summary : iterable of str
            IDs of entries shown as a whole, and of those of which only a part was shown. What was
            once shown as a whole stays so.

        Raises
        ------
        InvalidValueError
            If one of them is no text, or a single text is given where several are meant.
        """
        check_text("tool", tool)
        wholes = [normalise(i) for i in dict.fromkeys(texts_of("full", full)) if i]
        parts = [normalise(i) for i in dict.fromkeys(texts_of("summary", summary)) if i]
        if not wholes and not parts:
            return
        note_reads(self._reads, wholes, parts)
        data: dict[str, Any] = {"tool": tool}
        data |= ({"full": wholes} if wholes else {}) | ({"summary": parts} if parts else {})
        self._log(_READ, "", data)

    def inject(self, handle: str, call: InjectCall) -> tuple[Any, Cut | None]:
        """Run a query for an instance, ended or not; nothing is logged.

        Returns
        -------
        tuple
            The result within its bound, and the cut where something was left out.
        """
        instance = self._known(handle)
        context = self.engine.context(instance.store, instance.step, self._reads)
        return run_inject(self.engine, context, call, inject_values(self.engine, instance.store))

    # Within -------------------------------------------------------------------------------------

    def _known(self, handle: str) -> Instance:
        instance = self._by_id.get(handle)
        if instance is None:
            known = ", ".join(self._by_id) or "none yet"
            raise SessionError(
                "no such instance", where=f"session {self.id}", got=repr(handle), expected=known
            )
        return instance

    def _running(self, handle: str) -> Instance:
        instance = self._known(handle)
        if not instance.is_running:
            raise SessionError("the instance has ended", where=f"instance {handle}")
        return instance

    def _option(self, instance: Instance, chooser: str, choice: str) -> Option:
        step = instance.current
        where = f"instance {instance.id}, step {step.id}"
        if step.is_gate:
            raise SessionError(
                "there is nothing to choose here", where=where, hint="Report fields instead."
            )
        if chooser != step.id:
            raise SessionError("the answer is for another step", where=where, got=repr(chooser))
        option = step.option(choice)
        if option is None:
            choices = ", ".join(repr(o.choice) for o in step.options)
            raise SessionError("no such choice", where=where, got=repr(choice), expected=choices)
        return option

    def _write_answer(self, instance: Instance, option: Option, fields: dict[str, Any]) -> None:
        allowed = [field.name for field in option.collect]
        foreign = sorted(set(fields) - set(allowed))
        where = f"instance {instance.id}, choice {option.choice!r}"
        if foreign:
            raise SessionError(
                "the choice does not take these fields", where=where, got=", ".join(foreign),
                expected=", ".join(allowed) or "none",
            )  # fmt: skip
        candidate = instance.store.clone()
        candidate.write_state(fields)
        needed = (field.name for field in option.collect if not field.optional)
        missing = missing_fields(candidate, needed)
        if missing:
            raise SessionError("the choice needs more", where=where, expected=", ".join(missing))
        instance.store.adopt(candidate)

    def _seed(self, spec: Spec, store: Store, parent: str) -> dict[str, Any]:
        """Apply what a parent hands down to the store of a child."""
        dispatch = self._by_id[parent].pending if parent else None
        if dispatch is None or dispatch.procedure not in ("", spec.canonical):
            return {}
        source = self._by_id[parent].store
        values = {}
        for child, name in sorted(dispatch.seed.items()):
            if child not in spec.state:
                raise SessionError(
                    "what the parent hands down is no state field here",
                    where=f"procedure {spec.canonical}",
                    got=child,
                )
            if not store.has(child) and source.has(name):
                values[child] = source.get(name)
        store.write_state(values)
        return values

    def _check_sink(self) -> None:
        if self._sink_error is not None:
            raise SinkError(
                f"an event could not be logged: {self._sink_error}",
                where=f"session {self.id}",
                hint="Replay the log that was kept, into a sink that works.",
            ) from self._sink_error

    def _log(self, event: str, instance: str, data: dict[str, Any] | None) -> None:
        if self._sink is None:
            return
        self.seq += 1
        moment = format_time(self._clock())
        try:
            self._sink.append(Event(LOG_VERSION, moment, self.id, self.seq, instance, event, data))
        except Exception as error:
            self._sink_error = self._sink_error or error


def _unlogged(event: str, instance: str, data: dict[str, Any] | None) -> None:
    """Note nothing."""


def _started(instance: Instance, sent: dict[str, Any], seed: dict[str, Any]) -> dict[str, Any]:
    spec = instance.spec
    data: dict[str, Any] = {
        "procedure": spec.canonical, "entry": spec.entry_id, "step": instance.step
    }  # fmt: skip
    if spec.procedure_class is ProcedureClass.SHELL:
        data["class"] = str(spec.procedure_class)
    given = {"params": sent, "parent": instance.parent, "seed": seed}
    return data | {key: value for key, value in given.items() if value}


def note_reads(reads: dict[str, ReadDepth], full: Iterable[str], summary: Iterable[str]) -> None:
    """Deepen how far entries were read."""
    for entry_id in summary:
        reads.setdefault(entry_id, _SUMMARY)
    for entry_id in full:
        reads[entry_id] = _FULL
