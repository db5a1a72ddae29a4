"""How policies look side by side."""

from __future__ import annotations

from ctxkit.display.document import (
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Note,
    Part,
    Row,
    Table,
    count,
    describe,
)
from ctxkit.display.residency.words import AGAIN_COLOR, PUSHED_COLOR
from ctxkit.residency.comparing import PolicyComparison, PolicyOutcome


@describe.register
def _comparison(held: PolicyComparison) -> Document:
    windows = list(dict.fromkeys(each.window for each in held))
    return Document(
        kind="Policies side by side",
        title=count(len(held), "outcome"),
        facts=[
            count(len(windows), "window"),
            count(len({each.policy for each in held}), "policy", "policies"),
            f"tokens {held.estimator}" if held.estimator else "",
        ],
        parts=[
            _least(held),
            *_unknown(held),
            Table(
                caption="What the session comes to, by window"
                + (f". Tokens: {held.estimator}" if held.estimator else ""),
                columns=[
                    Column("window", "right"),
                    Column("policy"),
                    Column("peak", "right"),
                    Column("pushed out", "right"),
                    Column("read again", "right"),
                    Column("times", "right"),
                    Column("loaded in all", "right"),
                    Column("too large", "right"),
                ],
                rows=_rows(held),
                total=len(held),
                empty="nothing was compared",
            ),
        ],
        footer="`.to_frame()` for the table, `.plot()` for the picture",
    )


def _least(held: PolicyComparison) -> Figure:
    """Say which policy that keeps to the window has to read the least again."""
    bounded = [each for each in held if not each.exceeded]
    best = min(bounded, key=lambda each: (each.again_tokens, each.window), default=None)
    if best is None:
        return Figure("no", "policy keeps to the window" if len(held) else "outcomes")
    return Figure(
        f"{best.again_tokens:,}",
        "tokens read again at the least, among those that keep to the window",
        [f"{best.policy}", f"window {best.window:,}"],
    )


def _unknown(held: PolicyComparison) -> list[Part]:
    most = max((each.unknown for each in held), default=0)
    if not most:
        return []
    text = f"{count(most, 'load')} of unknown size not counted: all figures mean at least."
    return [Note(text, "warn")]


def _rows(held: PolicyComparison) -> list[Row]:
    pushed = max((each.pushed_out_tokens for each in held), default=0)
    again = max((each.again_tokens for each in held), default=0)
    return [_row(each, pushed, again) for each in held]


def _row(each: PolicyOutcome, pushed: int, again: int) -> Row:
    return Row(
        [
            f"{each.window:,}",
            str(each.policy),
            Cell(f"{each.peak:,}" + (", over" if each.exceeded else ""),
                 tone="bad" if each.exceeded else "plain"),
            Cell(f"{each.pushed_out_tokens:,}",
                 gauge=Gauge(each.pushed_out_tokens, pushed, PUSHED_COLOR)),
            Cell(f"{each.again_tokens:,}", gauge=Gauge(each.again_tokens, again, AGAIN_COLOR)),
            f"{each.again:,}",
            f"{each.loaded_tokens:,}",
            f"{each.too_large:,}" if each.too_large else "—",
        ]
    )  # fmt: skip
