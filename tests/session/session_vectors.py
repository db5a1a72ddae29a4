"""Runs the session vectors: builds what they describe, carries out operations, gives results."""

from datetime import UTC, datetime, timedelta

from ctxkit.errors import CtxkitError
from ctxkit.graph.entry import parse_entry
from ctxkit.graph.provider import SourceGraphs
from ctxkit.procedure.parse import load_spec
from ctxkit.procedure.spec import Cap, InjectCall
from ctxkit.session.engine import Engine
from ctxkit.session.events import MemorySink
from tests.procedure.scripted import scripted_registry


class BreakableSink(MemorySink):
    broken = False

    def append(self, event):
        if self.broken:
            raise OSError("disk full")
        super().append(event)


class World:
    """Engine, procedures, sink and clock of one case."""

    def __init__(self, given):
        self.source = [parse_entry(e["id"], e["text"]) for e in given["graph"]]
        registry = scripted_registry(given["commands"], given["queries"], self.source)
        self.engine = Engine(
            registry,
            SourceGraphs(lambda: list(self.source)),
            template_values=given["template_values"],
        )
        self.specs = {
            canonical: load_spec(parse_entry(e["id"], e["text"]), registry)
            for canonical, e in given["specs"].items()
        }
        self.sink = BreakableSink()
        self._now = datetime(2026, 7, 2, 23, 0, 0, tzinfo=UTC)

    def clock(self):
        now = self._now
        self._now += timedelta(seconds=1)
        return now


def cut_wire(cut):
    names = ("dropped", "kept_bytes", "part", "pull", "total", "total_bytes")
    return cut and {name: getattr(cut, name) for name in names}


def serve_wire(serve, step):
    chooser = serve.chooser and {
        "chooser": serve.chooser.chooser,
        "kind": str(serve.chooser.kind),
        "options": [
            {
                "choice": o.choice,
                "collect": [{"name": n, "optional": opt} for n, opt in o.collect],
            }
            for o in serve.chooser.options
        ],
    }
    unsized = ("schema", "diagnostics")
    return {
        "instance": serve.instance,
        "procedure": serve.procedure,
        "status": str(serve.status),
        "outcome": serve.outcome,
        "step": serve.step,
        "goal": (step.goal or None) if serve.step else None,
        "unit": serve.unit,
        "lanes": [{"name": lane.name, "text": lane.text} for lane in serve.lanes],
        "missing": list(serve.missing),
        "failing": [f.name for f in serve.failing],
        "chooser": chooser,
        "produced": serve.produced,
        "sizes": [
            {"part": s.part, "bytes": None if s.part in unsized else s.bytes} for s in serve.sizes
        ],
        "cuts": [cut_wire(cut) for cut in serve.cuts],
    }


def store_wire(instance):
    return {
        "collected": instance.store.collected(),
        "export": {
            name: {"value": v.value, "provenance": str(v.provenance)}
            for name, v in instance.store.export().items()
        },
        "snapshot": instance.store.state_snapshot(),
        "status": str(instance.status),
        "step": instance.step,
    }


def run_op(world, session, op):
    try:
        return _run_op(world, session, op)
    except CtxkitError:
        return {"error": True}


def _served(session, serve):
    instance = session.instance(serve.instance)
    return serve_wire(serve, instance.current)


def _run_op(world, session, op):
    handle = op.get("instance")
    match op["op"]:
        case "start":
            spec = world.specs[op["procedure"]]
            return _served(session, session.start(spec, op["params"], op["parent"]))
        case "report":
            return _served(session, session.report(handle, op["fields"]))
        case "answer":
            words = op["userWords"]
            return _served(
                session, session.answer(handle, op["chooser"], op["choice"], op["fields"], words)
            )
        case "serve":
            return _served(session, session.serve(handle))
        case "store":
            return store_wire(session.instance(handle))
        case "inject":
            cap = Cap(max_bytes=op["max_bytes"], max_items=op["max_items"])
            call = InjectCall(fn=op["fn"], id=op["id"], args=op["args"] or {}, cap=cap)
            value, cut = session.inject(handle, call)
            return {"value": value, "cut": cut_wire(cut)}
        case "label":
            session.set_label(op["label"])
        case "log_read":
            session.log_read(op["tool"], op["full"] or [], op["summary"] or [])
        case "abandon":
            session.abandon(handle, op["reason"])
        case "park":
            session.park(handle, op["note"])
        case "break_sink":
            world.sink.broken = True
    return {"ok": True}
