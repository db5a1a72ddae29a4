"""The functions that the example procedures name beyond the built-in ones.

Each is small and looks at the store, the graph and the read set only: what it says depends on
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.examples.harbour.filing import compose_entry, is_moment
from ctxkit.examples.harbour.wording import wording_findings
from ctxkit.examples.presence import add_presence
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import topic_key
from ctxkit.procedure.functions import Context, PartKind, QueryBound, ReadDepth
from ctxkit.procedure.registry import Registry
from ctxkit.procedure.truncate import Bounded, Cut, cut_head

#: Kinds that stay open until something closes or supersedes them.
OPEN_KINDS = ("gap", "question", "directive", "activity", "plan")

File = Callable[[Entry], None]


def harbour_registry(file_entry: File) -> Registry:
    """Return a registry that holds the built-in functions and those of the harbour office.

    Parameters
    ----------
    file_entry : callable
        Takes each entry that the command ``fileEntry`` files.
    """
    registry = Registry()
    _add_predicates(registry)
    _add_queries(registry)
    _add_commands(registry, file_entry)
    return registry


def open_entries(graph: Graph, topic: str = "", kinds: tuple[str, ...] = OPEN_KINDS) -> list[Entry]:
    """Return the entries that nothing closes or supersedes, oldest first."""
    ended = graph.closed | graph.superseded
    found = [
        entry
        for entry in graph
        if entry.id not in ended
        and entry.kind in kinds
        and (not topic or _has_topic(graph, entry, topic))
    ]
    return sorted(found, key=lambda entry: entry.id)


def _has_topic(graph: Graph, entry: Entry, topic: str) -> bool:
    return topic_key(topic) in {topic_key(label) for label in graph.topics_of(entry.id)}


def _graph(ctx: Context) -> Graph:
    if ctx.graph is None:
        raise InvalidValueError(
            "the functions of the harbour need a graph, and there is none",
            hint="Use ctxkit.examples.engine(), or give your engine ctxkit.examples.graph().",
        )
    return ctx.graph


def _texts(ctx: Context, field: str) -> list[str]:
    value = ctx.store.get(field)
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str)]


def _suffix(entry_id: str) -> str:
    return entry_id.split("-", 4)[-1]


# Predicates -------------------------------------------------------------------------------------


def _unread(ctx: Context) -> list[str]:
    return [i for i in _texts(ctx, "candidates") if ctx.reads.get(i) != ReadDepth.FULL]


def _explain_unread(ctx: Context) -> str:
    return f"Not read in full yet: {', '.join(_unread(ctx))}."


def _unnamed(ctx: Context) -> list[str]:
    words = set(re.findall(r"\w+", str(ctx.store.get("synthesis") or "")))
    return [i for i in _texts(ctx, "candidates") if _suffix(i) not in words]


def _explain_unnamed(ctx: Context) -> str:
    return f"The synthesis does not name {', '.join(map(_suffix, _unnamed(ctx)))}."


def _add_predicates(registry: Registry) -> None:
    _add_presence(registry)
    _add_review_predicates(registry)

    @registry.predicate(
        name="observedAtValid", reads=["observedAt"],
        fail="observedAt must be a day and a minute, YYYY-MM-DD HH:MM.",
    )  # fmt: skip
    def observed_at_valid(ctx: Context) -> bool:
        """Hold when observedAt is a day that exists and a time of it."""
        return is_moment(str(ctx.store.get("observedAt") or ""))

    @registry.predicate(
        name="nextWatchKnown", reads=["nextWatch"],
        fail="Nobody of that name signs here today.",
    )  # fmt: skip
    def next_watch_known(ctx: Context) -> bool:
        """Hold when nextWatch is the name of an active actor."""
        heads = [chain.head for chain in _graph(ctx).actor_chains if chain.active]
        return ctx.store.get("nextWatch") in {head.canonical for head in heads if head}


def _add_presence(registry: Registry) -> None:
    presence = {
        "topicChosen": "topic",
        "candidatesChosen": "candidates",
        "participantsNamed": "participants",
        "concernVoiced": "concern",
        "handoverWritten": "handoverNote",
    }
    add_presence(registry, presence)


def _add_review_predicates(registry: Registry) -> None:
    @registry.predicate(
        name="topicHasEntries", reads=["topic"], fail="Nothing is open under this topic."
    )
    def topic_has_entries(ctx: Context) -> bool:
        """Hold when some entry under the topic is open."""
        return bool(open_entries(_graph(ctx), str(ctx.store.get("topic") or "")))

    @registry.predicate(
        name="candidatesKnown", reads=["candidates"], fail="A candidate is not in the graph."
    )
    def candidates_known(ctx: Context) -> bool:
        """Hold when every candidate is in the graph."""
        graph = _graph(ctx)
        return all(entry_id in graph for entry_id in _texts(ctx, "candidates"))

    @registry.predicate(name="candidatesRead", reads=["candidates"], detail=_explain_unread)
    def candidates_read(ctx: Context) -> bool:
        """Hold when every candidate was read in full in this session."""
        return not _unread(ctx)

    @registry.predicate(
        name="synthesisNamesCandidates", reads=["synthesis", "candidates"],
        detail=_explain_unnamed,
    )  # fmt: skip
    def synthesis_names_candidates(ctx: Context) -> bool:
        """Hold when the synthesis names every candidate by the last part of its ID."""
        return not _unnamed(ctx)

    @registry.predicate(
        name="doneEntryAnswersAnchor", reads=["doneEntry", "anchor"],
        fail="The filed entry does not refer to the anchor.",
    )  # fmt: skip
    def done_entry_answers_anchor(ctx: Context) -> bool:
        """Hold when the filed entry refers to the anchor or closes it."""
        entry = _graph(ctx).entry(str(ctx.store.get("doneEntry")))
        if entry is None:
            return False
        return ctx.store.get("anchor") in {*(ref.id for ref in entry.refs), *entry.closes}


# Queries ----------------------------------------------------------------------------------------


def _line(entry: Entry) -> str:
    return f"{entry.id} · {entry.kind} · {entry.summary or entry.body.splitlines()[0]}"


def _card(entry: Entry, text: str) -> str:
    return f"**{_line(entry)}**\n\n{text}"


def _pull_open(args: dict[str, Any], cut: Cut) -> str:
    topic = args.get("topic")
    return f"openEntries topic={topic}" if topic else "openEntries"


def _pull_field(args: dict[str, Any], cut: Cut) -> str:
    return f"show the entries in {args.get('field', 'anchor')}"


def _entries_in(ctx: Context, args: dict[str, Any]) -> list[Entry]:
    found = map(_graph(ctx).entry, _texts(ctx, str(args.get("field", "anchor"))))
    return [entry for entry in found if entry is not None]


def _add_queries(registry: Registry) -> None:
    entry_list = QueryBound(part=PartKind.ENTRY_LIST, pull=_pull_open)
    texts = QueryBound(part=PartKind.TEXT, pull=_pull_field)
    lines = QueryBound(part=PartKind.LINE_LIST)
    framing = QueryBound(part=PartKind.FRAMING)

    @registry.query(name="openEntries", serve_safe=True, bound=entry_list)
    def list_open(ctx: Context, args: dict[str, Any]) -> Bounded[list[str]]:
        """List open entries; args: topic, kinds (a list), most (a number)."""
        kinds = tuple(args.get("kinds") or OPEN_KINDS)
        found = open_entries(_graph(ctx), str(args.get("topic", "")), kinds)
        return cut_head([_line(entry) for entry in found], int(args.get("most", 0)))

    @registry.query(name="topicsInUse", serve_safe=True, bound=lines)
    def topics_in_use(ctx: Context, args: dict[str, Any]) -> list[str]:
        """List all topics that apply to some entry."""
        return sorted(_graph(ctx).topics.values())

    @registry.query(name="focusNow", serve_safe=True, bound=framing)
    def focus_now(ctx: Context, args: dict[str, Any]) -> str:
        """Return the focus that holds, the latest one where there are several."""
        found = open_entries(_graph(ctx), kinds=("focus",))
        return found[-1].body if found else "No focus is set."

    @registry.query(name="entryCards", reads=["candidates", "anchor"], bound=texts)
    def entry_cards(ctx: Context, args: dict[str, Any]) -> str:
        """Show the first paragraph of each entry in a field; args: field."""
        entries = _entries_in(ctx, args)
        return "\n\n".join(_card(entry, entry.body.partition("\n\n")[0]) for entry in entries)

    @registry.query(name="entryChain", reads=["anchor"], bound=texts)
    def entry_chain(ctx: Context, args: dict[str, Any]) -> str:
        """Show what an entry refers to and what refers to it, in full; args: field."""
        graph = _graph(ctx)
        parts = []
        for entry in _entries_in(ctx, args):
            above = [other for ref in entry.refs if (other := graph.entry(ref.id))]
            below = [other for other in graph if entry.id in {ref.id for ref in other.refs}]
            parts += [_card(other, other.body) for other in (*above, *below)]
        return "\n\n".join(parts)


# Commands ---------------------------------------------------------------------------------------


def _add_commands(registry: Registry, file_entry: File) -> None:
    @registry.command(
        name="checkWording", reads=["body", "entryKind"], writes=["findings", "checkedWords"]
    )
    def check_wording(ctx: Context) -> None:
        """Look for vague times, missing figures and long sentences in the body."""
        body, kind = str(ctx.store.get("body") or ""), str(ctx.store.get("entryKind"))
        ctx.store.write_engine("findings", wording_findings(body, kind))
        ctx.store.write_engine("checkedWords", len(body.split()))

    @registry.command(
        name="fileEntry", reads=["body", "entryKind", "layer", "observedAt", "refs", "closes"],
        writes=["filedEntry"], mutates_graph=True,
    )  # fmt: skip
    def file(ctx: Context) -> None:
        """File the confirmed entry; its ID comes from observedAt and the body."""
        entry = compose_entry(ctx.store)
        file_entry(entry)
        ctx.store.write_engine("filedEntry", entry.id)

    @registry.command(
        name="tallyReview", reads=["topic", "candidates", "inspectedIds"], writes=["reviewTally"]
    )
    def tally_review(ctx: Context) -> None:
        """Count what the review weighed and read, and what is still open under its topic."""
        still_open = open_entries(_graph(ctx), str(ctx.store.get("topic") or ""))
        tally = {
            "weighed": len(_texts(ctx, "candidates")),
            "read": len(_texts(ctx, "inspectedIds")),
            "stillOpen": len(still_open),
        }
        ctx.store.write_engine("reviewTally", tally)

    @registry.command(
        name="stampHandover", reads=["nextWatch", "handoverNote"], writes=["handoverStamp"]
    )
    def stamp_handover(ctx: Context) -> None:
        """Note to whom the watch was handed, and how many gaps and questions are open."""
        gaps = open_entries(_graph(ctx), kinds=("gap", "question"))
        stamp = {"to": ctx.store.get("nextWatch"), "openGaps": len(gaps)}
        ctx.store.write_engine("handoverStamp", stamp)
