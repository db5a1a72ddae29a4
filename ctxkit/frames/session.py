"""Stores, serves, sessions, logs and replays as frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from ctxkit.display.session.serve import part_kind
from ctxkit.display.session.store import in_order, type_of
from ctxkit.display.session.summary import step_after
from ctxkit.frames import join_columns, make_frame, to_frame
from ctxkit.session.changes import Changes
from ctxkit.session.compare import Comparison
from ctxkit.session.eventlog import EventLog
from ctxkit.session.instance import Instance
from ctxkit.session.listing import SessionList
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.serve import Serve
from ctxkit.session.serves import PastServe, Serves
from ctxkit.session.session import Session
from ctxkit.session.store import ExportedValue, Store
from ctxkit.session.verify import Verification


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
def _changes(held: Changes) -> pd.DataFrame:
    return make_frame(
        "changes",
        (
            (c.what, c.instance, c.name, _bare(c.before), _bare(c.after), str(c.provenance or ""))
            for c in held
        ),
    )


def _bare(value: Any) -> Any:
    return value.value if isinstance(value, ExportedValue) else value


@to_frame.register
def _serves(held: Serves) -> pd.DataFrame:
    return make_frame("serves", map(_serve_row, held))


def _serve_row(held: PastServe) -> tuple[Any, ...]:
    serve = held.serve
    return (
        held.seq,
        held.instance,
        held.procedure,
        held.step,
        held.text_bytes if serve is not None else None,
        serve.total_bytes if serve is not None else None,
        held.budget or None,
        held.over_budget,
        len(serve.cuts) if serve is not None else 0,
        held.problem,
    )


@to_frame.register
def _event_log(held: EventLog) -> pd.DataFrame:
    return join_columns("event_log", _event_values(held))


@to_frame.register
def _replay(held: Replay) -> pd.DataFrame:
    misfits = [""] * len(held.log)
    for misfit in held.misfits:
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
    return _times(held.columns.times)


def _times(texts: list[str]) -> pd.Series[Any]:
    given = pd.Series(texts, dtype="object")
    try:
        times = pd.to_datetime(given, format="ISO8601", utc=True, errors="coerce")
        return times.astype("datetime64[ns, UTC]")
    except (ValueError, OverflowError):
        # One time that nanoseconds cannot hold, such as that of an event without any.
        return pd.Series([_time(text) for text in texts], dtype="datetime64[ns, UTC]")


def _time(text: str) -> Any:
    try:
        return pd.Timestamp(text).tz_convert("UTC").as_unit("ns")
    except (ValueError, OverflowError, TypeError):
        return pd.NaT


@to_frame.register
def _verification(held: Verification) -> pd.DataFrame:
    lines = held.log.columns.lines
    return make_frame(
        "verification",
        (
            (c.seq, c.instance, c.event, str(c.verdict), c.message, lines[c.index])
            for c in held.checks
        ),
    )


@to_frame.register
def _comparison(held: Comparison) -> pd.DataFrame:
    return make_frame(
        "comparison",
        (
            (
                part.instance,
                part.same,
                part.only_a,
                part.only_b,
                part.what,
                part.a.seq if part.a is not None else None,
                part.b.seq if part.b is not None else None,
            )
            for part in (held.whole, *held.instances)
        ),
    )


@to_frame.register
def _sessions(held: SessionList) -> pd.DataFrame:
    begins = _times([row.first_time for row in held])
    ends = _times([row.last_time for row in held])
    return make_frame(
        "sessions",
        (
            (
                row.file,
                row.kind,
                row.session,
                row.participant,
                row.label,
                begin,
                end,
                row.events,
                row.instances,
                row.running,
                row.last_step,
                row.errors,
                row.problem,
                len(held.duplicates.get(row.session, (row.file,))),
            )
            for row, begin, end in zip(held, begins, ends, strict=True)
        ),
    )
