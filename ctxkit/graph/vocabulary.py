"""The closed vocabularies of entries (contract C, sections 14.2 and 14.3)."""

from __future__ import annotations

from enum import StrEnum


class EntryType(StrEnum):
    """The two sorts of entries."""

    SIGNAL = "signal"
    DECISION = "decision"


class ProcedureClass(StrEnum):
    """What part a procedure plays in a session."""

    MOVE = "move"  #: Started in the course of a session.
    SHELL = "shell"  #: The base on which a session stands.
    TASK = "task"  #: Runs without a user to ask.


SIGNAL_KINDS = ("gap", "fact", "question", "insight", "done", "actor", "annotation")
DECISION_KINDS = (
    "directive",
    "activity",
    "plan",
    "contract",
    "aspiration",
    "role",
    "focus",
    "procedure",
)
KINDS = SIGNAL_KINDS + DECISION_KINDS

#: Three-letter code of a layer and its full name, from the widest to the narrowest.
LAYERS = {
    "stg": "strategic",
    "cpt": "conceptual",
    "tac": "tactical",
    "ops": "operational",
    "prc": "process",
}
LAYER_NAMES = tuple(LAYERS.values())

CONFIDENCES = ("high", "medium", "low")
INTENTS = ("pending", "guiding", "settled")

#: Kinds that a new reference may have.
REF_KINDS = (
    "grounded-in",
    "builds-on",
    "refines",
    "addresses",
    "surfaces",
    "surfaced-by",
    "depends-on",
    "required-by",
    "related",
)
#: Spellings that are only read, and what they are read as.
LEGACY_REF_KINDS = {"grounds": "grounded-in", "evidence": "grounded-in"}
UNKNOWN_REF_KIND = "unknown"

_TYPE_WORDS = {
    "s": EntryType.SIGNAL,
    "signal": EntryType.SIGNAL,
    "d": EntryType.DECISION,
    "decision": EntryType.DECISION,
}


def entry_type_of(word: str) -> EntryType | None:
    """Return the entry type that a word or its initial stands for."""
    return _TYPE_WORDS.get(word)


def expand_layer(word: str) -> str | None:
    """Return the full name of a layer, given by name or code; ``None`` for any other word."""
    return LAYERS.get(word) or (word if word in LAYER_NAMES else None)
