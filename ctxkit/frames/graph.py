"""Graphs of entries as frames."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pandas as pd

from ctxkit.display.graph.graph import state_of
from ctxkit.frames import make_frame, to_frame
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.procedure.document import byte_length


@to_frame.register
def _graph(held: Graph) -> pd.DataFrame:
    return make_frame("graph", (_row(held, entry) for entry in held))


def _row(held: Graph, entry: Entry) -> tuple[Any, ...]:
    return (
        entry.id,
        entry_time(entry.id),
        str(entry.type),
        entry.kind,
        entry.layer,
        entry.canonical,
        entry.summary,
        held.topics_of(entry.id),
        entry.participants,
        tuple(ref.id for ref in entry.refs),
        entry.supersedes,
        entry.closes,
        state_of(held, entry),
        byte_length(entry.body),
    )


def entry_time(entry_id: str) -> pd.Timestamp | None:
    """Return the time that an ID tells, taken as UTC; ``None`` before 1678 and after 2261."""
    try:
        moment = datetime.strptime(entry_id[:15], "%Y%m%d-%H%M%S")
        return pd.Timestamp(moment.replace(tzinfo=UTC)).as_unit("ns")
    except (ValueError, OverflowError):
        return None
