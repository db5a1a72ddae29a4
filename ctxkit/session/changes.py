"""What differs between two moments of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ctxkit.collection import Collection
from ctxkit.procedure.document import document_text, normalise
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.store import ExportedValue, Provenance
from ctxkit.view import show_html
from ctxkit.visible import visible


@dataclass(frozen=True, slots=True)
class Change:
    """What one event changed.

    Attributes
    ----------
    what : str
        ``"step"``, ``"status"``, ``"store"``, ``"pending"``, ``"read"``, ``"label"``,
        ``"participant"`` or ``"started"``.
    instance, name : str
        Instance and, of a store or a read, the field or entry; may be empty.
    before, after : object
        ``None`` for nothing. Of a store: :class:`~ctxkit.session.store.ExportedValue`.
    """

    what: str
    instance: str
    name: str
    before: Any
    after: Any

    @property
    def provenance(self) -> Provenance | None:
        """Who wrote the value that a store holds now, or, where it was cleared, who had."""
        for value in (self.after, self.before):
            if isinstance(value, ExportedValue):
                return value.provenance
        return None

    def __repr__(self) -> str:
        about = "".join(f" {part}" for part in (self.instance, self.name) if part)
        by = f" ({self.provenance})" if self.provenance is not None else ""
        sides = f"{_brief(self.before)} → {_brief(self.after)}"
        return visible(f"<Change {self.what}{about}: {sides}{by}>")

    def _repr_html_(self) -> str:
        return show_html(self)


def _brief(side: Any) -> str:
    """Return a value as JSON, cut short."""
    value = side.value if isinstance(side, ExportedValue) else side
    text = "nothing" if value is None else document_text(normalise(value))
    return text if len(text) <= 60 else text[:57] + "..."


class Changes(Collection[Change]):
    """What changed between two moments, in the order of the instances."""

    noun = "change"


def changes_between(before: ReplayState, after: ReplayState) -> Changes:
    """Return what differs between two moments of one session."""
    found = [
        Change(name, "", "", getattr(before, name), getattr(after, name))
        for name in ("participant", "label")
        if getattr(before, name) != getattr(after, name)
    ]
    old_reads, new_reads = before.checkpoint.reads, after.checkpoint.reads
    if old_reads is not new_reads:
        for entry_id, depth in new_reads.items():
            if old_reads.get(entry_id) != depth:
                found.append(Change("read", "", entry_id, old_reads.get(entry_id), depth))
    olds, news = before.checkpoint.by_id, after.checkpoint.by_id
    for handle in dict.fromkeys(after.checkpoint.order):
        if olds.get(handle) is not news[handle]:
            state = InstanceState.of(after.checkpoint, handle)
            found += _instance_changes(handle, before.instance(handle), state)
    return Changes(found)


def _instance_changes(
    handle: str, before: InstanceState | None, after: InstanceState
) -> list[Change]:
    found: list[Change] = []
    if before is None:
        found.append(Change("started", handle, after.procedure, None, after.step))
    for name in ("step", "status", "pending"):
        old = getattr(before, name) if before is not None else getattr(after, name)
        if old != getattr(after, name):
            found.append(Change(name, handle, "", old, getattr(after, name)))
    if before is not None and before.store == after.store:
        return found
    old_values = before.store.export() if before is not None else {}
    new_values = after.store.export()
    for name in sorted(old_values.keys() | new_values.keys()):
        old_value: ExportedValue | None = old_values.get(name)
        if old_value != new_values.get(name):
            found.append(Change("store", handle, name, old_value, new_values.get(name)))
    return found
