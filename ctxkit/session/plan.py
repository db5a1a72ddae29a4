"""What a step alone decides about its serves, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ctxkit.procedure.document import byte_length, document_text
from ctxkit.procedure.gotemplate import Template
from ctxkit.procedure.schema import step_schema
from ctxkit.procedure.spec import Spec, Step
from ctxkit.session.serve import ChooserOption, ChooserServe, PartSize


@dataclass(frozen=True, slots=True)
class StepPlan:
    """The unit, schema and choices of a step."""

    unit: str
    lanes: tuple[tuple[str, Template], ...]
    required: tuple[str, ...]
    schema: dict[str, Any]
    schema_size: PartSize
    chooser: ChooserServe | None


class Plans:
    """Plans of the steps that were shown, each made once."""

    def __init__(self) -> None:
        self._plans: dict[tuple[int, str], StepPlan] = {}
        # A procedure must outlive its plans, which are found by its identity.
        self._specs: dict[int, Spec] = {}

    def of(self, spec: Spec, step: Step) -> StepPlan:
        """Return the plan of a step."""
        key = (id(spec), step.id)
        plan = self._plans.get(key)
        if plan is None:
            self._specs[id(spec)] = spec
            plan = self._plans[key] = _make(spec, step)
        return plan


def _make(spec: Spec, step: Step) -> StepPlan:
    unit = spec.units.get(step.unit_name)
    lanes = unit.lanes if unit is not None else ()
    schema = step_schema(spec, step)
    chooser = None
    if not step.is_gate:
        options = tuple(
            ChooserOption(option.choice, tuple((f.name, f.optional) for f in option.collect))
            for option in step.options
        )
        chooser = ChooserServe(step.id, step.chooser, options)
    return StepPlan(
        unit=step.unit_name if unit is not None else "",
        lanes=tuple((lane.name, lane.template) for lane in lanes),
        required=tuple(sorted(f.name for f in step.collect if not f.optional)),
        schema=schema,
        schema_size=PartSize("schema", byte_length(document_text(schema))),
        chooser=chooser,
    )
