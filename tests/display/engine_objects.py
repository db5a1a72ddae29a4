"""Entries, procedures, sessions and logs to show: ordinary, empty, huge and hostile."""

from __future__ import annotations

import json
from typing import Any

from ctxkit.graph.entry import parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.procedure.guard import Both, GuardExpr, Name, Not, parse_guard
from ctxkit.procedure.parse import check_spec, parse_spec
from ctxkit.procedure.spec import ChooserKind, InjectCall, Option, Spec, Step, Transition, VarDecl
from ctxkit.procedure.truncate import Cut
from ctxkit.procedure.truth import GuardTruth, explain_guard
from ctxkit.procedure.types import BaseType, VarType
from ctxkit.session.changes import Change, Changes, changes_between
from ctxkit.session.compare import compare_logs
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event, MemorySink, format_time
from ctxkit.session.instance import Instance, InstanceStatus
from ctxkit.session.listing import SessionList, SessionRow, describe_log
from ctxkit.session.logread import read_log
from ctxkit.session.replay import Replay
from ctxkit.session.serve import PartSize, Serve, ServeLane
from ctxkit.session.serves import PastServe, Serves
from ctxkit.session.stop import Reason, Stop, StopKind, explain_stop
from ctxkit.session.store import ExportedValue, Provenance, Store
from ctxkit.session.verify import verify_log
from tests.display.watch_desk import (
    BROKEN,
    DESK,
    GAUGE,
    OBSERVE,
    clock,
    full_registry,
    ordinary_graph,
    ordinary_session,
)


def engine_objects() -> dict[str, Any]:
    """The ordinary objects."""
    graph = ordinary_graph()
    session = ordinary_session()
    observe = parse_spec(graph.entry(OBSERVE))  # type: ignore[arg-type]
    guard = parse_guard("hasBody and (refsInspected or not hasRefs) and noHighFindings")
    held = ordinary_session()
    sink = MemorySink()
    ordinary_session(sink)
    log = EventLog.of(sink.events)
    procedures = [parse_spec(entry) for entry in graph.procedures]
    replay = Replay(log, procedures)
    torn = read_log(sink.to_text() + '{"v":1,"ts":"2026', file="torn.jsonl")
    other = EventLog.of(_edited(event) for event in sink.events[:30])
    held_serve = held.start(observe, {"station": "Wick lock"})
    instance = session.instance("i_2")
    assert instance is not None
    return {
        "graph": graph,
        "entry": graph.entry(GAUGE),
        "procedure entry": graph.entry(OBSERVE),
        "procedure": observe,
        "shell procedure": parse_spec(graph.entry(DESK)),  # type: ignore[arg-type]
        "problems": check_spec(parse_entry(OBSERVE, BROKEN, file="broken.md"))[1],
        "circling procedure": observe.with_step("gather", guard=None, transitions=(
            Transition(to="gather"),)),
        "step": observe.steps[0],
        "choice step": observe.steps[2],
        "guard": guard,
        "guard truth": explain_guard(guard, {"hasBody": True, "refsInspected": False,
                                             "hasRefs": True}, title="step gather"),
        "registry": full_registry(),
        "engine": Engine(full_registry(), graph),
        "store": instance.store,
        "instance": instance,
        "session": session,
        "serve at a gate": held_serve,
        "serve at a choice": session.serve("i_4"),
        "stop at a gate": explain_stop(held, held_serve.instance),
        "stop at a choice": explain_stop(session, "i_4"),
        "stop of an ended one": explain_stop(session, "i_2"),
        "serve of an ended one": session.serve("i_2"),
        "event log": log,
        "torn log": torn,
        "replay": replay,
        "replay of only a log": Replay(other),
        "moment": replay.at(21),
        "changes": replay.changes(9),
        "changes of an answer": replay.changes(19),
        "serves": replay.serves(Engine(full_registry(), graph)),
        "serves that fail": Replay(other, procedures).serves(),
        "moment of an instance": replay.at(21).instances["i_2"],
        "verification": verify_log(log, procedures, Engine(full_registry(), graph)),
        "verification of a changed log": verify_log(other, procedures, Engine()),
        "comparison": compare_logs(log, other),
        "comparison with itself": compare_logs(log, log),
        "sessions": _listing([log, other]),
    }  # fmt: skip


def _edited(event: Event) -> Event:
    """The event as it is after somebody changed the log by hand."""
    data = event.data
    if event.event == "transition" and data and data["to"] == "playback":
        data = data | {"to": "write"}
    return Event(event.v, event.ts, "s_edited", event.seq, event.instance, event.event, data)


def _listing(logs: list[EventLog]) -> SessionList:
    rows = [describe_log(log, file=f"{log.session}.jsonl") for log in logs]
    broken = SessionRow(
        file="broken.jsonl.gz", path="", problem="damaged: not a gzip file", errors=1
    )
    return SessionList([*rows, broken], folder="logs/2026")


def engine_records(hostile: str = "") -> dict[str, Any]:
    """Single events and changes, whose plain display is one line."""
    values = {name: f"{name} {hostile}" * 90 for name in ("body", hostile or "note")}
    fields = Event(1, "2026-07-02T23:00:00Z", hostile or "s", 7, hostile or "i_1", "report",
                   {"step": hostile or "write", "fields": values})  # fmt: skip
    before = ExportedValue({hostile or "a": [hostile]}, Provenance.PARAM)
    return {
        "event": fields,
        "event without data": Event(1, hostile, "", 1, "", hostile or "served", None),
        "change": Change("store", hostile or "i_1", hostile or "body", before, None),
        "change of a step": Change("step", "i_1", "", hostile or "write", "ask"),
    }


def empty_engine_objects() -> dict[str, Any]:
    """The same kinds with nothing in them."""
    spec = Spec(entry_id="", canonical="")
    session = Engine().new_session("")
    return {
        "graph": Graph(),
        "entry": parse_entry(DESK, "---\ntype: d\n---"),
        "procedure": spec,
        "step": Step(id="only"),
        "guard truth": explain_guard("a", {}),
        "store": Store(spec),
        "instance": Instance("i_1", spec, Store(spec), "somewhere", ""),
        "session": session,
        "serve": Serve(instance="", procedure="", status=InstanceStatus.RUNNING),
        "stop": Stop("", "", "", StopKind.GATE),
        "event log": EventLog.of([]),
        "replay": Replay(EventLog.of([])),
        "moment": Replay(EventLog.of([])).start,
        "changes": Changes(),
        "serves": Replay(EventLog.of([])).serves(),
        "verification": verify_log(EventLog.of([]), []),
        "comparison": compare_logs(EventLog.of([]), EventLog.of([])),
        "sessions": SessionList(),
    }


def huge_engine_objects() -> dict[str, Any]:
    """The same kinds with thousands of long parts."""
    long = "very-long-name-" * 20
    steps = tuple(
        Step(
            id=f"s{number}{long}",
            guard=parse_guard(" and ".join(f"p{n}_{number}" for n in range(60))),
            inject=tuple(InjectCall(fn=f"query{n}") for n in range(30)),
            transitions=(Transition(to=f"s{number + 1}{long}"),),
        )
        for number in range(3_000)
    )
    state = {f"f{n}{long}": VarDecl(type=VarType(BaseType.TEXT), desc="d" * 900)
             for n in range(3_000)}  # fmt: skip
    spec = Spec(entry_id=OBSERVE, canonical="huge", steps=steps, state=state)
    store = Store(spec)
    store.write_state(dict.fromkeys(state, "value " * 400))
    entries = [
        parse_entry(
            f"2026{1 + n % 12:02}{1 + n % 28:02}-{n % 24:02}0000-s-tac-n{n}",
            f"---\ntype: s\nlayer: tac\nkind: gap\nsummary: {'s' * 900}\n"
            f"topics: [t{n}]\n---\n{'body ' * 3000}",
        )
        for n in range(3_000)
    ]
    lanes = tuple(ServeLane(f"lane{n}", "text " * 2000) for n in range(400))
    session = Engine().new_session("huge")
    tiny = Spec(entry_id=DESK, canonical="tiny", steps=(Step(
        id="a", chooser=ChooserKind.AGENT, options=(Option(choice="x", to="a"),)),))  # fmt: skip
    for _ in range(2_000):
        session.start(tiny)
    session.log_read("show", full=[e.id for e in entries])
    events = _many_events(60_000)
    log = EventLog.of(events)
    unknown = EventLog.of(_edited(event) for event in events[:9_000])
    return {
        "event log": log,
        "replay": Replay(log),
        "moment": Replay(log).end,
        "changes": changes_between(Replay(log).start, Replay(log).end),
        "serves": Replay(log[:20_000], ordinary_graph()).serves(Engine(full_registry())),
        "verification": verify_log(unknown, [parse_spec(e) for e in ordinary_graph().procedures]),
        "comparison": compare_logs(log, unknown),
        "sessions": SessionList([describe_log(unknown, file=f"{n}.jsonl") for n in range(4)] * 800,
                                folder="logs"),
        "graph": Graph(entries),
        "procedure": spec,
        "store": store,
        "instance": Instance("i_1", spec, store, steps[5].id, ""),
        "session": session,
        "stop": Stop(
            "i_1", "huge", long, StopKind.GATE, missing=tuple(state),
            reasons=tuple(Reason(f"p{n}", False, "m" * 900, {"f": "v" * 900}) for n in range(900)),
            guards=tuple(explain_guard(s.guard, {}) for s in steps[:200] if s.guard is not None),
        ),
        "serve": Serve(
            instance="i_1", procedure="huge", status=InstanceStatus.RUNNING, lanes=lanes,
            missing=tuple(state), sizes=tuple(PartSize(f"lane:{x.name}", 10_000) for x in lanes),
        ),
    }  # fmt: skip


def _many_events(number: int) -> list[Event]:
    """The ordinary log again and again, with instances of their own."""
    sink = MemorySink()
    ordinary_session(sink)
    tick = clock(step=3)
    events: list[Event] = []
    while len(events) < number:
        shift = 4 * (len(events) // len(sink.events))
        for event in sink.events:
            handle = event.instance and f"i_{int(event.instance[2:]) + shift}"
            events.append(
                Event(1, format_time(tick()), event.session, len(events) + 1, handle, event.event,
                      event.data)
            )  # fmt: skip
    return events


def large_engine_objects() -> dict[str, Any]:
    """Kinds that are too large to show as a whole, but are no tables."""
    nested: Any = Name("a")
    for _ in range(150):
        nested = Not(Both("or", Name("b"), nested))
    return {
        "wide guard": parse_guard(" or ".join(f"p{n}" for n in range(600))),
        "deep guard truth": GuardTruth(GuardExpr("deep", nested), {"a": True, "b": False}),
    }


def hostile_engine_objects(hostile: str) -> dict[str, Any]:
    """The same kinds in which every text is hostile."""
    var = VarDecl(type=VarType(BaseType.TEXT), desc=hostile, default=hostile)
    guard = GuardExpr(hostile, Both("and", Name(hostile), Not(Name(hostile))))
    gate = Step(
        id=hostile, goal=hostile, guard=guard, op=hostile, serve_delta=(hostile,),
        inject=(InjectCall(fn=hostile, id=hostile + "x", args={hostile: hostile}),),
        transitions=(Transition(to=hostile, when=guard), Transition(to="end(completed)")),
    )  # fmt: skip
    choice = Step(
        id=hostile + "2", chooser=ChooserKind.USER,
        options=(Option.model_validate({
            "choice": hostile, "to": hostile, "call": hostile,
            "collect": [{"name": hostile}],
            "dispatch": {"procedure": hostile, "seed": {hostile: hostile}}}),),
    )  # fmt: skip
    spec = Spec.model_validate({
        "entry_id": hostile, "canonical": hostile, "params": {hostile + "p": var},
        "state": {hostile: var}, "steps": (gate, choice),
        "units": {hostile: {"lanes": [{"name": hostile, "text": hostile}]}},
    })  # fmt: skip
    store = Store(spec)
    store.write_state({hostile: hostile})
    store.write_engine(hostile + "e", {hostile: hostile})
    instance = Instance(hostile, spec, store, hostile, hostile)
    front = json.dumps(hostile.encode("utf-8", "replace").decode())
    text = (
        f"---\ntype: s\nlayer: {front}\nkind: {front}\nsummary: {front}\ncanonical: {front}\n"
        f"participants: [{front}]\ntopics: [{front}]\naliases: [{front}]\n"
        f"refs: [{{id: {front}, kind: related, desc: {front}}}]\nclass: {front}\n---\n"
        + hostile.encode("utf-8", "replace").decode()
    )
    entry = parse_entry(GAUGE, text, file="<b>.md")
    session = Engine(template_values={}).new_session(hostile, hostile)
    session.label = hostile
    session._by_id[hostile] = instance
    session._order.append(hostile)
    session.log_read(hostile, full=[hostile], summary=[hostile + "s"])
    log = EventLog.of(_hostile_events(hostile))
    log.metadata, log.path, log.skipped = {"ID": hostile}, f"{hostile}.jsonl", {hostile: 3}
    replay = Replay(log, [spec])
    return {
        "stop": Stop(
            hostile, hostile, hostile, StopKind.GATE, missing=(hostile,), leads_to=hostile,
            reasons=(Reason(hostile, False, hostile, {hostile: hostile}),),
            guards=(explain_guard(guard, {hostile: True}, title=hostile),),
        ),
        "event log": log,
        "replay": replay,
        "moment": replay.end,
        "changes": changes_between(replay.start, replay.end),
        "serves": Serves((PastServe(2, 3, hostile, hostile, hostile, 7, problem=hostile),), log),
        "moment of an instance": replay.end.instances[hostile],
        "verification": verify_log(log, [spec]),
        "comparison": compare_logs(log, log[:3]),
        "sessions": SessionList([describe_log(log, file=hostile),
                                 SessionRow(file=hostile, path="", problem=hostile)], hostile),
        "graph": Graph([entry]),
        "entry": entry,
        "procedure": spec,
        "step": gate,
        "choice step": choice,
        "guard": guard,
        "guard truth": GuardTruth(guard, {hostile: None}, {hostile: hostile}, hostile),
        "store": store,
        "instance": instance,
        "session": session,
        "serve": Serve(
            instance=hostile, procedure=hostile, status=InstanceStatus.RUNNING, step=hostile,
            goal=hostile, unit=hostile, lanes=(ServeLane(hostile, hostile),),
            diagnostics=(hostile,), missing=(hostile,), report_schema={hostile: hostile},
            produced={hostile: hostile}, sizes=(PartSize(f"lane:{hostile}", 7),),
            cuts=(Cut(hostile, 1, 2, 3, 4, hostile),),
        ),
    }  # fmt: skip


def _hostile_events(hostile: str) -> list[Event]:
    started = {"procedure": hostile, "entry": hostile, "step": hostile, "parent": hostile,
               "params": {hostile + "p": hostile}}  # fmt: skip
    said: list[tuple[str, dict[str, Any]]] = [
        ("session_meta", {"participant": hostile}),
        ("labeled", {"label": hostile}),
        ("started", started),
        ("report", {"step": hostile, "fields": {hostile: hostile}}),
        ("chooser_answer", {"chooser": hostile, "choice": hostile, "userWords": hostile}),
        ("transition", {"from": hostile, "to": hostile, "reopen": True}),
        ("transition", {"from": hostile, "to": hostile + "nowhere"}),
        ("parked", {"step": hostile, "note": hostile}),
        ("read", {"tool": hostile, "full": [hostile]}),
        (hostile, {hostile: [hostile]}),
        ("op_result", {"fn": hostile, "writes": {hostile: {hostile: None}}}),
    ]
    return [
        Event(
            1, f"2026-08-15T07:00:{seq:02}Z", hostile, seq, hostile if seq > 2 else "", kind, data
        )
        for seq, (kind, data) in enumerate(said, 1)
    ]
