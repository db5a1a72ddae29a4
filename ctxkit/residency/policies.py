"""What is pushed out when a window is full: three policies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Protocol

import numpy as np

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.residency.loads import SERVE, Loads
from ctxkit.resident.bound import sum_in_order
from ctxkit.resident.greedy import LazyGreedy
from ctxkit.resident.table import PageTable

#: After it was packed, a window has at least one part in so many free, less the page that came in.
_HEADROOM = 4


class Policy(StrEnum):
    """What happens when a page does not fit the window any more."""

    KEEP_ALL = "keep all"  #: Nothing is pushed out; the window may be exceeded.
    DROP_OLDEST = "drop oldest"  #: The page used last the longest ago goes first.
    COVERAGE = "coverage"  #: What covers the most for its tokens stays.


#: The policies by name, and what each does.
POLICIES: Mapping[str, str] = {
    Policy.KEEP_ALL: "nothing is pushed out, so the window may be exceeded",
    Policy.DROP_OLDEST: "the page used last the longest ago is pushed out first",
    Policy.COVERAGE: "what covers the most labels for its tokens stays, by their recent use",
}
#: How the policy of coverage weighs a label.
WEIGHTS = ("recency", "reads")


class Chooser(Protocol):
    """Says what to push out."""

    def used(self, page: int) -> None:
        """Take note that a page was loaded or used."""
        ...

    def choose(self, resident: Mapping[int, int], room: int, coming: int) -> Iterable[int]:
        """Return pages to push out, in order.

        Parameters
        ----------
        resident : mapping of int to int
            Tokens of each page, the one used last the longest ago first.
        room : int
            What is left for them, in tokens; less than they have now.
        coming : int
            The page that needs the room, and that is there in any case.
        """
        ...


class DropOldest:
    """Pushes out the page used last the longest ago, until the rest fits."""

    def used(self, page: int) -> None:
        """Do nothing: the order tells what is needed."""

    def choose(self, resident: Mapping[int, int], room: int, coming: int) -> Iterable[int]:
        """Return the oldest pages, as many as must go."""
        left = sum(resident.values())
        gone = []
        for page, tokens in resident.items():
            if left <= room:
                break
            gone.append(page)
            left -= tokens
        return gone


class KeepCoverage:
    """Keeps what covers the most for its tokens, by the greedy rule of the resident engine.

    Labels of an entry are its ID, its kind and its topics. A serve covers its instance, and only
    the last serve of an instance does. The weight of a label is 1 / (1 + loads since it was used
    last), or how often it was used. Pages that cover nothing new stay as far as there is room
    after that, those used last first.

    When the window is full it is packed down to three quarters, so that there is room for what
    comes next; packing at every load would push out the same, page by page.
    """

    def __init__(self, loads: Loads, window: int, weights: str) -> None:
        self._loads = loads
        self._most = window - window // _HEADROOM
        self._by_reads = weights == "reads"
        self._clock = 0
        self._last: dict[str, int] = {}
        self._times: Counter[str] = Counter()
        self._latest: dict[str, int] = {}
        self._is_serve = bytearray(len(loads.names))
        for page, form in zip(loads.pages, loads.forms, strict=True):
            self._is_serve[page] = form == SERVE

    def used(self, page: int) -> None:
        """Take note of what a page covers."""
        self._clock += 1
        labels = self._loads.labels[page]
        for label in labels:
            self._last[label] = self._clock
            self._times[label] += 1
        if self._is_serve[page]:
            self._latest[labels[0]] = page

    def choose(self, resident: Mapping[int, int], room: int, coming: int) -> Iterable[int]:
        """Return the pages that are not worth their room."""
        room = min(room, self._most)
        pages = list(resident)
        kept = self._best(pages, [resident[page] for page in pages], room, coming)
        left = room - sum(resident[page] for page in kept)
        for page in reversed(pages):
            if page not in kept and resident[page] <= left:
                kept.add(page)
                left -= resident[page]
        return [page for page in pages if page not in kept]

    def _best(self, pages: list[int], tokens: list[int], room: int, coming: int) -> set[int]:
        covered = frozenset(self._loads.labels[coming])
        codes: dict[str, int] = {}
        labels: list[int] = []
        starts = [0]
        for page in pages:
            own = (label for label in self._labels(page) if label not in covered)
            labels += [codes.setdefault(label, len(codes)) for label in own]
            starts.append(len(labels))
        # The smaller ID wins a tie: that of the page used last.
        table = PageTable(
            page_ids=[f"{number:010d}" for number in range(len(pages), 0, -1)],
            tokens=np.array(tokens, dtype=np.uint64),
            starts=np.array(starts, dtype=np.int64),
            labels=np.array(labels, dtype=np.int32),
            label_names=list(codes),
        )
        weights = np.array([self._weight(label) for label in codes], dtype=np.float64)
        eligible = table.tokens <= np.uint64(room)
        run = LazyGreedy(table, weights, eligible, by_cost=True).run(len(pages), purse=room)
        # As select_by_cost has it: one page that covers more than all the picks wins over them.
        if len(pages) and run.first_gains.max() > sum_in_order(run.gains):
            return {pages[int(run.first_gains.argmax())]}
        return {pages[row] for row in run.rows}

    def _labels(self, page: int) -> tuple[str, ...]:
        labels = self._loads.labels[page]
        if self._is_serve[page] and self._latest.get(labels[0]) != page:
            return ()
        return labels

    def _weight(self, label: str) -> float:
        if self._by_reads:
            return float(self._times[label])
        return 1.0 / (1 + self._clock - self._last[label])


def chooser_of(policy: str, loads: Loads, window: int, weights: str) -> Chooser | None:
    """Return what a policy chooses by; ``None`` where nothing is ever pushed out."""
    if policy == Policy.KEEP_ALL:
        return None
    if policy == Policy.DROP_OLDEST:
        return DropOldest()
    return KeepCoverage(loads, window, weights)


def check_policy(policy: object, weights: object) -> Policy:
    """Return a policy by its name.

    Raises
    ------
    UnknownNameError
        If there is no such policy, or no such way to weigh.
    """
    if policy not in list(Policy):
        raise UnknownNameError.among("policy", policy, POLICIES)
    if weights not in WEIGHTS:
        raise UnknownNameError.among("way to weigh labels", weights, WEIGHTS)
    return Policy(str(policy))


def check_window(window: object) -> int:
    """Return a window in tokens.

    Raises
    ------
    InvalidValueError
        If it is no whole number of 1 or more.
    """
    if isinstance(window, bool) or not hasattr(window, "__index__") or int(window) < 1:
        raise InvalidValueError(
            "not a window", where="window", got=repr(window)[:60],
            expected="a whole number of tokens, 1 or more",
        )  # fmt: skip
    return int(window)
