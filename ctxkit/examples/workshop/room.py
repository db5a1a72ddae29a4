"""Loads the example workshop: the pages of one task as entries, a procedure, and a session log."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ctxkit.examples.tidewatch import workspace
from ctxkit.examples.workshop.functions import workshop_registry
from ctxkit.graph.entry import Entry, parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.provider import StaticGraphs
from ctxkit.procedure.parse import load_spec
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.window.entries import entries_from_pages
from ctxkit.window.pages import ManifestPages, pages_from_manifest

TASK = "T5"
#: When the pages were made into entries, shortly before the session.
LOADED_AT = "2026-09-17T06:00:00Z"

_FOLDER = Path(str(files("ctxkit.examples").joinpath("data", "workshop")))


def task_pages() -> ManifestPages:
    """Return the pages of what task T5 of the example workspace loads."""
    ws = workspace()
    return pages_from_manifest(ws["gauge-intake"].manifest(task=TASK), ws)


def task_graph() -> Graph:
    """Return the pages of task T5 as entries, and the procedure by which it was built.

    The procedure ``build-task`` has what is required read in full, a plan written, the change made
    and verified, and the user asked. :func:`task_log` is a session of it.
    """
    return Graph([*_page_entries(), *_procedure_entries()])


def task_procedures() -> dict[str, Spec]:
    """Return the procedure of the workshop by its canonical name."""
    functions = workshop_registry()
    specs = (load_spec(entry, functions) for entry in _procedure_entries())
    return {spec.canonical: spec for spec in specs}


def task_engine() -> Engine:
    """Return an engine that runs the procedure on the graph of :func:`task_graph`."""
    return Engine(workshop_registry(), StaticGraphs(task_graph()))


def task_log() -> Path:
    """Return the file of a session in which task T5 of the example workspace was built.

    ``python -m ctxkit.examples.make_sessions`` makes it again.
    """
    return _FOLDER / "build-t5.jsonl"


def _page_entries() -> list[Entry]:
    return list(entries_from_pages(task_pages(), at=LOADED_AT).values())


def _procedure_entries() -> list[Entry]:
    paths = sorted(_FOLDER.glob("*.md"))
    return [parse_entry(p.stem, p.read_text("utf-8"), file=p.name) for p in paths]
