"""Loads the example harbour office: entries, procedures, functions and session logs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from importlib.resources import files
from pathlib import Path

from ctxkit.collection import ByName
from ctxkit.examples.harbour.filing import compose_entry
from ctxkit.examples.harbour.functions import harbour_registry
from ctxkit.examples.run import Run
from ctxkit.graph.entry import Entry, parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.provider import SourceGraphs
from ctxkit.procedure.parse import load_spec
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.replay import Replay

#: The example sessions, from the plainest to the one that is still open.
SESSION_NAMES = ("finished", "reopened", "abandoned", "parked")

_FOLDER = Path(str(files("ctxkit.examples").joinpath("data", "harbour")))


def graph() -> Graph:
    """Return the entries of a harbour office: what was seen, asked, planned and decided in 2026.

    Twenty-seven signals and decisions of most kinds on all layers, among them an actor who changed
    her name and one who left, a question that a directive closes, a plan that another supersedes,
    an annotation and a focus, and the three procedures of :func:`procedures`.
    """
    return Graph(_read_entries())


def procedures() -> dict[str, Spec]:
    """Return the procedures of the harbour office by their canonical name.

    ``harbour-desk``
        A shell: one dialogue for a watch, from which the others are started.
    ``review-open-entries``
        Weighs what is open under a topic, and hands what is followed up to a ``record-entry``.
    ``record-entry``
        Records one entry; the user's confirmation is lost when the draft changes after it.
    """
    functions = registry()
    specs = (load_spec(entry, functions) for entry in graph().procedures)
    return ByName("procedure", {spec.canonical: spec for spec in specs})


def registry() -> Registry:
    """Return the functions that the procedures name, besides the built-in ones.

    What its command ``fileEntry`` files is not kept; :func:`engine` keeps it.
    """
    return harbour_registry(lambda entry: None)


def engine(log: EventLog | Iterable[Event] = ()) -> Engine:
    """Return an engine that runs the procedures on a graph of its own.

    The graph starts as that of :func:`graph`; entries that sessions file are added to it, in
    memory only.

    Parameters
    ----------
    log : EventLog or iterable of Event, optional
        A session of the harbour office. What it has filed is in the graph from the start, as it
        must be to go on with the session, or to verify its log.

    Examples
    --------
    >>> import ctxkit as ck
    >>> session = ck.examples.engine().new_session("s_try", "Ines Karlsen")
    >>> desk = ck.examples.procedures()["harbour-desk"]
    >>> session.start(desk, {"watch": "early"}).step
    'greet'
    """
    entries = [*_read_entries(), *_filed_entries(log)]
    return Engine(harbour_registry(entries.append), SourceGraphs(lambda: entries))


def new_run(session_id: str, participant: str, start: datetime) -> Run:
    """Begin a session that :mod:`ctxkit.examples.make_sessions` writes down."""
    return Run(
        session_id, participant, start,
        engine=engine(), procedures=procedures(), project="git.example.org/wenning/harbour",
    )  # fmt: skip


def session_logs() -> dict[str, Path]:
    """Return the files of four sessions of the harbour office, by name.

    ``finished``
        A review with two follow-ups, then a handover: everything ends as it should.
    ``reopened``
        Two records; reading an entry after the confirmation changes the draft, twice.
    ``abandoned``
        A record that is given up for another, a review that is dropped, and a user who leaves.
    ``parked``
        A record that waits for the user, under a desk that is still open. This file has the shape
        of later runtimes: envelopes around the events.

    ``python -m ctxkit.examples.make_sessions`` makes them again.
    """
    files = {name: _FOLDER / "sessions" / f"{name}.jsonl" for name in SESSION_NAMES}
    return ByName("session log", files)


def _filed_entries(log: EventLog | Iterable[Event]) -> list[Entry]:
    instances = Replay(log, procedures()).end.instances.values()
    return [compose_entry(i.store) for i in instances if i.store.has("filedEntry")]


def _read_entries() -> list[Entry]:
    paths = sorted((_FOLDER / "entries").glob("*.md"))
    return [parse_entry(p.stem, p.read_text("utf-8"), file=p.name) for p in paths]
