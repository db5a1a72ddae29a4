"""A session that is still open: a record waits for the user under a desk left for tomorrow."""

from __future__ import annotations

from datetime import UTC, datetime

from ctxkit.examples.harbour.office import new_run
from ctxkit.examples.run import Run

ASPIRATION = "20260303-100000-d-stg-opn"
WIND_RULE = "20260703-103000-d-tac-ngn"
QUESTION = "20260702-081500-s-tac-ngt"
ROLE = "20260303-083000-d-prc-dty"
GATE = "20260901-074500-s-ops-gat"
TIDES = "20260903-140000-s-tac-tid"


def play() -> Run:
    """Run the session, and return it."""
    run = new_run(
        "s_20260923-143000-5e22", "Ines Karlsen", datetime(2026, 9, 23, 14, 30, tzinfo=UTC)
    )
    desk = run.start("harbour-desk", {"watch": "late"})
    run.report(desk, concern="Whether the rule for berthing at night is too strict.")
    run.label("Berthing at night")
    run.answer(desk, "review", "What is open about night berthing?", topic="berthing/night")
    review = _review(run, desk)
    run.label("Berthing at night, and the limit of the head")
    record = _record_limit(run, desk)
    run.park(record, "The harbour master asks the builder of the gate before she confirms.")
    run.wait(minutes=1)
    run.park(desk, "Goes on on Thursday after the diver has been.")
    _next_day(run, desk, record, review)
    return run


def _review(run: Run, desk: str) -> str:
    review = run.start(
        "review-open-entries", {"reason": "three complaints of agents since July"}, parent=desk
    )
    run.search(WIND_RULE, QUESTION, ASPIRATION)
    run.report(review, candidates=[WIND_RULE])
    run.show(WIND_RULE, QUESTION)
    run.report(review, inspectedIds=[WIND_RULE, QUESTION])
    run.report(
        review,
        synthesis=(
            "The rule for the night (ngn) asks for two tugs above 90 m and for daylight above 6"
            " Beaufort. Nine vessels waited since July, seven of them for less than three hours."
        ),
    )
    run.answer(
        review, "follow-up", "Make 7 Beaufort of it, with three tugs. Write it up.",
        anchor=WIND_RULE, brief="Up to 7 Beaufort with three tugs.",
    )  # fmt: skip
    record = run.start("record-entry", {"recorder": "Ines Karlsen"}, parent=review)
    run.report(
        record, entryKind="directive", layer="tac", intent="pending", observedAt="2026-09-23 16:40"
    )
    run.show(ASPIRATION)
    run.report(
        record,
        refs=[
            {"id": WIND_RULE, "kind": "refines"},
            {"id": ASPIRATION, "kind": "grounded-in", "desc": "nobody waits longer than a tide"},
        ],
        topics=["berthing/night"],
        participants=["Ines Karlsen"],
    )
    run.report(
        record,
        body=(
            "From 1 October a vessel longer than 90 m may berth at night at 7 Beaufort with three"
            " tugs. Above that she waits for daylight as before."
        ),
    )
    run.wait(minutes=9)
    run.answer(record, "drop", "No. The third tug is laid up until spring, so this is idle talk.")
    run.answer(review, "given-up")
    run.answer(review, "close", "Then the rule stays as it is.")
    return review


def _record_limit(run: Run, desk: str) -> str:
    run.wait(minutes=17)
    run.answer(
        desk, "record", "Mara asked for a figure for the head. It is 3.2 m.",
        concern="The limit of the head at the outer gate is 3.2 m.", anchor=ROLE,
    )  # fmt: skip
    record = run.start("record-entry", {"recorder": "Ines Karlsen"}, parent=desk)
    run.report(record, entryKind="directive", layer="prc", observedAt="2026-09-23 17:20")
    run.report(record, intent="settled")
    run.search(ROLE, GATE, TIDES)
    run.show(ROLE)
    run.report(
        record,
        refs=[
            {"id": ROLE, "kind": "refines", "desc": "the figure that it lacks"},
            {"id": GATE, "kind": "grounded-in"},
        ],
        topics=["lock/closure", "office/watch"],
        participants=["Ines Karlsen", "Mara Lindqvist"],
        confidence="medium",
    )
    run.show(GATE)
    run.report(record, confidence="high")
    run.report(
        record,
        body=(
            "The duty officer closes the lock when the head at the outer gate exceeds 3.2 m, read"
            " at the gauge in the chamber. After the repair of the seal the figure is looked at"
            " again."
        ),
    )
    run.expect(record, "playback")
    run.answer(
        record, "change", "Read at the gauge outside. The one in the chamber hangs 10 cm too low.",
        bodyEdits=[{"old": "the gauge in the chamber", "new": "the outer gauge"}],
    )  # fmt: skip
    return record


def _next_day(run: Run, desk: str, record: str, review: str) -> None:
    run.wait(hours=18, minutes=50)
    run.look(desk)
    run.look(record)
    run.answer(
        desk, "talk", "The diver is late, we go on in the afternoon.",
        concern="The seal is not in yet; everything waits for the diver.",
    )  # fmt: skip
    run.show(TIDES)
    run.park(record, "Waits until the new seal was seen at 3.2 m.")
    run.park(desk, "The diver comes at two.")
