"""How a graph looks: its entries, what holds of them now, its procedures and its people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxkit.display.document import (
    PALETTE,
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Lines,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.display.graph.entry import entry_title
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import ActorChain, Graph
from ctxkit.graph.ids import topic_key

_LAST = PALETTE[-1]


@describe.register
def _graph(held: Graph) -> Document:
    kinds = Counter(entry.kind for entry in held)
    states = Counter(state_of(held, entry) for entry in held)
    return Document(
        kind="Entry graph",
        title=count(len(held), "entry", "entries"),
        facts=[f"{states[word]:,} {word}" for word in ("superseded", "closed") if states[word]],
        parts=[
            _open_line(held),
            Bar(
                [Segment(k or "no kind", n, color) for (k, n), color in _colored(kinds)],
                unit="entries",
            ),
            entry_table(held),
            *_procedures(held),
            *_actors(held),
            *_topics(held),
            *_dangling(held),
        ],
        footer="`.entry(id)` shows an entry; `.to_frame()` is the table, `.plot()` the picture",
    )


def _colored(kinds: Counter[str]) -> Iterator[tuple[tuple[str, int], str]]:
    """Return the most frequent kinds with a colour each, the others as one."""
    ordered = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    few = len(PALETTE) if len(ordered) <= len(PALETTE) else len(PALETTE) - 1
    shown, rest = ordered[:few], ordered[few:]
    yield from zip(shown, PALETTE, strict=False)
    if rest:
        yield ("other", sum(number for _, number in rest)), _LAST


def kind_colors(held: Graph) -> dict[str, str]:
    """Return a colour for each kind of entry, wherever a graph is drawn."""
    kinds = Counter(entry.kind for entry in held)
    return {kind: color for (kind, _), color in _colored(kinds)}


def _open_line(held: Graph) -> Figure:
    gone = held.superseded | held.closed
    standing = sum(entry.id not in gone for entry in held)
    refs = sum(len(entry.refs) for entry in held)
    ids = sorted(held._by_id)
    span = f"{_day(ids[0])} to {_day(ids[-1])}" if ids else ""
    return Figure(
        f"{standing:,}",
        "neither superseded nor closed",
        [count(refs, "reference"), span],
    )


def _day(entry_id: str) -> str:
    return f"{entry_id[:4]}-{entry_id[4:6]}-{entry_id[6:8]}"


def entry_table(held: Graph) -> Table:
    """Return the entries of a graph, newest first."""
    return Table(
        caption="Entries, newest first",
        columns=[
            Column("entry"),
            Column("kind"),
            Column("layer"),
            Column("says", wide=True),
            Column("topics", wide=True),
            Column("refers to", "right"),
            Column("state"),
        ],
        rows=_entry_rows(held),
        total=len(held),
        empty="none",
    )


def _entry_rows(held: Graph) -> Iterator[Row]:
    for entry_id in sorted(held._by_id, reverse=True):
        entry = held._by_id[entry_id]
        state = state_of(held, entry)
        yield Row(
            [
                Cell(entry.id, code=True),
                entry.kind or "—",
                entry.layer or "—",
                shorten(entry_title(entry), 140),
                ", ".join(held.topics_of(entry.id)) or "—",
                f"{len(entry.refs):,}",
                state,
            ],
            dim=state != "stands",
        )


def state_of(held: Graph, entry: Entry) -> str:
    """Return whether an entry still stands."""
    if entry.id in held.superseded:
        return "superseded"
    return "closed" if entry.id in held.closed else "stands"


def _procedures(held: Graph) -> Iterator[Part]:
    if not held.procedures:
        return
    yield Fold(
        f"Procedures: {len(held.procedures):,}",
        [
            Table(
                caption="Entries that describe a procedure and are not superseded",
                columns=[
                    Column("name", wide=True),
                    Column("class"),
                    Column("entry"),
                    Column("says", wide=True),
                ],
                rows=(
                    Row(
                        [
                            Cell(entry.canonical, code=True),
                            entry.procedure_class or "move",
                            Cell(entry.id, code=True),
                            entry.summary or "—",
                        ]
                    )
                    for entry in held.procedures
                ),
                total=len(held.procedures),
                more=".procedures",
            )
        ],
    )


def _actors(held: Graph) -> Iterator[Part]:
    chains = held.actor_chains
    if chains:
        active = sum(chain.active for chain in chains)
        yield Fold(f"Actors: {len(chains):,}, {active:,} active", [_actor_table(chains)])


def _actor_table(chains: tuple[ActorChain, ...]) -> Table:
    return Table(
        caption="Actors, by their oldest entry",
        columns=[Column("names", wide=True), Column("now"), Column("entries", wide=True)],
        rows=(
            Row(
                [
                    ", ".join(chain.canonicals) or "—",
                    "active" if chain.active else "not active",
                    Lines([f"`{entry.id}`" for entry in chain.entries]),
                ]
            )
            for chain in chains
        ),
        total=len(chains),
        more=".actor_chains",
    )


def _topics(held: Graph) -> Iterator[Part]:
    counted = Counter(topic_key(topic) for entry in held for topic in held.topics_of(entry.id))
    if counted:
        ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
        yield Fold(
            f"Topics: {len(counted):,}",
            [
                Table(
                    caption="Topics, their own and those that annotations give",
                    columns=[Column("topic", wide=True), Column("entries", "right")],
                    rows=(Row([held.topics[key], f"{number:,}"]) for key, number in ordered),
                    total=len(ordered),
                    more=".topics",
                )
            ],
        )


def _dangling(held: Graph) -> Iterator[Part]:
    lost = dict.fromkeys(
        target
        for entry in held
        for target in (*(ref.id for ref in entry.refs), *entry.supersedes, *entry.closes)
        if target not in held and ":" not in target
    )
    if lost:
        first = ", ".join(f"`{name}`" for name in list(lost)[:5])
        yield Note(
            f"{count(len(lost), 'entry', 'entries')} referred to and not here: {first}"
            + (", …" if len(lost) > 5 else ""),
            "warn",
        )


@describe.register
def _actor(held: ActorChain) -> Document:
    return Document(
        kind="Actor",
        title=", ".join(held.canonicals) or "no name",
        facts=["active" if held.active else "not active"],
        parts=[_actor_table((held,))],
    )
