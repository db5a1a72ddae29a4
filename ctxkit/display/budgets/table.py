"""How a budget table looks: what is over, every task by role, the worst and what would help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxkit.budgets.remedies import Remedy
from ctxkit.budgets.row import BudgetRow
from ctxkit.budgets.table import BudgetTable
from ctxkit.display.document import (
    PALETTE,
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Listing,
    Note,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.display.manifest.manifest import kind_color

MAX_REMEDIES = 5  #: told of each request


@describe.register
def _budgets(held: BudgetTable) -> Document:
    specs = {row.spec for row in held}
    return Document(
        kind="Budgets",
        title=count(len(held), "request"),
        facts=[
            count(len(specs), "spec"),
            count(len({(row.spec, row.task) for row in held}), "task"),
            count(len({row.role for row in held}), "role"),
            f"tokens {held.estimator}, commands by their hints",
        ],
        parts=[_figure(held), *_kinds(held), _matrix(held), *_worst(held)],
        footer="`.worst(n)` has the worst with what would help, `.to_frame()` every figure, "
        "`.styled()` a coloured table, `.plot()` the heat map",
    )


def _figure(held: BudgetTable) -> Figure:
    over = len(held.over)
    return Figure(
        f"{over:,} of {len(held):,}",
        "over budget by the tool's hints",
        [
            f"{len(held.over_measured):,} over on real bytes",
            f"{len(held.over_whole):,} over if every optional item is opened",
        ],
        "bad" if over or held.over_measured else "warn" if held.over_whole else "good",
    )


def _kinds(held: BudgetTable) -> Iterator[Part]:
    """Yield what the requests are made of, as shares of all their tokens."""
    kinds, total = held.tokens_by_kind, sum(row.whole for row in held)
    if not total:
        return
    yield Note(
        "All requests together, every item opened: "
        + ", ".join(f"{kind} {tokens / total:.0%}" for kind, tokens in kinds.items())
        + "."
    )
    yield Bar([Segment(kind, tokens, kind_color(kind)) for kind, tokens in kinds.items()])


def tone_of(row: BudgetRow) -> Tone:
    """Return how serious it is."""
    if row.over or row.over_measured:
        return "bad"
    return "warn" if row.over_whole else "plain"


def sign_of(row: BudgetRow) -> str:
    """Return a sign that says the same as the colour."""
    return {"bad": "▲", "warn": "△"}.get(tone_of(row), "")


def share_text(row: BudgetRow) -> str:
    """Return the share of the budget with its sign and, for a task's own role, a dot."""
    share = "no budget" if row.share == float("inf") else f"{row.share:.0%}"
    return f"{sign_of(row)} {share}{' •' if row.own and row.task else ''}".strip()


def matrix_of(
    held: BudgetTable,
) -> tuple[list[tuple[str, str, str]], list[str], dict[tuple[str, str, str, str], BudgetRow]]:
    """Return the rows (spec, task, mode), the roles, and what stands where they meet."""
    cells = {(row.spec, row.task, row.mode, row.role): row for row in held}
    names = list(dict.fromkeys((row.spec, row.task, row.mode) for row in held))
    return names, list(dict.fromkeys(row.role for row in held)), cells


def _matrix(held: BudgetTable) -> Table:
    names, roles, cells = matrix_of(held)
    modes = {mode for _, _, mode in names}

    def rows() -> Iterator[Row]:
        for spec, task, mode in names:
            found = [cells.get((spec, task, mode, role)) for role in roles]
            shares = [
                Cell(share_text(row), tone=tone_of(row)) if row else Cell("—") for row in found
            ]
            label = " · ".join(filter(None, (spec, task, mode if len(modes) > 1 else "")))
            yield Row([Cell(label, code=True), *shares])

    return Table(
        caption="Share of the budget that a request takes at most (hints, required bytes, or all "
        "bytes), by role. ▲ over, △ over if all is opened, • the task's own role",
        columns=[Column("request", wide=True), *(Column(role, "right") for role in roles)],
        rows=rows(),
        total=len(names),
        empty="no requests",
    )


def _worst(held: BudgetTable) -> Iterator[Part]:
    worst = held.ten_worst
    if not worst:
        return
    largest = max(max(row.estimate, row.measured, row.whole) for row, _ in worst)
    yield Table(
        caption=f"The {count(len(worst), 'task')} nearest to the budget",
        columns=[
            Column("request", wide=True),
            Column("budget", "right"),
            Column("by hints", "right"),
            Column("required bytes", "right"),
            Column("all bytes", "right"),
        ],
        rows=(_worst_row(row, largest) for row, _ in worst),
        total=len(worst),
        more=".worst(n)",
    )
    helped = [_help(row, remedies) for row, remedies in worst]
    yield Fold("What would help each: every remedy was built and counted", helped, open=True)


def _worst_row(row: BudgetRow, largest: int) -> Row:
    def figure(amount: int, gauge: bool = False) -> Cell:
        tone: Tone = "bad" if amount > row.budget else "plain"
        bar = Gauge(amount, largest, PALETTE[4] if amount > row.budget else PALETTE[0])
        return Cell(f"{amount:,}", tone=tone, gauge=bar if gauge else None)

    return Row(
        [
            Cell(row.name, code=True),
            f"{row.budget:,}",
            figure(row.estimate),
            figure(row.measured),
            figure(row.whole, gauge=True),
        ]
    )


def _help(row: BudgetRow, remedies: Sequence[Remedy]) -> Listing:
    told = [remedy_text(remedy) for remedy in remedies[:MAX_REMEDIES]]
    return Listing(row.name, told or ["nothing that the manifest offers"])


def remedy_text(remedy: Remedy) -> str:
    """Say what a remedy does, by how much, and where that leads."""
    saved = [
        f"−{remedy.saves_required:,} by hints" if remedy.saves_required > 0 else "",
        f"−{remedy.saves_whole:,} of all bytes" if remedy.saves_whole > 0 else "",
        f"+{remedy.raises_budget:,} of budget" if remedy.raises_budget > 0 else "",
    ]
    gain = ", ".join(filter(None, saved))
    share = remedy.after.share
    told = "no budget" if share == float("inf") else f"{share:.0%} of the budget"
    return f"{gain}, {told}{'' if remedy.fits else ', still over'}: {remedy.words}"
