"""How sweeps and calibrations look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Row,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.display.resident.context import unknown_note
from ctxkit.display.resident.words import STRATEGY_WORDS, percent, weight
from ctxkit.resident.calibration import Calibration, KindCount
from ctxkit.resident.sweep import ASSEMBLED, ResidentSweep, SweepPoint
from ctxkit.resident.trace import Strategy


@describe.register
def _sweep(held: ResidentSweep) -> Document:
    outcomes = Counter(point.outcome for point in held)
    windows = sorted({point.window_tokens for point in held})
    span = f"windows of {windows[0]:,} to {windows[-1]:,} tokens" if windows else ""
    return Document(
        kind="Resident sweep",
        title=count(len(held), "assembly", "assemblies"),
        facts=[span, f"tokens {held.estimator}"],
        parts=[
            Figure(
                f"{outcomes[ASSEMBLED]:,}",
                f"of {count(len(held), 'point')} fit",
                [f"{n:,} {what}" for what, n in outcomes.items() if what != ASSEMBLED],
            ),
            *unknown_note(held.unknown_mandatory),
            Table(
                caption=f"Points of the grid. Tokens: {held.estimator}.",
                columns=[
                    Column("window", "right"),
                    Column("frame", "right"),
                    Column("weights"),
                    Column("strategy"),
                    Column("picks", "right"),
                    Column("used", "right"),
                    Column("covered", "right"),
                    Column("bound", "right"),
                    Column("optimum", "right"),
                ],
                rows=map(_point, held),
                total=len(held),
                empty="no points",
            ),
        ],
        footer="`.to_frame()` for the table, `.plot()` for the picture",
    )


def _point(point: SweepPoint) -> Row:
    without_frame = point.strategy is Strategy.FRAMES and not point.frame_tokens
    place = [
        f"{point.window_tokens:,}",
        "none given" if without_frame else f"{point.frame_tokens:,}",
        point.weights,
        STRATEGY_WORDS[point.strategy],
    ]
    if point.outcome != ASSEMBLED:
        return Row([*place, "—", "—", Cell(point.outcome, tone="warn"), "—", "—"], dim=True)
    return Row(
        [
            *place,
            f"{point.picks:,}",
            f"{point.used_tokens:,}",
            Cell(
                f"{weight(point.covered_weight)} ({percent(point.share_of_coverable)})"
                if point.coverable_weight
                else "nothing to cover",
                gauge=Gauge(point.covered_weight, point.coverable_weight),
            ),
            weight(point.upper_bound),
            _optimum(point),
        ]
    )


def _optimum(point: SweepPoint) -> str:
    if point.optimum_weight is None:
        return "—"
    return f"{weight(point.optimum_weight)}, {point.optimum_status}"


@describe.register
def _calibration(held: Calibration) -> Document:
    total = held.total
    rows = [*held, total] if len(held) else []
    return Document(
        kind="Calibration",
        title=f"{held.estimator} against {held.real_estimator}",
        facts=[count(total.files, "file"), f"{total.bytes:,} bytes"],
        parts=[
            Figure(
                signed_percent(total.error),
                "off in all",
                [
                    f"{total.tokens:,} by the {held.estimator}",
                    f"{total.real_tokens:,} by {held.real_estimator}",
                ],
                _tone(total.error),
            ),
            Table(
                caption=f"By kind of file, largest first. Estimate: {held.estimator}; "
                f"real: {held.real_estimator}.",
                columns=[
                    Column("kind"),
                    Column("files", "right"),
                    Column("bytes", "right"),
                    Column("estimate", "right"),
                    Column("real", "right"),
                    Column("off by", "right"),
                ],
                rows=_kind_rows(rows),
                total=len(rows),
                empty="no files",
            ),
        ],
        footer="`.to_frame()` for the table, `.plot()` for the picture",
    )


def _kind_rows(kinds: list[KindCount]) -> Iterator[Row]:
    for kind in kinds:
        yield Row(
            [
                kind.kind,
                f"{kind.files:,}",
                f"{kind.bytes:,}",
                f"{kind.tokens:,}",
                f"{kind.real_tokens:,}",
                Cell(signed_percent(kind.error), tone=_tone(kind.error)),
            ]
        )


def signed_percent(share: float) -> str:
    """Return a share in percent with its sign."""
    return f"{share:+.1%}".replace("%", " %") if share else "0 %"


def _tone(error: float) -> Tone:
    return "warn" if abs(error) > 0.1 else "plain"
