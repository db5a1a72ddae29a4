"""How a serve looks: its texts and their sizes, what holds it, and what would move it on."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Fold,
    Gauge,
    Lines,
    Listing,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.display.procedure.steps import fields_text
from ctxkit.display.session.store import value_cell
from ctxkit.procedure.document import byte_length, document_text
from ctxkit.procedure.spec import CollectField
from ctxkit.session.serve import ChooserServe, PartSize, Serve

#: One colour a kind of part, wherever it is drawn.
PART_COLORS = {
    "lane": "#4c6ef5",
    "inject": "#1098ad",
    "schema": "#7048e8",
    "diagnostics": "#d9480f",
    "produced": "#2f9e44",
}
#: Colours of lanes within the bar of one serve, none of them that of another kind.
LANE_COLORS = ("#4c6ef5", "#2f9e44", "#1098ad", "#a17900", "#c2255c")
MAX_SEGMENTS = 12


@describe.register
def _serve(held: Serve) -> Document:
    kind = held.chooser.kind if held.chooser is not None else "gate" if held.step else ""
    return Document(
        kind="Serve",
        title=" · ".join(filter(None, [held.procedure, held.step])) or "empty",
        facts=[held.instance, str(held.status), str(kind)],
        parts=[
            _total(held),
            size_bar(held),
            *([Note(held.goal)] if held.goal else []),
            *_held(held),
            *_choices(held.chooser),
            *_lanes(held),
            *_cuts(held),
            *_produced(held),
            *_schema(held),
            *_sizes(held),
        ],
        footer="`.instructions` is the whole text; `.to_frame()` has the sizes, `.plot()` draws "
        "them",
    )


def part_kind(part: str) -> str:
    """Return the kind of a part, such as ``lane`` of ``lane:draft``."""
    return part.partition(":")[0]


def served_sizes(held: Serve) -> list[PartSize]:
    """Return the parts that make up a serve; injects are inside the lanes."""
    return [size for size in held.sizes if part_kind(size.part) != "inject"]


def _total(held: Serve) -> Figure:
    lanes = count(len(held.lanes), "lane")
    return Figure(
        f"{held.total_bytes:,}",
        "bytes",
        [
            lanes if held.lanes else "",
            f"text {held.unit}" if held.unit else "",
            count(len(held.cuts), "part") + " cut for size" if held.cuts else "",
        ],
    )


def size_bar(held: Serve) -> Bar:
    """Return the parts of a serve side by side, the smaller ones as one."""
    parts = served_sizes(held)
    shown, rest = parts[:MAX_SEGMENTS], parts[MAX_SEGMENTS:]
    lane_colors = iter([*LANE_COLORS, *["#868e96"] * MAX_SEGMENTS])
    segments = []
    for size in shown:
        kind = part_kind(size.part)
        fixed = PART_COLORS.get(kind, "#868e96")
        segments.append(Segment(part_label(size.part), size.bytes,
                                next(lane_colors) if kind == "lane" else fixed))  # fmt: skip
    if rest:
        segments.append(Segment(count(len(rest), "other part"), sum(s.bytes for s in rest),
                                "#868e96"))  # fmt: skip
    return Bar(segments, unit="bytes")


def part_label(part: str) -> str:
    """Return the name of a part in words."""
    kind, colon, name = part.partition(":")
    return f"{kind} {name}" if colon else kind


def _held(held: Serve) -> Iterator[Part]:
    if held.failing:
        yield Table(
            caption="What holds the gate",
            columns=[Column("predicate"), Column("says", wide=True)],
            rows=(
                Row([Cell(failed.name, code=True, tone="warn"), failed.message])
                for failed in held.failing
            ),
            total=len(held.failing),
            more=".failing",
        )
    elif held.diagnostics:
        yield Listing("What holds the gate", held.diagnostics[:20])
    if held.missing:
        names = ", ".join(f"`{name}`" for name in held.missing[:20])
        more = f" and {len(held.missing) - 20:,} more" if len(held.missing) > 20 else ""
        yield Note(f"Missing: {names}{more}", "warn")


def _choices(chooser: ChooserServe | None) -> Iterator[Part]:
    if chooser is not None:
        yield Table(
            caption=f"Choices of the {chooser.kind}",
            columns=[Column("choice"), Column("takes", wide=True)],
            rows=(
                Row([option.choice, Lines([_takes(option.collect)])]) for option in chooser.options
            ),
            total=len(chooser.options),
            more=".chooser",
        )


def _takes(collect: tuple[tuple[str, bool], ...]) -> str:
    fields = tuple(CollectField(name=name, optional=optional) for name, optional in collect)
    return fields_text(fields) or "—"


def _lanes(held: Serve) -> Iterator[Part]:
    if not held.lanes:
        return
    largest = max(byte_length(lane.text) for lane in held.lanes)
    yield Table(
        caption="Lanes: the text as it is handed over",
        columns=[Column("lane"), Column("text", wide=True), Column("bytes", "right")],
        rows=(
            Row(
                [
                    Cell(lane.name, code=True),
                    _text_cell(lane.text, number),
                    Cell(f"{size:,}", gauge=Gauge(size, largest)),
                ]
            )
            for number, lane in enumerate(held.lanes)
            for size in [byte_length(lane.text)]
        ),
        total=len(held.lanes),
        more=".lanes",
    )


def _text_cell(text: str, number: int) -> Cell:
    first = shorten(text.partition("\n")[0], 80)
    if text == first:
        return Cell(text)
    lines = count(text.count("\n") + 1, "line")
    return Cell(first, excerpt=Excerpt(lines, text, f".lanes[{number}].text"))


def _cuts(held: Serve) -> Iterator[Part]:
    if held.cuts:
        yield Table(
            caption="Cut for size",
            columns=[
                Column("part", wide=True),
                Column("kept"),
                Column("how to pull the rest", wide=True),
            ],
            rows=(
                Row(
                    [
                        Cell(cut.part, code=True),
                        f"{cut.total - cut.dropped:,} of {cut.total:,} items"
                        if cut.dropped
                        else f"{cut.kept_bytes:,} of {cut.total_bytes:,} bytes",
                        Cell(cut.pull, code=True) if cut.pull else "—",
                    ]
                )
                for cut in held.cuts
            ),
            total=len(held.cuts),
            more=".cuts",
        )


def _produced(held: Serve) -> Iterator[Part]:
    if held.produced is not None:
        yield Table(
            caption="Produced by commands",
            columns=[Column("field"), Column("value", wide=True)],
            rows=(
                Row([Cell(name, code=True), value_cell(value, f".produced[{name!r}]")])
                for name, value in held.produced.items()
            ),
            total=len(held.produced),
            more=".produced",
            empty="nothing",
        )


def _schema(held: Serve) -> Iterator[Part]:
    schema = held.report_schema
    if schema is None:
        return
    properties = schema.get("properties")
    fields = properties if isinstance(properties, dict) else {}
    required = schema.get("required", ())
    text = document_text(schema)
    yield Fold(
        f"Schema of what moves it on: {count(len(fields), 'field')}, {byte_length(text):,} bytes",
        [
            Table(
                caption="Fields of the schema",
                columns=[
                    Column("field"),
                    Column("need"),
                    Column("says", wide=True),
                    Column("schema", wide=True),
                ],
                rows=(
                    Row(
                        [
                            Cell(name, code=True),
                            "required" if name in required else "may be left out",
                            str(inner.get("description") or "—"),
                            Cell(shorten(document_text(inner), 120), code=True),
                        ]
                    )
                    for name, inner in fields.items()
                ),
                total=len(fields),
                more=".report_schema",
                empty="no fields",
            )
        ],
    )


def _sizes(held: Serve) -> Iterator[Part]:
    if held.sizes:
        yield Fold(
            f"Sizes: {count(len(held.sizes), 'part')}",
            [
                Table(
                    caption="Bytes of each part; injects are inside the lanes, not counted twice",
                    columns=[Column("part", wide=True), Column("bytes", "right")],
                    rows=(
                        Row([Cell(size.part, code=True), f"{size.bytes:,}"]) for size in held.sizes
                    ),
                    total=len(held.sizes),
                )
            ],
        )
