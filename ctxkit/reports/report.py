"""Writing a report of a workspace, a spec or a session into a file."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from functools import singledispatch
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ctxkit.display.session.summary import summary_of
from ctxkit.errors import InvalidValueError, ReadError
from ctxkit.graph.graph import Graph
from ctxkit.reports.chapter import Chapter
from ctxkit.reports.notebook import write_notebook
from ctxkit.reports.page import write_page
from ctxkit.reports.session import session_chapters
from ctxkit.reports.workspace import budget_chapter, spec_chapters, workspace_chapters
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import MemorySink
from ctxkit.session.logfile import read_events
from ctxkit.session.replay import Replay
from ctxkit.session.session import Session
from ctxkit.session.sinks import file_of
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

_FORMS = {".html": "one page", ".ipynb": "a notebook"}


class _Story(NamedTuple):
    """What a report is about."""

    title: str
    begin: str
    setup: str
    chapters: Iterator[Chapter]


def report(
    subject: Workspace | Spec | Replay | EventLog | Session,
    path: str | PathLike[str],
    *,
    window: int | None = None,
    graph: Graph | Engine | None = None,
    setup: str | None = None,
) -> Path:
    """Write what there is to say of a workspace, a spec or a session into one file.

    Parameters
    ----------
    subject : Workspace, Spec, Replay, EventLog or Session
        A replay with procedures says more than a log alone; a live session is told from the log
        that it has written so far.
    path : str or path
        ``.html`` gives one page with all tables and plots in it, which needs no script and no
        network to be read. ``.ipynb`` gives the same as a notebook, to go on from.
    window : int, optional
        Window in tokens that everything is tried on. When not given, each manifest's own budget,
        and for sessions the tool's soft ceiling of 12,000.
    graph : Graph or Engine, optional
        The entries that a session read; with them the report says what was in the window.
    setup : str, optional
        Code for the first cell of a notebook, which makes ``ws``, ``spec``, or ``log``,
        ``replay`` and ``graph``, whichever is reported of. When not given, they are opened by their
        path; procedures and a graph have none, so that code has to be given for the cells to run.

    Returns
    -------
    pathlib.Path
        The file. It is written whole or not at all; one that was there is replaced, with its mode,
        and a link goes on leading to it.

    Raises
    ------
    InvalidValueError
        If nothing can be said of the subject, or the file is to have another ending.
    ReadError
        If the file cannot be written.

    Examples
    --------
    >>> import ctxkit as ck
    >>> ck.report(ck.examples.workspace(), "tidewatch.html")  # doctest: +SKIP
    """
    target = Path(path)
    if target.suffix.lower() not in _FORMS:
        raise InvalidValueError(
            "a report has no such form", where="path", got=str(target),
            expected=" or ".join(f"{suffix} ({form})" for suffix, form in _FORMS.items()),
        )  # fmt: skip
    story = _story(subject, window, graph)
    chapters = list(story.chapters)
    if target.suffix.lower() == ".html":
        text = write_page(story.title, story.begin, chapters)
    else:
        text = write_notebook(story.title, story.begin, setup or story.setup, chapters)
    _write_whole(target, text)
    return target


@singledispatch
def _story(subject: object, window: int | None, graph: Graph | Engine | None) -> _Story:
    raise InvalidValueError(
        "nothing to report of", where="subject", got=type(subject).__name__,
        expected="a Workspace, a Spec, a Replay, an EventLog or a Session",
        hint="open_workspace(path) opens a folder, read_events(path) a log.",
    )  # fmt: skip


@_story.register
def _(subject: Workspace, window: int | None, graph: Graph | Engine | None) -> _Story:
    return _Story(
        f"Workspace {subject.name}",
        "What its specs make an agent load, and what fits. Token figures name their estimator.",
        f"import ctxkit as ck\n\nws = ck.open_workspace({str(subject.root)!r})",
        workspace_chapters(subject, window),
    )


@_story.register
def _(subject: Spec, window: int | None, graph: Graph | Engine | None) -> _Story:
    root = str(subject.tree.root)
    return _Story(
        f"Spec {subject.slug}",
        "What it makes an agent load, and what fits. Token figures name their estimator.",
        f"import ctxkit as ck\n\nspec = ck.open_workspace({root!r})[{subject.slug!r}]",
        chain([budget_chapter(subject, "spec")], spec_chapters(subject, "spec", window)),
    )


@_story.register
def _(subject: Replay, window: int | None, graph: Graph | Engine | None) -> _Story:
    log = subject.log
    setup = f"import ctxkit as ck\n\nlog = ck.read_events({log.path!r})\nreplay = ck.replay(log)"
    if subject.procedures:
        setup += "  # give it the procedures too: ck.replay(log, procedures)"
    if graph is not None:
        setup += "\ngraph = ...  # the entries, as from ck.read_graph(folder)"
    return _Story(
        f"Session {summary_of(log).label or log.session or log.path}",
        "What happened in it, told from its log.",
        setup,
        session_chapters(subject, graph, window),
    )


@_story.register
def _(subject: EventLog, window: int | None, graph: Graph | Engine | None) -> _Story:
    return _story(Replay(subject), window, graph)


@_story.register
def _(subject: Session, window: int | None, graph: Graph | Engine | None) -> _Story:
    sink = subject.sink
    path = file_of(sink)
    if isinstance(sink, MemorySink):
        log = EventLog.of(sink.events)
    elif path:
        log = read_events(path)
    else:
        raise InvalidValueError(
            "the session's events are not kept where they could be read",
            where="subject",
            got=f"a session with {type(sink).__name__}" if sink else "a session without a sink",
            expected="a session that logs into a file or a MemorySink",
        )
    specs = {instance.spec.canonical: instance.spec for instance in subject.instances}
    return _story(Replay(log, specs), window, graph if graph is not None else subject.engine)


def _write_whole(path: Path, text: str) -> None:
    """Write a file that is there whole or not at all; of one that was there the mode stays."""
    target = Path(os.path.realpath(path))  # a link goes on leading to the report
    written = ""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=target.parent, prefix=f".{target.name}.",
            delete=False,
        ) as file:  # fmt: skip
            written = file.name
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(written, _mode_of(target))
        os.replace(written, target)
    except OSError as error:
        if written:
            Path(written).unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise ReadError(f"could not be written: {reason}", where=str(path)) from None


def _mode_of(target: Path) -> int:
    """Return the mode that a file has, or that a new one is to have."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
