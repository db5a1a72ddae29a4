"""What it costs to go on from a snapshot or a session."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ctxkit.errors import InvalidValueError
from ctxkit.graph.graph import Graph
from ctxkit.manifest.snapshot import ContextSnapshot
from ctxkit.manifest.tree import Tree
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.resume.cost import ResumeCost
from ctxkit.resume.entries import resume_session
from ctxkit.resume.files import FileComparison
from ctxkit.resume.today import manifest_today
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.replay import Replay
from ctxkit.workspace.workspace import open_workspace

#: A folder, or a graph of entries.
State = Tree | Graph | Engine | str | os.PathLike[str]


def resume_cost(
    then: ContextSnapshot | Replay | EventLog | Iterable[Event],
    now: State,
    *,
    before: State | None = None,
    estimator: Estimator = HEURISTIC,
) -> ResumeCost:
    """Return what must be loaded again to go on, and what need not be.

    Parameters
    ----------
    then : ContextSnapshot, Replay, EventLog or iterable of Event
        What had been loaded: the files of a snapshot, or the entries that a session read.
    now : Workspace, path, Graph or Engine
        What is there today: for a snapshot a folder, for a session its graph.
    before : Workspace, path, Graph or Engine, optional
        What was there then. A snapshot holds digests and a log not even those, so only this tells
        what has changed *within* a file, and whether a read entry has changed at all. A file whose
        digest is not the recorded one is not compared.
    estimator : Estimator
        Counts the tokens.

    Returns
    -------
    ResumeCost

    Raises
    ------
    InvalidValueError
        If one of them is something else; a snapshot goes with folders, a session with graphs.
    SnapshotError
        If the snapshot is malformed.
    ReadError
        If a file is there but cannot be read.

    Notes
    -----
    Without ``before`` the snapshot's own rule counts: a file whose digest differs is changed, also
    where only a slice of it was loaded. With it, a slice that reads as before is kept. New is what
    today's manifest for the same request loads and the snapshot did not, where the spec is at
    hand; for a session, entries that came since and supersede or close one that was read.
    """
    if isinstance(then, ContextSnapshot):
        tree = _tree("now", now)
        past = None if before is None else _tree("before", before)
        return FileComparison(then, tree, past, manifest_today(then, tree), estimator).cost()
    replay = then if isinstance(then, Replay) else Replay(then)
    graph = _graph("now", now)
    return resume_session(
        replay, graph, None if before is None else _graph("before", before), estimator
    )


def _tree(where: str, given: State) -> Tree:
    if isinstance(given, str | os.PathLike):
        return open_workspace(given)
    if isinstance(given, Tree):
        return given
    raise InvalidValueError(
        "not a folder", where=where, got=type(given).__name__,
        expected="a Workspace, or the path of one", hint="A snapshot is compared with a folder.",
    )  # fmt: skip


def _graph(where: str, given: State) -> Graph:
    found = given.graphs.current() if isinstance(given, Engine) else given
    if isinstance(found, Graph):
        return found
    raise InvalidValueError(
        "not a graph", where=where, got=type(given).__name__, expected="a Graph or an Engine",
        hint="A session is compared with the graph that its entries are in; read_graph(folder) "
        "reads one.",
    )  # fmt: skip
