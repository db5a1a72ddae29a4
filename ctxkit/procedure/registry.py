"""The registry: the closed set of functions that procedures may name (contract C, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar, overload

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.procedure.builtins import built_in_functions
from ctxkit.procedure.functions import (
    Command,
    CommandFunc,
    Context,
    FuncClass,
    FuncDoc,
    Predicate,
    PredicateFunc,
    Query,
    QueryBound,
    QueryFunc,
)
from ctxkit.procedure.given import Procedures, as_procedures
from ctxkit.procedure.names import is_identifier
from ctxkit.procedure.spec import Spec
from ctxkit.view import Framed, Shown

_Function = Predicate | Query | Command
P = TypeVar("P", bound=PredicateFunc)
Q = TypeVar("Q", bound=QueryFunc)
C = TypeVar("C", bound=CommandFunc)


class Registry(Shown, Framed):
    """Functions by name; a new one holds the built-in ones.

    Examples
    --------
    >>> registry = Registry()
    >>> @registry.predicate(reads=["budget"], fail="The budget is missing.")
    ... def has_budget(ctx):
    ...     return ctx.store.has("budget")
    """

    def __init__(self) -> None:
        self._functions: dict[str, _Function] = {}
        for function in built_in_functions(self.docs):
            self._add(function)

    def __len__(self) -> int:
        return len(self._functions)

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._functions))

    def get(self, name: str) -> Predicate | Query | Command | None:
        """Return a function of whatever class; ``None`` where there is none."""
        return self._functions.get(name)

    def __getitem__(self, name: str) -> Predicate | Query | Command:
        """Return a function of whatever class.

        Raises
        ------
        UnknownNameError
            If there is none; the hint names near ones.
        """
        if name not in self._functions:
            raise UnknownNameError.among("function", name, self._functions)
        return self._functions[name]

    def docs(self, func_class: FuncClass | str | None = None) -> tuple[FuncDoc, ...]:
        """Return the contracts of all functions, or of one class, by name.

        Raises
        ------
        UnknownNameError
            If there is no such class.
        """
        if func_class and func_class not in set(FuncClass):
            raise UnknownNameError.among("class of functions", func_class, FuncClass)
        docs = (function.doc for function in self._functions.values())
        chosen = (d for d in docs if not func_class or d.func_class == func_class)
        return tuple(sorted(chosen, key=lambda doc: doc.name))

    # Registering --------------------------------------------------------------------------------

    def register_predicate(self, predicate: Predicate) -> None:
        """Add a predicate.

        Raises
        ------
        InvalidValueError
            If its name is no identifier, or taken by a function of any class.
        """
        self._add(predicate)

    def register_query(self, query: Query) -> None:
        """Add a query; see :meth:`register_predicate`."""
        self._add(query)

    def register_command(self, command: Command) -> None:
        """Add a command; see :meth:`register_predicate`."""
        self._add(command)

    def _add(self, function: _Function) -> None:
        name = function.doc.name
        if not is_identifier(name):
            raise InvalidValueError("not a valid name for a function", got=repr(name))
        if name in self._functions:
            taken = self._functions[name].doc.func_class
            raise InvalidValueError(
                f"there is a {taken} of that name already",
                got=repr(name),
                hint="Names are unique across predicates, queries and commands.",
            )
        self._functions[name] = function

    # Looking up, and registering by decorator ---------------------------------------------------

    @overload
    def predicate(self, name: str, /) -> Predicate | None: ...
    @overload
    def predicate(self, fn: P, /) -> P: ...
    @overload
    def predicate(
        self,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        fail: str = "",
        detail: Callable[[Context], str] | None = None,
    ) -> Callable[[P], P]: ...
    def predicate(
        self,
        known: str | P | None = None,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        fail: str = "",
        detail: Callable[[Context], str] | None = None,
    ) -> Predicate | P | Callable[[P], P] | None:
        """Return a predicate by its name; without one, a decorator that registers a function.

        A name alone looks up: ``registry.predicate("mine")`` gives the predicate, or ``None``. It
        does not register. To register under another name than the function's own, say so by
        keyword: ``@registry.predicate(name="mine", reads=[...])``. Above a function,
        ``@registry.predicate("mine")`` is a lookup whose result cannot decorate; where it is
        ``None``, Python itself says ``TypeError: 'NoneType' object is not callable``.

        Parameters
        ----------
        known : str or callable, positional
            The predicate to look up, ``None`` is returned where there is none; or the function to
            register, so that the bare ``@registry.predicate`` works too.
        name : str
            Name to register under: the function's own where empty. Its docstring becomes the text
            of the contract.
        reads : iterable of str
            Fields that it looks at.
        fail, detail : str and callable, optional
            What to show where it does not hold.
        """
        if isinstance(known, str):
            found = self._functions.get(known)
            return found if isinstance(found, Predicate) else None

        def register(fn: P) -> P:
            _check_function(fn, "predicate")
            doc = _doc(fn, name, FuncClass.PREDICATE, reads=reads)
            self._add(Predicate(doc=doc, fn=fn, fail_message=fail, fail_detail=detail))
            return fn

        return register if known is None else register(known)

    @overload
    def query(self, name: str, /) -> Query | None: ...
    @overload
    def query(self, fn: Q, /) -> Q: ...
    @overload
    def query(
        self,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        serve_safe: bool = False,
        bound: QueryBound | None = None,
    ) -> Callable[[Q], Q]: ...
    def query(
        self,
        known: str | Q | None = None,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        serve_safe: bool = False,
        bound: QueryBound | None = None,
    ) -> Query | Q | Callable[[Q], Q] | None:
        """Return a query by its name; without one, a decorator that registers a function.

        A name alone looks up and never registers; see :meth:`predicate`.

        Parameters
        ----------
        known, name, reads
            As for :meth:`predicate`.
        serve_safe : bool
            Whether it only reads; only such queries may frame a session.
        bound : QueryBound, optional
            What is known about the size of its result.
        """
        if isinstance(known, str):
            found = self._functions.get(known)
            return found if isinstance(found, Query) else None

        def register(fn: Q) -> Q:
            _check_function(fn, "query")
            doc = _doc(fn, name, FuncClass.QUERY, reads=reads)
            size = bound or QueryBound()
            self._add(Query(doc=doc, fn=fn, serve_safe=serve_safe, bound=size))
            return fn

        return register if known is None else register(known)

    @overload
    def command(self, name: str, /) -> Command | None: ...
    @overload
    def command(self, fn: C, /) -> C: ...
    @overload
    def command(
        self,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        writes: Iterable[str] = (),
        mutates_graph: bool = False,
    ) -> Callable[[C], C]: ...
    def command(
        self,
        known: str | C | None = None,
        *,
        name: str = "",
        reads: Iterable[str] = (),
        writes: Iterable[str] = (),
        mutates_graph: bool = False,
    ) -> Command | C | Callable[[C], C] | None:
        """Return a command by its name; without one, a decorator that registers a function.

        A name alone looks up and never registers; see :meth:`predicate`.

        Parameters
        ----------
        known, name, reads
            As for :meth:`predicate`.
        writes : iterable of str
            Fields that it writes; a procedure that declares one of them cannot name the command.
        mutates_graph : bool
            Whether it changes the entries, so that the graph must be read again.
        """
        if isinstance(known, str):
            found = self._functions.get(known)
            return found if isinstance(found, Command) else None

        def register(fn: C) -> C:
            _check_function(fn, "command")
            doc = _doc(fn, name, FuncClass.COMMAND, reads=reads, writes=writes)
            self._add(Command(doc=doc, fn=fn, mutates_graph=mutates_graph))
            return fn

        return register if known is None else register(known)

    def stub_missing(self, *specs: Procedures) -> tuple[FuncDoc, ...]:
        """Register a stand-in for every function that procedures name and nobody registered.

        A stand-in predicate never holds, a query gives nothing, a command does nothing. Procedures
        of an application whose functions are not at hand can be loaded, shown and replayed so.

        Parameters
        ----------
        *specs : Spec, Entry, Graph, mapping or iterable
            Procedures, in any of the forms that :func:`ctxkit.replay` takes.

        Returns
        -------
        tuple of FuncDoc
            What was added.
        """
        added = []
        given = chain.from_iterable(as_procedures(each).values() for each in specs)
        for name, func_class in sorted(_named_functions(given)):
            if name in self._functions or not is_identifier(name):
                continue
            doc = FuncDoc(name=name, func_class=func_class, doc="stands in for a missing function")
            if func_class is FuncClass.PREDICATE:
                self._add(Predicate(doc=doc, fn=lambda ctx: False))
            elif func_class is FuncClass.QUERY:
                self._add(Query(doc=doc, fn=lambda ctx, args: None, serve_safe=True))
            else:
                self._add(Command(doc=doc, fn=lambda ctx: None))
            added.append(doc)
        return tuple(added)


def _check_function(fn: object, kind: str) -> None:
    if not callable(fn):
        raise InvalidValueError(
            "not a function to register", got=type(fn).__name__,
            hint=f'Write @registry.{kind}(name="mine") above a function.',
        )  # fmt: skip


def _doc(fn: Any, name: str, func_class: FuncClass, **fields: Iterable[str]) -> FuncDoc:
    text = " ".join((fn.__doc__ or "").split())
    contract = {key: tuple(value) for key, value in fields.items()}
    return FuncDoc(name=name or fn.__name__, func_class=func_class, doc=text, **contract)


def _named_functions(specs: Iterable[Spec]) -> set[tuple[str, FuncClass]]:
    named: set[tuple[str, FuncClass]] = set()
    for spec in specs:
        named |= {(inject.fn, FuncClass.QUERY) for inject in spec.framing}
        for step in spec.steps:
            guards = [step.guard, *(transition.when for transition in step.transitions)]
            for guard in guards:
                names = guard.predicates() if guard is not None else ()
                named |= {(name, FuncClass.PREDICATE) for name in names}
            named |= {(inject.fn, FuncClass.QUERY) for inject in step.inject}
            calls = [step.op, *(option.call for option in step.options)]
            named |= {(call, FuncClass.COMMAND) for call in calls if call}
    return named
