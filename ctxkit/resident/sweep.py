"""The same pages under many windows, frames, weights and strategies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar, overload

from ctxkit.errors import InvalidValueError
from ctxkit.model import Model
from ctxkit.resident.assembly import (
    ResidentContext,
    as_strategy,
    assemble_resident,
    check_ids,
    closure_rows,
    unknown_ids,
)
from ctxkit.resident.columns import page_table
from ctxkit.resident.optimum import OptimumStatus
from ctxkit.resident.pages import ContextBudget, DependencyEnv, ReservesError, as_budget, as_env
from ctxkit.resident.selection import check_count
from ctxkit.resident.trace import Strategy
from ctxkit.resident.weights import label_weights
from ctxkit.view import Framed, Plotted, Shown

ASSEMBLED = "assembled"
INFEASIBLE = "infeasible"
OVER_WINDOW = "reserves over the window"

_SHOW_PROGRESS_FROM = 10_000_000  # labels on pages, over all points; about a second
_OPTIMUM_EFFORT = 100  # how much longer than a selection the solver takes, roughly

T = TypeVar("T")


class SweepPoint(Model):
    """One assembly of a sweep.

    Attributes
    ----------
    window_tokens, frame_tokens : int
    weights : str
        Name of the weights.
    strategy : Strategy
    outcome : str
        "assembled", "infeasible" or "reserves over the window". Where it is not the first, the
        figures below are 0.
    allowance : int
        Tokens for input.
    required_tokens : int
        Tokens of instruction and mandatory closure.
    used_tokens : int
        Tokens of all that is resident.
    mandatory_pages, picks : int
    covered_weight, coverable_weight, coverable_within_limits, upper_bound : float
        Weight that the picks cover; that all pages could which are neither stale nor mandatory,
        the same at every point; that those of them could which fit; and that no choice exceeds.
    optimum_status : OptimumStatus or None
        What is known of the best choice; ``None`` when it was not asked for.
    optimum_weight : float or None
        Weight of the best choice found.
    resident_digest : str
    """

    window_tokens: int
    frame_tokens: int
    weights: str
    strategy: Strategy
    outcome: str
    allowance: int = 0
    required_tokens: int = 0
    used_tokens: int = 0
    mandatory_pages: int = 0
    picks: int = 0
    covered_weight: float = 0.0
    coverable_weight: float = 0.0
    coverable_within_limits: float = 0.0
    upper_bound: float = 0.0
    optimum_status: OptimumStatus | None = None
    optimum_weight: float | None = None
    resident_digest: str = ""

    @property
    def share_of_coverable(self) -> float:
        """Covered weight as a share of what could be covered whatever the limits.

        1 where there is nothing to cover, 0 where nothing was assembled.
        """
        if self.outcome != ASSEMBLED:
            return 0.0
        if not self.coverable_weight:
            return 1.0
        return min(1.0, self.covered_weight / self.coverable_weight)


class ResidentSweep(Shown, Framed, Plotted, Sequence[SweepPoint]):
    """The points of a sweep, in the order of its grid.

    Attributes
    ----------
    estimator : str
        Who counted the tokens.
    unknown_mandatory : tuple of str
        Ids that were called mandatory and that no page has; they are ignored.
    """

    __slots__ = ("_points", "estimator", "unknown_mandatory")

    def __init__(
        self,
        points: Iterable[SweepPoint],
        *,
        estimator: str = "as given",
        unknown_mandatory: tuple[str, ...] = (),
    ) -> None:
        self._points = tuple(points)
        self.estimator = estimator
        self.unknown_mandatory = unknown_mandatory

    @overload
    def __getitem__(self, index: int) -> SweepPoint: ...
    @overload
    def __getitem__(self, index: slice) -> ResidentSweep: ...
    def __getitem__(self, index: int | slice) -> SweepPoint | ResidentSweep:
        if isinstance(index, slice):
            return ResidentSweep(
                self._points[index],
                estimator=self.estimator,
                unknown_mandatory=self.unknown_mandatory,
            )
        return self._points[index]

    def __len__(self) -> int:
        return len(self._points)

    def __iter__(self) -> Iterator[SweepPoint]:
        return iter(self._points)


def sweep_resident(
    pages: Any,
    mandatory: Iterable[str] | None = (),
    *,
    weights: Any,
    budget: ContextBudget | Mapping[str, Any],
    windows: int | Iterable[int] | None = None,
    frame_tokens: int | Iterable[int] = 0,
    strategies: Strategy | str | Iterable[Strategy | str] | None = None,
    instruction_tokens: int = 0,
    env: DependencyEnv | Mapping[str, Any] | None = None,
    optimum_time_limit: float | None = None,
) -> ResidentSweep:
    """Assemble the same pages once for every point of a grid.

    Parameters
    ----------
    pages, mandatory, instruction_tokens, env
        As for :func:`assemble_resident`.
    weights : weights as for :func:`assemble_resident`, or mapping of a name to any of these
        One set of weights, or several with a name for each.
    budget : ContextBudget or mapping of its fields
        Its reserves hold at every point.
    windows : int or iterable of int, optional
        Windows in tokens, in place of the budget's.
    frame_tokens : int or iterable of int
        Frame sizes in tokens.
    strategies : Strategy, str or iterable of these, optional
        "frames" alone when not given; "cost" does not look at frames.
    optimum_time_limit : float, optional
        Seconds for the solver at each point; without it no optimum is looked for.

    Returns
    -------
    ResidentSweep
        A point that does not fit, or whose window is smaller than the reserves, is a point too.
    """
    table = page_table(pages)
    named = {name: label_weights(each, table) for name, each in _by_name(weights).items()}
    frames = [check_count(frame, "frame_tokens") for frame in _several(frame_tokens)]
    hows = [as_strategy(n) for n in _several(Strategy.FRAMES if strategies is None else strategies)]
    limits, state = as_budget(budget), as_env(env)
    sizes = _several(limits.window_tokens if windows is None else windows)
    budgets = [limits.replace(window_tokens=check_count(size, "windows")) for size in sizes]
    keep = check_ids(mandatory, "mandatory")
    unknown = unknown_ids(table, keep, closure_rows(table, keep))
    points = []
    grid = list(product(budgets, frames, named, hows))
    effort = len(table.labels) * (1 if optimum_time_limit is None else _OPTIMUM_EFFORT)
    for at, frame, name, how in _counted(grid, effort):
        place = {
            "window_tokens": at.window_tokens,
            "frame_tokens": frame,
            "weights": name,
            "strategy": how,
        }
        try:
            outcome = assemble_resident(
                table,
                keep,
                weights=named[name],
                budget=at,
                frame_tokens=frame,
                instruction_tokens=instruction_tokens,
                env=state,
                strategy=how,
            )
        except ReservesError:
            points.append(SweepPoint(**place, outcome=OVER_WINDOW))
            continue
        if isinstance(outcome, ResidentContext):
            points.append(_point(place, outcome, optimum_time_limit))
        else:
            points.append(
                SweepPoint(
                    **place,
                    outcome=INFEASIBLE,
                    allowance=outcome.allowance,
                    required_tokens=outcome.required,
                )
            )
    return ResidentSweep(points, estimator=table.estimator, unknown_mandatory=unknown)


def _several(given: Any) -> list[Any]:
    """Return what is on one axis of the grid; a number or name by itself is one point."""
    if isinstance(given, str):
        return [given]
    try:
        return list(given)
    except TypeError:  # one number
        return [given]


def _counted(grid: list[T], effort: int) -> Iterable[T]:
    """Show a progress bar where the sweep takes about a second or more."""
    if len(grid) * effort < _SHOW_PROGRESS_FROM:
        return grid
    from tqdm.auto import tqdm

    progress: Iterable[T] = tqdm(grid, unit="assembly", leave=False)
    return progress


def _by_name(weights: Any) -> dict[str, Any]:
    if not isinstance(weights, Mapping):
        return {"weights": weights}
    nested = [
        not isinstance(value, int | float) and hasattr(value, "__len__")
        for value in weights.values()
    ]
    if weights and all(nested):
        return dict(weights)
    if any(nested):
        raise InvalidValueError(
            "numbers and sets of weights stand side by side",
            where="weights",
            expected="one number a label, or one set of weights a name",
        )
    return {"weights": weights}


def _point(place: dict[str, Any], context: ResidentContext, time_limit: float | None) -> SweepPoint:
    chosen = context.working_set
    best = None if time_limit is None else chosen.optimal(time_limit=time_limit)
    return SweepPoint(
        **place,
        outcome=ASSEMBLED,
        allowance=context.allowance,
        required_tokens=context.instruction_tokens + context.mandatory_tokens,
        used_tokens=context.used_tokens,
        mandatory_pages=context.mandatory_len,
        picks=len(chosen),
        covered_weight=chosen.covered_weight,
        coverable_weight=chosen.coverable_weight,
        coverable_within_limits=chosen.coverable_within_limits,
        # The data's bound: the optimum beside it shows how loose it is.
        upper_bound=chosen.upper_bound,
        optimum_status=None if best is None else best.status,
        optimum_weight=None if best is None else best.covered_weight,
        resident_digest=context.resident_digest,
    )
