"""A watch desk: a few entries, two procedures, and a session in which they are run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from ctxkit.graph.entry import parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.procedure.parse import parse_spec
from ctxkit.procedure.registry import Registry
from ctxkit.session.engine import Engine
from ctxkit.session.events import MemorySink
from ctxkit.session.session import Session

OBSERVE = "20260811-091500-d-prc-obs"
DESK = "20260811-090000-d-prc-dsk"
GAUGE = "20260812-101500-s-tac-gauge"

ENTRIES = {
    DESK: """---
type: decision
layer: process
kind: procedure
canonical: desk
class: shell
summary: The watch desk, from which everything else is started.
participants: [Noor]
framing:
  - {fn: registryList, args: {class: command}}
state:
  topic: {type: label, optional: true, desc: What the watch is about.}
  remark: {type: text, optional: true}
steps:
  - id: open
    chooser: agent
    goal: Ask what the watch is about, then start the procedure that fits.
    options:
      - {choice: observe, to: open, collect: [topic, remark?],
         dispatch: {procedure: observe, seed: {note: remark}}}
      - {choice: close, to: end(completed)}
---
## unit: open
Good watch. The topic is {{ .topic }}.
""",
    OBSERVE: """---
type: decision
layer: process
kind: procedure
canonical: observe
summary: Records what a gauge did, once the keeper has confirmed the wording.
participants: [Noor, Elif]
serveBudget: 9000
refs:
  - {id: 20260811-090000-d-prc-dsk, kind: builds-on, desc: started from the desk}
topics: [gauges/log]
params:
  station: {type: text, desc: Name of the station.}
  anchor: {type: entry-id, optional: true, desc: Entry that the observation belongs to.}
state:
  body: {type: prose, desc: "What was seen, in two to five sentences."}
  edits: {type: list<search-replace>, optional: true, patchOf: body}
  topics: {type: list<label>, optional: true, desc: Topics under which it is found.}
  confidence: {type: confidence, default: medium, desc: How sure the observer is.}
  note: {type: text, optional: true}
  refs: {type: list<ref>, optional: true, desc: What it rests on.}
steps:
  - id: gather
    collect: [body, refs?]
    inject: [{fn: recentReadings, id: readings, maxBytes: 1500}]
    guard: hasBody and (refsInspected or not hasRefs)
    transitions: [{when: hasTopics and hasConfidence, to: playback}, {otherwise: classify}]
  - id: classify
    chooser: agent
    options:
      - {choice: classified, to: playback, collect: [topics, confidence?]}
      - {choice: nothing to record, to: end(abandoned)}
  - id: playback
    chooser: user
    serveDelta: [body, topics, confidence]
    options:
      - {choice: confirm, to: write, call: confirmPlayback}
      - {choice: correct, to: gather, collect: [note]}
      - {choice: drop it, to: end(abandoned)}
  - id: write
    guard: playbackConfirmed
    op: newEntry
    transitions: [{otherwise: end(completed)}]
  - id: leftover
    render: gather
    transitions: [{otherwise: end(completed)}]
---
## unit: gather
### lane: task
Say what the gauge at {{ .station }} did. Take the readings as they are.
### lane: readings
{{ .readings }}

## unit: playback
Read this back to the keeper, word for word:

{{ .body }}

## unit: appendix
Shown nowhere.
""",
    GAUGE: """---
type: signal
layer: tactical
kind: gap
summary: The gauge at Hallam pier repeats its last value after a power cut.
participants: [Elif]
confidence: high
topics: [gauges/log, Power]
refs:
  - {id: 20260811-091500-d-prc-obs, kind: surfaced-by}
  - 20260801-080000-s-ops-gone
supersedes: [20260810-070000-s-tac-old]
---
After the power cut of 10 August the gauge sent 1.42 m for two hours.

The neighbouring gauge fell by 0.3 m in that time.
""",
    "20260810-070000-s-tac-old": """---
type: s
layer: tac
kind: gap
summary: A gauge hangs.
topics: [Power]
---
It hangs.
""",
    "20260813-120000-s-prc-elif": """---
type: signal
layer: process
kind: actor
canonical: Elif
aliases: [E. Kaya]
summary: Keeper of the pier gauges.
---
""",
    "20260813-130000-s-prc-ann": """---
type: signal
layer: process
kind: annotation
summary: Labels for the power cut.
refs: [{id: 20260812-101500-s-tac-gauge, kind: related}]
topics: [{label: incidents/power}]
---
""",
    "20260814-080000-d-tac-fix": """---
type: decision
layer: tactical
kind: plan
intent: settled
summary: Gauges mark values that were carried over.
closes: [20260812-101500-s-tac-gauge]
refs: [{id: 20260812-101500-s-tac-gauge, kind: addresses}]
---
## Acceptance criteria
- [ ] a carried value is marked
""",
}

BROKEN = """---
type: decision
kind: procedure
canonical: broken
class: dance
state: {a: {type: number}}
steps:
  - {id: one, guard: "hasBody and", transitions: [{otherwise: two}]}
  - {id: one, chooser: user}
---
"""


def ordinary_graph() -> Graph:
    return Graph(parse_entry(name, text) for name, text in ENTRIES.items())


def full_registry() -> Registry:
    registry = Registry()

    @registry.query(serve_safe=True)
    def recentReadings(ctx: Any, args: dict[str, Any]) -> str:  # noqa: N802
        """Return what the gauge sent last."""
        return "\n".join(f"08:{minute:02} 1.42 m" for minute in range(0, 60, 1)) * 4

    @registry.command(writes=["newEntryId"], mutates_graph=True)
    def newEntry(ctx: Any) -> None:  # noqa: N802
        """Write the entry."""
        ctx.store.write_engine("newEntryId", "20260815-070000-s-tac-new")

    return registry


def clock(start: str = "2026-08-15T07:00:00+00:00", step: int = 40) -> Callable[[], datetime]:
    """A clock that goes on by some seconds each time it is asked."""
    moment = datetime.fromisoformat(start).astimezone(UTC)

    def tick() -> datetime:
        nonlocal moment
        moment += timedelta(seconds=step)
        return moment

    return tick


def ordinary_session(sink: MemorySink | None = None) -> Session:
    """A session in which a confirmation was reopened by an edit."""
    graph = ordinary_graph()
    specs = {spec.canonical: spec for spec in map(parse_spec, graph.procedures)}
    engine = Engine(full_registry(), graph)
    session = engine.new_session("s_20260815", "Noor", sink, clock=clock())
    session.set_label("carried values at Hallam pier")
    session.start(specs["desk"])
    session.answer("i_1", "open", "observe", {"topic": "gauges/log", "remark": "second watch"})
    session.log_read("show", full=[GAUGE], summary=[OBSERVE, DESK])
    session.start(specs["observe"], {"station": "Hallam pier", "anchor": GAUGE}, parent="i_1")
    session.report("i_2", {"refs": [{"id": OBSERVE, "kind": "surfaced-by"}]})
    session.report("i_2", {"body": "The gauge sent one value for two hours.\nThen it fell."})
    session.log_read("show", full=[OBSERVE])
    session.report("i_2", {"confidence": "high"})
    session.answer("i_2", "classify", "classified", {"topics": ["gauges/log"]})
    session.answer("i_2", "playback", "correct", {"note": "say which gauge"}, "say which gauge")
    session.report("i_2", {"edits": [{"old": "The gauge", "new": "The pier gauge"}]})
    session.answer("i_2", "playback", "confirm", user_words="yes, that is it")
    session.start(specs["observe"], {"station": "Nab light"}, parent="i_1")
    session.abandon("i_3", "no readings from there")
    session.start(specs["observe"], {"station": "Wick lock"}, parent="i_1")
    session.report("i_4", {"body": "Nothing moved."})
    session.park("i_4", "waits for the keeper")
    return session
