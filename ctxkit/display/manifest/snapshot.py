"""How a snapshot and a diff look."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Note,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.manifest.manifest import budget_bar, item_table
from ctxkit.manifest.snapshot import ContextSnapshot, SnapshotDiff


@describe.register
def _snapshot(held: ContextSnapshot) -> Document:
    lines = sum(file.lines[1] for file in held.loaded_files)
    return Document(
        kind="Context snapshot",
        title=f"{held.task or 'no task'} · turn {held.turn:,}",
        facts=[f"{held.phase} phase" if held.phase else "", held.timestamp],
        parts=[
            Figure(
                count(len(held.loaded_files), "file"), "loaded", [f"{count(lines, 'line')} in all"]
            ),
            Note(
                f"Steering {_digest(held.steering_digest)} · memory {_digest(held.memory_digest)}"
            ),
            Table(
                caption="Loaded files, by path",
                columns=[Column("file"), Column("lines", "right"), Column("SHA-256")],
                rows=(
                    Row(
                        [
                            Cell(file.path, code=True),
                            f"{file.lines[0]:,}–{file.lines[1]:,}",
                            Cell(_digest(file.sha256), code=True),
                        ]
                    )
                    for file in held.loaded_files
                ),
                total=len(held.loaded_files),
                empty="no file that the manifest names is there",
            ),
            Fold(
                f"Manifest: {count(len(held.manifest.items), 'item')}, "
                f"{held.manifest.estimated_tokens:,} tokens required",
                [budget_bar(held.manifest), item_table(held.manifest)],
            ),
        ],
        footer="`.diff(workspace)` says what has moved since; "
        "`ctxkit.canonical_snapshot_json(snapshot)` is its one text",
    )


def _digest(digest: str) -> str:
    return f"{digest[:12]}…" if digest else "none"


@describe.register
def _diff(held: SnapshotDiff) -> Document:
    moved = [
        *(["the steering"] if held.steering_changed else []),
        *(["memory.md"] if held.memory_changed else []),
    ]
    total = len(held.changed) + len(held.unchanged)
    return Document(
        kind="Snapshot diff",
        title="reload" if held.changed or moved else "nothing to reload",
        parts=[
            Figure(
                f"{len(held.changed):,}",
                f"of {count(total, 'file')} changed or gone",
                [f"{len(held.unchanged):,} unchanged"],
                "warn" if held.changed else "good",
            ),
            Note(
                " and ".join(moved).capitalize() + " changed too."
                if moved
                else "Steering and memory.md are as they were.",
                "warn" if moved else "plain",
            ),
            Table(
                caption="Files of the snapshot, changed ones first",
                columns=[Column("file"), Column("state"), Column("what to do")],
                rows=_diff_rows(held),
                total=total,
                empty="no files",
            ),
        ],
        footer="`.to_frame()` for the table",
    )


def _diff_rows(held: SnapshotDiff) -> Iterator[Row]:
    for path in held.changed:
        yield Row([Cell(path, code=True), Cell("changed", tone="warn"), "load it again"])
    for path in held.unchanged:
        yield Row([Cell(path, code=True), "unchanged", "refer to it"], dim=True)
