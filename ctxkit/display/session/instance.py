"""How an instance looks: where it stands, and what it knows."""

from __future__ import annotations

from ctxkit.display.document import Document, Figure, Fold, Note, Part, Tone, count, describe
from ctxkit.display.procedure.steps import step_table
from ctxkit.display.session.store import absent_note, store_table
from ctxkit.session.instance import Instance, InstanceStatus

STATUS_TONES: dict[InstanceStatus, Tone] = {
    InstanceStatus.RUNNING: "plain",
    InstanceStatus.COMPLETED: "good",
    InstanceStatus.ABANDONED: "bad",
}
#: One colour a status, wherever it is drawn.
STATUS_COLORS = {
    InstanceStatus.RUNNING: "#4c6ef5",
    InstanceStatus.COMPLETED: "#2f9e44",
    InstanceStatus.ABANDONED: "#e03131",
}


@describe.register
def _instance(held: Instance) -> Document:
    return Document(
        kind="Instance",
        title=f"{held.id} · {held.spec.canonical}",
        facts=[str(held.status), f"started under {held.parent}" if held.parent else ""],
        parts=[
            _position(held),
            *_pending(held),
            store_table(held.store, ".store.to_frame()"),
            *absent_note(held.store),
            *_machine(held),
        ],
        footer="`.store` has the values, `.spec` the procedure",
    )


def _position(held: Instance) -> Figure:
    place = next((n for n, s in enumerate(held.spec.steps, 1) if s.id == held.step), 0)
    where = f"step {place:,} of {len(held.spec.steps):,}" if place else "a step that is not known"
    verb = "is where it stands" if held.is_running else f"is where it was {held.outcome}"
    return Figure(held.step or "nowhere", verb, [where], STATUS_TONES[held.status])


def _pending(held: Instance) -> list[Part]:
    if held.pending is None:
        return []
    seed = ", ".join(f"`{parent}` as `{child}`" for child, parent in held.pending.seed.items())
    only = f", to `{held.pending.procedure}` only" if held.pending.procedure else ""
    return [Note(f"Hands down {seed} to what is started under it{only}.")]


def _machine(held: Instance) -> list[Part]:
    if not held.spec.steps:
        return [Note("The procedure is not at hand: values and positions are as logged.", "warn")]
    return [
        Fold(
            f"Procedure: {count(len(held.spec.steps), 'step')}",
            [step_table(held.spec, {}, now=held.step)],
        )
    ]
