"""Forms made from JSON schemas: which control each field gets, and what a filled-in form says."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.procedure.spec import Spec, VarDecl
from ctxkit.procedure.types import BaseType
from ctxkit.session.instance import Instance
from ctxkit.session.store import Store

Schema = dict[str, Any]
Values = dict[str, Any]

#: Texts that take more than a line.
_LONG = {BaseType.TEXT: 2, BaseType.PROSE: 5, BaseType.SEARCH_REPLACE: 2}
#: Which list of known values helps with a type.
_SUGGESTED = {
    BaseType.ENTRY_ID: "entries",
    BaseType.REF: "entries",
    BaseType.INVOLVEMENT: "entries",
    BaseType.LABEL: "topics",
    BaseType.PARTICIPANT: "participants",
}


class _Absent:
    """What an empty control says."""


_ABSENT = _Absent()


# Which control a field gets ----------------------------------------------------------------------


def form_fields(
    schema: Schema, declared: Mapping[str, VarDecl], names: Iterable[str], required: Iterable[str]
) -> list[Schema]:
    """Return the description of some fields of a form.

    Parameters
    ----------
    schema : dict
        JSON schema of an object.
    declared : mapping
        Declarations of the fields; a schema does not tell a label from a text.
    names, required : iterable of str
        The fields wanted, in their order, and those of them that must be filled in.
    """
    needed = set(required)
    return [
        {
            "name": name,
            "type": str(declared[name].type),
            "help": schema["properties"][name].get("description", ""),
            "required": name in needed,
            "control": control_of(schema["properties"][name], declared[name].type.base),
        }
        for name in names
    ]


def control_of(schema: Schema, base: BaseType) -> Schema:
    """Return the control for values of a schema.

    Its ``kind`` is ``line``, ``text``, ``day``, ``number``, ``choice``, ``yesno``, ``list``,
    ``object``, or ``json`` for what no other control can hold.
    """
    schema = _without_null(schema)
    match schema.get("type"):
        case "boolean":
            return {"kind": "yesno"}
        case "integer" | "number":
            return {"kind": "number"}
        case "string":
            return _string_control(schema, base)
        case "array" if (item := control_of(schema["items"], base))["kind"] != "json":
            return {"kind": "list", "item": item}
        case "object" if schema.get("properties"):
            return _object_control(schema, base)
    return {"kind": "json"}


def _without_null(schema: Schema) -> Schema:
    for inner in schema.get("anyOf", ()):
        if inner.get("type") != "null":
            return dict(inner)
    return schema


def _string_control(schema: Schema, base: BaseType) -> Schema:
    if "enum" in schema:
        return {"kind": "choice", "choices": schema["enum"]}
    pattern = schema.get("pattern", "")
    if pattern == r"^\d{4}-\d{2}-\d{2}$":
        return {"kind": "day"}
    if base in _LONG:
        return {"kind": "text", "rows": _LONG[base]}
    # Within a value of more parts only the IDs are among the known entries.
    suggests = _SUGGESTED.get(base, "")
    return {"kind": "line", "suggest": suggests if suggests != "entries" or pattern else ""}


def _object_control(schema: Schema, base: BaseType) -> Schema:
    needed = schema.get("required", ())
    fields = [
        {
            "name": name,
            "help": inner.get("description", ""),
            "required": name in needed,
            "control": control_of(inner, base),
        }
        for name, inner in schema["properties"].items()
    ]
    if any(field["control"]["kind"] == "json" for field in fields):
        return {"kind": "json"}
    return {"kind": "object", "fields": fields}


# What a filled-in form says ----------------------------------------------------------------------


def shown_values(fields: Iterable[Schema], values: Mapping[str, Any]) -> Values:
    """Return what the controls of a form hold for some values."""
    return {
        field["name"]: _json_text(values[field["name"]])
        if field["control"]["kind"] == "json"
        else values[field["name"]]
        for field in fields
        if values.get(field["name"]) is not None
    }


def _json_text(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def said_values(fields: Iterable[Schema], held: Mapping[str, Any]) -> Values:
    """Return what the controls of a form say; a field left empty is not there.

    Raises
    ------
    InvalidValueError
        If a control for JSON holds something else.
    """
    said = {}
    for field in fields:
        value = _said(field["control"], held.get(field["name"]), field["name"])
        if value is not _ABSENT:
            said[field["name"]] = value
    return said


def _said(control: Schema, held: Any, name: str) -> Any:
    if held is None or held == "":
        return _ABSENT
    match control["kind"]:
        case "json":
            return _parsed(held, name)
        case "list" if isinstance(held, list | tuple):
            items = (_said(control["item"], item, name) for item in held)
            return [item for item in items if item is not _ABSENT] or _ABSENT
        case "object" if isinstance(held, Mapping):
            return _said_object(control["fields"], held, name)
    return held


def _said_object(fields: list[Schema], held: Mapping[str, Any], name: str) -> Any:
    parts = {part["name"]: _said(part["control"], held.get(part["name"]), name) for part in fields}
    found = {key: value for key, value in parts.items() if value is not _ABSENT}
    if not found:
        return _ABSENT
    # A part that must be there is said to be an empty text, so that the engine can judge it.
    for part in fields:
        if part["required"] and part["control"]["kind"] in ("line", "text"):
            found.setdefault(part["name"], "")
    return {part["name"]: found[part["name"]] for part in fields if part["name"] in found}


def _parsed(held: Any, name: str) -> Any:
    if not isinstance(held, str):
        return held
    try:
        return json.loads(held)
    except ValueError as error:
        raise InvalidValueError(f"not JSON: {error}", where=f"state.{name}") from None


def changed_values(
    fields: Iterable[Schema], held: Mapping[str, Any], said: Values, store: Store
) -> Values:
    """Return what differs from what a store holds.

    A field that is held and says nothing gets a value that empties it; one that is not held stays
    as it is. A field that edits another is never in a store, and differs where it is filled in.
    """
    changed = {}
    for field in fields:
        name = field["name"]
        if name in said:
            if name not in store or said[name] != store.get(name):
                changed[name] = said[name]
        elif name in held and store.has(name):
            changed[name] = _emptied(store.spec, name)
    return changed


def _emptied(spec: Spec, name: str) -> Any:
    declared = spec.state[name]
    if declared.optional:
        return None
    return [] if declared.type.is_list else ""


# What is wrong with it ---------------------------------------------------------------------------


def state_errors(instance: Instance, sent: Mapping[str, Any]) -> dict[str, str]:
    """Return why state fields would be refused, each looked at by itself."""
    return _refused(sent, lambda name, value: instance.store.clone().write_state({name: value}))


def start_errors(spec: Spec, sent: Mapping[str, Any]) -> dict[str, str]:
    """Return why inputs of a start would be refused, each looked at by itself."""
    declared = spec.params | spec.state

    def check(name: str, value: Any) -> None:
        if name in declared:
            declared[name].type.validate_value(value)

    missing = (n for n, d in spec.params.items() if not d.optional and n not in sent)
    return dict.fromkeys(missing, "Needed to start.") | _refused(sent, check)


def _refused(sent: Mapping[str, Any], check: Callable[[str, Any], Any]) -> dict[str, str]:
    errors = {}
    for name, value in sent.items():
        try:
            check(name, value)
        except CtxkitError as error:
            errors[name] = error_words(error)
    return errors


def error_words(error: CtxkitError, *, where: bool = False) -> str:
    """Return an error for a place beside its control, which says where it is."""
    parts = [f"{error.where}: {error.what}" if where and error.where else error.what]
    if error.got:
        parts.append(f"got {error.got}")
    if error.expected:
        parts.append(f"expected {error.expected}")
    text = "; ".join(parts)
    text = text[:1].upper() + text[1:]
    return f"{text.removesuffix('.')}. {error.hint}".strip()
