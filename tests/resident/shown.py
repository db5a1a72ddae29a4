"""Pages, selections and all that is made of them, for the tests of displays, frames and plots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ctxkit.resident import (
    AcceptedRoot,
    ContextBudget,
    ContextPage,
    DependencyEnv,
    Infeasible,
    Optimum,
    OptimumStatus,
    ResidentContext,
    assemble_resident,
    calibrate,
    page_table,
    page_table_from_arrays,
    select_by_cost,
    select_working_set,
    sweep_resident,
)
from ctxkit.resident.table import PageTable


class Words:
    """A stand-in for a real tokenizer."""

    def __init__(self, name: str = "words") -> None:
        self.name = name

    def count(self, data: bytes, /) -> int:
        return len(data.split())


def parts_of(
    pages: PageTable, mandatory: list[str], weights: Any, env: DependencyEnv, **sweep: Any
) -> dict[str, Any]:
    """Everything that can be made of pages and shown."""
    budget = ContextBudget(window_tokens=400, output_reserve=50, guard_reserve=10)
    context = assemble_resident(
        pages,
        mandatory,
        weights=weights,
        budget=budget,
        frame_tokens=60,
        instruction_tokens=70,
        env=env,
    )
    assert isinstance(context, ResidentContext)
    return {
        "pages": pages,
        "resident_context": context,
        "working_set": context.working_set,
        "rejects": context.working_set.rejects,
        "step": context.working_set.at(len(context.working_set) // 2),
        **({"page at a step": context.working_set.at(0).page(0)} if len(pages) else {}),
        "optimum": context.working_set.optimal(),
        "infeasible": Infeasible(required=500, allowance=340),
        "resident_sweep": sweep_resident(
            pages,
            mandatory,
            weights=weights,
            budget=budget,
            frame_tokens=60,
            instruction_tokens=70,
            env=env,
            **sweep,
        ),
    }


def ordinary() -> dict[str, Any]:
    labels = ["path:a", "path:b", "test:x", "symbol:f", "symbol:g", "diag:E1"]
    pages = [
        ContextPage(page_id="contract", tokens=40, kind="task_contract", depends_on=("call",)),
        ContextPage(page_id="call", tokens=10, kind="tool_pair"),
        *(
            ContextPage(
                page_id=f"synopsis-{n:02}",
                kind="synopsis",
                tokens=20 + 7 * n % 50,
                obligations=tuple(labels[n % 6 : n % 6 + 1 + n % 3]),
                dependency=AcceptedRoot(root="old" if n == 4 else "now"),
            )
            for n in range(12)
        ),
    ]
    weights = {label: 1.0 + n / 4 for n, label in enumerate(labels)}
    parts = parts_of(
        page_table(pages, estimator="bytes/4 heuristic"),
        ["contract"],
        {"all": weights, "none": dict.fromkeys(labels, 0.0)}["all"],
        DependencyEnv(accepted_root="now"),
        windows=[40, 150, 250, 320, 400],
        strategies=["frames", "cost"],
        optimum_time_limit=5.0,
    )
    files = {"a.md": b"some words\n", "b.jsonl": b'{"a": 1}\n' * 9, "c": b""}
    return parts | {"calibration": calibrate(files, real=Words())}


def empty() -> dict[str, Any]:
    parts = parts_of(page_table([]), [], {}, DependencyEnv())
    parts["resident_sweep"] = parts["resident_sweep"][:0]
    parts["optimum"] = Optimum(status=OptimumStatus.INFEASIBLE, note="nothing fits")
    return parts | {"calibration": calibrate({}, real=Words())}


def large_table(n: int) -> tuple[PageTable, Any]:
    """Pages with three of many labels each."""
    rng = np.random.default_rng(2)
    table = page_table_from_arrays(
        [f"page-{'x' * 150}-{i:07}" for i in range(n)],
        rng.integers(1, 9, n),
        np.arange(n + 1) * 3,
        rng.integers(0, n, n * 3),
        [f"label-{'y' * 60}-{i}" for i in range(n)],
    )
    return table, rng.random(n)


def huge() -> dict[str, Any]:
    table, weights = large_table(5_000)
    chosen = select_working_set(table, weights, 1_500)
    by_cost = select_by_cost(table, weights, 3_000)
    context = assemble_resident(
        table,
        table.page_ids[:600],
        weights=weights,
        budget=ContextBudget(window_tokens=60_000),
        frame_tokens=20,
    )
    names = [f"label-{'y' * 60}-{n}" for n in range(5_000)]
    wide = page_table({"page_id": ["wide"], "tokens": [1], "obligations": [names]})
    sweep = sweep_resident(
        page_table([]), weights={}, budget=ContextBudget(window_tokens=1), windows=range(1, 700)
    )
    files = {f"a.suffix{'z' * 200}{n}": b"x" for n in range(600)}
    return {
        "pages": table,
        "working_set": chosen,
        "rejects": by_cost.rejects,
        "step": by_cost.at(700),
        "page at a step": select_working_set(wide, dict.fromkeys(wide.label_names, 1), 1)
        .at(0)
        .page(0),
        "resident_context": context,
        "optimum": Optimum(status=OptimumStatus.BOUND_ONLY, page_ids=tuple(table.page_ids)),
        "resident_sweep": sweep,
        "calibration": calibrate(files, real=Words()),
    }


def hostile(text: str) -> dict[str, Any]:
    text = text.replace("\ud800", "")
    pages = [
        ContextPage(page_id=text, tokens=30, kind=text, obligations=(text, "b")),
        ContextPage(page_id=text + "2", tokens=30, obligations=(text,)),
        ContextPage(page_id=text + "3", tokens=30, dependency=AcceptedRoot(root=text)),
        ContextPage(page_id=text + "4", tokens=3000, obligations=(text,)),
        ContextPage(page_id=text + "5", tokens=20, obligations=(text + "5",)),
    ]
    parts = parts_of(
        page_table(pages, estimator=text),
        [text + "2"],
        {text: 2.0, "b": 1.0, text + "5": 0.5},
        DependencyEnv(accepted_root=text + "!"),
        windows=[200, 300],
    )
    return parts | {"calibration": calibrate({f"a.{text}": b"x"}, real=Words(text))}
