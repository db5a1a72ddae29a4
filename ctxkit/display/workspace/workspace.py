"""How a workspace looks: its specs, and the weight of what every agent is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxkit.display.diagnostics import diagnostics_fold, diagnostics_summary
from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.manifest.tokens import ESTIMATOR_NAME
from ctxkit.manifest.vocabulary import SpecStatus
from ctxkit.workspace.guides import GuideKind, Guides
from ctxkit.workspace.progress import TaskStatus
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

GUIDE_COLORS = {
    GuideKind.ROLE: "#4c6ef5",
    GuideKind.STEERING: "#a17900",
    GuideKind.SKILL: "#7048e8",
}

STATUS_TONES: dict[str, Tone] = {
    SpecStatus.COMPLETE: "good",
    SpecStatus.BLOCKED: "bad",
    TaskStatus.RUNNING: "warn",
}


@describe.register
def _workspace(held: Workspace) -> Document:
    weight = held.guides.tokens
    return Document(
        kind="Spec workspace",
        title=held.name,
        facts=[
            f"as of {held.revision}" if held.revision else "",
            count(len(held), "spec"),
            *_status_counts(held),
        ],
        parts=[
            Figure(
                f"{weight:,}",
                f"tokens of standing instructions in {count(len(held.guides), 'file')}",
                [f"by the {ESTIMATOR_NAME}"],
            ),
            Bar(
                [
                    Segment(_plural(kind), held.guides.of_kind(kind).tokens, color)
                    for kind, color in GUIDE_COLORS.items()
                ]
            ),
            _spec_table(held),
            *_guide_folds(held),
            *diagnostics_fold(held.diagnostics),
        ],
        footer=_footer(held),
    )


def _status_counts(held: Workspace) -> list[str]:
    counted = Counter(spec.status or "status unknown" for spec in held.values())
    order = {str(status): place for place, status in enumerate(SpecStatus)}
    return [f"{counted[s]:,} {s}" for s in sorted(counted, key=lambda s: (order.get(s, 99), s))]


def _plural(kind: GuideKind) -> str:
    return kind if kind is GuideKind.STEERING else f"{kind}s"


def _footer(held: Workspace) -> str:
    first = next(iter(held), None)
    opening = f'`workspace["{first}"]` opens a spec; ' if first else ""
    return f"{opening}`.to_frame()` for the table of specs, `.plot()` for the weights"


def _spec_table(held: Workspace) -> Table:
    return Table(
        caption="Specs",
        columns=[
            Column("spec"),
            Column("title", wide=True),
            Column("status"),
            Column("tasks complete", "right"),
            Column("next"),
            Column("files, tokens", "right"),
            Column("diagnostics", wide=True),
        ],
        rows=(_spec_row(spec) for spec in held.values()),
        total=len(held),
        empty="this workspace has no specs yet",
    )


def _spec_row(spec: Spec) -> Row:
    done = spec.progress.complete
    total = len(spec.progress)
    following = spec.next_task
    tokens = sum(artifact.tokens for artifact in spec.artifacts.values())
    return Row(
        [
            Cell(spec.slug, code=True),
            spec.title,
            Cell(spec.status or "unknown", tone=STATUS_TONES.get(spec.status, "plain")),
            Cell(f"{done} of {total}", gauge=Gauge(done, total, "#2f9e44"))
            if total
            else "no tasks",
            (following.id or following.kind.replace("-", " ")) if total else "—",
            f"{tokens:,}",
            diagnostics_summary(spec.diagnostics) if spec.diagnostics else "—",
        ]
    )


def _guide_folds(held: Workspace) -> Iterator[Part]:
    largest = max((guide.tokens for guide in held.guides), default=0)
    for kind in GUIDE_COLORS:
        guides = held.guides.of_kind(kind)
        yield Fold(
            f"{_plural(kind).capitalize()}: {count(len(guides), 'file')}, {guides.tokens:,} tokens",
            [_guide_table(f"Weight of the {_plural(kind)}", guides, largest)],
        )


def _guide_table(caption: str, guides: Guides, largest: int) -> Table:
    return Table(
        caption=caption,
        columns=[
            Column("kind"),
            Column("name"),
            Column("bytes", "right"),
            Column("tokens", "right"),
            Column("says", wide=True),
        ],
        rows=(
            Row(
                [
                    guide.kind,
                    Cell(guide.name, code=True),
                    f"{guide.bytes:,}",
                    Cell(
                        f"{guide.tokens:,}",
                        gauge=Gauge(guide.tokens, largest, GUIDE_COLORS[guide.kind]),
                    ),
                    guide.summary,
                ]
            )
            for guide in guides
        ),
        total=len(guides),
        more=".guides.to_frame()",
    )


@describe.register
def _guides(held: Guides) -> Document:
    largest = max((guide.tokens for guide in held), default=0)
    return Document(
        kind="Guides",
        title=count(len(held), "file"),
        parts=[
            Figure(f"{held.tokens:,}", "tokens", [f"by the {ESTIMATOR_NAME}"]),
            _guide_table("Roles, steering and skills", held, largest),
        ],
        footer="`.to_frame()` for the table",
    )
