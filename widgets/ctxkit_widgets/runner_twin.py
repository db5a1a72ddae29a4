"""The plain displays of a :class:`ProcedureRunner`: its static twin, and what an instance knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ctxkit.display.document import Document, Fold, Note, Part, Passage, Row
from ctxkit.display.session.stop import reason_table, stop_figure
from ctxkit.display.session.store import absent_note, store_table
from ctxkit.session.instance import Instance
from ctxkit_widgets.runner_content import event_rows

if TYPE_CHECKING:
    from ctxkit_widgets.procedure_runner import ProcedureRunner


def runner_twin(held: ProcedureRunner) -> Document:
    """Return where the instance stands and why, its serve, its values and the log."""
    instance = held.session.instance(held.instance)
    status = str(instance.status) if instance else ""
    name = f"{instance.id} · {instance.spec.canonical}" if instance else "nothing started yet"
    return Document(
        kind="Procedure runner",
        title=name,
        facts=[held.session.id, held.session.participant, status],
        parts=list(_parts(held, instance)),
        footer="`.report(…)` and `.answer(…)` move it on; `.serve`, `.stop`, `.events` tell more",
    )


def _parts(held: ProcedureRunner, instance: Instance | None) -> Iterator[Part]:
    stop = held.stop
    if instance is None or stop is None or held.serve is None:
        yield Note("`.start(inputs={…})` starts the procedure.")
    else:
        yield stop_figure(stop)
        yield from reason_table(stop)
        yield Note(held.serve.goal)
        lanes = [Passage(lane.name, lane.text, ".serve.lanes") for lane in held.serve.lanes]
        yield Fold(f"Served: {held.serve.total_bytes:,} bytes", lanes)
    if held.followed:
        yield event_rows(held.followed, "What followed the last operation")
    if instance is not None:
        yield Fold(f"Values: {len(instance.store):,}", [store_table(instance.store)])
    yield Fold(f"Log: {len(held.events):,} events", [event_rows(held.events, "Events")])


def values_document(instance: Instance | None) -> Document:
    """Return what an instance knows."""
    if instance is None:
        note = Note("Once a procedure is started, its values are here.", "dim")
        return Document("Values", "none yet", parts=[note])
    table = store_table(instance.store, ".store.to_frame()")
    # The form beside it tells the types.
    rows = (Row(row.cells[:-1]) for row in table.rows)
    table = replace(table, columns=table.columns[:-1], rows=rows)
    parts = [table, *absent_note(instance.store)]
    return Document("Values", f"of {instance.id}", parts=parts)
