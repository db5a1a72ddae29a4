"""What the built-in predicates check, in the store and in the graph (contract C, section 5.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import trim_space
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import is_cross_repo_id, topic_key
from ctxkit.graph.vocabulary import REF_KINDS
from ctxkit.procedure.functions import Context, ReadDepth


def _graph(ctx: Context) -> Graph:
    if ctx.graph is None:
        raise InvalidValueError(
            "a predicate needs the graph, and there is none",
            hint="Give the engine a graph: Engine(registry, graph).",
        )
    return ctx.graph


def _texts(value: Any) -> list[str]:
    """Return the texts in a value that is a text or a list; anything else is passed over."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str)]


def _stored_ids(ctx: Context, fields: tuple[str, ...]) -> list[str]:
    return [entry_id for field in fields for entry_id in _texts(ctx.store.get(field))]


def _refs(ctx: Context) -> list[dict[str, Any]]:
    value = ctx.store.get("refs")
    return [ref for ref in value if isinstance(ref, dict)] if isinstance(value, list) else []


def _ref_ids(ctx: Context) -> list[str]:
    return [ref["id"] for ref in _refs(ctx) if isinstance(ref.get("id"), str)]


def _all_in_graph(ctx: Context, fields: tuple[str, ...]) -> bool:
    graph = _graph(ctx)
    return all(entry_id in graph for entry_id in _stored_ids(ctx, fields))


def unknown_ids(*fields: str) -> Callable[[Context], str]:
    """Return a function that names the IDs in fields which are not in the graph."""

    def explain(ctx: Context) -> str:
        missing = [i for i in _stored_ids(ctx, fields) if ctx.graph and i not in ctx.graph]
        return f"Not in the graph: {', '.join(missing)}." if missing else ""

    return explain


def anchors_resolve(ctx: Context) -> bool:
    """Hold when every entry in anchor and targets is in the graph."""
    return _all_in_graph(ctx, ("anchor", "targets"))


def inspected_ids_resolve(ctx: Context) -> bool:
    """Hold when every entry in inspectedIds is in the graph."""
    return _all_in_graph(ctx, ("inspectedIds",))


def done_entry_resolves(ctx: Context) -> bool:
    """Hold when the entry in doneEntry is in the graph."""
    return _all_in_graph(ctx, ("doneEntry",))


def refs_resolve(ctx: Context) -> bool:
    """Hold when all refs lead to an entry here or are well formed for another repository.

    What is superseded or closed must be here.
    """
    graph = _graph(ctx)
    refs_ok = all(i in graph or is_cross_repo_id(i) for i in _ref_ids(ctx))
    return refs_ok and _all_in_graph(ctx, ("supersedes", "closes"))


def _uninspected_ids(ctx: Context) -> list[str]:
    ids = dict.fromkeys(_ref_ids(ctx) + _stored_ids(ctx, ("supersedes", "closes")))
    return [
        i for i in ids
        if i and not is_cross_repo_id(i) and ctx.reads.get(i) != ReadDepth.FULL
    ]  # fmt: skip


def refs_inspected(ctx: Context) -> bool:
    """Hold when every referenced entry of this graph was read in full in the session."""
    return not _uninspected_ids(ctx)


def uninspected(ctx: Context) -> str:
    """Name the referenced entries that were not read in full."""
    ids = _uninspected_ids(ctx)
    return f"Not read in full yet: {', '.join(ids)}." if ids else ""


def ref_kinds_valid(ctx: Context) -> bool:
    """Hold when every reference has a kind that new references may have."""
    return all(ref.get("kind") in REF_KINDS for ref in _refs(ctx))


def participants_canonical(ctx: Context) -> bool:
    """Hold when every participant is the canonical name of an active actor, if there is any."""
    active = {
        chain.head.canonical for chain in _graph(ctx).actor_chains if chain.active and chain.head
    }
    names = _texts(ctx.store.get("participants"))
    return not active or all(name in active for name in names)


def role_actor_resolves(ctx: Context) -> bool:
    """Hold when some actor, active or not, ever had the name in roleActor."""
    name = ctx.store.get("roleActor")
    if not ctx.store.has("roleActor"):
        return True
    return any(name in chain.canonicals for chain in _graph(ctx).actor_chains)


def aliases_fault(aliases: list[str], canonical: Any) -> str:
    """Tell what is wrong with aliases; empty where nothing is."""
    if not all(trim_space(alias) for alias in aliases):
        return "an alias is blank"
    if len(set(aliases)) != len(aliases):
        return "an alias is there twice"
    return "an alias repeats the canonical name" if canonical in aliases else ""


def aliases_well_formed(ctx: Context) -> bool:
    """Hold when aliases are filled, distinct and other than the canonical name."""
    return not aliases_fault(_texts(ctx.store.get("aliases")), ctx.store.get("canonical"))


def involvement_targets_resolve(ctx: Context) -> bool:
    """Hold when every target of the involvement is in the graph."""
    graph = _graph(ctx)
    value = ctx.store.get("involvement")
    items = value if isinstance(value, list) else [value]
    targets = [item.get("target") for item in items if isinstance(item, dict)]
    return all(target in graph for target in targets if isinstance(target, str))


def _unknown_topics(ctx: Context) -> list[str]:
    topics = _graph(ctx).topics
    return [t for t in _texts(ctx.store.get("topics")) if topic_key(t) not in topics]


def topics_known(ctx: Context) -> bool:
    """Hold when every topic is one that some entry has, in whatever case."""
    return not _unknown_topics(ctx)


def unknown_topics(ctx: Context) -> str:
    """Name the topics that no entry has."""
    topics = _unknown_topics(ctx)
    return f"Not in use yet: {', '.join(topics)}." if topics else ""


def intent_present_if_directive(ctx: Context) -> bool:
    """Hold when the entry is no directive, or has an intent."""
    return ctx.store.get("entryKind") != "directive" or ctx.store.has("intent")


def no_high_findings(ctx: Context) -> bool:
    """Hold when there is a list of findings and none is of high severity."""
    if "findings" not in ctx.store:
        return False
    findings = ctx.store.get("findings")
    if not isinstance(findings, list) or not all(isinstance(f, dict) for f in findings):
        raise InvalidValueError("findings is no list of findings", got=repr(findings)[:80])
    return all(_severity(finding) != "high" for finding in findings)


def _severity(finding: dict[str, Any]) -> Any:
    lower = finding.get("severity")
    return lower if isinstance(lower, str) else finding.get("Severity")


def no_guide_findings(ctx: Context) -> bool:
    """Hold when the writing guide was asked and found nothing."""
    findings = ctx.store.get("guideFindings")
    if findings is None:
        return False
    if not isinstance(findings, list) or not all(isinstance(f, dict) for f in findings):
        raise InvalidValueError("guideFindings is no list of findings", got=repr(findings)[:80])
    return not findings


def guide_reviewed(ctx: Context) -> bool:
    """Hold when the findings of the writing guide were reviewed."""
    return ctx.store.get("guideReviewed") is True
