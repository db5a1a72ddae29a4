"""A small procedure of every kind of step, and a session that ran it."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.parse import load_spec
from ctxkit.procedure.registry import Registry
from ctxkit.session.engine import Engine
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import MemorySink

SMALL = """---
type: decision
layer: process
kind: procedure
canonical: small
params:
  hint: {type: text, optional: true}
state:
  body: {type: prose, optional: true}
  edits: {type: list<search-replace>, optional: true, patchOf: body}
  goal: {type: text, optional: true}
  layer: {type: layer, optional: true, default: tac}
steps:
  - {id: write, collect: [body], serveDelta: [body], transitions: [{when: hasBody, to: ask}]}
  - id: ask
    chooser: user
    options:
      - {choice: confirm, call: confirmPlayback, to: close, dispatch: {seed: {goal: body}}}
      - {choice: change, collect: ["edits?", "body?"], to: write}
      - {choice: stop, to: end(abandoned)}
  - id: close
    collect: [goal]
    guard: playbackConfirmed and hasGoal
    op: stamp
    transitions: [{to: end(completed)}]
---

## unit: write
Write{{if .hint}} about {{.hint}}{{end}}.

## unit: ask
### lane: text
{{.body}}
### lane: question
Is this right?
"""


class Clock:
    """Tells one second more each time it is asked."""

    def __init__(self):
        self.now = datetime(2026, 7, 2, 23, 0, 0, tzinfo=UTC)

    def __call__(self):
        self.now += timedelta(seconds=1)
        return self.now


def small_registry():
    registry = Registry()

    @registry.command(writes=["stampId"])
    def stamp(ctx):
        """Stamp."""
        ctx.store.write_engine("stampId", f"for <{ctx.store.get('goal')}>")

    return registry


@lru_cache(maxsize=1)
def small_world():
    """Return an engine and its procedures by name."""
    registry = small_registry()
    spec = load_spec(parse_entry("20260701-090000-d-prc-sml", SMALL), registry)
    return Engine(registry), {"small": spec}


@lru_cache(maxsize=1)
def sample_log():
    """Return the log of a session with two instances, one of which reopened its confirmation."""
    engine, specs = small_world()
    sink = MemorySink()
    session = engine.new_session("s_small", "Noa", sink, clock=Clock())
    session.set_label("a small one")
    session.start(specs["small"], {"hint": "logs <&>"})
    session.log_read("show", ["20260701-090000-d-prc-sml"], ["20260701-090000-d-prc-abc"])
    session.report("i_1", {"body": "one two\nthree é\u2028"})
    session.answer("i_1", "ask", "confirm", {}, "yes")
    session.report("i_1", {"edits": [{"old": "two", "new": "2"}]})
    session.answer("i_1", "ask", "change", {"edits": [{"old": "one", "new": "1"}]}, "no")
    session.start(specs["small"], {"body": "x"}, parent="i_1")
    session.park("i_2", "later")
    session.report("i_1", {"goal": "g"})
    session.answer("i_1", "ask", "confirm", {}, "yes")
    session.serve("i_2")
    return EventLog.of(sink.events)
