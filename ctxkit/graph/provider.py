"""Where an engine gets the current graph from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph


@runtime_checkable
class Graphs(Protocol):
    """Gives the graph as it is now, and forgets it when told that it changed."""

    def current(self) -> Graph | None:
        """Return the current graph."""
        ...

    def invalidate(self) -> None:
        """Forget the graph, so that the next reader sees a fresh one."""
        ...


@runtime_checkable
class ContextualGraphs(Protocol):
    """May give another graph to the functions of one instance."""

    def current_for(self, store: Any) -> Graph | None:
        """Return the graph for the instance that has this store."""
        ...


class StaticGraphs:
    """A graph that never changes.

    Parameters
    ----------
    graph : Graph, optional
        Without one, functions that need a graph fail.
    """

    def __init__(self, graph: Graph | None = None) -> None:
        self.graph = graph

    def __repr__(self) -> str:
        held = "no graph" if self.graph is None else f"a graph of {len(self.graph):,} entries"
        return f"<StaticGraphs with {held}>"

    def current(self) -> Graph | None:
        """Return the graph."""
        return self.graph

    def invalidate(self) -> None:
        """Do nothing: there is nothing behind the graph to read again."""


class SourceGraphs:
    """A graph built from a source of entries, and built again after each invalidation.

    Parameters
    ----------
    source : callable
        Returns the entries as they are now.
    """

    def __init__(self, source: Callable[[], Iterable[Entry]]) -> None:
        self._source = source
        self._graph: Graph | None = None

    def __repr__(self) -> str:
        state = "not read yet" if self._graph is None else f"{len(self._graph):,} entries read"
        return f"<SourceGraphs, {state}>"

    def current(self) -> Graph | None:
        """Return the graph, read from the source where that was not done yet."""
        if self._graph is None:
            self._graph = Graph(self._source())
        return self._graph

    def invalidate(self) -> None:
        """Read from the source again when the graph is next asked for."""
        self._graph = None
