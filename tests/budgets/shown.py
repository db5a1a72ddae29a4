"""Budget tables, for the tests of displays, frames and plots."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import ctxkit as ck
from ctxkit.budgets import BudgetRow, BudgetTable, Remedy


def ordinary() -> dict[str, Any]:
    ws = ck.examples.workspace()
    return {
        "budget_table": ck.budget_table(ws),
        "budget_table tight": ck.budget_table(ws, host_budget=5_000),
    }


def empty() -> dict[str, Any]:
    root = Path(mkdtemp(prefix="ctxkit-empty-"))
    (root / ".specd").mkdir()
    return {"budget_table": ck.budget_table(ck.open_workspace(root))}


def row(number: int, text: str = "") -> BudgetRow:
    tokens = 1_000 + number % 9_000
    return BudgetRow(
        spec=f"spec-{number // 400}{text}", task=f"T{number % 400}{text}", role=text or "craftsman",
        mode="briefing", own=True, budget=6_000, estimate=tokens, measured=tokens // 2,
        whole=tokens * 2, by_kind={"role": tokens, text or "skill": tokens},
    )  # fmt: skip


def table(rows: list[BudgetRow], text: str = "do this") -> BudgetTable:
    remedy = Remedy(text, "", rows[0], 10, 20)
    worst = tuple((one, (remedy,) * 9) for one in rows[:10])
    return BudgetTable(rows, {}, estimator="bytes/4 heuristic", worst=worst)


def huge() -> dict[str, Any]:
    return {"budget_table": table([row(n) for n in range(20_000)], "do this " * 80)}


def hostile(text: str) -> dict[str, Any]:
    return {"budget_table": table([row(n, text) for n in range(3)], text)}
