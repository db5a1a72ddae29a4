"""How a heads-up display looks."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Note,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.tokens import ESTIMATOR_NAME


@describe.register
def _hud(held: ContextHUD) -> Document:
    missing = sum(not file.exists for file in held.files)
    skills = ", ".join(f"`{skill}`" for skill in held.skills) or "none"
    return Document(
        kind="Context HUD",
        title=held.spec or "no spec",
        facts=[
            f"{held.mode} mode" if held.mode else "",
            f"{held.tier} tier" if held.tier else "no tier",
        ],
        parts=[
            Figure(
                f"{held.approx_tokens:,}",
                f"tokens in {count(len(held.files), 'file')}",
                [f"{held.total_bytes:,} bytes", f"{missing} missing" if missing else ""],
            ),
            Table(
                caption=f"Load list, measured on disk. Tokens by the {ESTIMATOR_NAME}.",
                columns=[
                    Column("file"),
                    Column("on disk"),
                    Column("bytes", "right"),
                    Column("tokens", "right"),
                ],
                rows=_file_rows(held),
                total=len(held.files),
                empty="no files",
            ),
            Note(f"Skills: {skills}"),
        ],
        footer="`.to_frame()` for the table, `.plot()` for the picture",
    )


def _file_rows(held: ContextHUD) -> Iterator[Row]:
    largest = max((file.approx_tokens for file in held.files), default=0)
    for file in held.files:
        yield Row(
            [
                Cell(file.path or "(no path)", code=True),
                "yes" if file.exists else Cell("missing", tone="warn"),
                f"{file.bytes:,}",
                Cell(f"{file.approx_tokens:,}", gauge=Gauge(file.approx_tokens, largest)),
            ],
            dim=not file.exists,
        )
