"""The words of the spec tool: statuses, phases, roles, modes, and what follows from each.

Contract A, *Vocabulary*.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

#: Kinds of items that a manifest can have, in load order.
ITEM_KINDS = (
    "role",
    "skill",
    "steering",
    "phase-skill",
    "handshake-policy",
    "command-schema",
    "spec-context",
    "scope-file",
    "source-artifact",
)


class SpecStatus(StrEnum):
    """Where a spec stands."""

    REQUIREMENTS = "requirements"
    DESIGN = "design"
    TASKS = "tasks"
    EXECUTING = "executing"
    BLOCKED = "blocked"
    VERIFYING = "verifying"
    COMPLETE = "complete"


class Phase(StrEnum):
    """A phase of work, in the order in which they come."""

    PERCEIVE = "perceive"
    ANALYZE = "analyze"
    PLAN = "plan"
    EXECUTE = "execute"
    VERIFY = "verify"
    REFLECT = "reflect"


class ContextMode(StrEnum):
    """The delivery surface a manifest is built for."""

    BRIEFING = "briefing"  #: one agent, or a person
    DISPATCH = "dispatch"  #: parallel fan-out
    MISSION = "mission"  #: an orchestrated worker


class Role(NamedTuple):
    """What a role may do."""

    access: str  #: ``readonly`` or ``readwrite``
    budget_tier: str  #: ``minimal``, ``focused``, ``medium`` or ``large``
    phases: frozenset[Phase]  #: phases it may work in


_EVERY = frozenset(Phase)

ROLES: dict[str, Role] = {
    "scout": Role("readonly", "minimal", _EVERY),
    "researcher": Role("readonly", "large", _EVERY),
    "auditor": Role("readonly", "medium", _EVERY),
    "architect": Role("readonly", "medium", frozenset({Phase.ANALYZE, Phase.PLAN})),
    "craftsman": Role("readwrite", "focused", frozenset({Phase.EXECUTE})),
    "tester": Role("readwrite", "focused", frozenset({Phase.EXECUTE, Phase.VERIFY})),
    "documenter": Role("readwrite", "focused", _EVERY - {Phase.PERCEIVE}),
    "validator": Role("readwrite", "medium", frozenset({Phase.EXECUTE, Phase.VERIFY})),
}

#: Numerator and denominator by which a tier scales the base budget.
TIER_SHARES: dict[str, tuple[int, int]] = {
    "minimal": (3, 5),
    "focused": (1, 1),
    "medium": (6, 5),
    "large": (4, 3),
}

_PHASE_OF_STATUS = {
    SpecStatus.REQUIREMENTS: Phase.ANALYZE,
    SpecStatus.DESIGN: Phase.PLAN,
    SpecStatus.TASKS: Phase.PLAN,
    SpecStatus.EXECUTING: Phase.EXECUTE,
    SpecStatus.BLOCKED: Phase.EXECUTE,
    SpecStatus.VERIFYING: Phase.VERIFY,
    SpecStatus.COMPLETE: Phase.REFLECT,
}

_ALL_ARTIFACTS = ("requirements.md", "design.md", "tasks.md")
_ARTIFACTS_OF_STATUS = {
    SpecStatus.REQUIREMENTS: ("requirements.md",),
    SpecStatus.DESIGN: ("requirements.md", "design.md"),
    SpecStatus.VERIFYING: ("requirements.md", "tasks.md"),
    SpecStatus.COMPLETE: ("tasks.md",),
}

_ROLE_OF_PHASE = {
    Phase.ANALYZE: "architect",
    Phase.PLAN: "architect",
    Phase.VERIFY: "validator",
    Phase.REFLECT: "documenter",
}


def phase_of(status: str, task_id: str = "") -> Phase:
    """Return the phase of a status.

    With an empty status it is inferred from the task id (``A…`` plans, anything else executes);
    an unknown status is analysed.
    """
    if not status:
        return Phase.PLAN if task_id.startswith("A") else Phase.EXECUTE
    known = _as_status(status)
    return _PHASE_OF_STATUS[known] if known else Phase.ANALYZE


def artifacts_of(status: str) -> tuple[str, ...]:
    """Return the source artifacts of a status, in load order."""
    known = _as_status(status)
    return _ARTIFACTS_OF_STATUS.get(known, _ALL_ARTIFACTS) if known else _ALL_ARTIFACTS


def resolve_role(role: str, phase: Phase) -> str:
    """Return ``role`` if it may work in ``phase``, else the role that does."""
    known = ROLES.get(role)
    if known and phase in known.phases:
        return role
    return _ROLE_OF_PHASE.get(phase, "craftsman")


def _as_status(word: str) -> SpecStatus | None:
    try:
        return SpecStatus(word)
    except ValueError:
        return None
