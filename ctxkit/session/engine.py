"""The engine: the functions and the graph that sessions run on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ctxkit.errors import InvalidValueError
from ctxkit.graph.graph import Graph
from ctxkit.graph.provider import ContextualGraphs, Graphs, StaticGraphs
from ctxkit.procedure.document import normalise
from ctxkit.procedure.functions import Context, ReadDepth
from ctxkit.procedure.given import Procedures, as_procedures
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import Spec
from ctxkit.session.errors import call_function
from ctxkit.session.events import Event
from ctxkit.session.given import check_text
from ctxkit.session.sinks import Sink, as_sink
from ctxkit.session.store import Store
from ctxkit.view import Shown

if TYPE_CHECKING:
    from ctxkit.session.session import Session

Clock = Callable[[], datetime]
#: Finds a procedure by its canonical name; ``None``, or an error of ours, where there is none.
SpecResolver = Callable[[str], Spec | None]


def system_clock() -> datetime:
    """Return the present time, in UTC."""
    return datetime.now(UTC)


class Engine(Shown):
    """Runs procedures.

    Parameters
    ----------
    registry : Registry, optional
        Functions that procedures name; the built-in ones where not given.
    graphs : Graph or Graphs, optional
        The graph, or a provider of it.
    template_values : mapping, optional
        Values that every text and every inject argument can use, besides the store's.
    """

    def __init__(
        self,
        registry: Registry | None = None,
        graphs: Graph | Graphs | None = None,
        *,
        template_values: Mapping[str, Any] | None = None,
    ) -> None:
        self.registry = registry if registry is not None else Registry()
        if not isinstance(template_values, Mapping | None):
            raise InvalidValueError(
                "not values by name", where="template_values", got=type(template_values).__name__
            )
        self.graphs: Graphs = (
            StaticGraphs(graphs) if graphs is None or isinstance(graphs, Graph) else graphs
        )
        self.template_values: dict[str, Any] = normalise(dict(template_values or {}))

    def context(self, store: Store, step: str, reads: Mapping[str, ReadDepth]) -> Context:
        """Return what a function is given that runs for a store at a step."""
        graphs = self.graphs
        if type(graphs) is not StaticGraphs and isinstance(graphs, ContextualGraphs):
            graph = call_function("the graph", graphs.current_for, store)
        else:
            graph = call_function("the graph", graphs.current)
        return Context(store, graph, step, reads)

    def new_session(
        self,
        session_id: str,
        participant: str = "",
        sink: Sink = None,
        *,
        clock: Clock = system_clock,
    ) -> Session:
        """Open a session.

        Parameters
        ----------
        session_id, participant : str
        sink : EventSink or path, optional
            Takes the events; the first is logged at once. Nothing is logged without one. A path
            opens a :class:`~ctxkit.LogWriter`.
        clock : callable
            Returns the time of an event, with a time zone; asked once for each.

        Raises
        ------
        InvalidValueError
            If an ID or participant is no text, the sink none, or a time has no zone.
        """
        from ctxkit.session.session import Session

        check_text("session_id", session_id)
        check_text("participant", participant)
        return Session(self, session_id, participant, as_sink(sink), clock=clock, opening=True)

    def replay_session(
        self,
        session_id: str,
        participant: str,
        events: Iterable[Event],
        resolve: SpecResolver | Procedures,
        sink: Sink = None,
        *,
        clock: Clock = system_clock,
    ) -> Session:
        """Bring a session back from its events, and go on from there.

        No command is run and nothing is logged: values are taken from the events.

        Parameters
        ----------
        session_id, participant : str
            The participant counts until an event names one.
        events : iterable of Event
        resolve : callable, mapping of Spec, Graph, or iterable of Spec or Entry
            Finds a procedure by its canonical name, or holds them.
        sink, clock
            As for :meth:`new_session`, for what happens from now on.

        Raises
        ------
        ReplayError
            If an event does not fit the procedures; the message tells which.
        """
        from ctxkit.session.fold import SessionFold
        from ctxkit.session.session import Session

        check_text("session_id", session_id)
        check_text("participant", participant)
        found = resolve if callable(resolve) else as_procedures(resolve)
        fold = SessionFold(found, participant)
        fold.apply_all(events)
        session = Session(self, session_id, participant, as_sink(sink), clock=clock, opening=False)
        session.restore(fold)
        return session
