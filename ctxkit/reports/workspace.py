"""What a report says of a workspace: its specs, what each loads, what fits, what is over budget."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.budgets import budget_table
from ctxkit.manifest.items import DEFAULT_SOFT_CEILING
from ctxkit.reports.chapter import Chapter, Display, Exhibit, Picture
from ctxkit.window.assembling import assemble
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace

#: Specs that get a chapter of their own; the tables have them all.
MOST_SPECS = 12


def workspace_chapters(ws: Workspace, window: int | None) -> Iterator[Chapter]:
    """Yield the chapters about a workspace."""
    told = list(ws.values())[:MOST_SPECS]
    some = f" The first {len(told)} of {len(ws):,} specs have chapters of their own."
    yield Chapter(
        "What is there",
        "The specs of the workspace, and the standing instructions that every agent of it is told."
        + (some if len(ws) > len(told) else ""),
        [Display("ws", ws), Picture("ws.plot()", ws, "tokens of the guides, and of each spec")],
    )
    yield budget_chapter(ws, "ws")
    for spec in told:
        yield from spec_chapters(spec, f"ws[{spec.slug!r}]", window)
    yield Chapter(
        "What was odd",
        "Everything that was read with doubt, with its line and what would be right.",
        [Display("ws.diagnostics", ws.diagnostics)],
    )


def budget_chapter(subject: Workspace | Spec, code: str) -> Chapter:
    """Return the chapter about what is near its budget."""
    table = budget_table(subject)
    return Chapter(
        "What is near its budget",
        "Every task for every role: by the tool's hints, and on real bytes; then the tasks nearest "
        "to their budget, with what would help.",
        [
            Display(f"ck.budget_table({code})", table),
            Picture(f"ck.budget_table({code}).plot()", table, "share of the budget, task by role"),
        ],
    )


def spec_chapters(spec: Spec, code: str, window: int | None) -> Iterator[Chapter]:
    """Yield the chapters about one spec."""
    manifest = spec.manifest()
    exhibits: list[Exhibit] = [
        Display(code, spec),
        *_tasks(spec, code),
        Display(f"{code}.manifest()", manifest),
        Picture(f"{code}.manifest().plot()", manifest, "tokens of each item, in load order"),
    ]
    yield Chapter(
        f"Spec {spec.slug}",
        "Where it stands, and what it makes an agent load next.",
        exhibits,
    )
    tokens = window or manifest.budget or DEFAULT_SOFT_CEILING
    assembly = assemble(spec, window=tokens)
    fits = f"ck.assemble({code}, window={tokens:_})"
    yield Chapter(
        f"What of {spec.slug} fits",
        "The same, measured on the files as they are: what is mandatory, what else is picked, and "
        "why the rest is out.",
        [
            Display(fits, assembly),
            Picture(f"{fits}.plot()", assembly, "tokens of each page, in and out of the window"),
        ],
    )


def _tasks(spec: Spec, code: str) -> Iterator[Exhibit]:
    if spec.progress:
        yield Picture(f"{code}.plot()", spec, "tasks by wave, with their state")
