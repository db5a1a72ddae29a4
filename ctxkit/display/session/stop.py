"""How a stop looks: what holds an instance, and what would move it on."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Lines,
    Note,
    Part,
    Row,
    Table,
    Tone,
    describe,
    shorten,
)
from ctxkit.display.procedure.guards import guard_tree
from ctxkit.display.session.store import value_text
from ctxkit.session.stop import Reason, Stop, StopKind

_TRUTH: dict[bool | None, tuple[str, Tone]] = {
    True: ("true", "warn"),
    False: ("false", "bad"),
    None: ("not known", "warn"),
}
MAX_GUARDS = 24  #: shown as trees
MAX_VALUE = 80  #: characters of a value that a condition looks at


@describe.register
def _stop(held: Stop) -> Document:
    return Document(
        kind="Stop",
        title=f"{held.instance} · {held.step}",
        facts=[held.procedure, str(held.kind)],
        parts=[
            stop_figure(held),
            *_missing(held),
            *reason_table(held),
            *_conditions(held),
        ],
        footer="`.reasons` has what holds it, `.guards` every condition with its truth",
    )


def stop_figure(held: Stop) -> Figure:
    """Return the stop in a few words."""
    if held.kind is StopKind.ENDED:
        return Figure("Ended", held.outcome, tone="good" if held.outcome == "completed" else "bad")
    if held.kind is not StopKind.GATE:
        return Figure(f"The {held.kind} must choose", "", [", ".join(held.choices[:12])])
    if held.held:
        names = ", ".join(reason.predicate for reason in held.reasons[:8])
        return Figure("Held", f"at {held.step} by {names}", tone="warn")
    target = f"to {held.leads_to}" if held.leads_to else ""
    return Figure("Nothing holds it", f"the next report takes it on {target}".strip(), tone="good")


def _missing(held: Stop) -> Iterator[Part]:
    if held.missing:
        yield Note(f"Missing: {', '.join(f'`{name}`' for name in held.missing[:20])}", "warn")


def reason_table(held: Stop) -> Iterator[Part]:
    """Return what holds an instance, with what each condition looks at."""
    if held.reasons:
        yield Table(
            caption="Held by",
            columns=[
                Column("condition"),
                Column("is"),
                Column("because", wide=True),
                Column("it looks at", wide=True),
            ],
            rows=map(_reason_row, held.reasons),
            total=len(held.reasons),
            more=".reasons",
        )


def _reason_row(reason: Reason) -> Row:
    word, tone = _TRUTH[reason.value]
    reads = [f"`{name}`: {_brief(value)}" for name, value in reason.reads.items()]
    return Row(
        [
            Cell(reason.predicate, code=True),
            Cell(word, tone=tone),
            reason.message or "—",
            Lines(reads or ["—"]),
        ]
    )


def _brief(value: object) -> str:
    return "not there" if value is None else shorten(value_text(value), MAX_VALUE)


def _conditions(held: Stop) -> Iterator[Part]:
    if held.guards:
        shown = held.guards[:MAX_GUARDS]
        trees: list[Part] = [guard_tree(truth.guard, truth, truth.title) for truth in shown]
        if len(shown) < len(held.guards):
            trees.append(Note(f"… and {len(held.guards) - len(shown):,} more: `.guards`"))
        yield Fold(f"All conditions of the step: {len(held.guards):,}", trees)
