"""The same session under several policies and windows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ctxkit.collection import Collection
from ctxkit.graph.graph import Graph
from ctxkit.residency.loads import loads_of
from ctxkit.residency.over_time import ContextOverTime
from ctxkit.residency.policies import Policy, check_policy, check_window
from ctxkit.residency.records import Happening
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.session.replay import Replay
from ctxkit.view import Plotted, Record
from ctxkit.workspace.overrides import several


@dataclass(frozen=True, slots=True)
class PolicyOutcome(Record):
    """What a session comes to in one window under one policy.

    Attributes
    ----------
    policy : Policy
    window, peak : int
        Tokens.
    exceeded : int
        After how many events the window was exceeded.
    pushed_out, again, still_there, too_large, unknown : int
        How often a page was pushed out, loaded again after that, read although it was there, too
        large for the window, and of unknown size.
    pushed_out_tokens, again_tokens, loaded_tokens : int
        Tokens pushed out, loaded again, and loaded in all.
    """

    policy: Policy
    window: int
    peak: int
    exceeded: int
    pushed_out: int
    pushed_out_tokens: int
    again: int
    again_tokens: int
    still_there: int
    loaded_tokens: int
    too_large: int
    unknown: int

    @classmethod
    def of(cls, over: ContextOverTime) -> PolicyOutcome:
        """Sum up a context over time."""
        counts, tokens = over.counts, over.tokens
        came = (Happening.LOADED, Happening.AGAIN, Happening.DEEPENED)
        return cls(
            policy=over.policy,
            window=over.window,
            peak=over.peak,
            exceeded=over.exceeded,
            pushed_out=counts[Happening.PUSHED_OUT],
            pushed_out_tokens=tokens[Happening.PUSHED_OUT],
            again=counts[Happening.AGAIN],
            again_tokens=tokens[Happening.AGAIN],
            still_there=counts[Happening.STILL_THERE],
            loaded_tokens=sum(tokens[what] for what in came),
            too_large=counts[Happening.TOO_LARGE],
            unknown=counts[Happening.SIZE_UNKNOWN],
        )


class PolicyComparison(Plotted, Collection[PolicyOutcome]):
    """What a session comes to under several policies and windows, by window.

    Attributes
    ----------
    estimator : str
        Who counted the tokens.
    """

    noun = "outcome"

    def __init__(self, items: Iterable[PolicyOutcome] = (), estimator: str = "") -> None:
        super().__init__(items)
        self.estimator = estimator

    def _sliced(self, items: tuple[PolicyOutcome, ...]) -> PolicyComparison:
        return type(self)(items, self.estimator)


def compare_policies(
    replay: Replay | EventLog | Iterable[Event],
    graph: Graph | Engine | None = None,
    *,
    window: int | Iterable[int],
    policies: Iterable[str] = tuple(Policy),
    weights: str = "recency",
    engine: Engine | None = None,
    estimator: Estimator = HEURISTIC,
) -> PolicyComparison:
    """Return what a session comes to under several policies, in one window or several.

    Parameters
    ----------
    replay, graph, weights, engine, estimator
        As for :func:`context_over_time`; sizes are measured once.
    window : int or iterable of int
        Tokens.
    policies : iterable of str

    Returns
    -------
    PolicyComparison
        One outcome for each window and policy.
    """
    windows = [*map(check_window, window)] if isinstance(window, Iterable) else [
        check_window(window)
    ]  # fmt: skip
    chosen = [check_policy(policy, weights) for policy in several("policies", policies, str)]
    loads = loads_of(replay, graph, engine, estimator)
    return PolicyComparison(
        (
            PolicyOutcome.of(ContextOverTime(loads, limit, policy, weights))
            for limit in windows
            for policy in chosen
        ),
        loads.estimator,
    )
