"""Stores, serves, sessions, logs and replays as frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from ctxkit.display.session.serve import part_kind
from ctxkit.display.session.store import in_order, type_of
from ctxkit.display.session.summary import step_after
from ctxkit.frames import join_columns, make_frame, to_frame
from ctxkit.session.eventlog import EventLog
from ctxkit.session.instance import Instance
from ctxkit.session.replay import InstanceState, Replay, ReplayState
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit.session.store import Store


@to_frame.register
def _store(held: Store) -> pd.DataFrame:
    return make_frame(
        "store",
        (
            (name, str(held.provenance_of(name)), type_of(held.spec, name), held.get(name))
            for name in in_order(held)
        ),
    )


@to_frame.register
def _serve(held: Serve) -> pd.DataFrame:
    return make_frame(
        "serve",
        (
            (
                part_kind(size.part),
                size.part.partition(":")[2],
                size.bytes,
                part_kind(size.part) != "inject",
            )
            for size in held.sizes
        ),
    )


@to_frame.register
def _session(held: Session) -> pd.DataFrame:
    return make_frame("session", map(_instance_row, held.instances))


def _instance_row(held: Instance | InstanceState) -> tuple[Any, ...]:
    return (
        held.id,
        held.spec.canonical,
        str(held.status),
        held.step,
        held.parent,
        len(held.store),
    )


@to_frame.register
def _moment(held: ReplayState) -> pd.DataFrame:
    states = held.instances.values()
    return make_frame("moment", ((*_instance_row(state), state.checked) for state in states))


@to_frame.register
def _event_log(held: EventLog) -> pd.DataFrame:
    return join_columns("event_log", _event_values(held))


@to_frame.register
def _replay(held: Replay) -> pd.DataFrame:
    misfits = [""] * len(held.log)
    for misfit in held._misfits:
        misfits[misfit.index] = misfit.message
    return join_columns("replay", [*_event_values(held.log), misfits])


def _event_values(held: EventLog) -> list[Iterable[Any]]:
    columns = held.columns
    return [
        columns.seqs,
        event_times(held),
        columns.sessions,
        columns.instances,
        columns.kinds,
        [step_after(k, d or {}) for k, d in zip(columns.kinds, columns.data, strict=True)],
        columns.data,
        list(columns.lines),
    ]


def event_times(held: EventLog) -> pd.Series[Any]:
    """Return the times of the events, in UTC; missing where pandas cannot hold one."""
    texts = pd.Series(held.columns.times, dtype="object")
    times = pd.to_datetime(texts, format="ISO8601", utc=True, errors="coerce")
    return times.astype("datetime64[ns, UTC]")
