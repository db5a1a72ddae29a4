"""A session as it stood at one moment, and its instances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ctxkit.collection import ByName
from ctxkit.errors import UnknownNameError
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import Step
from ctxkit.session.events import Event
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.logfold import Checkpoint
from ctxkit.session.store import Store
from ctxkit.view import Framed, Plotted, Shown


class InstanceState(Shown):
    """An instance as it stood at one moment.

    Attributes
    ----------
    id, procedure, entry, step, outcome, parent : str
    status : InstanceStatus
    store : Store
        Its values with their provenance.
    pending : dict
        What it hands down to the instances started under it: field of the child to field of its
        own; empty for nothing.
    checked : bool
        Whether a procedure was at hand and everything up to here fits it. Otherwise position and
        fields are as logged, untyped.
    """

    __slots__ = (
        "checked", "entry", "id", "outcome", "parent", "pending", "procedure", "spec", "status",
        "step", "store",
    )  # fmt: skip

    def __init__(self, instance: Instance, *, checked: bool) -> None:
        self.id = instance.id
        self.spec = instance.spec
        self.procedure = instance.spec.canonical
        self.entry = instance.spec.entry_id
        self.step = instance.step
        self.status: InstanceStatus = instance.status
        self.outcome = instance.outcome
        self.parent = instance.parent
        self.pending = dict(instance.pending.seed) if instance.pending is not None else {}
        self.store: Store = instance.store
        self.checked = checked

    @classmethod
    def of(cls, checkpoint: Checkpoint, handle: str) -> InstanceState:
        """Return one instance of a checkpoint."""
        return cls(checkpoint.by_id[handle], checked=handle not in checkpoint.unchecked)

    @property
    def current(self) -> Step | None:
        """The step, where the procedure is at hand."""
        return self.spec.step(self.step)

    def _key(self) -> tuple[Any, ...]:
        return (
            self.id, self.procedure, self.step, self.status, self.outcome, self.parent,
            self.pending, self.checked,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, InstanceState)
            and self._key() == other._key()
            and self.store == other.store
        )

    __hash__ = None  # type: ignore[assignment]


class ReplayState(Shown, Framed, Plotted):
    """A session as it stood after one event.

    Attributes
    ----------
    index : int
        How many events came before and with it.
    event : Event or None
        The last of them; ``None`` before the first.
    participant, label : str
    checkpoint : Checkpoint
        What it is read from, not to be changed.
    """

    def __init__(self, checkpoint: Checkpoint, event: Event | None) -> None:
        self.checkpoint = checkpoint
        self.index = checkpoint.index
        self.event = event
        self.participant = checkpoint.participant
        self.label = checkpoint.label

    @cached_property
    def instances(self) -> dict[str, InstanceState]:
        """All instances by handle, in the order of their start.

        Made when first asked for, since a long log has thousands.
        """
        held = self.checkpoint
        found = {handle: InstanceState.of(held, handle) for handle in dict.fromkeys(held.order)}
        return ByName("instance", found)

    @cached_property
    def reads(self) -> dict[str, ReadDepth]:
        """How deeply each entry was read."""
        return dict(self.checkpoint.reads)

    def instance(self, handle: str) -> InstanceState | None:
        """Return one instance, without looking at the others."""
        return (
            InstanceState.of(self.checkpoint, handle) if handle in self.checkpoint.by_id else None
        )

    def __getitem__(self, handle: str) -> InstanceState:
        """Return one instance.

        Raises
        ------
        UnknownNameError
            If there was none by then.
        """
        found = self.instance(handle)
        if found is None:
            raise UnknownNameError.among("instance", handle, self.checkpoint.by_id)
        return found

    def __contains__(self, handle: object) -> bool:
        return handle in self.checkpoint.by_id

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(self.checkpoint.order))

    @property
    def seq(self) -> int:
        """Number of the event; 0 before the first."""
        return self.event.seq if self.event is not None else 0

    @property
    def count(self) -> int:
        """How many instances there are, ended ones included."""
        return len(self.checkpoint.by_id)

    @property
    def running(self) -> tuple[InstanceState, ...]:
        """The instances that run."""
        held = self.checkpoint
        running = (h for h in dict.fromkeys(held.order) if held.by_id[h].is_running)
        return tuple(InstanceState.of(held, handle) for handle in running)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ReplayState)
            and (self.index, self.participant, self.label) == (
                other.index, other.participant, other.label
            )
            and self.instances == other.instances
            and list(self.instances) == list(other.instances)
            and self.reads == other.reads
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]
