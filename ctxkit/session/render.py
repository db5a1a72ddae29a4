"""Renders what a step shows: its texts, the results of its queries, its draft.

Contract C, sections 10.1 and 12.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ctxkit.gotext import trim_space
from ctxkit.procedure.document import byte_length, document_text, normalise
from ctxkit.procedure.functions import Context
from ctxkit.procedure.gotemplate import cached_template
from ctxkit.procedure.spec import InjectCall, Spec, Step
from ctxkit.procedure.truncate import Cut, bound_value, cut_bytes
from ctxkit.session.draft import LANE, Draft
from ctxkit.session.engine import Engine
from ctxkit.session.errors import SessionError, call_function
from ctxkit.session.instance import Instance
from ctxkit.session.plan import StepPlan
from ctxkit.session.serve import PartSize, ServeLane
from ctxkit.session.store import Store

STORE_VALUE_BYTES = 2000
CUTS_LANE = "cuts"


class Rendering:
    """The lanes of one serve, with their sizes and cuts."""

    __slots__ = ("context", "cuts", "engine", "lanes", "sizes")

    def __init__(self, engine: Engine, context: Context) -> None:
        self.engine = engine
        self.context = context
        self.lanes: list[ServeLane] = []
        self.sizes: list[PartSize] = []
        self.cuts: list[Cut] = []

    def run(self, instance: Instance, step: Step, plan: StepPlan, *, complete: bool) -> None:
        """Render a step of an instance; ``complete`` shows its draft as a whole."""
        if plan.unit:
            self.unit(instance, step, plan)
        if step.serve_delta:
            draft = Draft(instance.spec, step, instance.store)
            text = draft.render(instance.draft_bases.get(step.id), complete=complete)
            instance.draft_bases[step.id] = draft.base
            self.cuts += draft.cuts
            self.lanes.append(ServeLane(LANE, text))
        if self.cuts:
            self.lanes.append(ServeLane(CUTS_LANE, cuts_text(self.cuts)))
        self.sizes += [PartSize(f"lane:{ln.name}", byte_length(ln.text)) for ln in self.lanes]

    def unit(self, instance: Instance, step: Step, plan: StepPlan) -> None:
        """Render the texts of a step."""
        values = instance.store.template_context()
        host = self.engine.template_values
        if host:
            check_host_values(instance.spec, host)
        context = values | host
        for name in sorted(context):
            value = context[name]
            # Fewer characters than the bound allows bytes for cannot be too long.
            if type(value) is str and len(value) * 4 > STORE_VALUE_BYTES:
                bounded = cut_bytes(value, STORE_VALUE_BYTES)
                context[name] = bounded.value
                if not bounded.cut.clean:
                    self.cuts.append(bounded.cut.named(f"store:{name}"))
        for inject in step.inject:
            value, cut = run_inject(self.engine, self.context, inject, values | host)
            context[inject.effective_id] = value
            self.sizes.append(PartSize(f"inject:{inject.effective_id}", _value_bytes(value)))
            if cut is not None:
                self.cuts.append(cut)
        for name, template in plan.lanes:
            text = trim_space(template.render(context))
            if text:
                self.lanes.append(ServeLane(name, text))


def check_host_values(spec: Spec, host: Iterable[str]) -> None:
    """Refuse values of the host that have the name of a declared variable."""
    for name in host:
        if name in spec.params or name in spec.state:
            raise SessionError(
                "a template value has the name of a declared variable",
                where=f"procedure {spec.canonical}",
                got=name,
            )


def _value_bytes(value: Any) -> int:
    if value is None:
        return 0
    return byte_length(value if isinstance(value, str) else document_text(value))


def run_inject(
    engine: Engine, context: Context, inject: InjectCall, values: dict[str, Any]
) -> tuple[Any, Cut | None]:
    """Run a query.

    Parameters
    ----------
    engine : Engine
    context : Context
    inject : InjectCall
    values : dict
        What the templates in its arguments can use.

    Returns
    -------
    tuple
        The result within its bound, and the cut where something was left out.
    """
    query = engine.registry.query(inject.fn)
    if query is None:
        raise SessionError("no such query", where=f"inject {inject.effective_id}", got=inject.fn)
    args = render_args(inject.args, values)
    result = call_function(f"query {inject.fn}", query.fn, context, args)
    cap = inject.cap or query.bound.cap
    value, cut = bound_value(result, cap.max_bytes)
    if cut is not None:
        pull = ""
        if query.bound.pull is not None and not cut.pull:
            pull = call_function(f"query {inject.fn}", query.bound.pull, args, cut)
        cut = cut.named(inject.effective_id, pull)
    return normalise(value), cut


def render_args(args: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an inject, texts with ``{{`` rendered as templates."""
    return {
        name: cached_template(value).render(values)
        if isinstance(value, str) and "{{" in value
        else value
        for name, value in args.items()
    }


def inject_values(engine: Engine, store: Store) -> dict[str, Any]:
    """Return what the templates in arguments can use."""
    return store.template_context() | engine.template_values


def cuts_text(cuts: list[Cut]) -> str:
    """Return the lane that tells what was left out."""
    lines = ["Cut for size:"]
    for cut in cuts:
        if cut.dropped > 0:
            line = f"- {cut.part}: {cut.dropped} of {cut.total} items dropped"
        else:
            line = f"- {cut.part}: kept {cut.kept_bytes} of {cut.total_bytes} bytes"
        lines.append(line + (f" — pull the rest: {cut.pull}" if cut.pull else ""))
    return "\n".join(lines)
