"""Procedures in the forms in which they come to hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.procedure.parse import parse_spec
from ctxkit.procedure.spec import Spec, Step

#: Procedures: by name, one, several, or as the entries that describe them.
Procedures = Mapping[str, Spec] | Graph | Spec | Entry | Iterable[Spec | Entry]


def as_procedures(given: Procedures) -> dict[str, Spec]:
    """Return procedures by their canonical name; entries are parsed.

    Raises
    ------
    InvalidValueError
        If something among them is no procedure.
    SpecError
        If an entry cannot be loaded.
    """
    if isinstance(given, Mapping):
        return {str(name): _as_spec(one) for name, one in given.items()}
    if isinstance(given, Graph):
        return as_procedures(given.procedures)
    if isinstance(given, (Spec, Entry)):
        return as_procedures([given])
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise _no_procedure(given)
    return {spec.canonical: spec for spec in map(_as_spec, given)}


def _as_spec(given: object) -> Spec:
    if isinstance(given, Entry):
        return parse_spec(given)
    if not isinstance(given, Spec):
        raise _no_procedure(given)
    return given


def as_step(spec: Spec, given: Step | str) -> Step:
    """Return a step of a procedure, given itself or by its ID.

    Raises
    ------
    UnknownNameError
        If the procedure has no step of that ID.
    InvalidValueError
        If it is neither.
    """
    if isinstance(given, Step):
        return given
    if not isinstance(given, str):
        raise InvalidValueError(
            "not a step", got=type(given).__name__, expected="a step, or its ID"
        )
    step = spec.step(given)
    if step is None:
        raise UnknownNameError.among("step", given, spec.step_by_id)
    return step


def _no_procedure(given: object) -> InvalidValueError:
    return InvalidValueError(
        "not a procedure", got=type(given).__name__, expected="a procedure, or its entry",
        hint="load_spec(entry, registry) makes a procedure of an entry.",
    )  # fmt: skip
