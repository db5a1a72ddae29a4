"""Entries and the graph that they make (contract C, section 14). Pure."""

from ctxkit.graph.entry import (
    Entry,
    EntryError,
    EntryRef,
    TopicAssignment,
    parse_entry,
)
from ctxkit.graph.graph import (
    ActorChain,
    Graph,
)
from ctxkit.graph.ids import (
    is_cross_repo_id,
    is_entry_id,
    is_topic,
)
from ctxkit.graph.provider import (
    ContextualGraphs,
    Graphs,
    SourceGraphs,
    StaticGraphs,
)
from ctxkit.graph.vocabulary import (
    CONFIDENCES,
    INTENTS,
    KINDS,
    LAYERS,
    REF_KINDS,
    EntryType,
    ProcedureClass,
)

__all__ = [
    "CONFIDENCES",
    "INTENTS",
    "KINDS",
    "LAYERS",
    "REF_KINDS",
    "ActorChain",
    "ContextualGraphs",
    "Entry",
    "EntryError",
    "EntryRef",
    "EntryType",
    "Graph",
    "Graphs",
    "ProcedureClass",
    "SourceGraphs",
    "StaticGraphs",
    "TopicAssignment",
    "is_cross_repo_id",
    "is_entry_id",
    "is_topic",
    "parse_entry",
]
