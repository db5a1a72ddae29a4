"""One running procedure: where it stands and what it knows."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ctxkit.procedure.spec import Dispatch, Spec, Step
from ctxkit.session.store import Store
from ctxkit.view import Shown


class InstanceStatus(StrEnum):
    """Whether an instance runs, and how it ended."""

    RUNNING = "running"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


# Members of an enumeration are slow to look up by their class in Python 3.11.
_RUNNING = InstanceStatus.RUNNING


class Instance(Shown):
    """One running procedure of a session.

    Attributes
    ----------
    id : str
        Handle, such as ``i_1``.
    spec : Spec
    store : Store
    step : str
        Step at which it stands; the last one where it ended.
    status : InstanceStatus
    outcome : str
        How it ended; empty while it runs.
    parent : str
        Handle of the instance under which it was started; may be empty.
    steps : dict
        The steps of the procedure by ID.
    pending : Dispatch or None
        What it hands down to the instances started under it.
    """

    __slots__ = (
        "draft_bases", "id", "op_done", "outcome", "parent", "pending", "spec", "status", "step",
        "steps", "store",
    )  # fmt: skip

    def __init__(self, instance_id: str, spec: Spec, store: Store, step: str, parent: str) -> None:
        self.id = instance_id
        self.spec = spec
        self.steps = spec.step_by_id
        self.store = store
        self.step = step
        self.status = _RUNNING
        self.outcome = ""
        self.parent = parent
        self.pending: Dispatch | None = None
        #: Whether the op of the step has run since the instance arrived there.
        self.op_done = False
        #: Per step, the draft as it was last served there.
        self.draft_bases: dict[str, dict[str, Any]] = {}

    def copy(self) -> Instance:
        """Return a copy; neither sees what happens to the other. Drafts served are forgotten."""
        copy = Instance(self.id, self.spec, self.store.clone(), self.step, self.parent)
        copy.status, copy.outcome = self.status, self.outcome
        copy.pending, copy.op_done = self.pending, self.op_done
        return copy

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.status is _RUNNING

    @property
    def current(self) -> Step:
        """The step at which it stands."""
        return self.steps[self.step]
