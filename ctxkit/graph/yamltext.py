"""YAML as the entries use it: read into nodes that know their line, then into typed values.

YAML 1.2 with a few courtesies of 1.1, as Go's most used reader has them (contract C, section 3.1).
The syntax is PyYAML's; what a plain scalar means is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, TypeVar

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ctxkit.errors import InvalidValueError

T = TypeVar("T")
_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_UNTAGGED = "!untagged"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
#: Words that are texts, but also serve where a truth value is expected.
_BOOL_WORDS = {
    **dict.fromkeys(("y", "Y", "yes", "on"), True),
    **dict.fromkeys(("n", "N", "no", "off"), False),
}
_INTEGER = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL_FLOAT = re.compile(r"([-+]?)\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_TIME = re.compile(
    _DAY.pattern + r"(?:[Tt]| +)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:\.([0-9]{1,9}))?"
    r"(?: *(Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?"
)
_MOST_NODES = 200_000  # Aliases can make a small text stand for an endless one.


class _Loader(_Base):  # type: ignore[misc]
    """Leaves scalars without a tag of their own to be read here."""

    DEFAULT_SCALAR_TAG = _UNTAGGED


class YamlError(InvalidValueError):
    """A text is no YAML, or not of the shape that is expected.

    Attributes
    ----------
    line, column : int or None
        Where, from 1, within the text that was read.
    node : Node or None
        What it is about.
    """

    def __init__(self, what: str, *, node: Node | None = None, mark: Any = None, got: str = ""):
        self.node = node
        mark = node.start_mark if node is not None else mark
        self.line: int | None = None if mark is None else mark.line + 1
        self.column: int | None = None if mark is None else mark.column + 1
        where = "" if mark is None else f"line {self.line}, column {self.column}"
        super().__init__(what, where=where, got=got)


def compose(text: str) -> Node | None:
    """Read the first document of a text; ``None`` where it is empty.

    Raises
    ------
    YamlError
        If the text is no YAML.
    """
    loader = None
    try:
        loader = _Loader(text.replace("\ufeff", "", 1) if text.startswith("\ufeff") else text)
        node: Node | None = loader.get_node() if loader.check_node() else None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise YamlError(str(getattr(error, "problem", None) or error), mark=mark) from None
    except (RecursionError, ValueError, UnicodeError) as error:
        raise YamlError(f"unreadable: {error}") from None
    finally:
        if loader is not None:
            loader.dispose()
    return node


def line_of(node: Node) -> int:
    """Return the line of a node, from 1, within the text it was read from."""
    return int(node.start_mark.line) + 1


def is_plain(node: Node) -> bool:
    """Tell whether a node is a scalar without quotes and without a tag of its own."""
    return isinstance(node, ScalarNode) and node.style in (None, "") and node.tag == _UNTAGGED


def is_null(node: Node) -> bool:
    """Tell whether a node stands for null."""
    if isinstance(node, ScalarNode) and node.tag == "tag:yaml.org,2002:null":
        return True
    return is_plain(node) and node.value in _NULLS


def is_empty(node: Node) -> bool:
    """Tell whether a key has nothing at all after it."""
    return is_plain(node) and node.value == ""


# Typed values ------------------------------------------------------------------------------------


def as_text(node: Node) -> str:
    """Return a scalar as it is spelled; null is the empty text."""
    if not isinstance(node, ScalarNode):
        raise _mismatch(node, "a text")
    return "" if is_null(node) else str(node.value)


def as_bool(node: Node) -> bool:
    """Return a truth value; null is false."""
    if isinstance(node, ScalarNode):
        if is_null(node):
            return False
        words = _BOOLS | _BOOL_WORDS if is_plain(node) else _BOOL_WORDS
        if node.value in words:
            return words[node.value]
    raise _mismatch(node, "true or false")


def as_int(node: Node) -> int:
    """Return a whole number; null is 0, a fraction is dropped."""
    value = to_value(node) if isinstance(node, ScalarNode) else node
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2**63:
        raise _mismatch(node, "a whole number")
    return int(value)


def as_list(node: Node, read: Callable[[Node], T]) -> list[T]:
    """Return the items of a sequence, each read by ``read``; null is the empty list."""
    if isinstance(node, ScalarNode) and is_null(node):
        return []
    if not isinstance(node, SequenceNode):
        raise _mismatch(node, "a list")
    return [read(item) for item in node.value]


def as_texts(node: Node) -> list[str]:
    """Return a list of texts."""
    return as_list(node, as_text)


def as_pairs(node: Node) -> list[tuple[str, Node]]:
    """Return the pairs of a mapping in the order written; null is the empty mapping.

    Raises
    ------
    YamlError
        If the node is no mapping, a key is no scalar, or a key is repeated.
    """
    if isinstance(node, ScalarNode) and is_null(node):
        return []
    if not isinstance(node, MappingNode):
        raise _mismatch(node, "a mapping")
    pairs = dict(_pairs(node, 0))
    return [(key, value) for key, (value, _) in pairs.items()]


def key_nodes(node: Node) -> dict[str, Node]:
    """Return the nodes of a mapping's keys, to tell where they stand; none of anything else."""
    if not isinstance(node, MappingNode):
        return {}
    return {name: key for name, (_, key) in _pairs(node, 0)}


def _pairs(node: MappingNode, depth: int) -> Iterator[tuple[str, tuple[Node, Node]]]:
    seen: set[str] = set()
    merged: dict[str, tuple[Node, Node]] = {}
    own: dict[str, tuple[Node, Node]] = {}
    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            raise YamlError("a key that is no text", node=key)
        if key.value in seen:
            raise YamlError(f"key {key.value!r} is repeated", node=key)
        seen.add(key.value)
        if key.value == "<<" and is_plain(key):
            for name, pair in _merged(value, depth):
                merged.setdefault(name, pair)
        else:
            own[key.value] = (value, key)
    yield from (merged | own).items()


def _merged(node: Node, depth: int) -> Iterator[tuple[str, tuple[Node, Node]]]:
    if depth > 20:
        raise YamlError("merged mappings are nested too deeply", node=node)
    parts = node.value if isinstance(node, SequenceNode) else [node]
    for part in parts:
        if not isinstance(part, MappingNode):
            raise YamlError("only mappings can be merged", node=part)
        yield from _pairs(part, depth + 1)


def _mismatch(node: Node, expected: str) -> YamlError:
    kinds: dict[type[Node], str] = {MappingNode: "a mapping", SequenceNode: "a list"}
    found = kinds.get(type(node)) or repr(getattr(node, "value", ""))
    return YamlError(f"{expected} is expected", node=node, got=found[:80])


# Untyped values ----------------------------------------------------------------------------------


def to_value(node: Node) -> Any:
    """Return what a node says, scalars by their YAML type.

    Unquoted dates and times become ``date`` and ``datetime``, numbers ``int`` and ``float``.

    Raises
    ------
    YamlError
        If a key is repeated, or aliases make the value endless or huge.
    """
    return _Values().value(node)


class _Values:
    def __init__(self) -> None:
        self.count = 0
        self.open: set[int] = set()

    def value(self, node: Node) -> Any:
        self.count += 1
        if self.count > _MOST_NODES:
            raise YamlError("aliases make the value too large", node=node)
        if isinstance(node, ScalarNode):
            return _scalar(node)
        if id(node) in self.open or len(self.open) > 100:
            raise YamlError("the value is endless or nested too deeply", node=node)
        self.open.add(id(node))
        value: Any
        if isinstance(node, SequenceNode):
            value = [self.value(item) for item in node.value]
        else:
            assert isinstance(node, MappingNode)
            value = {self.key(key): self.value(item) for _, (item, key) in _pairs(node, 0)}
        self.open.discard(id(node))
        return value

    def key(self, node: Node) -> Any:
        return self.value(node)


def _scalar(node: ScalarNode) -> Any:
    text = str(node.value)
    if node.tag == _UNTAGGED:
        return _resolve(text) if is_plain(node) else text
    tag = node.tag.removeprefix("tag:yaml.org,2002:")
    if tag == "null":
        return None
    value = _resolve(text)
    wanted: dict[str, tuple[type, ...]] = {
        "int": (int,), "float": (int, float), "bool": (bool,), "timestamp": (date,)
    }  # fmt: skip
    if tag not in wanted:
        return text
    if not isinstance(value, wanted[tag]):
        raise YamlError(f"no value of type {tag}", node=node, got=repr(text)[:80])
    return float(value) if tag == "float" and isinstance(value, int) else value


def _resolve(text: str) -> Any:
    """Return what a plain scalar stands for."""
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    if not (text[0].isdigit() or text[0] in "+-."):
        return text
    number = _number(text)
    return _moment(text) if number is None else number


def _number(text: str) -> int | float | None:
    digits = text.replace("_", "")
    if _INTEGER.fullmatch(digits) and len(digits) < 400:
        bare = digits.lstrip("+-")
        octal = len(bare) > 1 and bare[0] == "0" and bare[1].isdigit()
        value = int(bare, 8) if octal else int(bare, 0)
        value = -value if digits[0] == "-" else value
        if -(2**63) <= value < 2**64:
            return value
        return float(value)
    if _FLOAT.fullmatch(digits) and len(digits) < 400:
        return float(digits)
    special = _SPECIAL_FLOAT.fullmatch(text)
    if special:
        return float("nan") if special[3] else float(f"{special[1]}inf")
    return None


def _moment(text: str) -> Any:
    try:
        found = _DAY.fullmatch(text)
        if found:
            return date(*map(int, found.groups()))
        found = _TIME.fullmatch(text)
        if found:
            *fields, fraction, zone = found.groups()
            year, month, day, hour, minute, second = map(int, fields)
            micro = int((fraction or "0").ljust(6, "0")[:6])
            return datetime(year, month, day, hour, minute, second, micro, tzinfo=_zone(zone))
    except ValueError:
        pass
    return text


def _zone(text: str | None) -> timezone:
    if text in (None, "Z"):
        return UTC
    hours, minutes = text[1:3].rstrip(":"), text[-2:] if len(text) > 3 else "0"
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return timezone(-offset if text[0] == "-" else offset)
