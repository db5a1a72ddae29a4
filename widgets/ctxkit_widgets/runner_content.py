"""What the panels of a :class:`ProcedureRunner` show, as plain data for their scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ctxkit.display.document import Cell, Column, Row, Table, count, shorten
from ctxkit.display.procedure.steps import target_text
from ctxkit.display.session.eventlog import EVENT_COLORS, OTHER_COLOR, clock_text, event_words
from ctxkit.display.session.store import value_text
from ctxkit.errors import CtxkitError
from ctxkit.graph.graph import Graph
from ctxkit.procedure.document import byte_length
from ctxkit.procedure.functions import ReadDepth
from ctxkit.procedure.schema import report_schema, start_schema
from ctxkit.procedure.spec import ChooserKind, Option, Spec, Step
from ctxkit.session.events import Event, EventType
from ctxkit.session.instance import Instance
from ctxkit.session.serve import Serve
from ctxkit.session.session import Session
from ctxkit.session.stop import Reason, Stop, StopKind
from ctxkit_widgets.forms import Schema, form_fields

MAX_LOGGED = 300  #: events that the log panel shows
MAX_SUGGESTED = 400  #: known values that a field offers
MAX_TEXT = 20_000  #: characters of a lane
MAX_SHORT = 120  #: characters of a value that a condition looks at


# Forms -------------------------------------------------------------------------------------------


def report_form(spec: Spec, step: Step) -> Schema:
    """Return the form of a report: what the step asks for, and apart from it all other fields."""
    schema = report_schema(spec, step)
    asked = [field.name for field in step.collect]
    edits = [n for n, d in spec.state.items() if d.patch_of in asked and n not in asked]
    first = [*asked, *edits]
    others = [name for name in spec.state if name not in first]
    required = schema.get("required", ())
    return {
        "fields": form_fields(schema, spec.state, first, required),
        "others": form_fields(schema, spec.state, others, ()),
    }


def answer_form(spec: Spec, step: Step) -> Schema:
    """Return the form of an answer: the options, each with its own fields."""
    schema = report_schema(spec, step)  # an option asks for state fields, as a report does
    return {
        "words": step.chooser is ChooserKind.USER,
        "options": [_option(spec, schema, option) for option in step.options],
    }


def _option(spec: Spec, schema: Schema, option: Option) -> Schema:
    names = [field.name for field in option.collect]
    required = [field.name for field in option.collect if not field.optional]
    notes = [f"leads to {target_text(option.to).replace('`', '')}"]
    if option.call:
        notes.append(f"runs {option.call}")
    if option.dispatch is not None:
        notes.append(f"hands down {', '.join(option.dispatch.seed.values())}")
    return {
        "choice": option.choice,
        "note": ", ".join(notes),
        "fields": form_fields(schema, spec.state, names, required),
    }


def start_form(spec: Spec) -> Schema:
    """Return the form of a start: the params, and apart from them the state fields."""
    schema = start_schema(spec)
    required = schema.get("required", ())
    state = [name for name in spec.state if name in schema["properties"]]
    return {
        "fields": form_fields(schema, spec.params, spec.params, required),
        "others": form_fields(schema, spec.state, state, ()),
    }


def suggestions(graph: Graph | None, session: Session) -> dict[str, list[dict[str, str]]]:
    """Return known values for the fields that take entries, topics or participants."""
    if graph is None:
        return {}
    names = [chain.head.canonical for chain in graph.actor_chains if chain.active and chain.head]
    people = dict.fromkeys(filter(None, [session.participant, *names]))
    entries = list(graph)[-MAX_SUGGESTED:]
    topics = sorted(graph.topics.values())[:MAX_SUGGESTED]
    return {
        "entries": [{"value": e.id, "label": entry_words(e)} for e in entries],
        "topics": [{"value": topic, "label": ""} for topic in topics],
        "participants": [{"value": name, "label": ""} for name in people],
    }


def entry_words(entry: Any) -> str:
    """Return the kind of an entry and what it says, on one line."""
    first = next(iter((entry.summary or entry.body).strip().splitlines()), "")
    return f"{entry.kind}: {shorten(first, 90)}"


# Where an instance stands ------------------------------------------------------------------------


def step_chips(instance: Instance, events: Sequence[Event]) -> list[Schema]:
    """Return the steps of an instance with how often it came to each."""
    visits: Counter[str] = Counter()
    for event in events:
        if event.instance == instance.id and event.data:
            if event.event == EventType.STARTED:
                visits[str(event.data.get("step"))] += 1
            elif event.event == EventType.TRANSITION:
                visits[str(event.data.get("to"))] += 1
    return [
        {
            "step": step.id,
            "visits": visits[step.id],
            "by": str(step.chooser),
            "now": instance.is_running and step.id == instance.step,
        }
        for step in instance.spec.steps
    ]


def stop_content(stop: Stop) -> Schema:
    """Return why an instance stands where it stands."""
    if stop.kind is StopKind.ENDED:
        tone, lead = ("good" if stop.outcome == "completed" else "bad"), "Ended"
        told = f"{stop.procedure} was {stop.outcome} at {stop.step}."
    elif stop.kind is not StopKind.GATE:
        tone, lead = "plain", f"Waits for the {stop.kind}"
        told = f"At {stop.step} the {stop.kind} chooses among {count(len(stop.choices), 'option')}."
    elif stop.held:
        tone, lead = "warn", f"Held at {stop.step}"
        told = "by " + ", ".join(reason.predicate for reason in stop.reasons)
    else:
        tone, lead = "good", "Nothing holds it"
        told = "Report anything, and it goes on" + (
            f" to {stop.leads_to}." if stop.leads_to else "."
        )
    reasons = [_reason(reason) for reason in stop.reasons]
    return {"tone": tone, "lead": lead, "told": told, "reasons": reasons}


def _reason(reason: Reason) -> Schema:
    truth = {True: "true", False: "false", None: "not known"}[reason.value]
    reads = [
        {"name": name, "value": "not there" if value is None else _short(value)}
        for name, value in reason.reads.items()
    ]
    return {
        "name": reason.predicate, "truth": truth, "message": reason.message, "reads": reads
    }  # fmt: skip


def _short(value: Any) -> str:
    return shorten(value_text(value), MAX_SHORT)


def serve_content(serve: Serve) -> Schema:
    """Return the texts of a serve, and what commands gave where it has ended."""
    lanes = [
        {"name": lane.name, "text": shorten(lane.text, MAX_TEXT), "bytes": byte_length(lane.text)}
        for lane in serve.lanes
    ]
    produced = [{"name": n, "value": value_text(v)} for n, v in (serve.produced or {}).items()]
    return {
        "goal": serve.goal,
        "lanes": lanes,
        "bytes": serve.total_bytes,
        "produced": produced if serve.produced is not None else None,
    }


# Starting another, and reading entries -----------------------------------------------------------


def start_content(
    session: Session, procedures: Mapping[str, Spec], procedure: str, parent: str
) -> Schema:
    """Return what can be started, and under which instance."""
    running = [i for i in session.instances if i.is_running]
    return {
        "procedures": list(procedures),
        "parents": [{"id": i.id, "name": f"{i.id} · {i.spec.canonical}"} for i in running],
        "handed": _handed(session, procedure, parent),
        **start_form(procedures[procedure]),
    }


def _handed(session: Session, procedure: str, parent: str) -> str:
    """Return what a parent hands down to an instance that is started under it."""
    instance = session.instance(parent)
    pending = instance.pending if instance is not None else None
    if pending is None or pending.procedure not in ("", procedure):
        return ""
    return f"{parent} hands down {', '.join(pending.seed)}."


def entry_content(graph: Graph | None, session: Session, last: Sequence[str]) -> Schema | None:
    """Return which entries were read, and the texts of those that were read last."""
    if graph is None or not len(graph):
        return None
    reads = session.reads
    return {
        "read": sum(depth is ReadDepth.FULL for depth in reads.values()),
        "texts": [
            {"name": entry.id, "words": entry_words(entry), "text": shorten(entry.body, MAX_TEXT)}
            for entry in map(graph.entry, last)
            if entry is not None
        ],
    }


def graph_of(session: Session) -> Graph | None:
    """Return the graph of a session; ``None`` where there is none, or it cannot be had."""
    try:
        return session.engine.graphs.current()
    except CtxkitError:
        return None


# The log -----------------------------------------------------------------------------------------


def log_content(events: Sequence[Event], since: int, whole: bool) -> Schema:
    """Return the last events of a log; those from ``since`` on followed the last operation."""
    first = max(0, len(events) - MAX_LOGGED)
    rows = [
        {
            "seq": event.seq,
            "time": clock_text(event.ts),
            "instance": event.instance,
            "event": event.event,
            "says": event_words(event),
            "color": EVENT_COLORS.get(event.event, OTHER_COLOR),
            "new": index >= since,
        }
        for index, event in enumerate(events[first:], first)
    ]
    return {"rows": rows, "total": len(events), "whole": whole}


def event_rows(events: Sequence[Event], caption: str) -> Table:
    """Return events as a table without times, which differ from run to run."""
    return Table(
        caption=caption,
        columns=[Column("#", "right"), Column("instance"), Column("event"),
                 Column("says", wide=True)],
        rows=(
            Row([f"{e.seq}", Cell(e.instance, code=True) if e.instance else "—", e.event,
                 event_words(e)])
            for e in events
        ),
        total=len(events),
        more=".events",
    )  # fmt: skip
