"""The keys of an entry's front matter and how each is read (contract C, section 14.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaml.nodes import Node, ScalarNode

from ctxkit.graph.vocabulary import LEGACY_REF_KINDS, REF_KINDS, UNKNOWN_REF_KIND
from ctxkit.graph.yamltext import (
    YamlError,
    as_int,
    as_list,
    as_pairs,
    as_text,
    as_texts,
    is_null,
    to_value,
)

#: Sections that make up the machine of a procedure.
MACHINE_KEYS = ("params", "state", "steps", "framing")


def _texts(node: Node) -> tuple[str, ...]:
    return tuple(as_texts(node))


def _ref(node: Node) -> dict[str, str]:
    if isinstance(node, ScalarNode):
        return {"id": as_text(node), "kind": UNKNOWN_REF_KIND}
    given = {key: value for key, value in as_pairs(node) if key in ("id", "kind", "desc")}
    ref = {key: as_text(value) for key, value in given.items()}
    if not ref.get("id") or not ref.get("kind"):
        raise YamlError("a reference needs id and kind", node=node)
    ref["kind"] = LEGACY_REF_KINDS.get(ref["kind"], ref["kind"])
    if ref["kind"] not in (*REF_KINDS, UNKNOWN_REF_KIND):
        raise YamlError("no kind of reference", node=given["kind"], got=repr(ref["kind"]))
    return ref


def _label(node: Node) -> dict[str, Any]:
    if isinstance(node, ScalarNode):
        return {"label": as_text(node), "members": ()}
    given = dict(as_pairs(node))
    return {
        "label": as_text(given["label"]) if "label" in given else "",
        "members": _texts(given["members"]) if "members" in given else (),
    }


def _index(node: Node) -> dict[str, str]:
    if is_null(node):
        raise YamlError("index is null", node=node)
    pairs = as_pairs(node)
    for key, value in pairs:
        if key not in ("title", "topic"):
            raise YamlError(f"index has no key {key!r}", node=value)
    return {key: as_text(value) for key, value in pairs}


def _when(node: Node) -> dict[str, str]:
    return {key: as_text(value) for key, value in as_pairs(node) if key in ("from", "to")}


def _involvement(node: Node) -> list[dict[str, Any]]:
    readers: dict[str, Callable[[Node], Any]] = {
        "target": as_text, "actors": _texts, "when": _when
    }  # fmt: skip
    return as_list(
        node,
        lambda item: {key: readers[key](value) for key, value in as_pairs(item) if key in readers},
    )


#: Key of the front matter, the entry's field that it fills, and its reader.
FIELDS: dict[str, tuple[str, Callable[[Node], Any]]] = {
    "layer": ("layer", as_text),
    "kind": ("kind", as_text),
    "refs": ("refs", lambda node: as_list(node, _ref)),
    "supersedes": ("supersedes", _texts),
    "closes": ("closes", _texts),
    "participants": ("participants", _texts),
    "confidence": ("confidence", as_text),
    "intent": ("intent", as_text),
    "canonical": ("canonical", as_text),
    "aliases": ("aliases", _texts),
    "class": ("procedure_class", as_text),
    "actor": ("actor", as_text),
    "topics": ("topics", lambda node: as_list(node, _label)),
    "index": ("index", _index),
    "override": ("override", to_value),
    "actors": ("actors", _texts),
    "when": ("when", _when),
    "involvement": ("involvement", _involvement),
    "serveBudget": ("serve_budget", as_int),
    "preflight": ("preflight", to_value),
    "summary": ("summary", as_text),
}
