"""How the session logs of a folder look."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.session.eventlog import clock_text
from ctxkit.display.session.summary import time_between
from ctxkit.session.listing import SessionList, SessionRow


@describe.register
def _sessions(held: SessionList) -> Document:
    return Document(
        kind="Session logs",
        title=held.folder.rstrip("/").rpartition("/")[2] or "no folder",
        facts=[count(len(held), "file")],
        parts=[
            Figure(
                f"{sum(row.events for row in held):,}",
                "events",
                [
                    f"{sum(row.running for row in held):,} instances not ended",
                    f"{sum(bool(row.errors) for row in held):,} with errors",
                ],
            ),
            _table(held),
            *_problems(held),
            *_duplicates(held),
        ],
        footer="`.read(session)` reads a log; `.to_frame()` is the table",
    )


def _table(held: SessionList) -> Table:
    return Table(
        caption="Logs, by name",
        columns=[
            Column("file", wide=True),
            Column("about", wide=True),
            Column("participant"),
            Column("kind"),
            Column("from"),
            Column("lasted"),
            Column("events", "right"),
            Column("instances", "right"),
            Column("last step"),
            Column("errors", "right"),
        ],
        rows=map(_row, held),
        total=len(held),
        empty="no session logs here",
    )


def _row(row: SessionRow) -> Row:
    return Row(
        [
            Cell(row.file, code=True, place=True),
            row.label or row.session or "—",
            row.participant or "—",
            row.kind or "—",
            clock_text(row.first_time, day=True) or "—",
            time_between(row.first_time, row.last_time) or "—",
            f"{row.events:,}",
            f"{row.instances:,}" + (f" ({row.running:,} open)" if row.running else ""),
            Cell(row.last_step, code=True) if row.last_step else "—",
            Cell(f"{row.errors:,}", tone="warn") if row.errors else "0",
        ],
        dim=bool(row.problem),
    )


def _problems(held: SessionList) -> Iterator[Part]:
    problems = [row for row in held if row.problem]
    for row in problems[:8]:
        yield Note(f"`{row.file}` could not be read: {row.problem}", "bad")
    if len(problems) > 8:
        yield Note(f"{len(problems) - 8:,} more files could not be read.", "bad")


def _duplicates(held: SessionList) -> Iterator[Part]:
    for session, files in list(held.duplicates.items())[:8]:
        named = ", ".join(f"`{file}`" for file in files[:4]) + (", …" if len(files) > 4 else "")
        yield Note(
            f"{count(len(files), 'file')} hold session `{session}` ({named}): `.read(file)` "
            "reads one of them.",
            "warn",
        )
    if len(held.duplicates) > 8:
        yield Note(f"{len(held.duplicates) - 8:,} more sessions are in several files.", "warn")
