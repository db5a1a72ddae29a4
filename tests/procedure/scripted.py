"""The scripted functions that vectors describe, and the wire form of specs in them."""

from ctxkit.errors import InvalidValueError
from ctxkit.graph.entry import parse_entry
from ctxkit.procedure.functions import Command, FuncClass, FuncDoc, Query, QueryBound
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.spec import Cap
from ctxkit.procedure.truncate import cut_head, cut_items


def _written_fields(script):
    names = set(script.get("writes", {}))
    for run in script.get("runs", []):
        names |= set(run)
    names |= {script[key] for key in ("count", "step_into") if key in script}
    return script.get("doc_writes") or sorted(names)


def scripted_command(name, script, source):
    runs = 0

    def run(ctx):
        nonlocal runs
        number, runs = runs, runs + 1
        if "state_try" in script:
            ctx.store.write_state(script["state_try"])
        writes = dict(sorted(script.get("writes", {}).items()))
        if script.get("runs"):
            writes |= dict(sorted(script["runs"][min(number, len(script["runs"]) - 1)].items()))
        if "count" in script:
            writes[script["count"]] = runs
        if "step_into" in script:
            writes[script["step_into"]] = ctx.step
        for field, value in writes.items():
            ctx.store.write_engine(field, value)
        if script.get("fail") and not (script.get("once") and number):
            raise InvalidValueError("scripted failure")
        source.extend(parse_entry(e["id"], e["text"]) for e in script.get("adds", []))

    doc = FuncDoc(name=name, func_class=FuncClass.COMMAND, writes=tuple(_written_fields(script)))
    return Command(doc=doc, fn=run, mutates_graph=script.get("mutates", False))


def scripted_query(name, script):
    def run(ctx, args):
        if script.get("fail"):
            raise InvalidValueError("scripted failure")
        if script.get("args"):
            return args
        if "echo_arg" in script:
            return args.get(script["echo_arg"])
        if "field" in script:
            return ctx.store.get(script["field"])
        if "items" in script:
            if "item_cap" in script:
                return cut_head(script["items"], script["item_cap"])
            if "byte_cap" in script:
                return cut_items(script["items"], lambda s: len(s.encode()), script["byte_cap"])
        return script.get("value")

    def pull(args, cut):
        text = script["pull"]
        if "pull_arg" in script:
            value = args.get(script["pull_arg"])
            text += " " + ("<nil>" if value is None else str(value))
        return text

    cap = Cap(max_bytes=script.get("max_bytes", 0), max_items=script.get("max_items", 0))
    bound = QueryBound(
        cap=cap,
        pull=pull if "pull" in script else None,
        **({"part": script["part"]} if script.get("part") else {}),
    )
    doc = FuncDoc(name=name, func_class=FuncClass.QUERY)
    return Query(doc=doc, fn=run, serve_safe=script.get("serve_safe", False), bound=bound)


def scripted_registry(commands, queries, source=None):
    registry = Registry()
    source = [] if source is None else source
    for name, script in (commands or {}).items():
        registry.register_command(scripted_command(name, script, source))
    for name, script in (queries or {}).items():
        registry.register_query(scripted_query(name, script))
    return registry


def _decl_wire(declared):
    wire = {"type": str(declared.type), "optional": declared.optional, "desc": declared.desc}
    if declared.default is not None:
        wire["default"] = declared.default
    if declared.patch_of:
        wire["patch_of"] = declared.patch_of
    return wire


def _inject_wire(inject):
    return {
        "id": inject.effective_id,
        "fn": inject.fn,
        "args": inject.args or None,
        "max_bytes": inject.cap.max_bytes,
        "max_items": inject.cap.max_items,
    }


def _collect_wire(fields):
    return [{"name": f.name, "optional": f.optional} for f in fields]


def _transition_wire(transition):
    if transition.otherwise:
        return {"otherwise": True, "to": transition.to}
    return {
        "when": transition.when.source,
        "predicates": list(transition.when.predicates()),
        "to": transition.to,
    }


def _option_wire(option):
    wire = {
        "choice": option.choice,
        "call": option.call,
        "collect": _collect_wire(option.collect),
        "to": option.to,
        "dispatch": None,
    }
    if option.dispatch:
        wire["dispatch"] = {"procedure": option.dispatch.procedure, "seed": option.dispatch.seed}
    return wire


def spec_wire(spec):
    return {
        "canonical": spec.canonical,
        "class": str(spec.procedure_class),
        "entry": spec.entry_id,
        "serve_budget": spec.serve_budget,
        "params": {name: _decl_wire(d) for name, d in spec.params.items()},
        "state": {name: _decl_wire(d) for name, d in spec.state.items()},
        "framing": [_inject_wire(i) for i in spec.framing],
        "units": {
            name: [{"name": lane.name, "text": lane.text} for lane in unit.lanes]
            for name, unit in spec.units.items()
        },
        "steps": [
            {
                "id": step.id,
                "chooser": str(step.chooser),
                "collect": _collect_wire(step.collect),
                "goal": step.goal,
                "guard": step.guard
                and {"src": step.guard.source, "predicates": list(step.guard.predicates())},
                "inject": [_inject_wire(i) for i in step.inject],
                "op": step.op,
                "options": [_option_wire(o) for o in step.options],
                "render": step.render,
                "serve_delta": list(step.serve_delta),
                "transitions": [_transition_wire(t) for t in step.transitions],
            }
            for step in spec.steps
        ],
    }
