"""The tree that a template is read into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ctxkit.gotext import trim_space


@dataclass(slots=True)
class Text:
    """Literal text."""

    text: str


@dataclass(slots=True)
class Dot:
    """The dot: the value at hand."""


@dataclass(slots=True)
class Nil:
    """The word ``nil``."""


@dataclass(slots=True)
class Constant:
    """A literal; ``source`` tells a number from a text where that matters."""

    value: Any
    source: str = ""


@dataclass(slots=True)
class Overflow:
    """A whole number that fits into 64 bits only without a sign: an error where it is used."""

    source: str


@dataclass(slots=True)
class Field:
    """Fields of the dot, such as ``.a.b``."""

    names: list[str]


@dataclass(slots=True)
class Variable:
    """A variable and fields of it, such as ``$x.a``; ``name`` includes the dollar."""

    name: str
    names: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Chain:
    """Fields of a term in parentheses."""

    term: Node
    names: list[str]


@dataclass(slots=True)
class Function:
    """A built-in function by its name."""

    name: str


@dataclass(slots=True)
class Command:
    """A term with its arguments."""

    args: list[Node]


@dataclass(slots=True)
class Pipeline:
    """Commands, each getting the value of the one before, and the variables that get the last."""

    commands: list[Command]
    variables: list[str]
    assigns: bool = False


@dataclass(slots=True)
class Action:
    """A pipeline of which the value is printed, unless it goes into variables."""

    pipeline: Pipeline


@dataclass(slots=True)
class Branch:
    """A branch: ``if``, ``with`` or ``range``."""

    keyword: str
    pipeline: Pipeline
    body: list[Node]
    otherwise: list[Node] | None


@dataclass(slots=True)
class Jump:
    """A jump: ``break`` or ``continue``."""

    keyword: str


@dataclass(slots=True)
class Call:
    """A ``template`` action: another template, carried out with a value of its own."""

    name: str
    pipeline: Pipeline | None


@dataclass(slots=True)
class Closing:
    """An ``end`` or ``else``; never part of a finished tree."""

    keyword: str


Node = (
    Text
    | Dot
    | Nil
    | Constant
    | Overflow
    | Field
    | Variable
    | Chain
    | Function
    | Command
    | Pipeline
    | Action
    | Branch
    | Jump
    | Call
    | Closing
)


def is_blank(nodes: list[Node]) -> bool:
    """Tell whether a list of nodes holds nothing but white space."""
    return all(isinstance(node, Text) and not trim_space(node.text) for node in nodes)
