"""How an engine looks: what it runs procedures with."""

from __future__ import annotations

from ctxkit.display.document import Document, Figure, Fold, Note, describe
from ctxkit.display.procedure import registry  # noqa: F401  (it registers)
from ctxkit.graph.provider import StaticGraphs
from ctxkit.session.engine import Engine


@describe.register
def _engine(held: Engine) -> Document:
    functions = describe(held.registry)
    values = ", ".join(f"`{name}`" for name in held.template_values)
    return Document(
        kind="Engine",
        title=functions.title,
        facts=[*functions.facts, _graph(held)],
        parts=[
            Figure(f"{len(held.template_values):,}", "values that every text can use"),
            *([Note(f"They are {values}.")] if values else []),
            Fold("Its functions", list(functions.parts), open=True),
        ],
        footer="`.new_session(id, participant)` opens a session, `.registry` holds the functions",
    )


def _graph(held: Engine) -> str:
    # A provider is not asked here: it may read a disk.
    if isinstance(held.graphs, StaticGraphs):
        graph = held.graphs.graph
        return "no graph" if graph is None else f"a graph of {len(graph):,} entries"
    return f"graph from {type(held.graphs).__name__}"
