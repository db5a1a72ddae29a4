"""Which conditions of a guard hold: a guard beside the truth of each of its names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.procedure.guard import Both, GuardExpr, GuardNode, Name, Not, parse_guard
from ctxkit.view import Framed, Shown


class GuardTruth(Shown, Framed):
    """A guard and what is known of its conditions; made by :func:`explain_guard`.

    Attributes
    ----------
    guard : GuardExpr
    values : dict
        Truth of each name; ``None`` where it is not known.
    errors : dict
        Why it is not known, for names whose evaluation failed.
    title : str
        What the guard is for; may be empty.
    """

    __slots__ = ("errors", "guard", "title", "values")

    def __init__(
        self,
        guard: GuardExpr,
        values: Mapping[str, bool | None],
        errors: Mapping[str, str] | None = None,
        title: str = "",
    ) -> None:
        self.guard = guard
        self.values = dict(values)
        self.errors = dict(errors or {})
        self.title = title

    @property
    def holds(self) -> bool | None:
        """Truth of the whole; ``None`` where what is known does not decide it."""
        return self.truth_of(self.guard.root)

    def truth_of(self, node: GuardNode) -> bool | None:
        """Return the truth of a part of the guard; ``None`` where it is not decided."""
        if isinstance(node, Name):
            return self.values.get(node.name)
        if isinstance(node, Not):
            inner = self.truth_of(node.operand)
            return None if inner is None else not inner
        truths = {self.truth_of(part) for part in operands(node)}
        decisive = node.operator == "or"  # one true decides an or, one false an and
        if decisive in truths:
            return decisive
        return None if None in truths else not decisive

    @property
    def culprits(self) -> tuple[str, ...]:
        """Names that keep it from holding, each once: their truth is not the one that it needs."""
        return tuple(dict.fromkeys(self._against(self.guard.root, wanted=True)))

    def _against(self, node: GuardNode, *, wanted: bool) -> Iterator[str]:
        if self.truth_of(node) is wanted:
            return
        if isinstance(node, Name):
            yield node.name
        elif isinstance(node, Not):
            yield from self._against(node.operand, wanted=not wanted)
        else:
            for part in operands(node):
                yield from self._against(part, wanted=wanted)


def operands(node: Both) -> list[GuardNode]:
    """Return what one operator joins, from left to right: ``a and b and c`` are three."""
    parts: list[GuardNode] = []
    left: GuardNode = node
    while isinstance(left, Both) and left.operator == node.operator:
        parts.append(left.right)
        left = left.left
    return [left, *reversed(parts)]


def explain_guard(
    guard: GuardExpr | str,
    truth: Mapping[str, bool] | Callable[[str], bool],
    *,
    title: str = "",
) -> GuardTruth:
    """Say of each condition of a guard whether it holds.

    Parameters
    ----------
    guard : GuardExpr or str
    truth : mapping or callable
        Truth by name. What a mapping lacks, and what a callable fails at with an error of this
        library, is not known.
    title : str
        What the guard is for.

    Raises
    ------
    InvalidValueError
        If a text is no guard, or the truth neither a mapping nor a callable.
    """
    read = parse_guard(guard) if isinstance(guard, str) else guard
    if not isinstance(read, GuardExpr):
        raise InvalidValueError(
            "not a guard", got=type(read).__name__, expected="a guard or a text"
        )
    if not (isinstance(truth, Mapping) or callable(truth)):
        raise InvalidValueError(
            "not the truth of conditions", where="truth", got=type(truth).__name__,
            expected="a mapping of names to True or False, or a function of a name",
        )  # fmt: skip
    values: dict[str, bool | None] = {}
    errors: dict[str, str] = {}
    for name in read.predicates():
        try:
            known = truth.get(name) if isinstance(truth, Mapping) else truth(name)
        except CtxkitError as error:
            known = None
            errors[name] = error.what
        values[name] = None if known is None else bool(known)
    return GuardTruth(read, values, errors, title)
