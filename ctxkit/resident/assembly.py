"""Assembling resident context: mandatory closure first, then what fits of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.model import Model
from ctxkit.resident.columns import page_table
from ctxkit.resident.digest import resident_page_digest
from ctxkit.resident.pages import (
    ContextBudget,
    ContextPage,
    DependencyEnv,
    as_budget,
    as_env,
)
from ctxkit.resident.selection import check_count, run_by_cost, run_in_frames
from ctxkit.resident.table import PageTable
from ctxkit.resident.trace import RejectReason, Strategy, reason_code
from ctxkit.resident.weights import label_weights
from ctxkit.resident.working_set import WorkingSet
from ctxkit.view import Framed, Plotted, Shown


class StalePageError(CtxkitError, ValueError):
    """A mandatory page was made from a state that is no longer the present one.

    Attributes
    ----------
    kind : str
        ``gate-af``: the gate that admits no stale page, mandatory or not.
    page_id : str
    """

    kind = "gate-af"

    def __init__(self, page_id: str, why: str) -> None:
        self.page_id = page_id
        super().__init__(
            f"{self.kind}: a mandatory page is stale",
            where=f"page {page_id!r}",
            got=why,
            expected="a page whose dependency holds",
            hint="Make the page anew from the present state, or do not name it mandatory.",
        )

    def __reduce__(self) -> Any:
        return type(self), (self.page_id, self.got)


class Infeasible(Shown, Model):
    """Instruction and mandatory closure do not fit: a result, not an error. No call is made.

    Attributes
    ----------
    required : int
        Tokens of the instruction and the mandatory closure together.
    allowance : int
        Tokens that the budget leaves for input.
    unknown_mandatory : tuple of str
        Ids that were called mandatory and that no page has.
    """

    required: int
    allowance: int
    unknown_mandatory: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """Tokens by which it does not fit."""
        return self.required - self.allowance


@dataclass(eq=False, repr=False)
class ResidentContext(Shown, Framed, Plotted):
    """The resident pages of one request, in their order: mandatory closure, then picks.

    Attributes
    ----------
    table : PageTable
        All pages that were offered.
    mandatory_rows : list of int
        Rows of the mandatory closure, in table order.
    working_set : WorkingSet
        The picks and the reasons for all other pages.
    budget : ContextBudget
    instruction_tokens : int
    frame_tokens : int
        Size of a frame; what a page may cost at most under the strategy *frames*.
    unknown_mandatory : tuple of str
        Ids that were called mandatory and that no page has; they are ignored.
    """

    table: PageTable
    mandatory_rows: list[int]
    working_set: WorkingSet
    budget: ContextBudget
    instruction_tokens: int
    frame_tokens: int
    unknown_mandatory: tuple[str, ...] = ()

    @property
    def rows(self) -> list[int]:
        """Rows of the resident pages in their order."""
        return self.mandatory_rows + self.working_set.run.rows

    @property
    def page_ids(self) -> tuple[str, ...]:
        """Ids of the resident pages in their order."""
        return tuple(self.table.page_ids[row] for row in self.rows)

    @property
    def pages(self) -> tuple[ContextPage, ...]:
        """The resident pages in their order."""
        return tuple(map(self.table.page, self.rows))

    @property
    def mandatory_len(self) -> int:
        """How many pages at the head are mandatory."""
        return len(self.mandatory_rows)

    @property
    def resident_digest(self) -> str:
        """Digest of the resident ids in their order."""
        return resident_page_digest(self.page_ids)

    @property
    def mandatory_tokens(self) -> int:
        """Tokens of the mandatory closure."""
        return self.table.total_tokens(self.mandatory_rows)

    @property
    def used_tokens(self) -> int:
        """Tokens of instruction, closure and picks together."""
        return self.instruction_tokens + self.mandatory_tokens + self.working_set.used_tokens

    @property
    def allowance(self) -> int:
        """Tokens that the budget leaves for input."""
        return self.budget.input_allowance()

    def explain(self, page: str | int) -> str:
        """Say in one sentence why a page is in or out; see :meth:`WorkingSet.explain`."""
        return self.working_set.explain(page)


#: What an assembly gives.
ResidentOutcome: TypeAlias = ResidentContext | Infeasible


def mandatory_closure(pages: Any, mandatory: Iterable[str]) -> tuple[ContextPage, ...]:
    """Return the mandatory pages and all pages that they depend on, in input order.

    Ids that no page has are ignored, cycles are fine. Where an id stands twice, both pages are
    members, and what the later one depends on is followed. Contract B, *Closure*.

    Parameters
    ----------
    pages : PageTable, iterable of ContextPage, mapping of columns, DataFrame or Arrow table
        See :func:`page_table`.
    mandatory : iterable of str
        Page ids.
    """
    table = page_table(pages)
    return tuple(map(table.page, closure_rows(table, check_ids(mandatory, "mandatory"))))


def closure_rows(table: PageTable, mandatory: Iterable[str]) -> list[int]:
    """Return the rows of the mandatory closure, in table order."""
    wanted = set(mandatory)
    if not wanted:
        return []
    if table.depends_on is not None:
        # Of two rows with one id the later one stands in the dict.
        depends_on = dict(zip(table.page_ids, table.depends_on, strict=True))
        frontier = list(wanted)
        while frontier:
            new = set(depends_on.get(frontier.pop(), ())) - wanted
            wanted |= new
            frontier.extend(new)
    return [row for row, page_id in enumerate(table.page_ids) if page_id in wanted]


def unknown_ids(table: PageTable, ids: Iterable[str], closure: Iterable[int]) -> tuple[str, ...]:
    """Return those of the mandatory ids that no page has, each once and in order."""
    # Every page that has a mandatory id stands in the closure.
    found = {table.page_ids[row] for row in closure}
    return tuple(dict.fromkeys(page_id for page_id in ids if page_id not in found))


def assemble_resident(
    pages: Any,
    mandatory: Iterable[str] | None = (),
    *,
    weights: Any,
    budget: ContextBudget | Mapping[str, Any],
    frame_tokens: int = 0,
    instruction_tokens: int = 0,
    env: DependencyEnv | Mapping[str, Any] | None = None,
    strategy: Strategy | str = Strategy.FRAMES,
) -> ResidentOutcome:
    """Assemble the context of one request: the mandatory closure, then the best of the rest.

    Contract B, *Assembly*. The order of the questions is fixed: do the reserves fit the window, is
    the closure fresh, does it fit, and only then which pages fill what remains.

    Parameters
    ----------
    pages : PageTable, iterable of ContextPage, mapping of columns, DataFrame or Arrow table
        See :func:`page_table`.
    mandatory : iterable of str
        Ids of pages that must be resident, with all that they depend on. Ids that no page has are
        ignored, but named in ``unknown_mandatory``.
    weights : mapping of str to float, Series, DataFrame, or array
        Weight of each label: finite, 0 or more. A frame has the columns *label* and *weight*.
    budget : ContextBudget or mapping of its fields
    frame_tokens : int
        Tokens of one frame. What remains of the allowance is divided into frames, each pick takes
        one, and a page larger than a frame is no candidate. 0 means no frames and no picks.
    instruction_tokens : int
        Tokens of the instruction, which is always resident.
    env : DependencyEnv or mapping of its fields, optional
        The present state. Pages whose dependency does not hold are stale. Without it only
        session-invariant pages are fresh.
    strategy : Strategy or str
        "frames" as above, or "cost": by gain for each token within what remains, frames ignored;
        see :func:`select_by_cost`.

    Returns
    -------
    ResidentContext or Infeasible

    Raises
    ------
    ReservesError
        If the reserves are larger than the window.
    StalePageError
        If a page of the mandatory closure is stale.
    InvalidValueError, UnknownNameError
        If an argument is not what it must be; the message names the culprit.
    """
    how = as_strategy(strategy)
    frame = check_count(frame_tokens, "frame_tokens")
    instruction = check_count(instruction_tokens, "instruction_tokens")
    state, limits = as_env(env), as_budget(budget)
    wanted = check_ids(mandatory, "mandatory")
    table = page_table(pages)
    by_label = label_weights(weights, table)
    allowance = limits.input_allowance()
    closure = closure_rows(table, wanted)
    fresh = table.holds(state)
    for row in closure:
        if not fresh[row]:
            raise StalePageError(table.page_ids[row], table.dependency_of(row).why_stale(state))
    unknown = unknown_ids(table, wanted, closure)
    required = instruction + table.total_tokens(closure)
    if required > allowance:
        return Infeasible(required=required, allowance=allowance, unknown_mandatory=unknown)
    refused = np.zeros(len(table), dtype=np.uint8)
    if how is Strategy.FRAMES and frame < 2**64:
        refused[table.tokens > np.uint64(frame)] = reason_code(RejectReason.OVER_FRAME)
    refused[~fresh] = reason_code(RejectReason.STALE)
    refused[closure] = reason_code(RejectReason.MANDATORY)
    left = allowance - required
    if how is Strategy.COST:
        chosen = run_by_cost(table, by_label, left, refused, env=state)
    else:
        slots = left // frame if frame else 0
        chosen = run_in_frames(table, by_label, slots, refused, frame_tokens=frame, env=state)
    return ResidentContext(
        table=table,
        mandatory_rows=closure,
        working_set=chosen,
        budget=limits,
        instruction_tokens=instruction,
        frame_tokens=frame,
        unknown_mandatory=unknown,
    )


def check_ids(ids: Any, where: str) -> list[str]:
    """Return page ids as a list: none for ``None``, and one text is one id."""
    if ids is None:
        return []
    if isinstance(ids, str):
        return [ids]
    try:
        found = list(ids)
    except TypeError:
        raise InvalidValueError(
            "not page ids", where=where, got=repr(ids), expected="a list of str"
        ) from None
    for page_id in found:
        if not isinstance(page_id, str):
            raise InvalidValueError("a page id is not a text", where=where, got=repr(page_id))
    return found


def as_strategy(name: Strategy | str) -> Strategy:
    """Return the strategy of this name."""
    try:
        return Strategy(name)
    except ValueError:
        raise InvalidValueError(
            "no such strategy",
            where="strategy",
            got=repr(name),
            expected=" or ".join(repr(str(s)) for s in Strategy),
        ) from None
