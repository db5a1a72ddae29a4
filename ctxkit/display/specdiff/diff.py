"""How two versions of a spec differ: figures first, then each thing with its change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxkit.display.difference import DifferenceCells
from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Fold,
    Lines,
    Note,
    Part,
    Row,
    Table,
    Tone,
    count,
    describe,
    shorten,
    signed,
)
from ctxkit.display.manifest.manifest import item_target
from ctxkit.specdiff.changes import ChangeKind, FieldChange, SpecChange, SpecChanges
from ctxkit.specdiff.costs import TaskCost, TaskCosts
from ctxkit.specdiff.diff import SpecDiff
from ctxkit.workspace.spec import Spec

_TONES: dict[ChangeKind, Tone] = {
    ChangeKind.ADDED: "good",
    ChangeKind.REMOVED: "bad",
    ChangeKind.RENAMED: "warn",
    ChangeKind.CHANGED: "warn",
    ChangeKind.SAME: "dim",
}
_SIGNS = {ChangeKind.ADDED: "+", ChangeKind.REMOVED: "−"}


@describe.register
def _diff(held: SpecDiff) -> Document:
    changes = DifferenceCells()
    return Document(
        kind="Spec diff",
        title=held.after.slug,
        facts=[_version("before", held.before), _version("after", held.after)],
        parts=[
            _figure("requirements", held.requirements),
            _figure("tasks", held.tasks),
            _cost_figure(held.costs, held.estimator),
            *_doubts(held),
            _table("Requirements", held.requirements, changes),
            _table("Tasks", held.tasks, changes),
            _table("Files", held.documents, changes),
            _cost_table(held.costs, held.estimator),
        ],
        footer="`.requirements`, `.tasks` and `.documents` hold each change with its `.diff`, "
        "`.costs` what each task loads, `.to_frame()` is the table, `.plot()` the picture",
    )


@describe.register
def _changes(held: SpecChanges) -> Document:
    return Document(
        kind="Changes",
        title=_counts(held) or "nothing has changed",
        facts=[count(len(held), "thing")],
        parts=[_table("Changes", held, DifferenceCells())],
        footer="`['name'].diff` is one change, `.moved` leaves out what is as it was, "
        "`.to_frame()` is the table",
    )


@describe.register
def _costs(held: TaskCosts) -> Document:
    return Document(
        kind="Costs of tasks",
        title=count(len(held), "task"),
        parts=[_cost_figure(held, ""), _cost_table(held, "")],
        footer="`.to_frame()` is the table, `.plot()` the picture",
    )


def _version(name: str, spec: Spec) -> str:
    where = str(spec.revision) if spec.revision else "the folder as it is"
    return f"{name}: {where}"


def _counts(held: SpecChanges) -> str:
    counts = held.counts
    told = [
        f"{_SIGNS.get(kind, '')}{counts[kind]:,} {kind}"
        for kind in ChangeKind
        if counts[kind] and kind is not ChangeKind.SAME
    ]
    return ", ".join(told)


def _figure(name: str, held: SpecChanges) -> Figure:
    moved = len(held.moved)
    return Figure(
        f"{moved:,} of {len(held):,}",
        f"{name} not as they were",
        [_counts(held)],
        "warn" if moved else "good",
    )


def _cost_figure(held: TaskCosts, estimator: str) -> Figure:
    (before, after), hints = held.whole, held.estimate
    return Figure(
        signed(after - before),
        f"tokens of all that the tasks load, {before:,} before and {after:,} after",
        [
            f"{signed(hints[1] - hints[0])} by the tool's hints of what is required",
            f"tokens {estimator}, commands by their hints" if estimator else "",
        ],
    )


def _doubts(held: SpecDiff) -> list[Part]:
    return [
        Note(f"{name}: {count(len(found), 'finding')} while reading, so something may be missing "
             f"here; see `.{name}.diagnostics`.", "warn")
        for name, found in held.doubts
    ]  # fmt: skip


def _table(title: str, held: SpecChanges, changes: DifferenceCells) -> Part:
    moved = held.moved
    table = Table(
        caption=f"{title} that are not as they were; {len(held) - len(moved):,} are unchanged",
        columns=[Column("name"), Column("what"), Column("title", wide=True),
                 Column("change", wide=True)],
        rows=_rows(moved, changes),
        total=len(moved),
        empty=f"all {len(held):,} as they were" if len(held) else "none",
    )  # fmt: skip
    return table if len(moved) else Fold(f"{title}: {table.empty}", [])


def _rows(held: Sequence[SpecChange], changes: DifferenceCells) -> Iterator[Row]:
    for change in held:
        names = [change.before, change.after]
        name = " → ".join(dict.fromkeys(filter(None, names)))
        yield Row(
            [
                Cell(name, code=True),
                Cell(f"{_SIGNS.get(change.kind, '')}{change.kind}", tone=_TONES[change.kind]),
                change.title or "—",
                _change_cell(change, changes),
            ]
        )


def _change_cell(change: SpecChange, changes: DifferenceCells) -> Cell:
    if change.kind in (ChangeKind.ADDED, ChangeKind.REMOVED):
        text = change.new or change.old
        return Cell("", excerpt=Excerpt("its text", text, "`.new`")) if text else Cell("—")
    told = "; ".join(_field_words(field) for field in change.fields)
    return changes.cell(told, change.old, change.new, change.name)


def _field_words(field: FieldChange) -> str:
    if len(field.before) + len(field.after) > 2 or field.name in ("criteria", "files"):
        told = [
            f"{len(field.after):,} added" if field.after else "",
            f"{len(field.before):,} removed" if field.before else "",
        ]
        return f"{field.name}: {', '.join(filter(None, told))}"
    before, after = (shorten(", ".join(texts), 60) or "—" for texts in (field.before, field.after))
    return f"{field.name}: {before} → {after}"


def _cost_table(held: TaskCosts, estimator: str) -> Table:
    by = f" Tokens: {estimator}, commands by their hints" if estimator else ""
    return Table(
        caption=f"What each task loads: tokens of all items on real bytes, before and after.{by}",
        columns=[
            Column("task"),
            Column("before", "right"),
            Column("after", "right"),
            Column("difference", "right"),
            Column("by hints", "right"),
            Column("what it loads otherwise", wide=True),
        ],
        rows=map(_cost_row, held),
        total=len(held),
        more=".costs.to_frame()",
        empty="no tasks",
    )


def _cost_row(cost: TaskCost) -> Row:
    before = f"{cost.before.whole:,}" if cost.before else "—"
    after = f"{cost.after.whole:,}" if cost.after else "—"
    return Row(
        [
            Cell(" → ".join(dict.fromkeys(filter(None, (cost.before_id, cost.after_id)))) or "spec",
                 code=True),
            before,
            after,
            Cell(signed(cost.whole_delta), tone="warn" if cost.whole_delta > 0 else "plain"),
            signed(cost.estimate_delta),
            Lines(list(_loads(cost)) or ["the same"]),
        ],
        dim=not (cost.whole_delta or cost.estimate_delta or cost.changes),
    )  # fmt: skip


def _loads(cost: TaskCost) -> Iterator[str]:
    if cost.changes is None:
        yield "a new task" if cost.after else "no such task any more"
        return
    for sign, items in (("+", cost.changes.added), ("−", cost.changes.removed)):
        for item in items[:6]:
            yield f"{sign} {item_target(item)}"
    for pair in cost.changes.changed[:6]:
        old, new = pair.before.token_hint, pair.after.token_hint
        yield f"{item_target(pair.after)}: {old:,} → {new:,} tokens"
    if cost.before and cost.after and not cost.changes and cost.whole_delta:
        yield "the same items, of another size"
