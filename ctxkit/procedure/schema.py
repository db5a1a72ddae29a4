"""What a step asks for, as JSON Schema (contract C, section 10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxkit.procedure.document import copy_document
from ctxkit.procedure.fragments import Schema, type_schema
from ctxkit.procedure.given import as_step
from ctxkit.procedure.spec import ChooserKind, Spec, Step, VarDecl


def field_schema(declared: VarDecl) -> Schema:
    """Return the schema of a state field, with its description; an optional one may be null."""
    schema = type_schema(declared.type)
    if declared.optional:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return schema | ({"description": declared.desc} if declared.desc else {})


def start_schema(spec: Spec) -> Schema:
    """Return the schema of what an instance can be started with: params, and state fields.

    Required are the params that are not optional. A field that edits another one is left out.
    """
    declared = spec.params | {n: d for n, d in spec.state.items() if not d.patch_of}
    schema = _closed(declared, declared)
    required = sorted(name for name, param in spec.params.items() if not param.optional)
    if required:
        schema["required"] = required
    document: Schema = copy_document(schema)
    return document


def report_schema(spec: Spec, step: Step | str | None) -> Schema:
    """Return the schema of a report at a step.

    All state fields may be reported at any step; required are those that the step collects.

    Parameters
    ----------
    spec : Spec
    step : Step, str or None
        A step or its ID; ``None`` for a step that does not exist: nothing is required.

    Returns
    -------
    dict
        A JSON Schema of its own.
    """
    schema = _closed(spec.state, spec.state)
    step = as_step(spec, step) if step is not None else None
    required = sorted(f.name for f in step.collect if not f.optional) if step is not None else []
    if required:
        schema["required"] = required
    document: Schema = copy_document(schema)
    return document


def answer_schema(spec: Spec, step: Step | str) -> Schema:
    """Return the schema of an answer at a chooser: which choice, and what it carries.

    The fields of all options are allowed and none is required here, since each option asks for
    its own. The step may be given by its ID.
    """
    step = as_step(spec, step)
    properties: Schema = {
        "chooser": {"type": "string", "const": step.id, "description": "The step answered."},
        "choice": {
            "type": "string",
            "enum": [option.choice for option in step.options],
            "description": "What was chosen.",
        },
    }
    required = ["choice", "chooser"]
    if step.chooser is ChooserKind.USER:
        properties["userWords"] = {"type": "string", "description": "The user's words, verbatim."}
        required.append("userWords")
    names = {field.name for option in step.options for field in option.collect}
    if names:
        fields = _closed(names, spec.state)
        properties["fields"] = fields | {"description": "What the chosen option asks for."}
    document: Schema = copy_document(
        {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }
    )
    return document


def _closed(names: Iterable[str], state: Mapping[str, VarDecl]) -> Schema:
    properties = {name: field_schema(state[name]) for name in names}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def step_schema(spec: Spec, step: Step) -> Schema:
    """Return the schema of what moves an instance on from a step."""
    return report_schema(spec, step) if step.is_gate else answer_schema(spec, step)
