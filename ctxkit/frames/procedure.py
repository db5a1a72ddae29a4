"""Procedures, guards and registries as frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from ctxkit.display.procedure.procedure import built_in, functions_of, unreachable
from ctxkit.display.procedure.registry import function_note
from ctxkit.display.procedure.steps import targets_of
from ctxkit.frames import make_frame, to_frame
from ctxkit.procedure.arithmetic import effective_total, worst_case_serve_bytes
from ctxkit.procedure.guard import Both, GuardNode, Name, Not
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import Spec
from ctxkit.procedure.truth import GuardTruth, operands


@to_frame.register
def _spec(held: Spec) -> pd.DataFrame:
    return make_frame("procedure", _step_rows(held))


def _step_rows(held: Spec) -> Iterator[tuple[Any, ...]]:
    total = effective_total(held)
    lost = set(unreachable(held))
    sizes = worst_case_serve_bytes(held, functions_of(held))
    for order, (step, size) in enumerate(zip(held.steps, sizes, strict=True), 1):
        yield (
            order,
            step.id,
            step.chooser.value,
            tuple(field.name for field in step.collect),
            tuple(inject.fn for inject in step.inject),
            step.guard.source if step.guard is not None else "",
            step.op,
            tuple(option.choice for option in step.options),
            tuple(targets_of(step)),
            step.id not in lost,
            size.bytes,
            total,
            size.bytes > total,
        )


@to_frame.register
def _guard_truth(held: GuardTruth) -> pd.DataFrame:
    return make_frame("guard_truth", _parts(held, held.guard.root, 0))


def _parts(held: GuardTruth, node: GuardNode, depth: int) -> Iterator[tuple[Any, ...]]:
    truth = held.truth_of(node)
    if isinstance(node, Name):
        yield depth, node.name, truth, held.errors.get(node.name, "")
        return
    yield depth, node.operator if isinstance(node, Both) else "not", truth, ""
    for part in [node.operand] if isinstance(node, Not) else operands(node):
        yield from _parts(held, part, depth + 1)


@to_frame.register
def _registry(held: Registry) -> pd.DataFrame:
    return make_frame(
        "registry",
        (
            (
                doc.name,
                str(doc.func_class),
                doc.doc,
                doc.reads,
                doc.writes,
                function_note(held, doc),
                doc.name in built_in(),
            )
            for doc in held.docs()
        ),
    )
