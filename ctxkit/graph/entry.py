"""Entries: the records of an entry graph, each a text with YAML front matter.

Contract C, section 14.1. What the front matter says about a procedure's machine is kept as nodes;
:mod:`ctxkit.procedure` reads it.
"""

from __future__ import annotations

from typing import Any

from pydantic import PrivateAttr
from yaml.nodes import MappingNode, Node

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.errors import InvalidValueError
from ctxkit.gotext import trim_space
from ctxkit.graph.frontmatter import FIELDS, MACHINE_KEYS
from ctxkit.graph.ids import is_entry_id, is_topic
from ctxkit.graph.places import NOWHERE, FrontMatter, Origin, Place, place_at
from ctxkit.graph.vocabulary import EntryType, entry_type_of, expand_layer
from ctxkit.graph.yamltext import YamlError, as_pairs, as_text, compose, key_nodes, line_of
from ctxkit.model import Model
from ctxkit.view import Shown


class EntryRef(Model):
    """A reference from one entry to another."""

    id: str
    kind: str
    desc: str = ""


class TopicAssignment(Model):
    """A label that an annotation gives: to its ``members``, or to all it refers to."""

    label: str
    members: tuple[str, ...] = ()


class EntryError(InvalidValueError):
    """A text that is no entry.

    Attributes
    ----------
    place : Place or None
        Line and column of the file.
    """

    def __init__(self, what: str, place: Place | None, *, where: str, got: str = "") -> None:
        self.place = place
        at = where if place is None else f"{where}:{place.line}:{place.column}"
        super().__init__(what, where=at, got=got)


class Entry(Shown, Model):
    """One entry of a graph.

    Attributes
    ----------
    id : str
        ``YYYYMMDD-HHMMSS-TYPE-LAYER-SUFFIX``.
    type : EntryType
    layer : str
        Full name of a layer; a word that is none stays as it was written.
    kind : str
    refs : tuple of EntryRef
    supersedes, closes : tuple of str
        IDs of entries that it replaces or settles.
    participants, aliases : tuple of str
    confidence, intent, canonical, procedure_class, actor, summary : str
        Empty where not given; ``canonical`` is untrimmed.
    topics : tuple of str
        Its own labels, malformed ones left out.
    assignments : tuple of TopicAssignment
        What an annotation gives to other entries.
    index : dict or None
        Title and topic of a fact.
    actors, when, involvement : tuple, dict or None, tuple
        Who works on what and when, of a focus.
    override, preflight : object
        As written.
    serve_budget : int
    body : str
        Text after the front matter, trimmed.
    diagnostics : Diagnostics
        What was read with doubt.
    """

    id: str
    type: EntryType
    layer: str = ""
    kind: str = ""
    refs: tuple[EntryRef, ...] = ()
    supersedes: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    participants: tuple[str, ...] = ()
    confidence: str = ""
    intent: str = ""
    canonical: str = ""
    aliases: tuple[str, ...] = ()
    procedure_class: str = ""
    actor: str = ""
    topics: tuple[str, ...] = ()
    assignments: tuple[TopicAssignment, ...] = ()
    index: dict[str, str] | None = None
    actors: tuple[str, ...] = ()
    when: dict[str, str] | None = None
    involvement: tuple[dict[str, Any], ...] = ()
    override: Any = None
    preflight: Any = None
    summary: str = ""
    serve_budget: int = 0
    body: str = ""
    diagnostics: Diagnostics = Diagnostics()

    _origin: Origin = PrivateAttr(default=NOWHERE)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def is_procedure(self) -> bool:
        """Whether it is a decision of kind procedure."""
        return self.type is EntryType.DECISION and self.kind == "procedure"

    @property
    def machine(self) -> dict[str, Node]:
        """YAML nodes of the sections params, state, steps and framing that are there."""
        return self._origin.machine

    @property
    def file(self) -> str:
        """File it was read from, as the reader was told."""
        return self._origin.file

    @property
    def start(self) -> Place:
        """Where in the file the front matter starts."""
        return self._origin.front.start

    @property
    def body_start(self) -> Place:
        """Where in the file the body starts."""
        return self._origin.body

    def place_of(self, key: str) -> Place | None:
        """Return where in the file the value of a front matter key stands."""
        origin = self._origin
        return origin.front.place_at(origin.values[key]) if key in origin.values else None

    def place_of_key(self, key: str) -> Place | None:
        """Return where in the file a front matter key of a procedure itself stands."""
        origin = self._origin
        return origin.front.place_at(origin.keys[key]) if key in origin.keys else None

    def line_of(self, key: str) -> int | None:
        """Return the line of the file on which a front matter value or the ``body`` stands."""
        place = self.body_start if key == "body" else self.place_of(key)
        return None if place is None else place.line

    def place_of_node(self, node: Node, word: str = "") -> Place:
        """Return where in the file a node of a procedure's machine stands, or a word in it."""
        return self._origin.front.place_of(node, word)


def parse_entry(entry_id: str, text: str, *, file: str = "") -> Entry:
    """Read an entry.

    Parameters
    ----------
    entry_id : str
        Its ID, which the file name tells and the text does not.
    text : str
        Front matter between lines of ``---``, then the body.
    file : str
        Named in diagnostics and errors.

    Raises
    ------
    InvalidValueError
        If the ID is none or there is no front matter.
    EntryError
        If a key of the front matter has a value that does not fit; an
        :class:`~ctxkit.InvalidValueError` that tells line and column.
    """
    where = file or f"entry {entry_id}"
    if not is_entry_id(entry_id):
        raise InvalidValueError(
            "not an entry ID", where=where, got=repr(entry_id),
            expected="YYYYMMDD-HHMMSS-TYPE-LAYER-SUFFIX",
        )  # fmt: skip
    front, body, body_start = _split(text, where)
    findings = Findings(file)
    try:
        root = _front_matter(front.text)
        pairs = as_pairs(root) if root is not None else []
        fields = _read_fields(dict(pairs), findings, front.start.line - 1)
    except YamlError as error:
        place = front.shifted(error.line, error.column)
        raise EntryError(error.what, place, where=where, got=error.got) from None
    entry = Entry(id=entry_id, body=body, diagnostics=findings.done(), **fields)
    entry._origin = Origin(
        file=file,
        front=front,
        body=body_start,
        values={key: node.start_mark.index for key, node in pairs},
        keys=_keys_of(root) if entry.is_procedure else {},
        machine={key: node for key, node in pairs if key in MACHINE_KEYS},
    )
    return entry


def _split(text: str, where: str) -> tuple[FrontMatter, str, Place]:
    """Return front matter, body, and where in the file the body starts."""
    trimmed = trim_space(text)
    skipped = text.index(trimmed) if trimmed else 0
    if not trimmed.startswith("---"):
        raise InvalidValueError("no front matter", where=where, expected="a first line of ---")
    end = trimmed.find("\n---", 3)
    if end < 0:
        raise InvalidValueError("front matter does not end", where=where, expected="a line of ---")
    rest = trimmed[end + 4 :]
    body = trim_space(rest)
    before = len(trimmed) - len(rest) + (rest.index(body) if body else 0)
    front = FrontMatter(trimmed[3:end], place_at(text, skipped))
    return front, body, place_at(text, skipped + before)


def _front_matter(front: str) -> MappingNode | None:
    root = compose(front)
    if root is not None and not isinstance(root, MappingNode):
        raise YamlError("the front matter is no mapping", node=root)
    return root


def _keys_of(root: MappingNode | None) -> dict[str, int]:
    nodes = key_nodes(root) if root is not None else {}
    return {key: node.start_mark.index for key, node in nodes.items()}


def _read_fields(nodes: dict[str, Node], findings: Findings, offset: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, (name, read) in FIELDS.items():
        if key in nodes:
            value = read(nodes[key])
            fields[name] = tuple(value) if isinstance(value, list) else value
    word = as_text(nodes["type"]) if "type" in nodes else ""
    entry_type = entry_type_of(word)
    if entry_type is None:
        raise YamlError("type is neither signal nor decision", node=nodes.get("type"), got=word)
    layer = fields.get("layer", "")
    refs = tuple(EntryRef(**ref) for ref in fields.get("refs", ()))
    labels = fields.pop("topics", ())
    if fields.get("kind") == "annotation":
        fields["assignments"] = tuple(TopicAssignment(**label) for label in labels)
    else:
        line = line_of(nodes["topics"]) + offset if labels else None
        fields["topics"] = tuple(_own_topics(labels, findings, line))
    return fields | {"type": entry_type, "layer": expand_layer(layer) or layer, "refs": refs}


def _own_topics(labels: Any, findings: Findings, line: int | None) -> list[str]:
    kept = []
    for label in labels:
        if is_topic(label["label"]) and not label["members"]:
            kept.append(label["label"])
        else:
            findings.warning(
                "entry-bad-topic", line, f"topic {label['label']!r} is left out",
                "A topic is words of letters, digits and hyphens, joined by slashes.",
            )  # fmt: skip
    return kept
