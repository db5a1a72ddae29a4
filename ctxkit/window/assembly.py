"""What fits a window of all that a manifest loads, and why the rest does not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ctxkit.errors import UnknownNameError
from ctxkit.resident.assembly import (
    ResidentContext,
    ResidentOutcome,
    closure_rows,
)
from ctxkit.resident.pages import ContextBudget, DependencyEnv
from ctxkit.resident.working_set import WorkingSet
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.window.measure import MeasuredItem
from ctxkit.window.pages import ManifestPages, find_stale
from ctxkit.window.remedies import what_would_help
from ctxkit.window.stale import PagePart, StalePages


@dataclass(eq=False, repr=False)
class Assembly(Shown, Framed, Plotted):
    """What fits a window of all that a manifest loads, and why the rest does not.

    Attributes
    ----------
    pages : ManifestPages
        All pages that were offered.
    outcome : ResidentContext or Infeasible
        What the resident engine answered.
    budget : ContextBudget
    required_ids : tuple of str
        Pages that had to be in, before what they depend on.
    asked_for : tuple of str
        What was required beyond the manifest's own items, as it was asked for.
    env : DependencyEnv
        The state that the pages were checked against.
    name : str
        The spec's slug; ``""`` where it is not known.
    instruction_tokens : int
        Tokens of the instruction that stands before all pages.
    """

    pages: ManifestPages
    outcome: ResidentOutcome
    budget: ContextBudget
    required_ids: tuple[str, ...]
    asked_for: tuple[str, ...]
    env: DependencyEnv
    name: str = ""
    instruction_tokens: int = 0

    # -- whether it fits -------------------------------------------------------------------------

    @property
    def feasible(self) -> bool:
        """Whether the mandatory pages fit."""
        return isinstance(self.outcome, ResidentContext)

    @property
    def resident(self) -> ResidentContext | None:
        """What is resident; ``None`` where the mandatory pages do not fit."""
        return self.outcome if isinstance(self.outcome, ResidentContext) else None

    @property
    def working_set(self) -> WorkingSet | None:
        """The picks, and why every other page is out; ``None`` where nothing was chosen."""
        return self.resident.working_set if self.resident else None

    @property
    def window(self) -> int:
        """The whole window, in tokens."""
        return self.budget.window_tokens

    @property
    def allowance(self) -> int:
        """Tokens that window and reserves leave for input."""
        return self.budget.input_allowance()

    @property
    def required(self) -> int:
        """Tokens of the instruction and the mandatory pages."""
        return self.instruction_tokens + self.pages.table.total_tokens(self.closure)

    @property
    def shortfall(self) -> int:
        """Tokens by which the mandatory pages do not fit; 0 where they do."""
        return max(0, self.required - self.allowance)

    @property
    def used(self) -> int:
        """Tokens of instruction, mandatory pages and picks; 0 where it does not fit."""
        return self.resident.used_tokens if self.resident else 0

    @property
    def free(self) -> int:
        """Tokens of the allowance that nothing takes."""
        return self.allowance - self.used

    @cached_property
    def remedies(self) -> tuple[str, ...]:
        """What would make it fit, with figures; empty where it does."""
        return () if self.feasible else what_would_help(self)

    # -- what is in ------------------------------------------------------------------------------

    @cached_property
    def closure(self) -> list[int]:
        """Rows of the mandatory pages and of all that they depend on, in load order."""
        return closure_rows(self.pages.table, self.required_ids)

    @property
    def page_ids(self) -> tuple[str, ...]:
        """Ids of the resident pages in their order: mandatory ones, then picks."""
        return self.resident.page_ids if self.resident else ()

    @property
    def digest(self) -> str | None:
        """Digest of the resident ids in their order; ``None`` where nothing is resident."""
        return self.resident.resident_digest if self.resident else None

    @cached_property
    def parts(self) -> tuple[PagePart, ...]:
        """Which part of the window each page stands in, by row."""
        parts: list[PagePart] = ["out"] * len(self.pages.table)
        for row in self.closure:
            parts[row] = "mandatory"
        for row in self.working_set.run.rows if self.working_set else ():
            parts[row] = "picked"
        return tuple(parts)

    @property
    def rejects(self) -> list[int]:
        """Rows of the pages that are out, in load order."""
        return [row for row, part in enumerate(self.parts) if part == "out"]

    @property
    def missing(self) -> tuple[MeasuredItem, ...]:
        """The items that name what is not there; they add no page."""
        return self.pages.missing

    @cached_property
    def unmet(self) -> dict[str, tuple[str, ...]]:
        """Picks that depend on pages which are out, such as the heading of their file.

        The engine follows dependencies of mandatory pages only; ``require=[page]`` brings both.
        """
        held = set(self.page_ids)
        table, found = self.pages.table, {}
        for row in self.working_set.run.rows if self.working_set else ():
            lost = tuple(other for other in table.page(row).depends_on if other not in held)
            if lost:
                found[table.page_ids[row]] = lost
        return found

    # -- why -------------------------------------------------------------------------------------

    def why(self, row: int) -> str:
        """Say in a few words why the page in a row is in or out."""
        part = self.parts[row]
        if part == "mandatory":
            return self._why_mandatory(row)
        if self.working_set is None:
            return "not looked at, because the mandatory pages do not fit"
        if part == "picked":
            pick = self.working_set[self._steps[row]]
            return f"pick {pick.step}, gain {pick.gain:g} for {', '.join(pick.new_labels)}"
        return self.working_set.detail(row)

    @cached_property
    def _steps(self) -> dict[int, int]:
        """Which pick, from 0, each picked row is."""
        rows = self.working_set.run.rows if self.working_set else ()
        return {row: step for step, row in enumerate(rows)}

    @cached_property
    def _needed_by(self) -> dict[str, list[str]]:
        """Which mandatory pages depend on each page."""
        table = self.pages.table
        found: dict[str, list[str]] = {}
        for row in self.closure:
            for other in table.page(row).depends_on:
                found.setdefault(other, []).append(table.page_ids[row])
        return found

    @cached_property
    def _of_items(self) -> frozenset[str]:
        return frozenset(self.pages.mandatory)

    @cached_property
    def _of_call(self) -> frozenset[str]:
        return frozenset(self.required_ids)

    def _why_mandatory(self, row: int) -> str:
        page_id = self.pages.table.page_ids[row]
        if page_id in self._of_items:
            numbers = self.pages.orders[row]
            noun = "item" if len(numbers) == 1 else "items"
            return f"required by {noun} {', '.join(map(str, numbers))} of the manifest"
        if page_id in self._of_call:
            return "required by this call"
        above = self._needed_by.get(page_id, [])
        more = f" and {len(above) - 2:,} more" if len(above) > 2 else ""
        return f"needed by {', '.join(above[:2])}{more}"

    def explain(self, page: str | int) -> str:
        """Say in one sentence why a page is in or out.

        Parameters
        ----------
        page : str or int
            Its id, a part of it that no other id has (``"tasks.md § task T5"``), or its row. The
            path of a missing item will do, too.

        Raises
        ------
        UnknownNameError
            If there is no such page.
        InvalidValueError
            If several are called so.
        """
        try:
            row = self.pages.row_of(page)
        except UnknownNameError:
            for one in self.missing:
                if page in (one.item.path, one.item.command):
                    need = "required" if one.item.required else "optional"
                    return f"{page}: no page ({need} item {one.item.order}): {one.reason}"
            raise
        return f"{self.pages.table.page_ids[row]}: {self.parts[row]}; {self.why(row)}"

    def stale(self, env: DependencyEnv | None = None) -> StalePages:
        """Return the pages whose file has changed since they were made.

        Parameters
        ----------
        env : DependencyEnv, optional
            The state to check against, from :func:`ctxkit.environment`; the present one, read from
            the disk, when not given.
        """
        picked = frozenset(self.working_set.run.rows if self.working_set else ())
        return find_stale(self.pages, env, picked=picked, mandatory=frozenset(self.closure))
