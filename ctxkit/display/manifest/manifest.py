"""How a context manifest and the request behind it look."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    PALETTE,
    Bar,
    Cell,
    Column,
    Document,
    Excerpt,
    Figure,
    Gauge,
    Listing,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
)
from ctxkit.manifest.items import (
    MissionContextItem,
    MissionContextManifest,
)
from ctxkit.manifest.request import ContextRequest
from ctxkit.manifest.tokens import ESTIMATOR_NAME
from ctxkit.manifest.vocabulary import ROLES, phase_of

#: One colour a kind of item, wherever it is drawn.
KIND_COLORS = {
    "role": "#4c6ef5",
    "skill": "#7048e8",
    "steering": "#a17900",
    "phase-skill": "#9775fa",
    "handshake-policy": "#c2255c",
    "command-schema": "#e64980",
    "spec-context": "#1098ad",
    "scope-file": "#2f9e44",
    "source-artifact": "#e8890c",
}


def kind_color(kind: str) -> str:
    """Return the colour of a kind of item."""
    return KIND_COLORS.get(kind, PALETTE[-1])


@describe.register
def _manifest(held: MissionContextManifest) -> Document:
    return Document(
        kind="Context manifest",
        title=manifest_title(held),
        facts=_facts(held),
        parts=[
            *_role_note(held),
            _budget_line(held),
            budget_bar(held),
            *_actions(held),
            *_missed(held),
            item_table(held),
            Note(f"Tokens by the {ESTIMATOR_NAME}; what is not measured has a fixed hint.", "dim"),
        ],
        footer=f"{count(len(held.items), 'item')} · {len(held.required_items)} required · "
        f"`.to_frame()` for the table, `.plot()` for the picture, `.to_json()` for the wire form",
    )


def manifest_title(held: MissionContextManifest) -> str:
    """Return the spec and task that a manifest is for, as far as it knows them."""
    if held.request is None:
        return f"for {held.role}" if held.role else "empty"
    slug = held.request.slug.rpartition("/")[2] or "no spec"
    return f"{slug} · {held.request.task_id}" if held.request.task_id else slug


def _facts(held: MissionContextManifest) -> list[str]:
    if held.request is None:
        return [f"version {held.version}"]
    request = held.request
    return [
        held.role,
        f"{phase_of(request.status, request.task_id)} phase",
        f"{request.mode or 'no'} mode",
        f"host budget {request.host_budget:,}" if request.host_budget > 0 else "",
    ]


def _role_note(held: MissionContextManifest) -> list[Part]:
    asked = held.request.role if held.request else ""
    if not held.request or not asked or asked == held.role:
        return []
    phase = phase_of(held.request.status, held.request.task_id)
    why = f"may not work in the {phase} phase" if asked in ROLES else "is not a role of the tool"
    return [Note(f"Asked for {asked}, which {why}; {held.role} takes its place.", "warn")]


def _budget_line(held: MissionContextManifest) -> Figure:
    optional = f"optional {held.optional_tokens:,} more" if held.optional_tokens else ""
    if held.over_budget:
        over = held.estimated_tokens - held.budget
        return Figure(
            f"{held.estimated_tokens:,}",
            f"tokens required, {over:,} over the budget of {held.budget:,}",
            [optional],
            "bad",
        )
    left = held.budget - held.estimated_tokens
    return Figure(
        f"{held.estimated_tokens:,}",
        f"of {held.budget:,} tokens required",
        [f"{left:,} left", optional],
    )


def budget_bar(held: MissionContextManifest) -> Bar:
    """Return the bar of a manifest: required kinds, then optional ones, against the budget."""
    ordered = sorted(held.tokens_by_kind(), key=lambda kind: not kind[1])
    return Bar(
        [
            Segment(
                kind if required else f"{kind} (optional)",
                tokens,
                kind_color(kind),
                faint=not required,
            )
            for kind, required, tokens in ordered
        ],
        capacity=held.budget,
    )


def _actions(held: MissionContextManifest) -> list[Part]:
    return [Listing("Over budget, so:", held.budget_actions)] if held.budget_actions else []


def _missed(held: MissionContextManifest) -> list[Part]:
    if not held.missed:
        return []
    said = "Asked for in vain; the whole file stands for it, if anything:"
    return [Listing(said, held.missed, "warn")]


def item_table(held: MissionContextManifest) -> Table:
    """Return the ordered items of a manifest."""
    return Table(
        caption="Load in this order",
        columns=[
            Column("#", "right"),
            Column("what", wide=True),
            Column("tokens", "right"),
            Column("need"),
            Column("kind"),
            Column("mode"),
            Column("why", wide=True),
        ],
        rows=_item_rows(held),
        total=len(held.items),
        empty="nothing to load",
    )


def _item_rows(held: MissionContextManifest) -> Iterator[Row]:
    largest = max((item.token_hint for item in held.items), default=0)
    for item in held.items:
        color = kind_color(item.kind)
        yield Row(
            [
                f"{item.order}",
                Cell(item_target(item), code=True, excerpt=_slice_excerpt(held, item)),
                Cell(f"{item.token_hint:,}", gauge=Gauge(item.token_hint, largest, color)),
                "required" if item.required else "optional",
                item.kind,
                item.mode,
                item.rationale,
            ],
            dim=not item.required,
        )


def item_target(item: MissionContextItem) -> str:
    """Return what an item reads or runs."""
    return f"$ {item.command}" if item.command else item.path or "(no path)"


def _slice_excerpt(held: MissionContextManifest, item: MissionContextItem) -> Excerpt | None:
    if item.selector is None:
        return None
    look = held.look_at(item.order)
    wanted = f"only {item.selector.wording}"
    if look is None:
        return Excerpt(wanted, "The slice is not in the wire form; build the manifest to see it.")
    return Excerpt(
        f"{wanted}: {item.token_hint:,} of {look.whole_tokens:,} tokens",
        look.text,
        f".slice_of({item.order})",
    )


@describe.register
def _request(held: ContextRequest) -> Document:
    fields = [
        ("slug", held.slug),
        ("status", held.status),
        ("task_id", held.task_id),
        ("role", held.role),
        ("files", ", ".join(held.files)),
        ("mode", held.mode),
        ("host_budget", f"{held.host_budget:,} tokens" if held.host_budget > 0 else "none"),
        ("context_command", held.context_command),
        ("requirements", ", ".join(map(str, held.requirements))),
        ("design_headings", ", ".join(held.design_headings)),
        ("read_artifact", "given" if held.read_artifact else "none: hints are defaults"),
    ]
    return Document(
        kind="Context request",
        title=held.slug or "no spec",
        facts=[held.task_id, held.role, held.mode],
        parts=[
            Table(
                caption="What a manifest is asked for",
                columns=[Column("field"), Column("value", wide=True)],
                rows=(Row([Cell(name, code=True), value or "—"]) for name, value in fields),
                total=len(fields),
            )
        ],
        footer="`ctxkit.build_context_manifest(request)` answers it; "
        "`.replace(role=...)` asks otherwise",
    )
