"""How the machine of a procedure looks: its steps, and where each leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Gauge,
    Lines,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.procedure.guards import guard_tree
from ctxkit.procedure.arithmetic import effective_total
from ctxkit.procedure.spec import ChooserKind, CollectField, Option, Spec, Step, is_end_target

#: One colour a way of moving on, wherever it is drawn.
CHOOSER_COLORS = {
    ChooserKind.GATE: "#4c6ef5",
    ChooserKind.AGENT: "#7048e8",
    ChooserKind.USER: "#d9480f",
}
OVER_COLOR = "#e03131"
_MOVED_BY = {
    ChooserKind.GATE: "the engine",
    ChooserKind.AGENT: "the agent chooses",
    ChooserKind.USER: "the user chooses",
}
MAX_ITEMS = 25  #: lines made for a cell, one more than are shown


def step_table(held: Spec, sizes: Mapping[str, int], now: str = "") -> Table:
    """Return the machine as a table.

    Parameters
    ----------
    held : Spec
    sizes : mapping
        Largest serve of a step in bytes, by its ID; empty where that was not worked out.
    now : str
        Step at which an instance stands; empty for none.
    """
    sized = [Column("largest serve, bytes", "right")] if sizes else []
    return Table(
        caption="Steps; an instance starts at the first",
        columns=[
            Column("#", "right"),
            Column("step"),
            Column("left by"),
            Column("does", wide=True),
            Column("leads to", wide=True),
            *sized,
        ],
        rows=_step_rows(held, sizes, now),
        total=len(held.steps),
        empty="not known",
    )


def _step_rows(held: Spec, sizes: Mapping[str, int], now: str) -> Iterator[Row]:
    total = effective_total(held)
    scale = max([total, *sizes.values()])
    for number, step in enumerate(held.steps, 1):
        size = [_size_cell(sizes[step.id], total, scale)] if step.id in sizes else []
        yield Row(
            [
                f"{number}",
                Lines([f"`{step.id}`", "now here"]) if step.id == now else Cell(step.id, code=True),
                "gate" if step.is_gate else step.chooser.value,
                Lines(list(_doings(held, step)) or ["—"]),
                Lines(edge_lines(step) or ["—"]),
                *size,
            ]
        )


def _size_cell(size: int, total: int, scale: int) -> Cell:
    over = size > total
    color = OVER_COLOR if over else "#868e96"
    return Cell(f"{size:,}", tone="bad" if over else "plain", gauge=Gauge(size, scale, color))


def _doings(held: Spec, step: Step) -> Iterator[str]:
    if step.collect:
        yield f"asks for {fields_text(step.collect)}"
    if step.unit_name in held.units:
        yield "shows its text" if step.unit_name == step.id else f"shows text `{step.unit_name}`"
    for inject in step.inject[:MAX_ITEMS]:
        named = f" as `{inject.id}`" if inject.id and inject.id != inject.fn else ""
        yield f"looks up `{inject.fn}`{named}"
    if step.serve_delta:
        yield f"shows the draft: {_names(step.serve_delta)}"
    if step.op:
        yield f"runs `{step.op}`"


def edge_lines(step: Step) -> list[str]:
    """Return the ways out of a step, one sentence each; what holds it comes first."""
    lines = [f"held until `{step.guard.source}`"] if step.guard is not None else []
    for option in step.options[:MAX_ITEMS]:
        lines += _option_lines(option)
    ways = step.transitions[:MAX_ITEMS]
    lines += [
        f"→ {target_text(way.to)}"
        + (f" when `{way.when.source}`" if way.when else " otherwise" if len(ways) > 1 else "")
        for way in ways
    ]
    return lines


def _option_lines(option: Option) -> list[str]:
    """Return a choice in words: where it leads, and what it does on the way."""
    lines = [f"{option.choice} → {target_text(option.to)}"]
    if option.collect:
        lines.append(f"· takes {fields_text(option.collect)}")
    if option.call:
        lines.append(f"· runs `{option.call}`")
    if option.dispatch is not None:
        handed = (f"`{parent}` as `{child}`" for child, parent in option.dispatch.seed.items())
        lines.append(f"· hands down {', '.join(handed)}")
        if option.dispatch.procedure:
            lines.append(f"· to `{option.dispatch.procedure}` only")
    return lines


def targets_of(step: Step) -> list[str]:
    """Return the steps and ends that a step leads to, each once."""
    ways = [*(option.to for option in step.options), *(way.to for way in step.transitions)]
    return list(dict.fromkeys(ways))


def target_text(to: str) -> str:
    """Return where a way leads: a step as code, an end in words."""
    return to.replace("(", ": ").removesuffix(")") if is_end_target(to) else f"`{to}`"


def fields_text(fields: tuple[CollectField, ...]) -> str:
    """Return the names of collected fields, optional ones with a question mark."""
    return _names(tuple(f"{field.name}{'?' if field.optional else ''}" for field in fields))


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


@describe.register
def _step(held: Step) -> Document:
    return Document(
        kind="Step",
        title=held.id,
        facts=[f"left by {_MOVED_BY[held.chooser]}" if held.is_gate else _MOVED_BY[held.chooser]],
        parts=list(_step_parts(held)),
        footer="part of a procedure; `.options` and `.transitions` are its ways out",
    )


def _step_parts(held: Step) -> Iterator[Part]:
    if held.goal:
        yield Note(f"Goal: {held.goal}")
    if held.collect:
        yield Note(f"Asks for {fields_text(held.collect)}.")
    if held.op:
        yield Note(f"Runs `{held.op}` on arrival, once.")
    if held.serve_delta:
        yield Note(f"Shows the draft: {_names(held.serve_delta)}.")
    if held.guard is not None:
        yield guard_tree(held.guard, title="Held until")
    if held.is_gate:
        yield _way_table(held)
    else:
        yield _option_table(held)
    if held.inject:
        yield _inject_table(held)


def _way_table(held: Step) -> Table:
    return Table(
        caption="Ways out; the first that is open is taken",
        columns=[Column("to"), Column("when", wide=True)],
        rows=(
            Row([Lines([target_text(way.to)]), way.when.source if way.when else "otherwise"])
            for way in held.transitions
        ),
        total=len(held.transitions),
        more=".transitions",
    )


def _option_table(held: Step) -> Table:
    return Table(
        caption=count(len(held.options), "choice"),
        columns=[Column("choice"), Column("to"), Column("takes", wide=True), Column("runs"),
                 Column("hands down", wide=True)],
        rows=map(_option_row, held.options),
        total=len(held.options),
        more=".options",
    )  # fmt: skip


def _option_row(option: Option) -> Row:
    seed = option.dispatch.seed if option.dispatch is not None else {}
    handed = [f"`{parent}` as `{child}`" for child, parent in seed.items()]
    if option.dispatch is not None and option.dispatch.procedure:
        handed.append(f"to `{option.dispatch.procedure}` only")
    return Row(
        [
            option.choice,
            Lines([target_text(option.to)]),
            Lines([fields_text(option.collect) or "—"]),
            Cell(option.call, code=True) if option.call else "—",
            Lines(handed or ["—"]),
        ]
    )


def _inject_table(held: Step) -> Table:
    return Table(
        caption="Looked up for its text",
        columns=[Column("as"), Column("query"), Column("arguments", wide=True), Column("bounds")],
        rows=(
            Row(
                [
                    Cell(inject.effective_id, code=True),
                    Cell(inject.fn, code=True),
                    ", ".join(f"{k}: {v}" for k, v in inject.args.items()) or "—",
                    _cap_text(inject.cap.max_bytes, inject.cap.max_items),
                ]
            )
            for inject in held.inject
        ),
        total=len(held.inject),
        more=".inject",
    )


def _cap_text(max_bytes: int, max_items: int) -> str:
    bounds = [
        f"{max_bytes:,} bytes" if max_bytes else "",
        count(max_items, "item") if max_items else "",
    ]
    return ", ".join(filter(None, bounds)) or "the query's"
