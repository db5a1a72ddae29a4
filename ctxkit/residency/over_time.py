"""A session's context over time: what was in the window at each moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.graph.graph import Graph
from ctxkit.residency.counting import count_pages
from ctxkit.residency.loads import FORMS, UNKNOWN, Form, Loads, loads_of
from ctxkit.residency.moment import WindowMoment
from ctxkit.residency.policies import Policy, check_policy, check_window, chooser_of
from ctxkit.residency.records import (
    HAPPENINGS,
    Happening,
    PushOut,
    PushOuts,
    Reload,
    Reloads,
    WindowPage,
    WindowPages,
)
from ctxkit.residency.running import AGAIN, DEEPENED, LOADED, PUSHED_OUT, WindowRun
from ctxkit.residency.track import track_of
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.replay import Replay
from ctxkit.view import Framed, Plotted, Shown

Ints = npt.NDArray[np.int64]


class ContextOverTime(Shown, Framed, Plotted):
    """What was in the window after each event of a session, under a policy.

    Made by :func:`context_over_time`. Its length is the number of changes, which are the rows of
    its frame.

    Attributes
    ----------
    loads : Loads
        What the session loaded, with sizes.
    window : int
        Tokens.
    policy : Policy
    run : WindowRun
        The changes and stays of the pages, as columns.
    """

    def __init__(self, loads: Loads, window: int, policy: Policy, weights: str = "recency") -> None:
        self.loads = loads
        self.window = window
        self.policy = policy
        self.run = WindowRun(loads, window, chooser_of(policy, loads, window, weights))

    def __len__(self) -> int:
        return len(self.run.events)

    def __bool__(self) -> bool:
        return True  # one in which nothing was loaded is still one

    @property
    def log(self) -> EventLog:
        """The log of the session."""
        return self.loads.log

    @property
    def estimator(self) -> str:
        """Who counted the tokens."""
        return self.loads.estimator

    # Figures ------------------------------------------------------------------------------------

    @cached_property
    def changes(self) -> dict[str, Ints]:
        """The changes as columns: event, page, what, form, delta, and tokens after it."""
        run = self.run
        columns = {"event": run.events, "page": run.pages, "what": run.whats,
                   "form": run.forms, "delta": run.deltas, "after": run.after}  # fmt: skip
        return {name: np.array(column, dtype=np.int64) for name, column in columns.items()}

    @cached_property
    def counts(self) -> dict[Happening, int]:
        """How many changes of each sort there were, zeros included."""
        found = np.bincount(self.changes["what"], minlength=len(HAPPENINGS)).tolist()
        return dict(zip(HAPPENINGS, found, strict=True))

    @cached_property
    def tokens(self) -> dict[Happening, int]:
        """Tokens that came, or went where pushed out, in the changes of each sort; none is below 0.

        What was loaded, loaded again and deepened, less what was pushed out, is what is left.
        """
        changes = self.changes
        sums = (int(changes["delta"][changes["what"] == n].sum()) for n in range(len(HAPPENINGS)))
        found = dict(zip(HAPPENINGS, sums, strict=True))
        return found | {Happening.PUSHED_OUT: -found[Happening.PUSHED_OUT]}

    @cached_property
    def _totals(self) -> Ints:
        totals: Ints = self.levels.sum(axis=1)
        return totals

    @cached_property
    def peak(self) -> int:
        """The most tokens resident after an event; at least so many where sizes are unknown."""
        return int(self._totals.max())

    @property
    def peak_seq(self) -> int:
        """Number of the event after which the peak was reached first; 0 where nothing was there."""
        place = int(self._totals.argmax())
        return self.seq_of(place - 1) if place else 0

    @property
    def unknown(self) -> int:
        """How many loads were not counted, since their size is not known."""
        return self.counts[Happening.SIZE_UNKNOWN]

    @cached_property
    def exceeded(self) -> int:
        """After how many events of the log more was resident than the window holds."""
        return int((self._totals > self.window).sum())

    @cached_property
    def exceeded_from(self) -> int | None:
        """Number of the first event after which the window was exceeded; ``None`` for never."""
        over = np.flatnonzero(self._totals > self.window)
        return self.seq_of(int(over[0]) - 1) if len(over) else None

    @cached_property
    def levels(self) -> Ints:
        """Resident tokens after so many events of the log, shape (events + 1, forms)."""
        stays, length = self.stays, len(self.log)
        levels = np.zeros((length + 2, len(FORMS)), dtype=np.int64)
        np.add.at(levels, (stays["start"] + 1, stays["form"]), stays["tokens"])
        np.subtract.at(levels, (stays["end"] + 1, stays["form"]), stays["tokens"])
        return np.cumsum(levels, axis=0)[: length + 1]

    # Moments ------------------------------------------------------------------------------------

    def at(self, seq: int) -> WindowMoment:
        """Return what is in the window after an event.

        Parameters
        ----------
        seq : int
            Number of the event; 0 for before the first. Of events with one number the last in the
            file is meant.

        Raises
        ------
        InvalidValueError
            If no event has that number.
        """
        return self.at_index(0 if seq == 0 else self.log.index_of(seq) + 1)

    def at_index(self, index: int) -> WindowMoment:
        """Return what is in the window after the first ``index`` events of the log."""
        if not 0 <= index <= len(self.log):
            raise InvalidValueError(
                "no such moment", got=str(index), expected=f"0 to {len(self.log)}"
            )
        stays = self.stays
        there = np.flatnonzero((stays["start"] < index) & (stays["end"] >= index))
        pages = stays["page"][there]
        # Uses stand by page and then by event: the last one up to now is just before the place.
        places = np.searchsorted(self._uses, pages * (len(self.log) + 1) + index) - 1
        last = self._uses[places] % (len(self.log) + 1)
        order = np.lexsort((-there, -last))
        return WindowMoment(
            self,
            there[order],
            last[order],
            seq=self.seq_of(index - 1) if index else 0,
            unknown=int(np.searchsorted(self._unknown_firsts, index)),
        )

    @cached_property
    def stays(self) -> dict[str, Ints]:
        """The stays of pages as columns: page, form, tokens, and start and end in the log."""
        run = self.run
        columns = {"page": run.stay_pages, "form": run.stay_forms, "tokens": run.stay_tokens,
                   "start": run.starts, "end": run.ends}  # fmt: skip
        return {name: np.array(column, dtype=np.int64) for name, column in columns.items()}

    @cached_property
    def _uses(self) -> Ints:
        """Page and event of every load, as one number, sorted."""
        pages = np.array(self.loads.pages, dtype=np.int64)
        events = np.array(self.loads.events, dtype=np.int64)
        return np.sort(pages * (len(self.log) + 1) + events)

    @cached_property
    def _unknown_firsts(self) -> Ints:
        """The events at which pages of unknown size were loaded first, sorted."""
        pages = np.array(self.loads.pages, dtype=np.int64)
        unknown = np.flatnonzero(np.array(self.loads.tokens, dtype=np.int64) == UNKNOWN)
        _, firsts = np.unique(pages[unknown], return_index=True)
        return np.sort(np.array(self.loads.events, dtype=np.int64)[unknown[firsts]])

    # Records ------------------------------------------------------------------------------------

    @cached_property
    def evictions(self) -> PushOuts:
        """What was pushed out, in order."""
        stay_of: dict[int, int] = {}
        items = []
        for event, page, what, form, delta, _ in self.run.rows():
            if what == PUSHED_OUT:
                since = self.seq_of(stay_of[page])
                items.append(
                    PushOut(self.seq_of(event), self.loads.names[page], FORMS[form], -delta, since)
                )
            elif what in (LOADED, AGAIN, DEEPENED):
                stay_of[page] = event
        return PushOuts(items)

    @cached_property
    def reloads(self) -> Reloads:
        """What was loaded again after it had been pushed out, in order."""
        gone: dict[int, int] = {}
        items = []
        for event, page, what, form, delta, _ in self.run.rows():
            if what == PUSHED_OUT:
                gone[page] = event
            elif what == AGAIN:
                since = self.seq_of(gone[page])
                items.append(
                    Reload(self.seq_of(event), self.loads.names[page], FORMS[form], delta, since)
                )
        return Reloads(items)

    @cached_property
    def pages(self) -> WindowPages:
        """The pages of the session, in the order in which they were loaded first."""
        return WindowPages(map(self.page, range(len(self.loads.names))))

    @cached_property
    def page_counts(self) -> dict[str, Ints]:
        """What happened to each page, as columns; see :func:`count_pages`."""
        return count_pages(self)

    def page(self, number: int) -> WindowPage:
        """Return a page by its number, from 0 in the order in which they were loaded first."""
        counts = {name: int(column[number]) for name, column in self.page_counts.items()}
        return WindowPage(
            name=self.loads.names[number],
            title=self.loads.titles[number],
            form=FORMS[counts["form"]],
            tokens=None if counts["tokens"] == UNKNOWN else counts["tokens"],
            first=self.seq_of(counts["first"]),
            last=self.seq_of(counts["last"]),
            reads=counts["reads"],
            again=counts["again"],
            still_there=counts["still_there"],
            too_large=counts["too_large"],
            pushed_out=counts["pushed_out"],
            resident=bool(counts["resident"]),
            problem=self.loads.problems.get(number, ""),
        )

    def busiest(self, most: int = 5) -> tuple[tuple[int, int, int], ...]:
        """Return the events that moved the most: place in the log, tokens that came, and went."""
        changes = self.changes
        came, went = (
            np.bincount(changes["event"], np.maximum(sign * changes["delta"], 0), len(self.log))
            for sign in (1, -1)
        )
        order = np.argsort(-(came + went), kind="stable")[:most]
        return tuple(
            (int(event), int(came[event]), int(went[event]))
            for event in order
            if came[event] + went[event]
        )

    def track(self, most: int = 2_000) -> dict[str, Any]:
        """Return what a picture of the session needs, made of JSON values.

        Parameters
        ----------
        most : int
            Moments at most; of a longer log the fullest of each stretch is given.

        Returns
        -------
        dict
            ``window``, ``policy``, ``estimator``, ``peak``, ``unknown``; ``seq``, numbers of the
            events; ``tokens``, for each form a list as long; ``pushedOut`` and ``again``, tokens
            that went and that were loaded again since the moment before, as long too.
        """
        return track_of(self, most)

    # Within -------------------------------------------------------------------------------------

    def change_rows(self) -> Iterator[tuple[int, str, str, Form, int, int]]:
        """Yield number of the event, happening, page, form, tokens that came or went, and after."""
        names = self.loads.names
        for event, page, what, form, delta, after in self.run.rows():
            yield (
                self.seq_of(event), str(HAPPENINGS[what]), names[page], FORMS[form], delta, after
            )  # fmt: skip

    def seq_of(self, event: int) -> int:
        """Return the number of the event at a place in the log, from 0."""
        return self.log.columns.seqs[event]


def context_over_time(
    replay: Replay | EventLog | Iterable[Event],
    graph: Graph | Engine | None = None,
    *,
    window: int,
    policy: str = Policy.DROP_OLDEST,
    weights: str = "recency",
    engine: Engine | None = None,
    estimator: Estimator = HEURISTIC,
) -> ContextOverTime:
    """Return what was in the window at each moment of a session, under a policy.

    A session loads the entries that it reads and the steps that it is shown. A log holds neither
    their texts nor their sizes: entries are measured as the graph has them now, at the depth at
    which they were read, and serves as they are rendered now. What cannot be measured is counted
    as unknown, and all figures are then "at least".

    Parameters
    ----------
    replay : Replay, EventLog or iterable of Event
        Serves can be rendered where it is a replay that has the procedures.
    graph : Graph or Engine, optional
        The entries; an engine stands for its graph, and renders the serves too.
    window : int
        Tokens that the window holds.
    policy : str
        ``"keep all"``: nothing is pushed out, and the window may be exceeded. ``"drop oldest"``:
        the page that was used last the longest ago goes first (LRU). ``"coverage"``: what covers
        the most for its tokens stays, by the greedy rule of the resident engine; only pages that
        are there can stay, and the page that comes in is there in any case. The latter two never
        exceed the window: a page larger than it is not loaded, and reported as too large.
    weights : str
        How the policy of coverage weighs entries, kinds, topics and instances: by ``"recency"`` of
        their last use, or by the number of ``"reads"``.
    engine : Engine, optional
        Functions that the serves need; the built-in ones on ``graph`` where not given.
    estimator : Estimator
        Counts the tokens.

    Returns
    -------
    ContextOverTime

    Raises
    ------
    InvalidValueError, UnknownNameError
        If the session, the graph, the window or the policy is none.

    Notes
    -----
    An entry is one page, which a deeper read makes larger by what it adds; pages of one event are
    loaded one after the other. Each serve is a page of its own, as each is a message of its own.
    """
    limit, chosen = check_window(window), check_policy(policy, weights)
    return ContextOverTime(loads_of(replay, graph, engine, estimator), limit, chosen, weights)
