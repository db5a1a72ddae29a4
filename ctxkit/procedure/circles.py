"""Circles of steps that the engine would never leave by itself.

The contract lets such a procedure load, and a session in it go on for ever (contract C, section
7.2); here it is found beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ctxkit.procedure.guard import GuardExpr
from ctxkit.procedure.spec import Spec, Step, Transition

_MOST_NAMES = 5  # of a guard whose every truth is tried
_MOST_SHOWN = 6  # steps and conditions in a message


@dataclass(frozen=True, slots=True)
class Circle:
    """Gates that lead to each other and that nothing holds.

    Attributes
    ----------
    ways : tuple of Transition
        The way taken from each step to the next, the last one back to the first.
    steps : tuple of Step
        Beginning with the one written first.
    exits : tuple of str
        Conditions that would lead out, in the order in which they are asked; empty where nothing
        leads out.
    """

    ways: tuple[Transition, ...]
    steps: tuple[Step, ...]
    exits: tuple[str, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """What runs on the way, each once; only that could make one of the exits hold."""
        return tuple(dict.fromkeys(step.op for step in self.steps if step.op))

    def __str__(self) -> str:
        names = [step.id for step in self.steps]
        if len(names) > _MOST_SHOWN:
            names[_MOST_SHOWN - 1 : -1] = [f"… {len(names) - _MOST_SHOWN:,} more …"]
        path = " → ".join([*names, names[0]])
        if not self.exits:
            return f"goes round for ever: {path}; nobody chooses, and nothing holds it"
        if len(self.exits) == 1:
            never = f"while {self.exits[0]} does not hold"
        elif len(self.exits) <= _MOST_SHOWN:
            never = f"while neither {' nor '.join(self.exits)} holds"
        else:
            never = f"while none of {len(self.exits):,} conditions holds"
        runs = f"; only {', '.join(self.commands[:_MOST_SHOWN])} could change that"
        return f"goes round for ever {never}: {path}{runs if self.commands else ''}"


def find_circles(spec: Spec) -> list[Circle]:
    """Return the circles of a procedure, in the order of their first steps.

    A step is part of one if it is a gate that no guard holds, and its fallback, or a way whose
    condition always holds, leads on to the next. Conditions that are asked before may lead out.
    """
    ways = {step.id: way for step in spec.steps if (way := _sure_way(step)) is not None}
    order = {step.id: number for number, step in enumerate(spec.steps)}
    found: list[Circle] = []
    seen: set[str] = set()
    for start in ways:
        path: dict[str, None] = {}
        at = start
        while at in ways and at not in seen:
            seen.add(at)
            path[at] = None
            at = ways[at].to
        if at in path:
            names = list(path)[list(path).index(at) :]
            first = min(range(len(names)), key=lambda n: order[names[n]])
            found.append(_circle(spec, [*names[first:], *names[:first]], ways))
    return sorted(found, key=lambda circle: order[circle.steps[0].id])


def _circle(spec: Spec, names: list[str], ways: dict[str, Transition]) -> Circle:
    steps = tuple(spec.step_by_id[name] for name in names)
    inside = frozenset(names)
    exits: dict[str, None] = {}
    for step in steps:
        for way in step.transitions:
            if way is ways[step.id]:
                break
            if way.to not in inside and way.when is not None and not _always(way.when, False):
                exits[str(way.when)] = None
    return Circle(tuple(ways[name] for name in names), steps, tuple(exits))


def _sure_way(step: Step) -> Transition | None:
    """Return the way that a gate takes where nothing else leads on; ``None`` if it may be held."""
    if not step.is_gate or (step.guard is not None and not _always(step.guard, True)):
        return None
    return next((w for w in step.transitions if w.when is None or _always(w.when, True)), None)


def _always(guard: GuardExpr, truth: bool) -> bool:
    """Tell whether a guard has one truth, whatever holds."""
    names = guard.predicates()
    if len(names) > _MOST_NAMES:
        return False
    return all(
        guard.eval(dict(zip(names, values, strict=True)).__getitem__) is truth
        for values in product((False, True), repeat=len(names))
    )
