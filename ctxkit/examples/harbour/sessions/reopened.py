"""A session in which confirmations are lost, because reading on changes what was confirmed."""

from __future__ import annotations

from datetime import UTC, datetime

from ctxkit.examples.harbour.office import new_run
from ctxkit.examples.run import Run

SILT = "20260511-111500-s-tac-sil"
TRIAL = "20260609-093000-d-tac-flu"
JUNE = "20260602-154500-s-ops-sl2"
SEPTEMBER = "20260918-133000-s-ops-sl3"
PLAN = "20260820-093000-d-tac-dr2"
OLD_PLAN = "20260513-090000-d-tac-drg"
KEEL = "20260304-093000-d-cpt-udk"


def play() -> Run:
    """Run the session, and return it."""
    run = new_run("s_20260922-070500-19be", "Tobias Wrede", datetime(2026, 9, 22, 7, 5, tzinfo=UTC))
    desk = run.start("harbour-desk")
    run.search(SEPTEMBER, TRIAL)
    run.report(desk, concern="The trial with the sluice is over, and the sounding is in.")
    run.label("End of the sluice trial")
    run.answer(
        desk, "record", "Record that the trial has worked: 6 cm in place of 50.",
        concern="The trial has worked: 6 cm of loss since June.", anchor=TRIAL,
    )  # fmt: skip
    _record_result(run, desk)
    run.wait(minutes=25)
    run.answer(
        desk, "record", "Now the order for November. We need less than half of the volume.",
        concern="The volume to dredge in November follows from the sounding of September.",
        anchor=PLAN,
    )  # fmt: skip
    _record_order(run, desk)
    run.wait(minutes=4)
    run.answer(desk, "leave", "That is all, I am off to the boat.")
    return run


def _record_result(run: Run, desk: str) -> None:
    record = run.start("record-entry", {"recorder": "Tobias Wrede"}, parent=desk)
    run.report(record, entryKind="done", layer="operational", observedAt="2026-09-22 09:00")
    run.show(TRIAL, SEPTEMBER)
    run.report(
        record,
        refs=[
            {"id": TRIAL, "kind": "builds-on", "desc": "the trial that ends"},
            {"id": SEPTEMBER, "kind": "grounded-in"},
            {"id": JUNE, "kind": "grounded-in"},
        ],
        topics=["lock/sluice", "basin/south"],
        participants=["Tobias Wrede"],
        confidence="high",
    )
    run.expect(record, "ground")
    run.show(JUNE)
    run.report(record, participants=["Tobias Wrede", "Ines Karlsen"])
    run.report(
        record,
        body=(
            "The trial with the sluice has ended. From 2 June to 18 September berth 4 lost 6 cm;"
            " from March to June it had lost 50 cm.\n\n"
            "The limit of 10 cm that was set for the trial is kept, so the sluice stays on the ebb."
        ),
    )
    run.expect(record, "playback")
    run.answer(
        record, "confirm", "Right. It also settles the silting of the basin, close that.",
        closes=[TRIAL, SILT],
    )  # fmt: skip
    # The gap was never read in full, so the confirmed entry waits; reading it changes the text.
    run.expect(record, "file")
    run.show(SILT)
    run.report(
        record,
        bodyEdits=[
            {
                "old": "so the sluice stays on the ebb.",
                "new": (
                    "so the sluice stays on the ebb. The grain vessels of October need 4.9 m at"
                    " berth 4, which has 4.54 m: the silting has stopped, the depth is not back."
                ),
            }
        ],
    )
    run.expect(record, "playback")
    run.wait(minutes=3)
    run.answer(
        record, "change", "Then leave the gap open, it is not settled before November.",
        closes=[TRIAL],
    )  # fmt: skip
    run.answer(record, "confirm", "Yes, like that.")


def _record_order(run: Run, desk: str) -> None:
    record = run.start("record-entry", {"recorder": "Tobias Wrede"}, parent=desk)
    run.report(record, entryKind="plan", layer="tactical", observedAt="2026-09-22 09:40")
    run.show(PLAN)
    run.report(
        record,
        refs=[
            {"id": PLAN, "kind": "refines", "desc": "its second criterion"},
            {"id": SEPTEMBER, "kind": "grounded-in"},
        ],
        topics=["dredging", "basin/south"],
        participants=["Tobias Wrede", "Ines Karlsen"],
    )
    run.report(
        record,
        body="We order 3,900 cubic metres for November, and later the rest.",
    )
    run.expect(record, "write")
    run.report(
        record,
        body=(
            "We order 3,900 cubic metres for November at berths 4 and 5, and decide on the rest"
            " later. The volume rests on the sounding of 18 September.\n\n"
            "## Acceptance criteria\n\n"
            "- [ ] The order is signed by 30 September.\n"
            "- [ ] Berths 4 and 5 have 5.2 m on 30 November."
        ),
    )
    run.expect(record, "mend")
    run.answer(
        record,
        "mended",
        bodyEdits=[{"old": "on the rest later.", "new": "on the rest in February."}],
    )
    run.answer(
        record, "change", "The keel rule belongs to it, the 5.2 m come from there.",
        refs=[
            {"id": PLAN, "kind": "refines", "desc": "its second criterion"},
            {"id": SEPTEMBER, "kind": "grounded-in"},
            {"id": KEEL, "kind": "grounded-in", "desc": "where the 5.2 m come from"},
        ],
    )  # fmt: skip
    run.show(KEEL)
    run.answer(record, "confirm", "Fine. And close the old plan with it.", closes=[OLD_PLAN])
    # Reading the old plan shows that the new one has superseded it: there is nothing to close.
    run.expect(record, "file")
    run.look(record)
    run.show(OLD_PLAN)
    run.report(record, closes=None)
    run.expect(record, "playback")
    run.answer(record, "confirm", "Ah, of course. Then without that.")
