"""What the page is told of one moment of a replay: plain texts and numbers, a few kB."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ctxkit.display.document import shorten
from ctxkit.display.procedure.steps import fields_text, targets_of
from ctxkit.display.session.eventlog import EVENT_COLORS, OTHER_COLOR, clock_text, event_words
from ctxkit.display.session.serve import part_label, served_sizes, size_bar
from ctxkit.display.session.store import in_order, type_of, value_text
from ctxkit.errors import CtxkitError
from ctxkit.procedure.arithmetic import effective_total
from ctxkit.procedure.document import byte_length
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.spec import CollectField, Spec, is_end_target
from ctxkit.session.changes import Change, Changes, changes_between
from ctxkit.session.engine import Engine
from ctxkit.session.events import Event
from ctxkit.session.logindex import LogIndex
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.serve import Serve
from ctxkit.session.store import ExportedValue

MAX_VALUE = 2_000  #: characters of a value
MAX_TEXT = 4_000  #: characters of a lane's text
MAX_LISTED = 60  #: of the entries read, of the instances that run, of choices and fields
Told = dict[str, Any]


def machine_of(spec: Spec) -> Told:
    """Return the steps of a procedure and where each leads, to draw them."""
    steps = []
    for step in spec.steps:
        targets = targets_of(step)
        told = ["gate" if step.is_gate else f"{step.chooser} chooses"]
        steps.append(
            {
                "id": step.id,
                "kind": " · ".join([*told, *([f"runs {step.op}"] if step.op else [])]),
                "goal": shorten(step.goal, 300),
                "to": [to for to in targets if not is_end_target(to)],
                "ends": [to.removeprefix("end(").removesuffix(")") for to in targets
                         if is_end_target(to)],
            }
        )  # fmt: skip
    return {"steps": steps, "fields": [*spec.params, *spec.state]}


def moment_of(
    replay: Replay, index: LogIndex, place: int, handle: str, engine: Engine | None
) -> Told:
    """Return what is shown of the session after its first ``place`` events.

    Parameters
    ----------
    replay : Replay
    index : LogIndex
        Of the log of the replay.
    place : int
    handle : str
        Instance whose steps and values are shown; empty for the one that the event is about, or
        else the last one before.
    engine : Engine or None
        Makes again what was served.
    """
    if place:
        before, state = replay.around(place - 1)
        changes = changes_between(before, state)
    else:
        state, changes = replay.start, Changes()
    shown = state.instance(handle or instance_at(index, place))
    return {
        "index": place,
        "selected": handle,
        "seq": state.seq,
        "event": _event(index, state.event),
        "changes": [_change(c) for c in changes if c.what not in ("store", "started")],
        "shown": _instance(shown),
        "visits": index.visits(shown.id, place) if shown is not None else {},
        "moved": _moved(state.event, shown),
        **_store(shown, changes),
        "serve": _serve(replay, state, shown, engine),
        "reads": _reads(state, changes),
        **_running(state),
    }


def instance_at(index: LogIndex, place: int) -> str:
    """Return the instance of the last event before a place that is about one."""
    lanes = index.lane_of
    for at in range(place - 1, -1, -1):
        if lanes[at]:
            return index.handles[int(lanes[at])]
    return ""


def _event(index: LogIndex, event: Event | None) -> Told | None:
    if event is None:
        return None
    data = event.data or {}
    words, user = event_words(event), data.get("userWords")
    if isinstance(user, str) and {"chooser", "choice"} <= data.keys():
        words = f"{data['chooser']} → {data['choice']}"  # what the user said is shown in full
    return {
        "kind": event.event,
        "color": EVENT_COLORS.get(event.event, OTHER_COLOR),
        "instance": event.instance,
        "time": clock_text(event.ts),
        "day": event.ts[:10],
        "words": shorten(words, 300),
        "user": shorten(user, MAX_VALUE) if isinstance(user, str) else "",
    }


def _change(change: Change) -> Told:
    return {
        "what": change.what,
        "name": change.name,
        "instance": change.instance,
        "before": _side(change.before),
        "after": _side(change.after),
    }


def _side(value: Any) -> str:
    if isinstance(value, ExportedValue):
        value = value.value
    return "" if value in (None, {}, "") else shorten(value_text(value), MAX_VALUE)


def _instance(shown: InstanceState | None) -> Told | None:
    if shown is None:
        return None
    return {
        "id": shown.id,
        "procedure": shown.procedure,
        "step": shown.step,
        "status": str(shown.status),
        "parent": shown.parent,
        "checked": shown.checked,
        "hands": [f"{parent} as {child}" for child, parent in shown.pending.items()],
    }


def _moved(event: Event | None, shown: InstanceState | None) -> list[str]:
    """Return from where to where the event moved the instance that is shown."""
    if event is None or shown is None or event.instance != shown.id or event.event != "transition":
        return []
    data = event.data or {}
    return [str(data.get("from", "")), str(data.get("to", ""))]


def _store(shown: InstanceState | None, changes: Changes) -> Told:
    if shown is None:
        return {"fields": [], "absent": []}
    found = {c.name: c for c in changes if c.what == "store" and c.instance == shown.id}
    store, spec = shown.store, shown.spec
    rows = [
        {
            "name": name,
            "by": str(store.provenance_of(name) or ""),
            "type": type_of(spec, name),
            "value": _side(store.get(name)),
            **_mark(found.get(name)),
        }
        for name in in_order(store)
    ]
    gone = [c for name, c in found.items() if name not in store]
    rows += [{"name": c.name, "by": "", "type": "", "value": "", **_mark(c)} for c in gone]
    absent = [name for name in (*spec.params, *spec.state) if name not in store]
    return {"fields": rows, "absent": absent[:MAX_LISTED]}


def _mark(change: Change | None) -> Told:
    if change is None:
        return {"mark": "", "before": ""}
    before, after = _side(change.before), _side(change.after)
    if change.before is None or (not before and after):
        return {"mark": "new", "before": ""}
    return {"mark": "changed" if after else "cleared", "before": before}


# What was served ---------------------------------------------------------------------------------


def _serve(
    replay: Replay, state: ReplayState, shown: InstanceState | None, engine: Engine | None
) -> Told:
    if shown is None:
        return {"said": "No instance was started yet."}
    if engine is None:
        return {
            "said": "A log tells that a step was served, not the text. With the engine that ran "
            "it, the text is made again: SessionReplay(replay, engine)."
        }
    try:
        serve = replay.serve_at(state.seq, shown.id, engine)
    except CtxkitError as error:
        return {"error": f"{error} {error.hint}".strip()}
    return {**_sizes(serve, shown.spec), **_asked(serve)}


def _sizes(serve: Serve, spec: Spec) -> Told:
    colors = {segment.label: segment.color for segment in size_bar(serve).segments}
    return {
        "total": serve.total_bytes,
        "texts": sum(byte_length(lane.text) for lane in serve.lanes),
        "budget": effective_total(spec),
        "parts": [
            {
                "name": part_label(size.part),
                "bytes": size.bytes,
                "color": colors.get(part_label(size.part), "#868e96"),
            }
            for size in served_sizes(serve)
        ],
        "lanes": [
            {
                "name": lane.name,
                "bytes": byte_length(lane.text),
                "text": shorten(lane.text, MAX_TEXT),
            }
            for lane in serve.lanes[:MAX_LISTED]
        ],
        "cuts": len(serve.cuts),
    }


def _asked(serve: Serve) -> Told:
    schema = serve.report_schema or {}
    properties = schema.get("properties")
    fields = properties if isinstance(properties, dict) else {}
    options = serve.chooser.options if serve.chooser is not None else ()
    return {
        "goal": serve.goal,
        "failing": [{"name": f.name, "says": f.message} for f in serve.failing],
        "held": [] if serve.failing else list(serve.diagnostics),
        "missing": list(serve.missing),
        "by": str(serve.chooser.kind) if serve.chooser is not None else "",
        "choices": [
            {"choice": option.choice, "takes": _takes(option.collect)}
            for option in options[:MAX_LISTED]
        ],
        "asks": [
            {"name": name, "says": shorten(str(inner.get("description") or ""), 300)}
            for name, inner in list(fields.items())[:MAX_LISTED]
            if isinstance(inner, dict)
        ],
    }


def _takes(collect: tuple[tuple[str, bool], ...]) -> str:
    fields = tuple(CollectField(name=name, optional=optional) for name, optional in collect)
    return fields_text(fields).replace("`", "")


# The rest of the session -------------------------------------------------------------------------


def _reads(state: ReplayState, changes: Changes) -> Told:
    counted = Counter(state.reads.values())
    latest = list(state.reads.items())[::-1]
    new = [change.name for change in changes if change.what == "read"]
    ordered = [(name, state.reads[name]) for name in new if name in state.reads]
    ordered += [item for item in latest if item[0] not in new]
    return {
        "full": counted[ReadDepth.FULL],
        "summary": counted[ReadDepth.SUMMARY],
        "list": [
            {"entry": name, "full": depth is ReadDepth.FULL, "new": name in new}
            for name, depth in ordered[:MAX_LISTED]
        ],
    }


def _running(state: ReplayState) -> Told:
    running = state.running
    return {
        "running": [
            {"id": each.id, "procedure": each.procedure, "step": each.step}
            for each in running[-MAX_LISTED:]
        ],
        "counts": [len(running), state.count],
    }
