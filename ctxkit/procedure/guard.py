"""Guards: named conditions joined by ``and``, ``or`` and ``not`` (contract C, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.names import RESERVED, is_identifier
from ctxkit.view import Shown

if TYPE_CHECKING:
    from ctxkit.procedure.truth import GuardTruth

# The original reads a guard byte by byte, each byte as the Latin-1 character of that code.
_SPACE = frozenset("\t\n\v\f\r \x85\xa0")
_LETTERS = frozenset(char for char in map(chr, range(256)) if char == "_" or char.isalpha())
_WORD = _LETTERS | frozenset("0123456789")
_MAX_DEPTH = 200

Evaluate = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Name:
    """A condition by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """True where its operand is false."""

    operand: GuardNode


@dataclass(frozen=True, slots=True)
class Both:
    """``and`` or ``or`` of two guards."""

    operator: str
    left: GuardNode
    right: GuardNode


GuardNode = Name | Not | Both


class GuardExpr(Shown):
    """A guard that was read; made by :func:`parse_guard`.

    Attributes
    ----------
    source : str
        The text it was read from, unchanged.
    root : Name, Not or Both
        The outermost condition.
    """

    __slots__ = ("_names", "root", "source")

    def __init__(self, source: str, root: GuardNode) -> None:
        self.source = source
        self.root = root
        self._names = tuple(dict.fromkeys(_names(root)))

    def predicates(self) -> tuple[str, ...]:
        """Return the names it asks for, each once, in order of first appearance."""
        return self._names

    def eval(self, evaluate: Evaluate) -> bool:
        """Return the truth of the guard.

        Parameters
        ----------
        evaluate : callable
            Tells the truth of a name. Asked for every occurrence from left to right, also where
            the outcome is already known; what it raises ends the evaluation.
        """
        return _eval(self.root, evaluate)

    def explain(self, truth: Mapping[str, bool] | Evaluate) -> GuardTruth:
        """Say which conditions hold; see :func:`~ctxkit.procedure.truth.explain_guard`."""
        from ctxkit.procedure.truth import explain_guard

        return explain_guard(self, truth)

    def __str__(self) -> str:
        return self.source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GuardExpr) and self.source == other.source

    def __hash__(self) -> int:
        return hash(self.source)


def left_spine(node: GuardNode) -> tuple[GuardNode, list[Both]]:
    """Return the leftmost operand of a chain, and what joins it to the others, innermost first.

    Chains of ``and`` and ``or`` lean to the left; walked in a loop, a long one needs no deep stack.
    """
    joints = []
    while isinstance(node, Both):
        joints.append(node)
        node = node.left
    return node, joints[::-1]


def _names(node: GuardNode) -> Iterator[str]:
    first, joints = left_spine(node)
    yield from _names(first.operand) if isinstance(first, Not) else (_name(first),)
    for joint in joints:
        yield from _names(joint.right)


def _name(node: GuardNode) -> str:
    assert isinstance(node, Name)
    return node.name


def _eval(node: GuardNode, evaluate: Evaluate) -> bool:
    if type(node) is Name:
        return evaluate(node.name)
    if type(node) is Not:
        return not _eval(node.operand, evaluate)
    first, joints = left_spine(node)
    truth = _eval(first, evaluate)
    for joint in joints:
        right = _eval(joint.right, evaluate)
        truth = (truth and right) if joint.operator == "and" else (truth or right)
    return truth


def parse_guard(source: str) -> GuardExpr:
    """Read a guard.

    Parameters
    ----------
    source : str
        Such as ``"hasBody and not (isDraft or isClosed)"``.

    Raises
    ------
    InvalidValueError
        If it is no guard; the message tells what was found where.
    """
    if not isinstance(source, str):
        raise InvalidValueError("a guard is a text", got=type(source).__name__)
    return GuardExpr(source, _Parser(source).parse())


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.tokens = list(_tokens(source))
        self.at = 0
        self.depth = 0

    def parse(self) -> GuardNode:
        root = self.either()
        if self.at < len(self.tokens):
            raise self.error(f"unexpected {self.tokens[self.at]!r}")
        return root

    def error(self, what: str) -> InvalidValueError:
        return InvalidValueError(
            what,
            where=f"guard {self.source!r}",
            hint="A guard joins names of predicates by and, or, not and parentheses.",
        )

    def take(self, token: str) -> bool:
        found = self.at < len(self.tokens) and self.tokens[self.at] == token
        self.at += found
        return found

    def either(self) -> GuardNode:
        node = self.both()
        while self.take("or"):
            node = Both("or", node, self.both())
        return node

    def both(self) -> GuardNode:
        node = self.negation()
        while self.take("and"):
            node = Both("and", node, self.negation())
        return node

    def negation(self) -> GuardNode:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error("too deeply nested")
        node = Not(self.negation()) if self.take("not") else self.operand()
        self.depth -= 1
        return node

    def operand(self) -> GuardNode:
        if self.take("("):
            node = self.either()
            if not self.take(")"):
                raise self.error("a parenthesis is not closed")
            return node
        if self.at == len(self.tokens):
            raise self.error("a name is missing at the end")
        name = self.tokens[self.at]
        if name == ")" or name in RESERVED or not is_identifier(name):
            raise self.error(f"a name is expected, not {name!r}")
        self.at += 1
        return Name(name)


def _tokens(source: str) -> Iterator[str]:
    text = source.encode("utf-8", "replace").decode("latin-1")
    at = 0
    while at < len(text):
        char = text[at]
        start = at
        at += 1
        if char in "()":
            yield char
        elif char in _LETTERS:
            while at < len(text) and text[at] in _WORD:
                at += 1
            # A word may end inside a character; such a word is no name.
            yield text[start:at].encode("latin-1").decode("utf-8", "replace")
        elif char not in _SPACE:
            raise InvalidValueError(
                f"unexpected character at byte {start}", where=f"guard {source!r}", got=repr(char)
            )
