"""The built-in functions of a registry (contract C, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.procedure import checks
from ctxkit.procedure.drafts import DRAFT_FIELDS, draft_findings
from ctxkit.procedure.functions import (
    Command,
    CommandFunc,
    Context,
    FuncClass,
    FuncDoc,
    Predicate,
    PredicateFunc,
    Query,
    QueryBound,
)
from ctxkit.procedure.presence import PRESENCE

CONFIRMATION = "playbackConfirmation"
OVERRIDE = "preflightOverride"
#: Engine fields that carry trust and are no result of a procedure.
TRUST_FIELDS = frozenset({CONFIRMATION, OVERRIDE})

Docs = Callable[[FuncClass | str | None], tuple[FuncDoc, ...]]


def built_in_functions(docs: Docs) -> Iterator[Predicate | Query | Command]:
    """Yield the built-in functions; ``docs`` lists the contracts of the registry they go into."""
    for field, name in PRESENCE.items():
        yield Predicate(
            doc=_doc(name, f"Holds when {field} is present and not empty.", (field,)),
            fn=_has(field),
            fail_message=f"{field} is missing.",
        )
    for name, (fn, reads, message, detail) in _CHECKS.items():
        text = " ".join((fn.__doc__ or "").split())
        yield Predicate(
            doc=_doc(name, text, reads), fn=fn, fail_message=message, fail_detail=detail
        )
    for name, (command, reads, writes) in _COMMANDS.items():
        text = " ".join((command.__doc__ or "").split())
        doc = FuncDoc(name=name, func_class=FuncClass.COMMAND, doc=text, reads=reads, writes=writes)
        yield Command(doc=doc, fn=command)
    yield _registry_list(docs)


def _doc(name: str, text: str, reads: tuple[str, ...]) -> FuncDoc:
    return FuncDoc(name=name, func_class=FuncClass.PREDICATE, doc=text, reads=reads)


def _has(field: str) -> PredicateFunc:
    return lambda ctx: ctx.store.has(field)


def _kind_is(word: str) -> PredicateFunc:
    def check(ctx: Context) -> bool:
        return bool(ctx.store.get("entryKind") == word)

    check.__doc__ = f"Holds when entryKind is {word}."
    return check


def _playback_confirmed(ctx: Context) -> bool:
    """Hold when the state was confirmed and has not changed since."""
    record = ctx.store.get(CONFIRMATION)
    snapshot = record.get("snapshot") if isinstance(record, dict) else None
    return bool(snapshot) and snapshot == ctx.store.state_snapshot()


def _draft_validates(ctx: Context) -> bool:
    """Hold when the entry that the fields describe has no structural fault."""
    return not draft_findings(ctx)


_Check = tuple[PredicateFunc, tuple[str, ...], str, Callable[[Context], str] | None]
_REFERRING = ("refs", "supersedes", "closes")
_CHECKS: dict[str, _Check] = {
    "anchorsResolve": (
        checks.anchors_resolve, ("anchor", "targets"), "An anchor is not in the graph.",
        checks.unknown_ids("anchor", "targets"),
    ),
    "inspectedIdsResolve": (
        checks.inspected_ids_resolve, ("inspectedIds",), "An inspected entry is not in the graph.",
        checks.unknown_ids("inspectedIds"),
    ),
    "doneEntryResolves": (
        checks.done_entry_resolves, ("doneEntry",), "The done entry is not in the graph.",
        checks.unknown_ids("doneEntry"),
    ),
    "refsResolve": (
        checks.refs_resolve, _REFERRING, "A reference leads to no entry.", None,
    ),
    "refsInspected": (
        checks.refs_inspected, _REFERRING, "A referenced entry was not read in full.",
        checks.uninspected,
    ),
    "refKindsValid": (
        checks.ref_kinds_valid, ("refs",), "A reference has a kind that does not exist.", None,
    ),
    "draftValidates": (
        _draft_validates, DRAFT_FIELDS, "The draft has structural faults.",
        lambda ctx: "; ".join(draft_findings(ctx)),
    ),
    "participantsCanonical": (
        checks.participants_canonical, ("participants",),
        "A participant is not the canonical name of an active actor.", None,
    ),
    "roleActorResolves": (
        checks.role_actor_resolves, ("roleActor",), "No actor ever had the name in roleActor.",
        None,
    ),
    "aliasesWellFormed": (
        checks.aliases_well_formed, ("aliases", "canonical"),
        "Aliases must be filled, distinct and other than the canonical name.", None,
    ),
    "entryKindIsActor": (_kind_is("actor"), ("entryKind",), "The entry is no actor.", None),
    "entryKindIsRole": (_kind_is("role"), ("entryKind",), "The entry is no role.", None),
    "entryKindIsFocus": (_kind_is("focus"), ("entryKind",), "The entry is no focus.", None),
    "involvementTargetsResolve": (
        checks.involvement_targets_resolve, ("involvement",),
        "A target of the focus is not in the graph.", None,
    ),
    "topicsKnown": (
        checks.topics_known, ("topics",), "A topic is not in use yet.", checks.unknown_topics,
    ),
    "intentPresentIfDirective": (
        checks.intent_present_if_directive, ("entryKind", "intent"),
        "A directive needs an intent.", None,
    ),
    "playbackConfirmed": (
        _playback_confirmed, (CONFIRMATION,), "The state as it is now was not confirmed.", None,
    ),
    "noHighFindings": (
        checks.no_high_findings, ("findings",), "There are findings of high severity, or none yet.",
        None,
    ),
    "noGuideFindings": (
        checks.no_guide_findings, ("guideFindings",),
        "The writing guide has findings, or was not asked yet.", None,
    ),
    "guideReviewed": (
        checks.guide_reviewed, ("guideReviewed",), "The guide's findings were not reviewed.", None,
    ),
}  # fmt: skip


def _confirm_playback(ctx: Context) -> None:
    """Record that the state as it is now was confirmed, and at which step."""
    snapshot = ctx.store.state_snapshot()
    ctx.store.write_engine(CONFIRMATION, {"snapshot": snapshot, "step": ctx.step})


def _record_override(ctx: Context) -> None:
    """Record that findings of the checks before writing were overridden."""
    ctx.store.write_engine(OVERRIDE, True)


def _record_guide_review(ctx: Context) -> None:
    """Record that findings of the writing guide were looked at."""
    ctx.store.write_engine("guideReviewed", True)


def _request_guide_recheck(ctx: Context) -> None:
    """Forget the findings of the writing guide, so that it is asked again."""
    ctx.store.write_engine("guideFindings", None)
    ctx.store.write_engine("guideReviewed", None)


_COMMANDS: dict[str, tuple[CommandFunc, tuple[str, ...], tuple[str, ...]]] = {
    "confirmPlayback": (_confirm_playback, (), (CONFIRMATION,)),
    "recordOverride": (_record_override, ("findings",), (OVERRIDE,)),
    "recordGuideReview": (_record_guide_review, ("guideFindings",), ("guideReviewed",)),
    "requestGuideRecheck": (_request_guide_recheck, (), ("guideFindings", "guideReviewed")),
}


def _registry_list(docs: Docs) -> Query:
    def run(ctx: Context, args: dict[str, Any]) -> list[dict[str, Any]]:
        wanted = args.get("class", "")
        if wanted not in ("", *FuncClass):
            raise InvalidValueError(
                "no class of functions", where="registryList", got=repr(wanted),
                expected="predicate, query or command",
            )  # fmt: skip
        return [
            {
                "name": doc.name,
                "class": str(doc.func_class),
                "doc": doc.doc,
                "reads": list(doc.reads),
                "writes": list(doc.writes),
            }
            for doc in docs(wanted)
        ]

    doc = FuncDoc(
        name="registryList",
        func_class=FuncClass.QUERY,
        doc="Contracts of the registered functions, of all classes or of the one given as class.",
    )
    return Query(doc=doc, fn=run, serve_safe=True, bound=QueryBound())
