"""How large the serves of a procedure can get (contract C, section 13). Advisory only."""

from __future__ import annotations

import re

from pydantic import Field

from ctxkit.model import Model
from ctxkit.procedure.document import byte_length
from ctxkit.procedure.functions import PartKind, QueryResolver
from ctxkit.procedure.spec import Cap, InjectCall, Spec, Step
from ctxkit.procedure.types import BaseType, VarType

_PART_CAPS: dict[str, Cap] = {
    PartKind.TEXT: Cap(max_bytes=12_000),
    PartKind.ENTRY_LIST: Cap(max_bytes=16_000, max_items=24),
    PartKind.LINE_LIST: Cap(max_bytes=4_000),
    PartKind.ITEM_LIST: Cap(max_items=40),
    PartKind.STORE_VALUE: Cap(max_bytes=2_000),
    PartKind.DRAFT: Cap(max_bytes=6_000),
    PartKind.FRAMING: Cap(max_bytes=6_000),
    PartKind.PRODUCED: Cap(max_bytes=8_000),
}


class Budget(Model):
    """Bounds that are assumed where none are declared, in bytes and items.

    Attributes
    ----------
    total : int
        Bytes of a whole serve.
    parts : dict
        Bounds by the kind of part.
    item_bytes, scalar_bytes : int
        Bytes of an item of unknown weight, and of a short value in a text.
    """

    total: int = 36_000
    parts: dict[str, Cap] = Field(default_factory=lambda: dict(_PART_CAPS))
    item_bytes: int = 150
    scalar_bytes: int = 128

    def cap_of(self, part: str) -> Cap:
        """Return the bounds of a kind of part."""
        return self.parts.get(part, Cap())


DEFAULT_BUDGET = Budget()


class StepSize(Model):
    """The largest serve of a step, in bytes."""

    step: str
    bytes: int


def worst_case_serve_bytes(
    spec: Spec, functions: QueryResolver, budget: Budget = DEFAULT_BUDGET
) -> tuple[StepSize, ...]:
    """Return how large the serve of each step can get.

    Counted are the texts of the step's unit, a slot for each declared field that they mention,
    each inject at its bound, and the draft. Diagnostics and the schema are not.
    """
    return tuple(
        StepSize(step=step.id, bytes=_step_bytes(spec, step, functions, budget))
        for step in spec.steps
    )


def effective_total(spec: Spec, budget: Budget = DEFAULT_BUDGET) -> int:
    """Return the bytes that a serve may have: what the procedure declares, or the budget's."""
    return spec.serve_budget if spec.serve_budget > 0 else budget.total


def over_budget(
    spec: Spec, functions: QueryResolver, budget: Budget = DEFAULT_BUDGET
) -> tuple[StepSize, ...]:
    """Return the steps whose largest serve is above the total."""
    total = effective_total(spec, budget)
    sizes = worst_case_serve_bytes(spec, functions, budget)
    return tuple(size for size in sizes if size.bytes > total)


def _step_bytes(spec: Spec, step: Step, functions: QueryResolver, budget: Budget) -> int:
    total = _unit_bytes(spec, step, budget)
    total += sum(inject_bytes(inject, functions, budget) for inject in step.inject)
    if step.serve_delta:
        total += budget.cap_of(PartKind.DRAFT).max_bytes
    return total


def _unit_bytes(spec: Spec, step: Step, budget: Budget) -> int:
    unit = spec.units.get(step.unit_name)
    if unit is None:
        return 0
    texts = [lane.text for lane in unit.lanes]
    declared = spec.params | spec.state
    slots = sum(
        _slot_bytes(declaration.type, budget)
        for name, declaration in declared.items()
        if any(_mentions(text, name) for text in texts)
    )
    return sum(map(byte_length, texts)) + slots


def _mentions(text: str, name: str) -> bool:
    last_is_word = re.match(r"\w", name[-1], re.ASCII) is not None
    # A word boundary of ASCII: there is none after a name that ends in another letter, unless
    # a word follows.
    boundary = r"(?![A-Za-z0-9_])" if last_is_word else r"(?=[A-Za-z0-9_])"
    return re.search(rf"\.{re.escape(name)}{boundary}", text) is not None


def _slot_bytes(var_type: VarType, budget: Budget) -> int:
    long = var_type.is_list or var_type.base in (BaseType.TEXT, BaseType.PROSE)
    return budget.cap_of(PartKind.STORE_VALUE).max_bytes if long else budget.scalar_bytes


def inject_bytes(
    inject: InjectCall, functions: QueryResolver, budget: Budget = DEFAULT_BUDGET
) -> int:
    """Return how large the result of an inject can get, in bytes."""
    query = functions.query(inject.fn)
    part = query.bound.part if query is not None else PartKind.TEXT
    part_cap = budget.cap_of(part)
    cap = inject.cap or (query.bound.cap if query is not None else Cap()) or part_cap
    if cap.max_bytes > 0:
        return cap.max_bytes
    if cap.max_items > 0:
        weighed = part_cap.max_bytes > 0 and part_cap.max_items > 0
        weight = part_cap.max_bytes // part_cap.max_items if weighed else budget.item_bytes
        return cap.max_items * weight
    return budget.cap_of(PartKind.TEXT).max_bytes
