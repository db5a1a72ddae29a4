"""A graph of entries: what refers to what, which topics apply, who acts.

Contract C, section 14.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ctxkit.diagnostics import Diagnostics
from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.graph.entry import Entry
from ctxkit.graph.ids import topic_key
from ctxkit.model import Model
from ctxkit.view import Framed, Plotted, Shown


class ActorChain(Model):
    """Entries about one actor, joined through what they supersede.

    Attributes
    ----------
    entries : tuple of Entry
        Oldest first.
    head : Entry or None
        The oldest entry that nothing supersedes; ``None`` where everything is superseded.
    active : bool
        Whether there is a head and no entry closes it.
    """

    entries: tuple[Entry, ...]
    head: Entry | None
    active: bool

    @property
    def canonicals(self) -> tuple[str, ...]:
        """All names that the actor ever had, oldest first."""
        return tuple(dict.fromkeys(e.canonical for e in self.entries if e.canonical))


class Graph(Shown, Framed, Plotted):
    """Entries by their ID.

    Parameters
    ----------
    entries : iterable of Entry
        Of two with one ID the later is meant.
    diagnostics : Diagnostics, optional
        What could not be read, or was read with doubt, where the entries come from files.

    Raises
    ------
    InvalidValueError
        If something among them is no entry.
    """

    def __init__(
        self, entries: Iterable[Entry] = (), diagnostics: Diagnostics | None = None
    ) -> None:
        self.diagnostics = diagnostics if diagnostics is not None else Diagnostics()
        if isinstance(entries, str) or not isinstance(entries, Iterable):
            raise _no_entry(entries)
        self._by_id: dict[str, Entry] = {}
        for entry in entries:
            if not isinstance(entry, Entry):
                raise _no_entry(entry)
            self._by_id[entry.id] = entry

    def entry(self, entry_id: str) -> Entry | None:
        """Return an entry by its exact ID."""
        return self._by_id.get(entry_id)

    def __getitem__(self, name: str) -> Entry:
        """Return an entry by its ID, or by its stable name: the newest that stands."""
        if name in self._by_id:
            return self._by_id[name]
        named = [e for e in self if e.canonical == name and e.id not in self.superseded]
        if not named:
            names = {entry.canonical for entry in self if entry.canonical}
            raise UnknownNameError.among("entry", name, [*sorted(names), *self._by_id])
        return max(named, key=lambda entry: entry.id)

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._by_id

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._by_id.values())

    def with_entries(self, entries: Iterable[Entry]) -> Graph:
        """Return a graph that also holds other entries."""
        return Graph([*self, *entries], self.diagnostics)

    @cached_property
    def procedures(self) -> tuple[Entry, ...]:
        """Entries that describe a procedure and are not superseded, by ID."""
        found = (e for e in self if e.is_procedure and e.id not in self.superseded)
        return tuple(sorted(found, key=lambda e: e.id))

    @cached_property
    def superseded(self) -> frozenset[str]:
        """IDs that some entry supersedes."""
        return frozenset(target for entry in self for target in entry.supersedes)

    @cached_property
    def closed(self) -> frozenset[str]:
        """IDs that some entry closes."""
        return frozenset(target for entry in self for target in entry.closes)

    @cached_property
    def _annotations_by_target(self) -> dict[str, list[Entry]]:
        by_target: dict[str, list[Entry]] = {}
        for entry in self:
            if entry.kind == "annotation":
                for target in dict.fromkeys(ref.id for ref in entry.refs):
                    by_target.setdefault(target, []).append(entry)
        return by_target

    def topics_of(self, entry_id: str) -> tuple[str, ...]:
        """Return the topics of an entry: its own, then those that annotations give it.

        Of topics that differ in case only the first is given; an unknown entry has none.
        """
        entry = self.entry(entry_id)
        if entry is None:
            return ()
        labels = list(entry.topics)
        for annotation in self._annotations_by_target.get(entry_id, ()):
            labels += [
                given.label
                for given in annotation.assignments
                if not given.members or entry_id in given.members
            ]
        first_of: dict[str, str] = {}
        for label in labels:
            first_of.setdefault(topic_key(label), label)
        return tuple(first_of.values())

    @cached_property
    def topics(self) -> dict[str, str]:
        """Every topic that applies to some entry, by the form in which case makes no difference."""
        return {topic_key(label): label for entry in self for label in self.topics_of(entry.id)}

    @cached_property
    def actor_chains(self) -> tuple[ActorChain, ...]:
        """All actors, each with its entries, by their oldest entry."""
        actors = {e.id: e for e in sorted(self, key=lambda e: e.id) if e.kind == "actor"}
        neighbours: dict[str, set[str]] = {entry_id: set() for entry_id in actors}
        for entry in actors.values():
            for target in entry.supersedes:
                if target in actors:
                    neighbours[entry.id].add(target)
                    neighbours[target].add(entry.id)
        chains, seen = [], set[str]()
        for start in actors:
            if start not in seen:
                members = _connected(start, neighbours)
                seen |= members
                chains.append(self._chain([actors[name] for name in sorted(members)]))
        return tuple(chains)

    def _chain(self, entries: list[Entry]) -> ActorChain:
        head = next((e for e in entries if e.id not in self.superseded), None)
        active = head is not None and head.id not in self.closed
        return ActorChain(entries=tuple(entries), head=head, active=active)


def _no_entry(given: object) -> InvalidValueError:
    return InvalidValueError(
        "not an entry", got=type(given).__name__, expected="entries",
        hint="parse_entry(id, text) reads one, read_graph(folder) all of a folder.",
    )  # fmt: skip


def _connected(start: str, neighbours: dict[str, set[str]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for name in neighbours[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found
