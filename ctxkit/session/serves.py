"""What was shown in a session, rendered again: a log tells when and where, but not what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ctxkit.collection import Collection
from ctxkit.errors import CtxkitError, UnknownNameError
from ctxkit.procedure.arithmetic import effective_total
from ctxkit.procedure.spec import Spec
from ctxkit.session.cascade import Cascade
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import EventType
from ctxkit.session.logfold import LogFold
from ctxkit.session.serve import Serve
from ctxkit.view import Plotted, Record

# After one of these nothing has moved, so that the instance was shown again as a whole.
_AT_REST = frozenset({str(EventType.SERVED), str(EventType.PARKED)})


@dataclass(frozen=True, slots=True)
class PastServe(Record):
    """One time that an instance was shown.

    Attributes
    ----------
    index, seq : int
        Position in the log from 0, and number as logged.
    instance, procedure, step : str
    budget : int
        Bytes that a serve of the procedure may have; 0 where it is not at hand.
    serve : Serve or None
        What was shown, as it is rendered now.
    text_bytes : int
        Bytes of the lanes, which is what counts against the budget; 0 where not rendered.
    problem : str
        Why it cannot be rendered; empty where it can.
    """

    index: int
    seq: int
    instance: str
    procedure: str
    step: str
    budget: int = 0
    serve: Serve | None = None
    text_bytes: int = 0
    problem: str = ""

    @property
    def over_budget(self) -> bool:
        """Whether the lanes are larger than the budget."""
        return self.text_bytes > self.budget > 0


class Serves(Plotted, Collection[PastServe]):
    """What the instances of a log were shown, in order; made by :func:`render_serves`.

    Attributes
    ----------
    log : EventLog
    """

    noun = "serve"

    def __init__(self, items: tuple[PastServe, ...], log: EventLog) -> None:
        super().__init__(items)
        self.log = log

    def _sliced(self, items: tuple[PastServe, ...]) -> Serves:
        return type(self)(items, self.log)

    def at(self, seq: int) -> PastServe:
        """Return what was shown at an event.

        Raises
        ------
        UnknownNameError
            If nothing was shown there.
        """
        for item in reversed(self):
            if item.seq == seq:
                return item
        raise UnknownNameError.among("served event", str(seq), [str(item.seq) for item in self])


def render_serves(
    log: EventLog, procedures: Mapping[str, Spec], engine: Engine, handle: str = ""
) -> Serves:
    """Render again what the instances of a log were shown.

    Parameters
    ----------
    log : EventLog
    procedures : mapping
        Procedures by canonical name.
    engine : Engine
        Its functions and its graph are asked as they are *now*: where they have changed since, so
        may have what is rendered. Predicates and queries run, commands never.
    handle : str
        Picks one instance; all are rendered without.

    Notes
    -----
    A draft is compared with what was shown at the same step before, as it was then. Only where a
    session was taken up again in between (which no log tells) was it shown as a whole instead.
    A serve takes about a third of a millisecond; ``handle`` keeps that short in a long log.
    """
    return Serves(tuple(each_serve(log, procedures, engine, handle)), log)


def each_serve(
    log: EventLog, procedures: Mapping[str, Spec], engine: Engine, handle: str = ""
) -> Iterator[PastServe]:
    """Render one serve after the other, for those who need not keep them all."""
    fold = LogFold(procedures)
    cascade = Cascade(engine, lambda event, instance, data: None, {})
    last: dict[str, str] = {}
    for index, kind in enumerate(log.columns.kinds):
        name = log.columns.instances[index]
        if kind == EventType.SERVED and (not handle or name == handle):
            fold.run(log.columns, index + 1)
            cascade.reads = fold.reads
            yield _render(log, index, fold, cascade, last.get(name) in _AT_REST)
        last[name] = kind


def _render(
    log: EventLog, index: int, fold: LogFold, cascade: Cascade, complete: bool
) -> PastServe:
    columns = log.columns
    seq, handle = columns.seqs[index], columns.instances[index]
    step = str((columns.data[index] or {}).get("step", ""))
    instance = fold.by_id.get(handle)
    if instance is None:
        return PastServe(index, seq, handle, "", step, problem="the instance was never started")
    name = instance.spec.canonical
    if handle in fold.unchecked:
        problem = "the procedure is not at hand, or the log left it before"
        return PastServe(index, seq, handle, name, step, problem=problem)
    budget = effective_total(instance.spec)
    if step != instance.step or not instance.is_running:
        problem = f"the instance does not stand there, but at {instance.step!r}"
        return PastServe(index, seq, handle, name, step, budget, problem=problem)
    try:
        serve = cascade.serve(instance, complete=complete)
    except CtxkitError as error:
        return PastServe(index, seq, handle, name, step, budget, problem=str(error))
    text_bytes = sum(size.bytes for size in serve.sizes if size.part.startswith("lane:"))
    return PastServe(index, seq, handle, name, step, budget, serve, text_bytes)
