"""How a procedure looks: its machine, its fields, its texts and the functions it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from ctxkit.display.diagnostics import diagnostics_table
from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Fold,
    Gauge,
    Lines,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.procedure.steps import step_table, targets_of
from ctxkit.procedure.arithmetic import effective_total, worst_case_serve_bytes
from ctxkit.procedure.document import byte_length, document_text
from ctxkit.procedure.functions import FuncClass, Functions
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import ChooserKind, Spec, VarDecl, is_end_target

_KINDS = {
    ChooserKind.GATE: "gate",
    ChooserKind.AGENT: "agent choice",
    ChooserKind.USER: "user choice",
}
#: Steps times fields beyond which a display does not weigh every serve.
MAX_WEIGHED = 6_000
#: Steps of which a display tells the functions.
MAX_STEPS = 200


@cache
def built_in() -> Registry:
    """Return the functions that exist everywhere."""
    return Registry()


def functions_of(held: Spec) -> Functions:
    """Return the functions that a procedure was checked against, or else the built-in ones."""
    return held.functions or built_in()


def assumed_queries(held: Spec) -> list[str]:
    """Return the queries of which no bound is known, so that one is assumed."""
    known = functions_of(held)
    return list(
        dict.fromkeys(
            inject.fn
            for step in held.steps
            for inject in step.inject
            if not inject.cap and known.query(inject.fn) is None
        )
    )


def serve_sizes(held: Spec) -> dict[str, int]:
    """Return the largest serve of each step in bytes; empty where that would take too long."""
    if len(held.steps) * (1 + len(held.params) + len(held.state)) > MAX_WEIGHED:
        return {}
    return {size.step: size.bytes for size in worst_case_serve_bytes(held, functions_of(held))}


def unreachable(held: Spec) -> list[str]:
    """Return the steps to which no way leads from the first, in the order written."""
    found: set[str] = set()
    waiting = [held.steps[0].id] if held.steps else []
    while waiting:
        step = held.step(waiting.pop())
        if step is not None and step.id not in found:
            found.add(step.id)
            waiting += targets_of(step)
    return [step.id for step in held.steps if step.id not in found]


@describe.register
def _spec(held: Spec) -> Document:
    sizes = serve_sizes(held)
    by_kind = Counter(step.chooser for step in held.steps)
    return Document(
        kind="Procedure",
        title=held.canonical or "no name",
        facts=[
            str(held.procedure_class),
            held.entry_id,
            count(len(held.steps), "step"),
            ", ".join(count(by_kind[kind], word) for kind, word in _KINDS.items() if by_kind[kind]),
        ],
        parts=[
            _largest(held, sizes),
            step_table(held, sizes),
            *_remarks(held),
            *_variables(held),
            *_units(held),
            *_functions(held),
        ],
        footer="`.step(id)` shows a step; `.plot()` draws the steps, `.plot(what='sizes')` the "
        "serves; `.to_frame()` is the table",
    )


def _largest(held: Spec, sizes: dict[str, int]) -> Figure:
    total = effective_total(held)
    budget = f"of {total:,} bytes"
    if not sizes:
        said = (
            "The largest serves are not worked out for so many steps" if held.steps else "No steps"
        )
        return Figure(said, asides=[".to_frame() works them out" if held.steps else ""])
    step = max(sizes, key=lambda name: sizes[name])
    largest = sizes[step]
    declared = "as declared" if held.serve_budget > 0 else "the default budget"
    over = sum(size > total for size in sizes.values())
    unknown = assumed_queries(held)
    assumed = f"bounds assumed for {', '.join(unknown[:5])}, not known here" if unknown else ""
    if not over:
        left = f"{total - largest:,} left"
        return Figure(
            f"{largest:,}",
            f"{budget} in the largest serve, at the worst",
            [f"at step {step}", left, declared, assumed],
        )
    return Figure(
        f"{largest:,}",
        f"bytes in the largest serve, {largest - total:,} over the budget of {total:,}",
        [f"at step {step}", f"{count(over, 'step')} over", declared, assumed],
        "warn" if unknown else "bad",
    )


def _remarks(held: Spec) -> Iterator[Part]:
    if held.warnings:
        yield Fold(
            f"Warnings: {len(held.warnings):,}",
            [diagnostics_table(held.warnings, ".warnings.to_frame()")],
            open=True,
        )
    lost = unreachable(held)
    if lost:
        named = ", ".join(f"`{name}`" for name in lost[:8]) + (", …" if len(lost) > 8 else "")
        yield Note(f"No way leads to {count(len(lost), 'step')}: {named}.", "warn")
    targets = {to for step in held.steps for to in targets_of(step)}
    if held.steps and not any(map(is_end_target, targets)):
        yield Note("No step leads to an end.", "warn")


# Fields ------------------------------------------------------------------------------------------


def _variables(held: Spec) -> Iterator[Part]:
    total = len(held.params) + len(held.state)
    if total:
        yield Fold(
            f"Fields: {count(len(held.params), 'param')}, {count(len(held.state), 'state field')}",
            [
                Table(
                    caption="Params are fixed at the start; reports write the state. "
                    "Fields that commands write are not declared.",
                    columns=[
                        Column("field"),
                        Column("kind"),
                        Column("type"),
                        Column("need"),
                        Column("default"),
                        Column("asked for at", wide=True),
                        Column("says", wide=True),
                    ],
                    rows=_variable_rows(held),
                    total=total,
                    more=".state",
                )
            ],
        )


def _variable_rows(held: Spec) -> Iterator[Row]:
    asked: dict[str, list[str]] = {}
    for step in held.steps:
        fields = [*step.collect, *(field for option in step.options for field in option.collect)]
        for name in dict.fromkeys(field.name for field in fields):
            asked.setdefault(name, []).append(step.id)
    for kind, declared in (("param", held.params), ("state", held.state)):
        for name, declaration in declared.items():
            yield _variable_row(kind, name, declaration, asked.get(name, []))


def _variable_row(kind: str, name: str, declared: VarDecl, steps: list[str]) -> Row:
    edits = f"edits {declared.patch_of}. " if declared.patch_of else ""
    default = "—" if declared.default is None else document_text(declared.default)
    return Row(
        [
            Cell(name, code=True),
            kind,
            Cell(str(declared.type), code=True),
            "optional" if declared.optional else "required",
            default[:60],
            ", ".join(steps[:12]) or "—",
            (edits + declared.desc) or "—",
        ]
    )


# Texts -------------------------------------------------------------------------------------------


def _units(held: Spec) -> Iterator[Part]:
    if not held.units:
        return
    sizes = {name: sum(byte_length(lane.text) for lane in unit.lanes)
             for name, unit in held.units.items()}  # fmt: skip
    yield Fold(
        f"Texts: {len(held.units):,}, {sum(sizes.values()):,} bytes",
        [
            Table(
                caption="Templates of the body, before anything is filled in",
                columns=[
                    Column("text", wide=True),
                    Column("lanes", wide=True),
                    Column("bytes", "right"),
                    Column("shown at", wide=True),
                ],
                rows=_unit_rows(held, sizes),
                total=len(held.units),
                more=".units",
            )
        ],
    )


def _unit_rows(held: Spec, sizes: dict[str, int]) -> Iterator[Row]:
    shown: dict[str, list[str]] = {}
    for step in held.steps:
        shown.setdefault(step.unit_name, []).append(step.id)
    largest = max(sizes.values())
    for name, unit in held.units.items():
        lanes = [lane.name for lane in unit.lanes]
        text = "\n\n".join(lane.text for lane in unit.lanes)
        first = text.partition("\n")[0][:60]
        steps = ", ".join(shown.get(name, [])[:12])
        yield Row(
            [
                Cell(name, code=True, excerpt=Excerpt(first, text, f".units[{name!r}]")),
                ", ".join(lanes[:12]),
                Cell(f"{sizes[name]:,}", gauge=Gauge(sizes[name], largest)),
                steps or Cell("no step", tone="warn"),
            ]
        )


# Functions ---------------------------------------------------------------------------------------


def named_functions(held: Spec) -> dict[tuple[str, FuncClass], list[str]]:
    """Return the functions that the first steps name, each with the places at which they do."""
    named: dict[tuple[str, FuncClass], dict[str, None]] = {}
    for inject in held.framing:
        named.setdefault((inject.fn, FuncClass.QUERY), {})["framing"] = None
    for step in held.steps[:MAX_STEPS]:
        guards = [step.guard, *(way.when for way in step.transitions)]
        names = [(n, FuncClass.PREDICATE) for g in guards if g is not None for n in g.predicates()]
        names += [(inject.fn, FuncClass.QUERY) for inject in step.inject]
        calls = [step.op, *(option.call for option in step.options)]
        names += [(call, FuncClass.COMMAND) for call in calls if call]
        for name in names:
            named.setdefault(name, {})[step.id] = None
    return {name: list(places) for name, places in named.items()}


def _is_missing(held: Spec, name: str, func_class: FuncClass) -> bool:
    known = functions_of(held)
    find = {
        FuncClass.PREDICATE: known.predicate,
        FuncClass.QUERY: known.query,
        FuncClass.COMMAND: known.command,
    }[func_class]
    return find(name) is None


def _origin(held: Spec, name: str, func_class: FuncClass) -> Cell:
    if _is_missing(held, name, func_class):
        return Cell("not here", tone="warn")
    return Cell("built in" if name in built_in() else "registered")


def _functions(held: Spec) -> Iterator[Part]:
    named = named_functions(held)
    if not named:
        return
    foreign = sum(name not in built_in() for name, _ in named)
    said = f", {foreign:,} not built in" if foreign else ", all built in"
    if held.functions is not None:
        lost = sum(_is_missing(held, name, kind) for name, kind in named)
        said += f", {lost:,} missing" if lost else ", none missing"
    which = f"its first {MAX_STEPS} steps name" if len(held.steps) > MAX_STEPS else "it names"
    yield Fold(
        f"Functions {which}: {len(named):,}{said}",
        [
            Table(
                caption="Functions that are not built in must be registered, or stood in for: "
                "`registry.stub_missing(spec)`",
                columns=[
                    Column("function"),
                    Column("class"),
                    Column("known"),
                    Column("named at", wide=True),
                ],
                rows=(
                    Row(
                        [
                            Cell(name, code=True),
                            str(func_class),
                            _origin(held, name, func_class),
                            Lines([", ".join(f"`{place}`" for place in places[:12])]),
                        ]
                    )
                    for (name, func_class), places in named.items()
                ),
                total=len(named),
                more="validate_spec(spec, registry)",
            )
        ],
    )
