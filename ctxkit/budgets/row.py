"""One request against its budget."""

from __future__ import annotations

from dataclasses import dataclass, field

from ctxkit.view import Record


@dataclass(frozen=True, slots=True)
class BudgetRow(Record):
    """What one request makes an agent load, against what it may.

    Attributes
    ----------
    spec, task : str
        ``task`` is empty for the spec as a whole.
    role : str
        As asked for.
    mode : str
    own : bool
        Whether the role is the one that the task itself names.
    budget : int
        Tokens, of the manifest.
    estimate : int
        Tokens of the required items by the tool's hints.
    measured : int
        Tokens of the required items on the bytes of the disk; commands by their hints, files that
        are not there at 0.
    whole : int
        The same with the optional items, should an agent open all of them.
    by_kind : dict of str to int
        ``whole`` by kind of item, in load order.
    missing : int
        Items that name what is not there.
    """

    spec: str
    task: str
    role: str
    mode: str
    own: bool
    budget: int
    estimate: int
    measured: int
    whole: int
    by_kind: dict[str, int] = field(default_factory=dict)
    missing: int = 0

    @property
    def name(self) -> str:
        """Spec and task, and what of the request is not usual."""
        parts = [self.spec, self.task, self.role, "" if self.mode == "briefing" else self.mode]
        return " · ".join(part for part in parts if part)

    @property
    def over(self) -> bool:
        """Whether the tool calls it over budget: by its hints."""
        return self.estimate > self.budget

    @property
    def over_measured(self) -> bool:
        """Whether the required items are over budget on real bytes."""
        return self.measured > self.budget

    @property
    def over_whole(self) -> bool:
        """Whether all items together are over budget on real bytes."""
        return self.whole > self.budget

    @property
    def spare(self) -> int:
        """Budget less estimate, in tokens; below zero where it is over."""
        return self.budget - self.estimate

    @property
    def share(self) -> float:
        """The largest of the three figures as a share of the budget."""
        most = max(self.estimate, self.measured, self.whole)
        return most / self.budget if self.budget else float("inf") if most else 0.0
