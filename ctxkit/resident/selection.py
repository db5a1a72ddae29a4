"""Choosing pages by greedy weighted coverage: in equal frames, or by token cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ctxkit.errors import InvalidValueError
from ctxkit.resident.bound import sum_in_order
from ctxkit.resident.columns import page_table
from ctxkit.resident.greedy import GreedyRun, LazyGreedy
from ctxkit.resident.pages import DependencyEnv
from ctxkit.resident.table import Flags, Floats, PageTable
from ctxkit.resident.trace import RejectReason, Strategy, reason_code
from ctxkit.resident.weights import label_weights
from ctxkit.resident.working_set import WorkingSet

Reasons = npt.NDArray[np.uint8]


def select_working_set(pages: Any, weights: Any, slots: int) -> WorkingSet:
    """Choose at most ``slots`` pages by deterministic greedy weighted coverage.

    In each round the page with the highest gain is picked: the weights of its labels that no pick
    covers yet, added in label order in double precision (a label listed twice counts twice, one
    without a weight counts 0). Ties go to the smallest page id in byte order. A page whose id is
    chosen already is skipped. It ends when nothing gains more than 0. Contract B, *Selection*.

    Parameters
    ----------
    pages : PageTable, iterable of ContextPage, mapping of columns, DataFrame or Arrow table
        The candidates, see :func:`page_table`. All of them may be picked.
    weights : mapping of str to float, Series, or array
        Weight of each label: finite, 0 or more.
    slots : int
        How many pages there is room for.

    Returns
    -------
    WorkingSet
        The picks in order, with the reason for every other page.

    Raises
    ------
    InvalidValueError, UnknownNameError
        If pages, weights or slots are not what they must be; the message names the culprit.
    """
    table = page_table(pages)
    return run_in_frames(
        table,
        label_weights(weights, table),
        check_count(slots, "slots"),
        np.zeros(len(table), dtype=np.uint8),
    )


def select_by_cost(pages: Any, weights: Any, tokens: int) -> WorkingSet:
    """Choose pages of at most ``tokens`` tokens together by gain for each token.

    In each round, of the pages that still fit, the one with the highest quotient of gain and tokens
    is picked (both as doubles; a page of 0 tokens that gains anything comes first). Ties go to the
    smallest page id in byte order, and an id is chosen once, as in :func:`select_working_set`. A
    label that stands twice on a page counts once here. Where the best single page covers strictly
    more than all these picks, it is the answer instead. The better of the two covers at least
    (1 - 1/e) / 2 of the best that fits.

    Parameters
    ----------
    pages, weights
        As for :func:`select_working_set`.
    tokens : int
        How many tokens there is room for.

    Returns
    -------
    WorkingSet
    """
    table = page_table(pages)
    return run_by_cost(
        table,
        label_weights(weights, table),
        check_count(tokens, "tokens"),
        np.zeros(len(table), dtype=np.uint8),
    )


def check_count(value: Any, name: str) -> int:
    """Return ``value`` as an int if it is a whole number of 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise InvalidValueError(
            "not a count", where=name, got=repr(value), expected="a whole number, 0 or more"
        )
    return int(value)


def run_in_frames(
    table: PageTable,
    weights: Floats,
    slots: int,
    refused: Reasons,
    *,
    frame_tokens: int | None = None,
    env: DependencyEnv | None = None,
) -> WorkingSet:
    """Select in equal frames; ``refused`` holds the reason number of pages that may not win."""
    eligible = refused == 0
    run = LazyGreedy(table, weights, eligible).run(slots)
    return WorkingSet(
        table=table,
        weights=weights,
        strategy=Strategy.FRAMES,
        slots=slots,
        token_budget=None,
        run=run,
        eligible=eligible,
        reasons=_reasons(table, run, refused, RejectReason.OUT_OF_SLOTS),
        frame_tokens=frame_tokens,
        env=env,
    )


def run_by_cost(
    table: PageTable,
    weights: Floats,
    tokens: int,
    refused: Reasons,
    *,
    env: DependencyEnv | None = None,
) -> WorkingSet:
    """Select by cost; ``refused`` holds the reason number of pages that may not win."""
    table = table.without_repeats()
    refused = refused.copy()
    too_large = (refused == 0) & _larger(table, tokens)
    refused[too_large] = reason_code(RejectReason.OVER_BUDGET)
    eligible = refused == 0
    run = LazyGreedy(table, weights, eligible, by_cost=True).run(len(table), purse=tokens)
    rest = RejectReason.OVER_REST
    single = LazyGreedy(table, weights, eligible).run(1)
    if single.rows and single.gains[0] > sum_in_order(run.gains):
        run, rest = single, RejectReason.ONE_IS_BETTER
    chosen = WorkingSet(
        table=table,
        weights=weights,
        strategy=Strategy.COST,
        slots=None,
        token_budget=tokens,
        run=run,
        eligible=eligible,
        reasons=_reasons(table, run, refused, rest),
        env=env,
    )
    # Sorting a million quotients would keep a display waiting, so it is done here.
    _ = chosen.upper_bound
    return chosen


def _larger(table: PageTable, tokens: int) -> Flags:
    if tokens >= 2**64:
        return np.zeros(len(table), dtype=bool)
    larger: Flags = table.tokens > np.uint64(tokens)
    return larger


def _reasons(
    table: PageTable, run: GreedyRun, refused: Reasons, still_gaining: RejectReason
) -> Reasons:
    """Return the reason number of every page: ``refused`` completed for the eligible ones."""
    reasons = refused.copy()
    open_ = refused == 0
    reasons[open_ & (run.last_gains <= 0)] = reason_code(RejectReason.NO_GAIN)
    reasons[open_ & (run.last_gains > 0)] = reason_code(still_gaining)
    if run.rows:
        chosen = {table.page_ids[row] for row in run.rows}
        twin = np.fromiter(map(chosen.__contains__, table.page_ids), bool, len(table))
        reasons[open_ & twin] = reason_code(RejectReason.SAME_ID)
        reasons[run.rows] = 0
    return reasons
