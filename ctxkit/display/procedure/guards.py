"""How a guard looks: a tree of conditions, with their truth where it is known."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Branch,
    Document,
    Figure,
    Note,
    Part,
    Tone,
    Tree,
    count,
    describe,
)
from ctxkit.procedure.guard import GuardExpr, GuardNode, Name, Not
from ctxkit.procedure.truth import GuardTruth, operands

_JOINED = {"and": "all of", "or": "any of"}
_WORDS: dict[bool | None, tuple[str, Tone]] = {
    True: ("true", "good"),
    False: ("false", "bad"),
    None: ("not known", "warn"),
}
MAX_DEPTH = 24  #: of a tree; what is deeper is told as text
MAX_OPERANDS = 250  #: of one operator; more than a display shows


@describe.register
def _guard(held: GuardExpr) -> Document:
    names = held.predicates()
    return Document(
        kind="Guard",
        title=held.source,
        facts=[count(len(names), "predicate")],
        parts=[guard_tree(held)],
        footer="`.explain(truth)` says which conditions hold; `truth` has true or false by name",
    )


@describe.register
def _truth(held: GuardTruth) -> Document:
    false = [name for name, value in held.values.items() if value is False]
    unknown = [name for name, value in held.values.items() if value is None]
    _, tone = _WORDS[held.holds]
    return Document(
        kind="Guard",
        title=held.title or held.guard.source,
        facts=[held.guard.source if held.title else ""],
        parts=[
            Figure(
                {True: "Holds", False: "Does not hold", None: "Not decided"}[held.holds],
                asides=[
                    f"false: {', '.join(false[:8])}" if false else "",
                    f"not known: {', '.join(unknown[:8])}" if unknown else "",
                ],
                tone=tone,
            ),
            guard_tree(held.guard, held),
            *_failures(held),
        ],
        footer="`.holds` is the outcome, `.values` the truth of each name, `.to_frame()` the tree",
    )


def _failures(held: GuardTruth) -> Iterator[Part]:
    for name, error in list(held.errors.items())[:8]:
        yield Note(f"{name} failed: {error}", "warn")


def guard_tree(guard: GuardExpr, truth: GuardTruth | None = None, title: str = "") -> Tree:
    """Return a guard as a tree; ``truth`` adds what is known of each part."""
    branches = [_branch(guard.root, truth, 0)]
    return Tree(title or "What it asks for", branches, ".to_frame()" if truth else ".source")


def _branch(node: GuardNode, truth: GuardTruth | None, depth: int) -> Branch:
    if isinstance(node, Name):
        return _said(f"`{node.name}`", node, truth)
    if depth == MAX_DEPTH:
        return Branch("… (deeper than is shown)")
    if isinstance(node, Not):
        return _said("not", node, truth, [_branch(node.operand, truth, depth + 1)])
    parts = operands(node)[:MAX_OPERANDS]
    inner = [_branch(part, truth, depth + 1) for part in parts]
    return _said(f"{_JOINED[node.operator]} ({node.operator})", node, truth, inner)


def _said(
    text: str, node: GuardNode, truth: GuardTruth | None, branches: list[Branch] | None = None
) -> Branch:
    if truth is None:
        return Branch(text, branches=branches or ())
    word, tone = _WORDS[truth.truth_of(node)]
    return Branch(f"{text}: {word}", tone, branches or ())
