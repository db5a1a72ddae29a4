"""Presence predicates: the fields that a guard can wait for (contract C, section 5.1)."""

from __future__ import annotations

from ctxkit.model import Model

_FIELDS = (
    "anchor baseBranch body brief briefing brownfieldSynthesis candidates canonical confidence "
    "contract doneEntry entryKind goal innerEvaluation inspectedIds involvement layer "
    "outerEvaluation plan refs roleActor synthesis targets topics widenReport wipMarker workBranch"
)

#: Field to the predicate that holds when it is present, sorted by field.
PRESENCE = {field: f"has{field[0].upper()}{field[1:]}" for field in _FIELDS.split()}


class PresencePair(Model):
    """A field and the predicate that tells whether it is present."""

    field: str
    predicate: str


def presence_pairs() -> tuple[PresencePair, ...]:
    """Return all fields that have a presence predicate, sorted by field."""
    return tuple(PresencePair(field=f, predicate=p) for f, p in PRESENCE.items())
