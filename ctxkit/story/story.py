"""What should be in the window for a task, what a session really loaded, what to load again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.graph.graph import Graph
from ctxkit.residency.loads import Form
from ctxkit.residency.over_time import ContextOverTime, context_over_time
from ctxkit.residency.policies import Policy
from ctxkit.residency.records import WindowPage
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.replay import Replay
from ctxkit.story.pages import StoryPage, Today
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.window.assembling import assemble
from ctxkit.window.assembly import Assembly
from ctxkit.window.drafts import CONTENT, place_of
from ctxkit.window.pages import ManifestPages
from ctxkit.workspace.spec import Spec


@dataclass(eq=False, repr=False)
class TaskStory(Shown, Framed, Plotted):
    """A task's window as it should be, beside what a session of it did.

    Attributes
    ----------
    assembly : Assembly
        What fits the window today, and why.
    over : ContextOverTime
        What was in the session's window at each moment.
    pages : tuple of StoryPage
        Those in the window in their order, those that are out, then those that are gone.
    others : tuple of WindowPage
        What the session read that is no page of the task.
    """

    assembly: Assembly
    over: ContextOverTime
    pages: tuple[StoryPage, ...]
    others: tuple[WindowPage, ...]

    @property
    def window(self) -> int:
        """The window, in tokens."""
        return self.assembly.window

    @cached_property
    def planned(self) -> tuple[StoryPage, ...]:
        """The pages that belong into the window."""
        return tuple(page for page in self.pages if page.planned)

    @cached_property
    def unread(self) -> tuple[StoryPage, ...]:
        """Pages that belong into the window and that the session never read in full."""
        return tuple(
            page for page in self.planned if page.depth != "full" and page.today != Today.UNKNOWN
        )

    @cached_property
    def beyond(self) -> tuple[StoryPage, ...]:
        """Pages that the session read in full although they do not belong into the window."""
        return tuple(page for page in self.pages if page.depth == "full" and page.part == "out")

    @cached_property
    def to_load(self) -> tuple[StoryPage, ...]:
        """Pages to load before the session can go on with the window as it should be."""
        return tuple(page for page in self.pages if page.to_load)

    @property
    def planned_tokens(self) -> int:
        """Tokens of the pages that belong into the window: kept and to be loaded."""
        return sum(page.tokens for page in self.planned)

    @property
    def kept_tokens(self) -> int:
        """Tokens of planned pages that are there already, as they are today."""
        return sum(page.tokens for page in self.pages if page.kept)

    @property
    def tokens_to_load(self) -> int:
        """Tokens of planned pages that have to be loaded to go on."""
        return sum(page.tokens for page in self.to_load)


def task_story(
    spec: Spec | ManifestPages,
    replay: Replay | EventLog,
    graph: Graph | Engine,
    *,
    window: int,
    task: str | None = None,
    policy: str = Policy.DROP_OLDEST,
    estimator: Estimator = HEURISTIC,
    **options: Any,
) -> TaskStory:
    """Say what should be in the window for a task, and what a session of it really loaded.

    A page of the task and an entry that was read are the same where the entry is a fact whose
    title is the page's id, as :func:`ctxkit.entries_from_pages` makes them. An id holds a digest
    of the content: where the session read another one at the same place, the page has changed.

    Parameters
    ----------
    spec : Spec or ManifestPages
        As it is today.
    replay : Replay or EventLog
        The session.
    graph : Graph or Engine
        The entries that the session read.
    window : int
        Tokens, of the plan and of the session alike.
    task : str, optional
        The spec's next one when not given.
    policy : str
        By which the session's window is kept, see :func:`ctxkit.context_over_time`.
    estimator : Estimator
        Counts the tokens of both.
    **options
        Passed to :func:`ctxkit.assemble`.

    Returns
    -------
    TaskStory

    Raises
    ------
    InvalidValueError, UnknownNameError
        If one of them is something else, or the pages were made without a workspace.
    """
    _check(spec, graph)
    given: dict[str, Any] = {"task": task, "estimator": estimator}
    if isinstance(spec, ManifestPages):
        given = {}  # they were chosen and counted already
    assembly = assemble(spec, window=window, **given, **options)
    over = context_over_time(replay, graph, window=window, policy=policy, estimator=estimator)
    read = _read_pages(over, graph)
    end = over.at_index(len(over.log))
    whole = {page.name for page in end if page.form is Form.FULL}
    today = tuple(_today(assembly, read, whole))
    places = {page.place for page in today}
    gone = tuple(_gone(place, pages) for place, pages in read.items() if place not in places)
    titled = {page.name for pages in read.values() for page in pages}
    others = tuple(p for p in over.pages if p.form is not Form.SERVE and p.name not in titled)
    return TaskStory(assembly, over, (*today, *gone), others)


def _check(spec: Spec | ManifestPages, graph: Graph | Engine) -> None:
    if isinstance(spec, ManifestPages) and spec.tree is None:
        raise InvalidValueError(
            "these pages have no text to compare",
            where="spec",
            got="pages made without a workspace",
            hint="pages_from_manifest(manifest, workspace) makes them of real bytes.",
        )
    if not isinstance(graph, Graph | Engine):
        raise InvalidValueError(
            "neither a graph nor an engine",
            where="graph",
            got=type(graph).__name__,
            expected="the entries that the session read",
            hint="read_graph(folder) reads a folder of entries.",
        )


def _read_pages(over: ContextOverTime, graph: Graph | Engine) -> dict[str, list[WindowPage]]:
    """Return what the session read of each place, in the order of the first read."""
    entries = graph.graphs.current() if isinstance(graph, Engine) else graph
    found: dict[str, list[WindowPage]] = {}
    for page in over.pages:
        entry = entries.entry(page.name) if entries is not None else None
        if entry is not None and entry.index and CONTENT in entry.index["title"]:
            found.setdefault(place_of(entry.index["title"]), []).append(page)
    return found


def _today(
    assembly: Assembly, read: dict[str, list[WindowPage]], whole: set[str]
) -> Iterator[StoryPage]:
    table = assembly.pages.table
    inside = assembly.resident.rows if assembly.resident else assembly.closure
    for row in [*inside, *assembly.rejects]:
        page_id = table.page_ids[row]
        versions = read.get(place_of(page_id), [])
        same = [page for page in versions if page.title == page_id]
        if assembly.pages.contents[row] is None:
            today = Today.UNKNOWN
        elif not versions:
            today = Today.UNREAD
        else:
            today = Today.AS_READ if same else Today.CHANGED
        yield StoryPage(
            place=place_of(page_id),
            page_id=page_id,
            tokens=int(table.tokens[row]),
            part=assembly.parts[row],
            why=assembly.why(row),
            # What was pushed out and came up in a search again is there only in summary.
            resident=any(page.name in whole for page in same),
            today=today,
            **_reading(versions),
        )


def _gone(place: str, versions: list[WindowPage]) -> StoryPage:
    last = versions[-1]
    return StoryPage(
        place=place,
        page_id=last.title,
        tokens=last.tokens or 0,
        part="gone",
        why="the task loads nothing there today",
        today=Today.GONE,
        **_reading(versions),
    )


def _reading(versions: Iterable[WindowPage]) -> dict[str, Any]:
    """Sum up what the session did with all versions of a page."""
    pages = list(versions)
    if not pages:
        return {}
    return {
        "depth": str(Form.FULL if any(p.form is Form.FULL for p in pages) else Form.SUMMARY),
        "reads": sum(page.reads for page in pages),
        "first": min(page.first for page in pages),
        "last": max(page.last for page in pages),
        "pushed_out": sum(page.pushed_out for page in pages),
        "again": sum(page.again for page in pages),
    }
