"""A session that ends as it should: a review with two follow-ups, a record, and a handover."""

from __future__ import annotations

from datetime import UTC, datetime

from ctxkit.examples.harbour.office import new_run
from ctxkit.examples.run import Run

GATE = "20260901-074500-s-ops-gat"
TIDES = "20260903-140000-s-tac-tid"
ROLE = "20260303-083000-d-prc-dty"
FOCUS = "20260910-081000-d-stg-foc"
WIND_RULE = "20260703-103000-d-tac-ngn"


def play() -> Run:
    """Run the session, and return it."""
    run = new_run(
        "s_20260921-031200-7c41", "Mara Lindqvist", datetime(2026, 9, 21, 3, 12, tzinfo=UTC)
    )
    desk = run.start("harbour-desk", {"watch": "early"})
    run.search(FOCUS, GATE)
    run.report(desk, concern="I want to know what must be settled before the springs on Saturday.")
    run.label("Before the equinox springs")
    run.answer(desk, "review", "Go through everything for the equinox.", topic="season/equinox")
    review = _review(run, desk)
    _second_look(run, review)
    _wind_at_the_pier(run, desk)
    _hand_over(run, desk)
    return run


def _review(run: Run, desk: str) -> str:
    reason = "six high waters above 3.2 m are predicted from the 26th on"
    review = run.start("review-open-entries", {"reason": reason}, parent=desk)
    run.expect(review, "gather")
    run.search(GATE, TIDES, ROLE)
    run.report(review, candidates=[GATE, TIDES])
    run.report(review, inspectedIds=[GATE, TIDES])
    run.show(GATE)
    run.report(review, inspectedIds=[GATE])
    run.show(TIDES)
    run.report(review, inspectedIds=[GATE, TIDES])
    run.expect(review, "weigh")
    run.report(review, synthesis="The seal leaks above 3.2 m (gat). Six tides will reach that.")
    run.report(
        review,
        synthesis=(
            "The seal of the outer gate leaks above a head of 3.2 m (gat); it can be repaired only"
            " in slack water, by a diver.\nWhich of the six tides the lock must stay closed for"
            " (tid) depends on that repair: with a tight seal only the two above 3.6 m remain.\n"
            "So the repair comes first, and the closure is decided after it."
        ),
    )
    run.expect(review, "settle")
    run.answer(
        review, "follow-up", "The gate first. Write down what we agreed with the diver on Friday.",
        anchor=GATE, brief="The diver fits a new seal on Thursday; what was agreed with him.",
    )  # fmt: skip
    repair = _record_repair(run, review)
    run.answer(review, "filed", doneEntry=run.filed(repair))
    run.expect(review, "settle")
    run.wait(minutes=6)
    run.answer(
        review, "follow-up", "And now the tides. I decide that, it is in my task.",
        anchor=TIDES, brief="Closed on the 27th and 28th at night; open at the other four.",
    )  # fmt: skip
    closure = _record_closure(run, review)
    run.answer(review, "filed", doneEntry=run.filed(closure))
    return review


def _record_repair(run: Run, review: str) -> str:
    record = run.start("record-entry", {"recorder": "Mara Lindqvist"}, parent=review)
    run.expect(record, "frame")
    run.report(record, entryKind="activity", layer="ops", observedAt="18.09.2026")
    run.report(record, observedAt="2026-09-18 15:30")
    run.expect(record, "ground")
    run.report(
        record,
        refs=[{"id": GATE, "kind": "addresses", "desc": "the seal that leaks"}],
        topics=["lock/seal", "season/equinox"],
        participants=["Mara Lind", "Ines Karlsen"],
    )
    run.report(record, participants=["Mara Lindqvist", "Ines Karlsen"])
    run.report(record, topics=["lock/gate", "season/equinox"])
    run.expect(record, "write")
    run.report(
        record,
        body=(
            "A diver fits a new seal to the outer gate soon, in the slack water of the morning. He"
            " needs 90 minutes with the head below 0.4 m and the sluice shut.\n\n"
            "The lock is closed to vessels from 09:00 to 12:00 on that day. If the wind exceeds"
            " 5 Beaufort the work moves to the next day at the same tide."
        ),
    )
    run.expect(record, "mend")
    run.answer(
        record, "mended",
        bodyEdits=[{"old": "outer gate soon,", "new": "outer gate on Thursday, 24 September,"}],
    )  # fmt: skip
    run.expect(record, "playback")
    run.answer(
        record, "change", "Closed from half past eight, the chamber must be emptied before.",
        bodyEdits=[{"old": "from 09:00 to 12:00", "new": "from 08:30 to 12:00"}],
    )  # fmt: skip
    run.look(record)
    run.answer(record, "confirm", "Yes, that is what we agreed.")
    return record


def _record_closure(run: Run, review: str) -> str:
    record = run.start("record-entry", {"recorder": "Mara Lindqvist"}, parent=review)
    run.report(record, entryKind="directive", layer="tactical", observedAt="2026-09-21 05:40")
    run.report(record, intent="settled")
    run.report(
        record,
        refs=[
            {"id": TIDES, "kind": "addresses"},
            {"id": GATE, "kind": "depends-on", "desc": "holds only with the new seal"},
            {"id": ROLE, "kind": "grounded-in", "desc": "the duty officer may close the lock"},
        ],
        topics=["lock/closure", "season/equinox"],
        participants=["Mara Lindqvist"],
        confidence="high",
    )
    run.expect(record, "ground")
    run.show(ROLE)
    run.report(record, participants=["Mara Lindqvist", "Ines Karlsen"])
    run.report(
        record,
        body=(
            "The lock stays closed at the two high waters of the night from 27 to 28 September, two"
            " hours before and one hour after. At the other four of the six it is worked, with the"
            " second pump in the chamber.\n\n"
            "This holds only if the new seal was tight at 3.2 m on the 26th. Otherwise it stays"
            " closed at all six."
        ),
    )
    run.expect(record, "playback")
    run.answer(record, "confirm", "Good. And that answers the question.", closes=[TIDES])
    return record


def _second_look(run: Run, review: str) -> None:
    run.answer(
        review, "look-again", "What about the limit in the role? It names no figure.",
        candidates=[GATE, ROLE],
    )  # fmt: skip
    run.expect(review, "weigh")
    run.report(
        review,
        synthesis=(
            "The seal (gat) is repaired on Thursday, and the closure is decided.\nThe role of the"
            " duty officer (dty) speaks of a limit of the head without a figure. 3.2 m is used in"
            " practice; Ines Karlsen should say so."
        ),
    )
    run.wait(minutes=2)
    run.answer(review, "close", "Leave it, I will ask Ines at eight. Close the review.")


def _wind_at_the_pier(run: Run, desk: str) -> None:
    run.wait(minutes=38)
    run.answer(
        desk, "record", "The 104 m vessel had to wait last night, write that down.",
        concern="A vessel of 104 m waited for daylight because of the wind.", anchor=WIND_RULE,
    )  # fmt: skip
    record = run.start("record-entry", {"recorder": "Mara Lindqvist"}, parent=desk)
    run.report(record, entryKind="fact", layer="operational", observedAt="2026-09-21 02:20")
    run.show(WIND_RULE)
    run.report(
        record,
        refs=[{"id": WIND_RULE, "kind": "grounded-in"}],
        topics=["berthing/night"],
        participants=["Mara Lindqvist"],
        confidence="high",
    )
    run.report(
        record,
        body="A vessel waited in the roads for daylight, as the rule for the night asks.",
    )
    run.expect(record, "mend")
    run.answer(
        record, "mended",
        body=(
            "A vessel of 104 m waited in the roads from 02:20 to 05:10 on 21 September. The pier"
            " head had 7 Beaufort in gusts. Two tugs were ready."
        ),
    )  # fmt: skip
    run.answer(record, "confirm", "Yes.")


def _hand_over(run: Run, desk: str) -> None:
    run.wait(hours=5, minutes=20)
    run.answer(
        desk, "talk", "Did Ines call back about the limit?",
        concern="Whether the harbour master has named the limit of the head.",
    )  # fmt: skip
    run.answer(desk, "hand-over", "Jonas takes over.", nextWatch="Jonas Hoope")
    run.report(desk, nextWatch="Tobias Wrede")
    run.report(
        desk,
        handoverNote=(
            "The seal is repaired on Thursday at 08:30. The lock stays closed in the night of the"
            " 27th.\nOpen: the limit in the role of the duty officer.\nFirst thing: order the"
            " second pump."
        ),
    )
    run.expect(desk, "sign")
    run.answer(
        desk, "change", "The pump is ordered already, it comes on Wednesday.",
        noteEdits=[
            {"old": "order the second pump.", "new": "make room for the pump of Wednesday."}
        ],
    )  # fmt: skip
    run.answer(desk, "sign", "Signed, Mara.")
