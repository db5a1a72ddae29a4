"""How a session looks: its instances, and what was read in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
)
from ctxkit.display.session.instance import STATUS_COLORS, STATUS_TONES
from ctxkit.procedure.functions import ReadDepth
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.session import Session

#: One colour a depth of reading, wherever it is drawn.
DEPTH_COLORS = {ReadDepth.FULL: "#2f9e44", ReadDepth.SUMMARY: "#a17900"}
_DEPTH_WORDS = {ReadDepth.FULL: "in full", ReadDepth.SUMMARY: "in summary"}


@describe.register
def _session(held: Session) -> Document:
    return Document(
        kind="Session",
        title=held.label or held.id or "no name",
        facts=[
            held.id if held.label else "",
            held.participant,
            count(held.seq, "event") if held.seq else "",
        ],
        parts=[
            instance_line(held.instances),
            status_bar(held.instances),
            *_sink_note(held),
            instance_table(held.instances),
            *read_fold(held.reads),
        ],
        footer="`.instance(id)` shows an instance, `.serve(id)` what it asks for; `.to_frame()` "
        "is the table, `.plot()` the picture",
    )


def _sink_note(held: Session) -> list[Part]:
    if held.sink_err is None:
        return []
    return [Note(f"An event could not be logged: {held.sink_err}. No further steps.", "bad")]


def instance_line(instances: Sequence[Instance]) -> Figure:
    """Return how many instances run, of how many."""
    running = sum(instance.is_running for instance in instances)
    return Figure(f"{running:,}", f"of {count(len(instances), 'instance')} running")


def status_bar(instances: Sequence[Instance]) -> Bar:
    """Return the instances by status."""
    counted = Counter(instance.status for instance in instances)
    return Bar(
        [Segment(status, counted[status], STATUS_COLORS[status]) for status in InstanceStatus],
        unit="instances",
    )


def instance_table(instances: Sequence[Instance], more: str = ".to_frame()") -> Table:
    """Return the instances in the order of their start."""
    return Table(
        caption="Instances in the order of their start",
        columns=[
            Column("instance"),
            Column("procedure"),
            Column("status"),
            Column("step"),
            Column("started under"),
            Column("values", "right"),
        ],
        rows=map(_instance_row, instances),
        total=len(instances),
        more=more,
        empty="none yet",
    )


def _instance_row(instance: Instance) -> Row:
    return Row(
        [
            Cell(instance.id, code=True),
            instance.spec.canonical or "—",
            Cell(instance.status, tone=STATUS_TONES[instance.status]),
            Cell(instance.step, code=True),
            Cell(instance.parent, code=True) if instance.parent else "—",
            f"{len(instance.store):,}",
        ],
        dim=not instance.is_running,
    )


def read_fold(reads: Mapping[str, ReadDepth]) -> Iterator[Part]:
    """Return which entries were read, and how deeply."""
    if not reads:
        return
    counted = Counter(reads.values())
    said = ", ".join(f"{counted[d]:,} {w}" for d, w in _DEPTH_WORDS.items() if counted[d])
    ordered = sorted(reads.items(), key=lambda item: (item[1] is not ReadDepth.FULL, item[0]))
    yield Fold(
        f"Entries read: {said}",
        [
            Bar(
                [Segment(_DEPTH_WORDS[d], counted[d], color) for d, color in DEPTH_COLORS.items()],
                unit="entries",
            ),
            Table(
                caption="The deepest reading of each",
                columns=[Column("entry", wide=True), Column("read")],
                rows=(
                    Row([Cell(entry_id, code=True), _DEPTH_WORDS.get(depth, str(depth))])
                    for entry_id, depth in ordered
                ),
                total=len(reads),
                more=".reads",
            ),
        ],
    )
