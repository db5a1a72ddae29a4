"""What must be read again to go on with a session: entries then and now."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.gotext import to_bytes
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.procedure.functions import ReadDepth
from ctxkit.residency.texts import entry_text
from ctxkit.resident.estimators import Estimator
from ctxkit.resume.cost import ResumeCost, ResumeItem, ResumeState
from ctxkit.session.replay import Replay

_DEPTHS = {ReadDepth.SUMMARY: "in summary", ReadDepth.FULL: "in full"}


def resume_session(
    replay: Replay, now: Graph, before: Graph | None, estimator: Estimator
) -> ResumeCost:
    """Compare the entries that a session read with a graph as it is now."""
    reads = replay.end.reads
    items = [_entry(name, depth, now, before, estimator) for name, depth in reads.items()]
    notes = []
    if before is None and reads:
        notes.append(
            "A log holds no text and no digest of what was read, so whether an entry has changed "
            "cannot be told: pass before=… with the graph as it was."
        )
    elif before is not None:
        items += _new(reads, now, before, estimator)
    served = len(replay.served())
    if served:
        notes.append(
            f"Steps that were shown ({served:,}) are shown again as they are; not counted."
        )
    return ResumeCost(
        items,
        title=f"session {replay.log.session}".strip(),
        estimator=estimator.name,
        notes=notes,
    )


def _entry(
    name: str, depth: ReadDepth, now: Graph, before: Graph | None, estimator: Estimator
) -> ResumeItem:
    old, new = _text(before, name, depth), _text(now, name, depth)
    then = None if old is None else estimator.count(to_bytes(old))
    state, detail = _judge(name, old, new, before, now)
    return ResumeItem(
        name=name,
        part=_DEPTHS[depth],
        state=state,
        detail=detail,
        then_tokens=then,
        now_tokens=0 if new is None else estimator.count(to_bytes(new)),
        old=old,
        new=new,
    )


def _judge(
    name: str, old: str | None, new: str | None, before: Graph | None, now: Graph
) -> tuple[ResumeState, str]:
    if new is None:
        if before is not None and old is None:
            return ResumeState.GONE, "neither graph holds it"
        return ResumeState.GONE, "the graph does not hold it"
    if before is None:
        return ResumeState.UNTOLD, ""
    if old is None:
        return ResumeState.UNTOLD, "the graph of before does not hold it"
    if old != new:
        return ResumeState.CHANGED, ""
    if name in now.superseded and name not in before.superseded:
        return ResumeState.UNCHANGED, "superseded since"
    if name in now.closed and name not in before.closed:
        return ResumeState.UNCHANGED, "closed since"
    if before.entry(name) != now.entry(name):
        return ResumeState.UNCHANGED, "changed outside of what was read"
    return ResumeState.UNCHANGED, ""


def _new(
    reads: dict[str, ReadDepth], now: Graph, before: Graph, estimator: Estimator
) -> Iterator[ResumeItem]:
    """Yield entries that came since and supersede or close something that was read."""
    for entry in sorted(now, key=lambda entry: entry.id):
        if entry.id in before or entry.id in reads:
            continue
        targets = [i for i in (*entry.supersedes, *entry.closes) if i in reads]
        if targets:
            text = entry_text(entry, ReadDepth.FULL)
            yield ResumeItem(
                name=entry.id,
                part=_DEPTHS[ReadDepth.FULL],
                state=ResumeState.NEW,
                detail=f"{_relation(entry, targets[0])} {targets[0]}",
                now_tokens=estimator.count(to_bytes(text)),
                new=text,
            )


def _relation(entry: Entry, target: str) -> str:
    return "supersedes" if target in entry.supersedes else "closes"


def _text(graph: Graph | None, name: str, depth: ReadDepth) -> str | None:
    entry = graph.entry(name) if graph is not None else None
    return None if entry is None else entry_text(entry, depth)
