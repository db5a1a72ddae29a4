"""What is odd about a procedure that can be loaded."""

from __future__ import annotations

from ctxkit.diagnostics import Diagnostics, Severity
from ctxkit.graph.entry import Entry
from ctxkit.procedure.circles import Circle, find_circles
from ctxkit.procedure.problems import SpecProblem
from ctxkit.procedure.sources import Sources
from ctxkit.procedure.spec import Spec


def warnings_of(
    spec: Spec, entry: Entry | None = None, sources: Sources | None = None
) -> Diagnostics:
    """Return the warnings of a procedure, of severity *warning*.

    ``always-firing-circle``: steps lead to each other, nobody chooses at any of them, and nothing
    holds the session. It stands at the way that closes the circle.

    Parameters
    ----------
    spec : Spec
    entry, sources : Entry and Sources, optional
        Tell the places; a procedure that was not read from an entry has none.
    """
    return Diagnostics(_warning(circle, entry, sources) for circle in find_circles(spec))


def _warning(circle: Circle, entry: Entry | None, sources: Sources | None) -> SpecProblem:
    node = sources.node_of_target(circle.ways[-1]) if sources is not None else None
    place = entry.place_of_node(node) if entry is not None and node is not None else None
    line, column = place or (None, None)
    at = f"steps.{circle.steps[-1].id}"
    return SpecProblem(
        code="always-firing-circle",
        at=at,
        message=f"{at}: {circle}",
        severity=Severity.WARNING,
        file=entry.file if entry is not None else "",
        line=line,
        column=column,
        hint="Give one of these steps a chooser or a guard, or a way out.",
    )
