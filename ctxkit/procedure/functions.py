"""Functions that a procedure may name: their contracts and what they are given.

Contract C, section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NoReturn, Protocol

from ctxkit.errors import InvalidValueError
from ctxkit.graph.graph import Graph
from ctxkit.model import Model
from ctxkit.procedure.spec import Cap
from ctxkit.procedure.truncate import Cut


class FuncClass(StrEnum):
    """The three classes of functions."""

    PREDICATE = "predicate"  #: Tells whether something holds; changes nothing.
    QUERY = "query"  #: Looks something up for a step's text.
    COMMAND = "command"  #: Does something and records it in the store.


class ReadDepth(StrEnum):
    """How much of an entry was shown in a session."""

    NONE = ""
    SUMMARY = "summary"
    FULL = "full"


class PartKind(StrEnum):
    """What sort of part a query's result is; tells its bounds where none are declared."""

    TEXT = "text"
    ENTRY_LIST = "entry-list"
    LINE_LIST = "line-list"
    ITEM_LIST = "item-list"
    STORE_VALUE = "store-value"
    DRAFT = "draft"
    FRAMING = "framing"
    PRODUCED = "produced"


class StoreReader(Protocol):
    """What functions may ask of a store."""

    def get(self, name: str) -> Any:
        """Return a copy of a value, ``None`` where there is none."""
        ...

    def has(self, name: str) -> bool:
        """Tell whether a value is present and not empty."""
        ...

    def __contains__(self, name: object) -> bool: ...

    def state_snapshot(self) -> str:
        """Return the fingerprint of the state."""
        ...

    def write_engine(self, name: str, value: Any) -> None:
        """Write a value on the engine's behalf; for commands."""
        ...


class Context:
    """What a function is given.

    Attributes
    ----------
    store : Store
        Of the instance it runs for; commands write to it by ``write_engine``.
    graph : Graph or None
    step : str
        Step at which it runs.
    reads : mapping
        How deeply each entry was read in the session.
    """

    __slots__ = ("graph", "reads", "step", "store")

    def __init__(
        self,
        store: StoreReader,
        graph: Graph | None = None,
        step: str = "",
        reads: Mapping[str, ReadDepth] | None = None,
    ) -> None:
        self.store = store
        self.graph = graph
        self.step = step
        self.reads = reads or {}


class FuncDoc(Model):
    """The contract of a function: what it does, and which fields it reads and writes."""

    name: str
    func_class: FuncClass
    doc: str = ""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()


PredicateFunc = Callable[[Context], bool]
CommandFunc = Callable[[Context], None]
QueryFunc = Callable[[Context, dict[str, Any]], Any]
Pull = Callable[[dict[str, Any], Cut], str]


class _Registered(Model):
    """A function with its contract."""

    doc: FuncDoc

    def __call__(self, *given: object) -> NoReturn:
        """Refuse to be called: what was looked up neither decorates nor runs by itself."""
        kind, name = self.doc.func_class, self.doc.name
        raise InvalidValueError(
            f"{name} is a registered {kind}; it cannot be called or put above a function",
            got=", ".join(type(each).__name__ for each in given),
            hint=f"@registry.{kind}(name=...) registers a function, .fn(...) calls {name}.",
        )


class Predicate(_Registered):
    """A registered predicate.

    Attributes
    ----------
    doc : FuncDoc
    fn : callable
        Takes a :class:`Context`, returns whether it holds.
    fail_message : str
        What is shown where it holds a gate.
    fail_detail : callable or None
        Makes that message from the context; where it returns nothing, ``fail_message`` is shown.
    """

    fn: PredicateFunc
    fail_message: str = ""
    fail_detail: Callable[[Context], str] | None = None

    def explain(self, context: Context) -> str:
        """Return the message to show where it does not hold."""
        detail = self.fail_detail(context) if self.fail_detail is not None else ""
        return detail or self.fail_message or f"{self.doc.name} does not hold"


class QueryBound(Model):
    """What is known about the size of a query's result.

    Attributes
    ----------
    part : str
        A :class:`PartKind`; a word that is none has no bounds of its own.
    cap : Cap
        Bounds where an inject declares none.
    pull : callable or None
        Makes an expression that fetches what was cut off, from the arguments and the cut.
    """

    part: str = PartKind.TEXT
    cap: Cap = Cap()
    pull: Pull | None = None


class Query(_Registered):
    """A registered query; one that is ``serve_safe`` only reads, and may frame a session."""

    fn: QueryFunc
    serve_safe: bool = False
    bound: QueryBound = QueryBound()


class Command(_Registered):
    """A registered command; one that ``mutates_graph`` makes the graph be read again."""

    fn: CommandFunc
    mutates_graph: bool = False


class QueryResolver(Protocol):
    """Finds queries by name."""

    def query(self, name: str, /) -> Query | None:
        """Return a query."""
        ...


class Functions(QueryResolver, Protocol):
    """Finds functions by class and name, as :class:`~ctxkit.procedure.registry.Registry` does."""

    def predicate(self, name: str, /) -> Predicate | None:
        """Return a predicate."""
        ...

    def command(self, name: str, /) -> Command | None:
        """Return a command."""
        ...
