"""The machine sections of a procedure entry as written, decoded strictly (contract C, section 3).

An unknown key, a wrong kind of node, a repeated key or a value that does not convert makes the
whole section undecodable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from yaml.nodes import Node

from ctxkit.graph.yamltext import (
    YamlError,
    as_bool,
    as_int,
    as_list,
    as_pairs,
    as_text,
    as_texts,
    is_empty,
    is_null,
    key_nodes,
    to_value,
)
from ctxkit.procedure.hints import near_hint


@dataclass(slots=True)
class Raw:
    """A mapping as written, with the places of what stands in it.

    Attributes
    ----------
    node : Node
        Stands for the whole where something is missing: the mapping, or the key it is filed under.
    keys, values : dict of Node
        By the keys' words, whether or not a value is null.
    """

    node: Node
    keys: dict[str, Node] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)

    def at(self, key: str) -> Node:
        """Return the value of a key, the key where nothing is after it, or else the whole."""
        value = self.values.get(key)
        if value is None:
            return self.node
        return self.keys.get(key, value) if is_empty(value) else value

    def key(self, key: str) -> Node:
        """Return a key, or else the whole."""
        return self.keys.get(key, self.node)

    def item(self, key: str, number: int) -> Node:
        """Return an item of a list."""
        items = self.at(key).value
        return items[number] if isinstance(items, list) else self.at(key)


@dataclass(slots=True)
class RawDecl(Raw):
    """A declaration as written; its ``node`` is the name that is declared."""

    type: str = ""
    optional: bool = False
    desc: str = ""
    default: Any = None
    patch_of: str = ""


@dataclass(slots=True)
class RawInject(Raw):
    """An inject as written."""

    id: str = ""
    fn: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    max_bytes: int = 0
    max_items: int = 0


@dataclass(slots=True)
class RawDispatch(Raw):
    """A dispatch as written."""

    procedure: str = ""
    seed: dict[str, str] = field(default_factory=dict)

    @property
    def parents(self) -> dict[str, Node]:
        """The nodes of the seed's sources by the child's fields."""
        return dict(as_pairs(self.values["seed"]))


@dataclass(slots=True)
class RawOption(Raw):
    """An option as written."""

    choice: str = ""
    call: str = ""
    collect: list[str] = field(default_factory=list)
    to: str = ""
    dispatch: RawDispatch | None = None


@dataclass(slots=True)
class RawTransition(Raw):
    """A transition as written."""

    when: str = ""
    to: str = ""
    otherwise: str = ""


@dataclass(slots=True)
class RawStep(Raw):
    """A step as written."""

    id: str = ""
    collect: list[str] = field(default_factory=list)
    inject: list[RawInject] = field(default_factory=list)
    render: str = ""
    chooser: str = ""
    options: list[RawOption] = field(default_factory=list)
    guard: str = ""
    op: str = ""
    transitions: list[RawTransition] = field(default_factory=list)
    goal: str = ""
    serve_delta: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RawMachine:
    """The four sections of a machine."""

    params: dict[str, RawDecl] = field(default_factory=dict)
    state: dict[str, RawDecl] = field(default_factory=dict)
    steps: list[RawStep] = field(default_factory=list)
    framing: list[RawInject] = field(default_factory=list)


Reader = Callable[[Node], Any]


def _fields(node: Node, readers: dict[str, tuple[str, Reader]]) -> dict[str, Any]:
    pairs, keys = as_pairs(node), key_nodes(node)
    fields: dict[str, Any] = {"keys": keys, "values": dict(pairs)}
    for key, value in pairs:
        if key not in readers:
            known = ", ".join(readers)
            error = YamlError(f"unknown key {key!r} (known here: {known})", node=keys[key])
            error.hint = near_hint(key, readers)
            raise error
        name, read = readers[key]
        if not is_null(value):
            fields[name] = read(value)
    return fields


def _items(read: Callable[[Node], Any]) -> Reader:
    """Return the reader of a list in which nulls stand for nothing."""

    def read_items(node: Node) -> list[Any]:
        found = as_list(node, lambda item: None if is_null(item) else read(item))
        return [item for item in found if item is not None]

    return read_items


def _decl(node: Node, name: Node) -> RawDecl:
    readers: dict[str, tuple[str, Reader]] = {
        "type": ("type", as_text),
        "optional": ("optional", as_bool),
        "desc": ("desc", as_text),
        "default": ("default", to_value),
        "patchOf": ("patch_of", as_text),
    }
    return RawDecl(name, **_fields(node, readers))


def _decls(node: Node) -> dict[str, RawDecl]:
    keys = key_nodes(node)
    return {name: _decl(value, keys[name]) for name, value in as_pairs(node)}


def _args(node: Node) -> dict[str, Any]:
    return {name: to_value(value) for name, value in as_pairs(node)}


def _inject(node: Node) -> RawInject:
    readers: dict[str, tuple[str, Reader]] = {
        "id": ("id", as_text),
        "fn": ("fn", as_text),
        "args": ("args", _args),
        "maxBytes": ("max_bytes", as_int),
        "maxItems": ("max_items", as_int),
    }
    return RawInject(node, **_fields(node, readers))


def _seed(node: Node) -> dict[str, str]:
    return {child: as_text(parent) for child, parent in as_pairs(node)}


def _dispatch(node: Node) -> RawDispatch:
    readers: dict[str, tuple[str, Reader]] = {
        "procedure": ("procedure", as_text),
        "seed": ("seed", _seed),
    }
    return RawDispatch(node, **_fields(node, readers))


def _option(node: Node) -> RawOption:
    readers: dict[str, tuple[str, Reader]] = {
        "choice": ("choice", as_text),
        "call": ("call", as_text),
        "collect": ("collect", as_texts),
        "to": ("to", as_text),
        "dispatch": ("dispatch", _dispatch),
    }
    return RawOption(node, **_fields(node, readers))


def _transition(node: Node) -> RawTransition:
    words = ("when", "to", "otherwise")
    return RawTransition(node, **_fields(node, {word: (word, as_text) for word in words}))


def _step(node: Node) -> RawStep:
    readers: dict[str, tuple[str, Reader]] = {
        "id": ("id", as_text),
        "collect": ("collect", as_texts),
        "inject": ("inject", _items(_inject)),
        "render": ("render", as_text),
        "chooser": ("chooser", as_text),
        "options": ("options", _items(_option)),
        "guard": ("guard", as_text),
        "op": ("op", as_text),
        "transitions": ("transitions", _items(_transition)),
        "goal": ("goal", as_text),
        "serveDelta": ("serve_delta", as_texts),
    }
    return RawStep(node, **_fields(node, readers))


_SECTIONS: dict[str, Reader] = {
    "params": _decls,
    "state": _decls,
    "steps": _items(_step),
    "framing": _items(_inject),
}


class SectionError(YamlError):
    """A section that cannot be decoded.

    Attributes
    ----------
    section : str
    node : Node or None
        What cannot be decoded; ``None`` where the section's key is meant.
    """

    section = ""


def decode_machine(nodes: dict[str, Node]) -> RawMachine:
    """Decode the sections that are there.

    Raises
    ------
    SectionError
        For the first section, in the order params, state, steps, framing, that is undecodable.
    """
    machine = RawMachine()
    for section, read in _SECTIONS.items():
        node = nodes.get(section)
        if node is None:
            continue
        try:
            if is_empty(node):
                raise YamlError("nothing stands after the key; say null where it is meant")
            setattr(machine, section, read(node))
        except YamlError as error:
            failed = SectionError(error.what, node=error.node, got=error.got)
            failed.section, failed.hint = section, error.hint
            raise failed from None
    return machine
