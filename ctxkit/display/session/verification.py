"""How a verification looks: which events agree with the procedures, and the first that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Note,
    Part,
    Row,
    Segment,
    Table,
    Tone,
    describe,
)
from ctxkit.display.session.eventlog import event_words
from ctxkit.session.verify import Check, Verdict, Verification

VERDICT_COLORS = {
    Verdict.AGREES: "#2f9e44",
    Verdict.DIFFERS: "#e03131",
    Verdict.UNVERIFIED: "#868e96",
}
VERDICT_TONES: dict[Verdict, Tone] = {
    Verdict.AGREES: "good",
    Verdict.DIFFERS: "bad",
    Verdict.UNVERIFIED: "warn",
}


@describe.register
def _verification(held: Verification) -> Document:
    counts = Counter(check.verdict for check in held.checks)
    return Document(
        kind="Verification",
        title=held.log.session or "no session",
        facts=[
            f"{len(held.log):,} events",
            f"{len(held.checks):,} held to a procedure",
            "ok" if held.ok else "not ok",
            "complete" if held.complete else "not complete",
        ],
        parts=[
            _outcome(held, counts),
            Bar([Segment(v.value, counts[v], VERDICT_COLORS[v]) for v in Verdict], unit="events"),
            *_break(held),
            *_first(held),
            *_differences(held, counts),
            *_unverified(held, counts),
        ],
        footer="`.ok`: something agrees, nothing differs, the log is unbroken; `.complete`: "
        "nothing is left open; `.first_difference` is the first event that differs, `.checks` "
        "are all; `.to_frame()` is the table, `.plot()` the picture",
    )


def _outcome(held: Verification, counts: Counter[Verdict]) -> Figure:
    total = len(held.checks)
    if not total:
        return Figure("Nothing to verify", asides=["no event is held to a procedure"])
    if counts[Verdict.DIFFERS]:
        return Figure(
            f"{counts[Verdict.DIFFERS]:,}",
            f"of {total:,} events differ from the procedures as they are now",
            tone="bad",
        )
    unknown = counts[Verdict.UNVERIFIED]
    return Figure(
        f"{counts[Verdict.AGREES]:,}",
        f"of {total:,} events agree, none differs",
        [f"{unknown:,} cannot be told" if unknown else ""],
        "warn" if unknown else "good",
    )


def _break(held: Verification) -> Iterator[Part]:
    found = held.first_break
    if found is not None:
        yield Note(
            f"The log itself is broken at event {found.seq:,}: {found.message}. Whatever agrees, "
            "the session did not happen as the log tells it.",
            "bad",
        )


def _first(held: Verification) -> Iterator[Part]:
    found = held.first_difference
    if found is not None:
        said = event_words(held.log[found.index])
        yield Note(
            f"First at event {found.seq:,}, `{found.event}` of `{found.instance}` ({said}): "
            f"{found.message}.",
            "bad",
        )


def _differences(held: Verification, counts: Counter[Verdict]) -> Iterator[Part]:
    number = counts[Verdict.DIFFERS]
    if number:
        differing = (check for check in held.checks if check.verdict is Verdict.DIFFERS)
        yield Table(
            caption="Events that the procedures would not have brought about",
            columns=[
                Column("#", "right"),
                Column("instance"),
                Column("event"),
                Column("logged", wide=True),
                Column("what differs", wide=True),
            ],
            rows=(
                Row(
                    [
                        f"{check.seq}",
                        Cell(check.instance, code=True),
                        check.event,
                        event_words(held.log[check.index]),
                        check.message,
                    ]
                )
                for check in differing
            ),
            total=number,
        )


def _unverified(held: Verification, counts: Counter[Verdict]) -> Iterator[Part]:
    if counts[Verdict.UNVERIFIED]:
        reasons = _reasons([c for c in held.checks if c.verdict is Verdict.UNVERIFIED])
        yield Fold(
            f"Cannot be told: {counts[Verdict.UNVERIFIED]:,} events",
            [
                Table(
                    caption="Why it cannot be told, the most frequent first",
                    columns=[Column("why", wide=True), Column("events", "right")],
                    rows=(Row([why, f"{number:,}"]) for why, number in reasons),
                    total=len(reasons),
                )
            ],
        )


def _reasons(checks: Sequence[Check]) -> list[tuple[str, int]]:
    return Counter(check.message for check in checks).most_common()
