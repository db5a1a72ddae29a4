"""What a session loads, in order: entries that it read, and steps that it was shown."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import to_bytes
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import topic_key
from ctxkit.procedure.functions import ReadDepth
from ctxkit.residency.texts import ServeSizes, entry_text
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, EventType
from ctxkit.session.fold import texts_in
from ctxkit.session.given import as_log
from ctxkit.session.replay import Replay
from ctxkit.session.serves import PastServe, each_serve

#: Tokens of a page whose size is not known.
UNKNOWN = -1
_NO_GRAPH = "no graph is at hand, and a log holds no sizes"
_NO_ENTRY = "the graph holds no such entry"


class Form(StrEnum):
    """In which form a page is in the window."""

    SERVE = "serve"  #: What an instance was shown.
    SUMMARY = "summary"  #: An entry, read in summary.
    FULL = "full"  #: An entry, read in full.


#: Forms by their number in the columns of loads; a higher number of one page holds a lower one.
FORMS = tuple(Form)
SERVE, SUMMARY, FULL = range(3)


@dataclass(slots=True)
class Loads:
    """The pages of a session and when each was loaded, as columns.

    Attributes
    ----------
    log : EventLog
    estimator : str
        Who counted the tokens.
    names : list of str
        Of each page: the ID of an entry, or handle, step and number of a serve.
    titles : list of str
        What each page is about.
    labels : list of tuple of str
        What each page covers, for the policy that weighs that.
    problems : dict of int to str
        Why the size of a page is not known.
    events : array of int
        Position of each load in the log, from 0.
    pages, forms, tokens : array of int
        Page, number of its form, and its size in that form, or ``UNKNOWN``.
    """

    log: EventLog
    estimator: str
    names: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    labels: list[tuple[str, ...]] = field(default_factory=list)
    problems: dict[int, str] = field(default_factory=dict)
    events: array[int] = field(default_factory=lambda: array("q"))
    pages: array[int] = field(default_factory=lambda: array("q"))
    forms: array[int] = field(default_factory=lambda: array("b"))
    tokens: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self.events)

    def add_page(self, name: str, title: str, labels: tuple[str, ...], problem: str = "") -> int:
        """Take up a page and return its number."""
        page = len(self.names)
        self.names.append(name)
        self.titles.append(title)
        self.labels.append(labels)
        if problem:
            self.problems[page] = problem
        return page

    def add(self, event: int, page: int, form: int, tokens: int) -> None:
        """Take up a load."""
        self.events.append(event)
        self.pages.append(page)
        self.forms.append(form)
        self.tokens.append(tokens)


def loads_of(
    given: Replay | EventLog | Iterable[Event],
    graph: Graph | Engine | None = None,
    engine: Engine | None = None,
    estimator: Estimator = HEURISTIC,
) -> Loads:
    """Return what a session loaded, with sizes where the texts are at hand.

    Parameters
    ----------
    given : Replay, EventLog or iterable of Event
        Serves are rendered again where it is a replay that has the procedures.
    graph : Graph or Engine, optional
        The entries as they are now; an engine stands for its graph.
    engine : Engine, optional
        Renders the serves; the built-in functions on the graph where not given.
    estimator : Estimator
    """
    if isinstance(graph, Engine):
        graph, engine = None, engine or graph
    if graph is None and engine is not None:
        graph = engine.graphs.current()
    if graph is not None and not isinstance(graph, Graph):
        raise InvalidValueError(
            "not a graph", where="graph", got=type(graph).__name__, expected="a Graph or an Engine",
            hint="read_graph(folder) reads one.",
        )  # fmt: skip
    log = given.log if isinstance(given, Replay) else as_log(given)
    loads = Loads(log, estimator.name)
    entries = _Entries(loads, graph, estimator)
    serves = _serves(given, log, engine or Engine(graphs=graph))
    shown = _Shown(loads, serves, ServeSizes(estimator))
    kinds, data = log.columns.kinds, log.columns.data
    for event, kind in enumerate(kinds):
        if kind == EventType.READ:
            entries.read(event, data[event] or {})
        elif kind == EventType.SERVED:
            shown.serve(event)
    return loads


def _serves(given: object, log: EventLog, engine: Engine) -> Iterator[PastServe] | None:
    if isinstance(given, Replay) and given.procedures:
        return each_serve(log, given.procedures, engine)
    return None


class _Entries:
    """Takes up entries as they are read."""

    def __init__(self, loads: Loads, graph: Graph | None, estimator: Estimator) -> None:
        self.loads = loads
        self.graph = graph
        self.estimator = estimator
        self.pages: dict[str, int] = {}
        self.sizes: dict[tuple[int, int], int] = {}

    def read(self, event: int, data: dict[str, object]) -> None:
        """Take up a read event; an entry that it names twice was read in full."""
        full = dict.fromkeys(texts_in(data.get("full")), FULL)
        depths = full | {i: SUMMARY for i in texts_in(data.get("summary")) if i not in full}
        for entry_id, form in depths.items():
            page = self.pages.get(entry_id)
            if page is None:
                page = self.pages[entry_id] = self._page(entry_id)
            self.loads.add(event, page, form, self._size(page, form))

    def _page(self, entry_id: str) -> int:
        entry = self.graph.entry(entry_id) if self.graph is not None else None
        if entry is None or self.graph is None:
            problem = _NO_GRAPH if self.graph is None else _NO_ENTRY
            return self.loads.add_page(entry_id, "", (f"entry:{entry_id}",), problem)
        topics = (f"topic:{topic_key(topic)}" for topic in self.graph.topics_of(entry_id))
        labels = (f"entry:{entry_id}", f"kind:{entry.kind}", *topics)
        title = entry.index["title"] if entry.index else entry_text(entry, ReadDepth.SUMMARY)
        return self.loads.add_page(entry_id, title, tuple(dict.fromkeys(labels)))

    def _size(self, page: int, form: int) -> int:
        key = (page, form)
        if key not in self.sizes:
            entry_id = self.loads.names[page]
            entry = self.graph.entry(entry_id) if self.graph is not None else None
            tokens = UNKNOWN
            if entry is not None:
                tokens = self.estimator.count(to_bytes(entry_text(entry, FORMS[form])))
            self.sizes[key] = tokens
        return self.sizes[key]


class _Shown:
    """Takes up serves as they are shown; each is a page of its own."""

    def __init__(self, loads: Loads, serves: Iterator[PastServe] | None, sizes: ServeSizes) -> None:
        self.loads = loads
        self.serves = serves
        self.sizes = sizes

    def serve(self, event: int) -> None:
        """Take up the serve of an event."""
        columns = self.loads.log.columns
        seq, handle = columns.seqs[event], columns.instances[event]
        step = str((columns.data[event] or {}).get("step", ""))
        past = next(self.serves) if self.serves is not None else None
        problem, tokens, title = "the procedures are not at hand", UNKNOWN, step
        if past is not None:
            problem = past.problem
            title = f"{past.procedure} · {step}" if past.procedure else step
            if past.serve is not None:
                tokens = self.sizes.count(past.serve)
        name = f"{handle} · {step} · {seq}"
        page = self.loads.add_page(name, title, (f"instance:{handle}",), problem)
        self.loads.add(event, page, SERVE, tokens)
