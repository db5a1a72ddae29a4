"""Structural faults of an entry that is still a set of fields (contract C, section 5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import trim_space
from ctxkit.graph.ids import is_entry_id, topic_key
from ctxkit.graph.vocabulary import KINDS
from ctxkit.procedure.checks import aliases_fault
from ctxkit.procedure.functions import Context
from ctxkit.procedure.types import BaseType, VarType

DRAFT_FIELDS = (
    "body", "entryKind", "layer", "refs", "topics", "index", "confidence", "intent",
    "participants", "supersedes", "closes", "canonical", "aliases", "roleActor", "involvement",
    "focusActors", "focusWhen",
)  # fmt: skip

#: Fields that only some kinds of entry may have.
_ONLY_FOR = {
    "intent": ("directive",),
    "canonical": ("actor", "procedure"),
    "aliases": ("actor",),
    "roleActor": ("role",),
    "focusActors": ("focus",),
    "focusWhen": ("focus",),
    "involvement": ("focus",),
    "index": ("fact",),
}
_TASK_ITEM = re.compile(r"^[ \t]*- \[ \]", re.MULTILINE)
_CRITERIA = "## Acceptance criteria"


def draft_findings(ctx: Context) -> list[str]:
    """Return what is structurally wrong with the entry that the stored fields describe."""
    draft = {name: ctx.store.get(name) for name in DRAFT_FIELDS if ctx.store.has(name)}
    kind = draft.get("entryKind", "")
    if kind not in KINDS:
        return [f"{kind!r} is no kind of entry" if kind else "the kind is missing"]
    return [*_misplaced(draft, kind), *_missing(draft, kind), *_kind_faults(draft, kind, ctx)]


def _texts(value: Any) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []


def _misplaced(draft: dict[str, Any], kind: str) -> Iterator[str]:
    for field, kinds in _ONLY_FOR.items():
        if field in draft and kind not in kinds:
            yield f"{field} belongs to {' and '.join(kinds)} only"


def _missing(draft: dict[str, Any], kind: str) -> Iterator[str]:
    needed = {
        "directive": "intent",
        "actor": "canonical",
        "role": "roleActor",
        "procedure": "canonical",
        "focus": "involvement",
    }
    field = needed.get(kind)
    if field and not _is_filled(draft.get(field)):
        yield f"{kind} without {field}"
    if kind in ("actor", "role", "procedure") and draft.get("layer") != "process":
        yield f"{kind} not at layer process"
    if kind == "done" and not draft.get("closes") and not draft.get("refs"):
        yield "done entry that neither closes nor refers to anything"


def _is_filled(value: Any) -> bool:
    return bool(trim_space(value)) if isinstance(value, str) else bool(value)


def _kind_faults(draft: dict[str, Any], kind: str, ctx: Context) -> Iterator[str]:
    if kind == "actor":
        fault = aliases_fault(_texts(draft.get("aliases")), draft.get("canonical"))
        if fault:
            yield fault
    elif kind == "plan":
        yield from _plan_faults(draft.get("body", ""))
    elif kind == "focus":
        yield from _focus_faults(draft, ctx)
    elif kind == "annotation":
        yield "a draft cannot say which topics an annotation gives"
    elif kind == "fact" and isinstance(draft.get("index"), dict):
        topics = {topic_key(topic) for topic in _texts(draft.get("topics"))}
        if topic_key(str(draft["index"].get("topic", ""))) not in topics:
            yield "the topic of the index is not among the topics"


def _plan_faults(body: Any) -> Iterator[str]:
    text = body if isinstance(body, str) else ""
    if not any(trim_space(line) == _CRITERIA for line in text.split("\n")):
        yield f"plan without the heading {_CRITERIA!r}"
    if not _TASK_ITEM.search(text):
        yield "plan without an open item"


def _focus_faults(draft: dict[str, Any], ctx: Context) -> Iterator[str]:
    if not all(trim_space(name) for name in _texts(draft.get("focusActors"))):
        yield "a blank actor"
    if "focusWhen" in draft and not _fits(BaseType.INVOLVEMENT_WHEN, draft["focusWhen"]):
        yield "focusWhen is no range of days"
    value = draft.get("involvement", [])
    for item in value if isinstance(value, list) else [value]:
        target = item.get("target") if isinstance(item, dict) else None
        if not _fits(BaseType.INVOLVEMENT, item):
            yield "an involvement is malformed"
        elif not is_entry_id(target) or (ctx.graph is not None and target not in ctx.graph):
            yield f"target {target!r} is not in the graph"


def _fits(base: BaseType, value: Any) -> bool:
    try:
        VarType(base).validate_value(value)
    except InvalidValueError:
        return False
    return True
