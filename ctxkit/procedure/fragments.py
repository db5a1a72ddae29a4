"""JSON Schema of the variable types (contract C, section 10.2)."""

from __future__ import annotations

from typing import Any

from ctxkit.graph.vocabulary import CONFIDENCES, INTENTS, KINDS, LAYER_NAMES, LAYERS, REF_KINDS
from ctxkit.procedure.types import BaseType, VarType

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
# Stricter than what is accepted: it shows what IDs look like where they are made today.
_ENTRY_ID: Schema = {
    "type": "string",
    "pattern": r"^\d{8}-\d{6}-[sd]-(stg|cpt|tac|ops|prc)-[a-z0-9]+$",
}
_DAY: Schema = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}


def _enum(words: tuple[str, ...]) -> Schema:
    return {"type": "string", "enum": list(words)}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    """Return the schema of an object that has no other keys."""
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = list(required)
    return schema | more


def _findings(**properties: Schema) -> Schema:
    return _list({"type": "object", "properties": properties})


_WHEN = _object({"from": _DAY, "to": _DAY}, minProperties=1)
_INJECT = _object(
    {
        "id": _TEXT,
        "fn": _TEXT,
        "args": {"type": "object"},
        "maxBytes": _COUNT,
        "maxItems": _COUNT,
    },
    ("fn",),
)
_OPTION = _object(
    {
        "choice": _TEXT,
        "call": _TEXT,
        "collect": _list(_TEXT),
        "to": _TEXT,
        "dispatch": _object(
            {
                "procedure": _TEXT,
                "seed": {"type": "object", "additionalProperties": _TEXT},
            },
            ("seed",),
        ),
    },
    ("choice", "to"),
)
_STEP = _object(
    {
        "id": _TEXT,
        "collect": _list(_TEXT),
        "inject": _list(_INJECT),
        "render": _TEXT,
        "chooser": _enum(("gate", "agent", "user")),
        "options": _list(_OPTION),
        "guard": _TEXT,
        "op": _TEXT,
        "transitions": _list(_object({"when": _TEXT, "to": _TEXT, "otherwise": _TEXT})),
        "goal": _TEXT,
        "serveDelta": _list(_TEXT),
    },
    ("id",),
)
_DECLARATION = _object(
    {"type": _TEXT, "optional": {"type": "boolean"}, "desc": _TEXT, "default": {}}, ("type",)
)


def _declarations(description: str) -> Schema:
    return {
        "type": "object",
        "additionalProperties": _DECLARATION,
        "description": description,
    }


_MACHINE = _object(
    {
        "params": _declarations("Inputs that are fixed when the procedure starts."),
        "state": _declarations("Fields that reports may write."),
        "steps": _list(_STEP),
        "framing": _list(_INJECT),
        "serveBudget": _COUNT | {"description": "Bytes that the largest serve may have in all."},
    },
    ("steps",),
)

_FRAGMENTS: dict[BaseType, Schema] = {
    BaseType.BOOL: {"type": "boolean"},
    BaseType.ENTRY_ID: _ENTRY_ID,
    BaseType.REF: _object(
        {"id": _ENTRY_ID, "kind": _enum(REF_KINDS), "desc": _TEXT}, ("id", "kind")
    ),
    BaseType.ENTRY_KIND: _enum(KINDS),
    BaseType.LAYER: _enum((*LAYER_NAMES, *LAYERS)),
    BaseType.CONFIDENCE: _enum(CONFIDENCES),
    BaseType.INTENT: _enum(INTENTS),
    BaseType.PROCEDURE_SPEC: _MACHINE,
    BaseType.FACT_INDEX: _object(
        {"title": _TEXT | {"minLength": 1}, "topic": _TEXT | {"minLength": 1}}, ("title", "topic")
    ),
    BaseType.PREFLIGHT_FINDINGS: _findings(
        severity=_enum(("high", "medium", "low")), category=_TEXT, observation=_TEXT
    ),
    BaseType.GUIDE_FINDINGS: _findings(
        reasoning=_TEXT,
        axis=_enum(("stranding", "dilution", "conflation", "pointing", "form")),
        quote=_TEXT,
        repair=_enum(("cut", "write-in", "split", "point", "reword")),
        severity=_enum(("substantive", "minor")),
    ),
    BaseType.INVOLVEMENT: _object(
        {"target": _ENTRY_ID, "actors": _list(_TEXT), "when": _WHEN}, ("target",)
    ),
    BaseType.INVOLVEMENT_WHEN: _WHEN,
    BaseType.SEARCH_REPLACE: _object(
        {
            "old": _TEXT | {"minLength": 1, "description": "Passage that occurs exactly once."},
            "new": _TEXT | {"description": "What takes its place; may be empty."},
        },
        ("old", "new"),
    ),
}


def type_schema(var_type: VarType) -> Schema:
    """Return the schema of a type; the types without a shape of their own are plain texts."""
    fragment = _FRAGMENTS.get(var_type.base, _TEXT)
    return _list(fragment) if var_type.is_list else fragment
