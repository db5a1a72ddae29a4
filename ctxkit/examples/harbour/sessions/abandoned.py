"""A session from which little comes: a record given up, a review dropped, a user who leaves."""

from __future__ import annotations

from datetime import UTC, datetime

from ctxkit.examples.harbour.office import new_run
from ctxkit.examples.run import Run

SILT = "20260511-111500-s-tac-sil"
TRIAL = "20260609-093000-d-tac-flu"
PLAN = "20260820-093000-d-tac-dr2"
MARCH = "20260310-140000-s-ops-sl1"
SEPTEMBER = "20260918-133000-s-ops-sl3"
INSIGHT = "20260608-101000-s-cpt-whi"


def play() -> Run:
    """Run the session, and return it."""
    run = new_run(
        "s_20260921-132000-a80d", "Tobias Wrede", datetime(2026, 9, 21, 13, 20, tzinfo=UTC)
    )
    desk = run.start("harbour-desk", {"watch": "late"})
    run.report(desk, concern="The sounding of Friday must be wrong at metre 40.")
    run.answer(
        desk, "record", "Take down that the sounding of Friday is wrong.",
        concern="The sounding of 18 September is wrong at metre 40.", anchor=SEPTEMBER,
    )  # fmt: skip
    _record(run, desk)
    run.wait(minutes=11)
    run.answer(desk, "review", "Let us go through the south basin then.", topic="basin/south")
    _review(run, desk)
    run.wait(minutes=2)
    run.answer(desk, "leave", "I go and sound it again. No handover, Mara is not here.")
    return run


def _record(run: Run, desk: str) -> None:
    record = run.start("record-entry", {"recorder": "Tobias Wrede"}, parent=desk)
    run.report(record, entryKind="gap", layer="operational", observedAt="2026-09-21 15:10")
    run.search(SEPTEMBER, MARCH)
    run.show(SEPTEMBER)
    run.report(
        record,
        refs=[{"id": SEPTEMBER, "kind": "surfaced-by"}],
        topics=["basin/depths"],
        participants=["Tobias Wrede"],
        confidence="low",
    )
    run.report(record, topics=["basin/depth", "basin/south"])
    run.report(
        record,
        body=(
            "The sounding of 18 September shows 4.54 m at metre 40 of berth 4, and the lead line"
            " showed 4.9 m there on the same day. One of the two is wrong. The instrument was"
            " checked recently."
        ),
    )
    run.expect(record, "mend")
    run.answer(record, "keep")
    run.expect(record, "playback")
    run.answer(
        record, "change", "Not recently. I checked it on the 2nd of June, that is too long ago.",
        bodyEdits=[{"old": "checked recently.", "new": "last checked on 2 June."}],
    )  # fmt: skip
    run.wait(minutes=4)
    run.look(record)
    run.abandon(record, "The lead line was read at berth 5; there is nothing to record.")


def _review(run: Run, desk: str) -> None:
    review = run.start("review-open-entries", parent=desk)
    run.expect(review, "gather")
    run.search(SILT, TRIAL, PLAN, INSIGHT)
    run.report(review, candidates=[SILT, TRIAL, PLAN])
    run.show(SILT, TRIAL)
    run.report(review, inspectedIds=[SILT, TRIAL])
    run.show(PLAN)
    run.report(review, inspectedIds=[SILT, TRIAL, PLAN])
    run.report(
        review,
        synthesis=(
            "Silting (sil) and trial (flu) are decided by one figure, the depth of berth 4, and"
            " that figure is in doubt until metre 40 is sounded again.\nThe volume for November"
            " (dr2) waits for the same figure."
        ),
    )
    run.expect(review, "settle")
    run.answer(
        review, "look-again", "And the insight about the flood?", candidates=[SILT, TRIAL, INSIGHT]
    )
    run.show(INSIGHT)
    run.report(review, inspectedIds=[SILT, TRIAL, PLAN, INSIGHT])
    run.report(
        review,
        synthesis=(
            "All of it hangs on one figure: silting (sil), trial (flu) and where the silt comes"
            " from (whi)."
        ),
    )
    run.answer(review, "drop", "This leads nowhere before I have sounded again.")
