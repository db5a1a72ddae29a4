"""Reads a procedure from its entry, with all problems at once (contract C, sections 3 and 4)."""

from __future__ import annotations

from ctxkit.diagnostics import Diagnostics
from ctxkit.errors import InvalidValueError
from ctxkit.gotext import trim_space
from ctxkit.graph.entry import Entry
from ctxkit.graph.places import Place
from ctxkit.graph.vocabulary import EntryType, ProcedureClass
from ctxkit.procedure.declarations import read_params, read_state
from ctxkit.procedure.functions import Functions
from ctxkit.procedure.gotemplate import TemplateError
from ctxkit.procedure.hints import near_hint
from ctxkit.procedure.problems import Problems, SpecError
from ctxkit.procedure.sections import RawMachine, SectionError, decode_machine
from ctxkit.procedure.sources import Sources
from ctxkit.procedure.spec import Spec, Unit, UnitLane
from ctxkit.procedure.steps import read_injects, read_steps
from ctxkit.procedure.units import RawUnit, scan_units
from ctxkit.procedure.warnings import warnings_of
from ctxkit.procedure.wiring import check_functions, check_wiring


def check_spec(entry: Entry, registry: Functions | None = None) -> tuple[Spec | None, Diagnostics]:
    """Read a procedure and say all that is wrong with it.

    Parameters
    ----------
    entry : Entry
        A decision of kind procedure.
    registry : Registry, optional
        Also checks that the functions which the procedure names exist and may be used so.

    Returns
    -------
    tuple of Spec or None, and Diagnostics
        ``None`` where there are problems.
    """
    problems = Problems(entry)
    sources = Sources()
    machine = _decode(entry, problems)
    if machine is None:
        return None, problems.done()
    spec = _build(entry, machine, problems, sources)
    if not problems and registry is not None:
        check_functions(spec, registry, problems, sources)
        spec._functions = registry
    if not problems:
        spec._warnings = (spec.steps, warnings_of(spec, entry, sources))
    return (None if problems else spec), problems.done()


def parse_spec(entry: Entry) -> Spec:
    """Read a procedure, whatever functions exist.

    Raises
    ------
    SpecError
        If anything is wrong with it; carries all problems.
    """
    return _loaded(entry, None)


def load_spec(entry: Entry, registry: Functions) -> Spec:
    """Read a procedure and check it against the functions that exist.

    Raises
    ------
    SpecError
        If anything is wrong with it; carries all problems.
    """
    return _loaded(entry, registry)


def validate_spec(spec: Spec, registry: Functions) -> Diagnostics:
    """Check the functions that a procedure names, as :func:`load_spec` does."""
    problems = Problems()
    check_functions(spec, registry, problems)
    return problems.done()


def _loaded(entry: Entry, registry: Functions | None) -> Spec:
    if not isinstance(entry, Entry):
        raise InvalidValueError(
            "not an entry", got=type(entry).__name__,
            hint="parse_entry(id, text) makes one of a text.",
        )  # fmt: skip
    spec, problems = check_spec(entry, registry)
    if spec is None:
        raise SpecError(problems, where=entry.file or f"entry {entry.id}")
    return spec


def _decode(entry: Entry, problems: Problems) -> RawMachine | None:
    """Return the machine as written, or note the one problem that stops everything."""
    if not entry.is_procedure:
        wrong = "kind" if entry.type is EntryType.DECISION else "type"
        place = entry.place_of(wrong) or entry.start
        problems.add_at("not-procedure", "entry", "not a decision of kind procedure", place)
    elif not trim_space(entry.canonical):
        place = entry.place_of("canonical") or entry.start
        problems.add_at("missing-canonical", "canonical", "has no stable name", place)
    elif not entry.machine:
        message = "has none of params, state, steps and framing"
        problems.add_at("no-machine", "entry", message, entry.start)
    else:
        try:
            return decode_machine(entry.machine)
        except SectionError as error:
            message = f"{error.what}; got {error.got}" if error.got else error.what
            found = entry.place_of_node(error.node) if error.node is not None else None
            place = found or entry.place_of_key(error.section) or entry.start
            problems.add_at("undecodable", error.section, message, place, hint=error.hint)
    return None


def _build(entry: Entry, machine: RawMachine, problems: Problems, sources: Sources) -> Spec:
    procedure_class = _read_class(entry, problems)
    if entry.serve_budget < 0:
        place = entry.place_of("serveBudget")
        problems.add_at("negative-serve-budget", "serveBudget", "is below zero", place)
    framing = read_injects(machine.framing, problems, sources, "framing[{}]")
    if framing and procedure_class is not ProcedureClass.SHELL:
        place = entry.place_of_key("framing")
        problems.add_at("framing-outside-shell", "framing", "only a shell frames a session", place)
    params = read_params(machine.params, problems)
    state = read_state(machine.state, params, problems)
    steps = read_steps(machine.steps, problems, sources)
    if not machine.steps:
        place = entry.place_of("steps") or entry.start
        problems.add_at("no-steps", "steps", "there is no step", place)
    units = _read_units(entry, problems)
    spec = Spec(
        entry_id=entry.id,
        canonical=entry.canonical,
        procedure_class=procedure_class or ProcedureClass.MOVE,
        params=params,
        state=state,
        steps=tuple(steps),
        serve_budget=entry.serve_budget,
        units=units,
        framing=tuple(framing),
    )
    check_wiring(spec, problems, sources)
    return spec


def _read_class(entry: Entry, problems: Problems) -> ProcedureClass | None:
    word = entry.procedure_class
    try:
        return ProcedureClass(word or "move")
    except ValueError:
        problems.add_at(
            "unknown-class", "class", f"{word!r} is no class", entry.place_of("class"),
            hint=near_hint(word, ProcedureClass),
        )  # fmt: skip
        return None


def _read_units(entry: Entry, problems: Problems) -> dict[str, Unit]:
    start = entry.body_start
    return {name: _read_unit(raw, start, problems) for name, raw in scan_units(entry.body).items()}


def _read_unit(raw: RawUnit, body: Place, problems: Problems) -> Unit:
    at = f"unit.{raw.name}"
    if raw.lanes and raw.head.text:
        place = _within(body, *raw.head.place_of(0))
        problems.add_at("text-before-lane", at, "text stands before the first lane", place)
    lanes: dict[str, UnitLane] = {}
    for lane in raw.all_lanes:
        if lane.name in lanes:
            place = _within(body, lane.line, lane.column)
            problems.add_at("duplicate-lane", at, f"lane {lane.name!r} is there twice", place)
        lanes[lane.name] = UnitLane(name=lane.name, text=lane.text)
        try:
            _ = lanes[lane.name].template
        except TemplateError as error:
            place = _within(body, *lane.place_of(error.at))
            problems.add_at("lane-template", f"{at}.{lane.name}", error.what, place)
    return Unit(lanes=tuple(lanes.values()))


def _within(body: Place, line: int, column: int) -> Place:
    """Return the place in the file of a line and column of the body, both from 0."""
    return Place(body.line + line, column + (body.column if line == 0 else 1))
