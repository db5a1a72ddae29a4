"""How a replay looks, and the session at one moment of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.procedure.steps import step_table
from ctxkit.display.session.eventlog import (
    clock_text,
    event_words,
    lane_table,
    log_facts,
    log_line,
    over_time,
    type_bar,
)
from ctxkit.display.session.instance import STATUS_TONES
from ctxkit.display.session.session import read_fold
from ctxkit.display.session.store import WRITTEN_BY, absent_note, store_table, value_cell
from ctxkit.display.session.summary import summary_of
from ctxkit.session.changes import Change, Changes
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.store import ExportedValue

_UNCHECKED = "taken as logged: its procedure is not at hand, or does not fit"


@describe.register
def _replay(held: Replay) -> Document:
    log, summary = held.log, summary_of(held.log)
    return Document(
        kind="Replay",
        title=summary.label or log.session or "no session",
        facts=log_facts(log, summary),
        parts=[
            log_line(log, summary),
            type_bar(summary.counts),
            _procedure_note(held),
            lane_table(log, summary),
            *over_time(summary),
            *_misfits(held),
        ],
        footer="`.at(seq)` is the session after an event, `.changes(seq)` what it changed, "
        "`.serves(engine)` what was shown; `.to_frame()` has the events, `.plot()` draws the "
        "instances over time",
    )


def _procedure_note(held: Replay) -> Note:
    named = summary_of(held.log).lanes.procedures
    absent = [name for name in named if name and name not in held.procedures]
    if not held.procedures:
        return Note("No procedures were given: positions and values are as logged.")
    if not absent:
        return Note(f"Held to {count(len(held.procedures), 'procedure')}.")
    first = ", ".join(f"`{name}`" for name in absent[:8]) + (", …" if len(absent) > 8 else "")
    return Note(f"Not at hand, so taken as logged: {first}.", "warn")


def _misfits(held: Replay) -> Iterator[Part]:
    misfits, lines = held.misfits, held.log.columns.lines
    if misfits:
        yield Fold(
            f"Events that do not fit: {len(misfits):,}",
            [
                Table(
                    caption="What follows such an event is taken as logged",
                    columns=[
                        Column("#", "right"),
                        Column("line", "right"),
                        Column("found", wide=True),
                        Column("code"),
                    ],
                    rows=(
                        Row(
                            [
                                f"{misfit.seq}",
                                f"{lines[misfit.index]:,}",
                                misfit.message,
                                Cell(misfit.code, code=True),
                            ]
                        )
                        for misfit in misfits
                    ),
                    total=len(misfits),
                    more=".diagnostics.to_frame()",
                )
            ],
            open=True,
        )


@describe.register
def _state(held: ReplayState) -> Document:
    event = held.event
    return Document(
        kind="Session at a moment",
        title=f"after event {event.seq:,}" if event is not None else "before the first event",
        facts=[
            event.event if event is not None else "",
            clock_text(event.ts, day=True) if event is not None else "",
            held.label,
            held.participant,
        ],
        parts=[
            Figure(
                f"{len(held.running):,}",
                f"of {count(len(held.instances), 'instance')} running",
                [count(len(held.reads), "entry", "entries") + " read" if held.reads else ""],
            ),
            *_event(held),
            _instance_table(held),
            *_about(held),
            *read_fold(held.reads),
        ],
        footer="`.instances[id]` shows an instance; `.to_frame()` is the table, `.plot()` the "
        "picture",
    )


def _event(held: ReplayState) -> Iterator[Part]:
    event = held.event
    if event is None:
        return
    about = f" of `{event.instance}`" if event.instance else ""
    yield Note(f"The event: `{event.event}`{about}, {event_words(event)}")
    fields = (event.data or {}).get("fields") or (event.data or {}).get("writes")
    if isinstance(fields, dict) and fields:
        yield Table(
            caption="What it wrote",
            columns=[Column("field"), Column("value", wide=True)],
            rows=(
                Row([Cell(name, code=True), "(cleared)" if value is None
                     else value_cell(value, f".event.data['fields'][{name!r}]")])
                for name, value in fields.items()
            ),
            total=len(fields),
            more=".event.data",
        )  # fmt: skip


def _instance_table(held: ReplayState) -> Table:
    now = held.event.instance if held.event is not None else ""
    return Table(
        caption="Instances at that moment",
        columns=[
            Column("instance"),
            Column("procedure"),
            Column("status"),
            Column("step"),
            Column("started under"),
            Column("values", "right"),
            Column("checked"),
        ],
        rows=(_row(state, state.id == now) for state in held.instances.values()),
        total=len(held.instances),
        empty="none yet",
    )


def _row(state: InstanceState, now: bool) -> Row:
    return Row(
        [
            Cell(state.id, code=True),
            (state.procedure or "—") + (" (this event)" if now else ""),
            Cell(state.status, tone=STATUS_TONES[state.status]),
            Cell(state.step, code=True),
            Cell(state.parent, code=True) if state.parent else "—",
            f"{len(state.store):,}",
            "yes" if state.checked else Cell("as logged", tone="warn"),
        ],
        dim=not now,
    )


def _about(held: ReplayState) -> Iterator[Part]:
    """Show the store of the instance that the event is about."""
    state = held.instances.get(held.event.instance) if held.event is not None else None
    if state is not None:
        more = f".instances[{state.id!r}].store.to_frame()"
        yield Fold(
            f"Values of {state.id}: {len(state.store):,}",
            [store_table(state.store, more), *absent_note(state.store)],
            open=True,
        )


@describe.register
def _changes(held: Changes) -> Document:
    return Document(
        kind="Changes",
        title=count(len(held), "change"),
        parts=[
            Table(
                caption="What changed",
                columns=[
                    Column("instance"),
                    Column("what"),
                    Column("which", wide=True),
                    Column("before", wide=True),
                    Column("after", wide=True),
                    Column("written by"),
                ],
                rows=(_change_row(number, change) for number, change in enumerate(held)),
                total=len(held),
                empty="nothing",
            )
        ],
        footer="`.to_frame()` for the table",
    )


def _change_row(number: int, change: Change) -> Row:
    return Row(
        [
            Cell(change.instance, code=True) if change.instance else "—",
            change.what,
            Cell(change.name, code=True) if change.name else "—",
            _side(change.before, f"[{number}].before"),
            _side(change.after, f"[{number}].after"),
            WRITTEN_BY[change.provenance] if change.provenance is not None else "—",
        ]
    )


def _side(value: Any, more: str) -> Cell:
    if isinstance(value, ExportedValue):
        return value_cell(value.value, f"{more}.value")
    return Cell("—") if value in (None, {}, "") else value_cell(value, more)


@describe.register
def _instance_state(held: InstanceState) -> Document:
    handed = ", ".join(f"`{parent}` as `{child}`" for child, parent in held.pending.items())
    return Document(
        kind="Instance at a moment",
        title=f"{held.id} · {held.procedure}",
        facts=[str(held.status), f"started under {held.parent}" if held.parent else ""],
        parts=[
            Figure(
                held.step or "nowhere",
                "is where it stands" if held.step else "",
                tone=STATUS_TONES[held.status],
            ),
            *([] if held.checked else [Note(_UNCHECKED.capitalize() + ".", "warn")]),
            *([Note(f"Hands down {handed} to what is started under it.")] if handed else []),
            store_table(held.store, ".store.to_frame()"),
            *absent_note(held.store),
            *_machine(held),
        ],
        footer="`.store` has the values, `.current` the step",
    )


def _machine(held: InstanceState) -> list[Part]:
    if not held.spec.steps:
        return []
    return [
        Fold(
            f"Procedure: {count(len(held.spec.steps), 'step')}",
            [step_table(held.spec, {}, now=held.step)],
        )
    ]
