"""Procedures can be run from a notebook: by calls, by traits and by the controls of the app."""

from __future__ import annotations

import io
from typing import Any

import pytest

import ctxkit as ck
from ctxkit.errors import CtxkitError, InvalidValueError, UnknownNameError
from ctxkit_widgets import ProcedureRunner

SEAL = "20260901-074500-s-ops-gat"
FRAME = {"entryKind": "gap", "layer": "ops", "observedAt": "2026-09-18 15:30"}
GROUND = {
    "refs": [{"id": SEAL, "kind": "addresses"}],
    "topics": ["lock/gate"],
    "participants": ["Ines Karlsen"],
}


def runner(**inputs: Any) -> ProcedureRunner:
    procedures = ck.examples.procedures()
    return ProcedureRunner(
        procedures["record-entry"],
        inputs or None,
        engine=ck.examples.engine(),
        procedures=procedures,
        participant="Ines Karlsen",
    )


def started() -> ProcedureRunner:
    return runner(recorder="Ines Karlsen")


def press(app: ProcedureRunner, do: str, **more: Any) -> None:
    """Do what the script does when a button is pressed."""
    panel = app._log if do == "fork" else app._task
    panel.asked = {"do": do, "token": panel.content["token"], **more}


def form(app: ProcedureRunner) -> dict[str, Any]:
    held: dict[str, Any] = app._task.content["form"]
    return held


# Calls ------------------------------------------------------------------------------------------


def test_calls_run_a_procedure_to_its_end() -> None:
    app = started()
    app.report(FRAME)
    app.read(SEAL)
    app.report(**GROUND)
    app.report(body="The seal lets 40 l a minute through.")
    assert app.serve is not None and app.serve.step == "playback"
    served = app.answer("confirm", user_words="Yes.")
    assert served.status == "completed"
    assert app.stop is not None and app.stop.headline == "It has ended: completed."
    assert app.seq == len(app.events) == app.events[-1].seq
    assert [event.event for event in app.followed[:2]] == ["chooser_answer", "op_result"]


def test_without_inputs_the_form_of_the_start_is_shown() -> None:
    app = runner()
    assert (app.instance, app.serve, app.procedure) == ("", None, "record-entry")
    assert [field["name"] for field in app._task.content["start"]["fields"]] == ["recorder"]
    app.inputs = {"recorder": "Ines Karlsen"}
    app.start()
    assert app.instance == "i_1"


def test_a_refused_call_raises_and_changes_nothing() -> None:
    app = started()
    with pytest.raises(InvalidValueError, match=r"state\.layer"):
        app.report(layer="nowhere")
    assert app.seq == 3 and app.serve is not None and app.serve.step == "frame"


def test_what_is_no_procedure_is_refused_with_the_way_out() -> None:
    with pytest.raises(InvalidValueError, match="expected a Spec or a Session"):
        ProcedureRunner("record-entry")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match=r"lacks functions.*checkWording"):
        ProcedureRunner(ck.examples.procedures()["record-entry"])


@pytest.mark.parametrize("trait", ["instance", "branch", "procedure"])
def test_names_that_do_not_exist_are_refused(trait: str) -> None:
    with pytest.raises(UnknownNameError, match="nowhere"):
        setattr(started(), trait, "nowhere")


# Traits and controls ------------------------------------------------------------------------------


def test_what_is_filled_in_is_a_trait_and_submit_reports_it() -> None:
    app = started()
    seen = []
    app.observe(lambda change: seen.append(change.new), "seq")
    app.values = FRAME
    app.submit()
    assert app.serve is not None and app.serve.step == "ground"
    assert seen == [6]
    assert app.values["layer"] == "operational"  # the form holds what the store holds


def test_controls_and_traits_hold_the_same() -> None:
    app = started()
    app._task.values = {"entryKind": "gap"}  # as the script does
    assert app.values == {"entryKind": "gap"}
    app.values = FRAME
    assert app._task.values == FRAME


def test_wrong_values_are_told_at_their_fields_and_stay_filled_in() -> None:
    app = started()
    app.values = {**FRAME, "layer": "nowhere", "entryKind": "rumour"}
    press(app, "submit")
    assert set(app.errors) == {"layer", "entryKind"}
    assert app.error == "Refused: entryKind, layer. Nothing has changed."
    assert app.values["layer"] == "nowhere"
    assert app._task.content["errors"] == app.errors
    app.values = FRAME
    press(app, "submit")
    assert (app.error, app.errors) == ("", {})


def test_a_held_gate_is_explained_and_reporting_again_is_enough_once_nothing_holds_it() -> None:
    app = started()
    app.report(FRAME)
    app.report(GROUND)
    stop = app._task.content["stop"]
    assert (stop["lead"], stop["told"]) == ("Held at ground", "by refsInspected")
    assert stop["reasons"][0]["message"] == f"Not read in full yet: {SEAL}."
    press(app, "read", entries=SEAL)
    assert app._task.content["stop"]["lead"] == "Nothing holds it"
    assert app._task.content["entries"]["texts"][0]["name"] == SEAL
    press(app, "submit")  # nothing was changed in the form
    assert app.serve is not None and app.serve.step == "write"


def at_playback() -> ProcedureRunner:
    app = started()
    app.read(SEAL)
    app.report(FRAME)
    app.report(GROUND)
    app.report(body="The seal lets 40 l a minute through.")
    return app


def test_options_have_their_own_fields_and_the_words_of_the_user_go_with_them() -> None:
    app = at_playback()
    options = {option["choice"]: option for option in form(app)["options"]}
    assert form(app)["words"] is True
    assert [field["name"] for field in options["confirm"]["fields"]] == ["closes"]
    assert options["confirm"]["note"] == "leads to file, runs confirmPlayback"
    app.choice, app.user_words = "change", "Fifty, not forty."
    app.values = {**app.values, "bodyEdits": [{"old": "40", "new": "50"}]}
    press(app, "submit")
    (answer, *_) = app.followed
    assert answer.data == {
        "chooser": "playback",
        "choice": "change",
        "kind": "user",
        "userWords": "Fifty, not forty.",
        "fields": {"bodyEdits": [{"old": "40", "new": "50"}]},
    }
    assert (app.choice, app.user_words) == ("", "")


def test_a_choice_that_needs_a_field_says_so_at_the_field() -> None:
    app = ProcedureRunner(ck.examples.procedures()["harbour-desk"], {}, engine=ck.examples.engine())
    app.report(concern="The seal.")
    app.choice = "hand-over"
    press(app, "submit")
    assert app.errors == {"nextWatch": "The choice hand-over needs it."}


def test_values_that_come_together_with_a_press_are_those_that_are_sent() -> None:
    app = at_playback()
    token = app._task.content["token"]
    held = {"asked": {"do": "submit", "token": token}, "choice": "drop", "user_words": "No."}
    app._task.set_state(held)  # as the page sends what it held back while the kernel was busy
    assert app.serve is not None and app.serve.status == "abandoned"
    assert (app.followed[0].data or {})["userWords"] == "No."
    assert app.choice == app._task.choice == ""


def test_a_second_press_that_comes_too_late_does_nothing() -> None:
    app = started()
    app.values = FRAME
    token = app._task.content["token"]
    app._task.asked = {"do": "submit", "token": token, "press": "first"}
    seq = app.seq
    app._task.asked = {"do": "submit", "token": token, "press": "second"}
    assert (app.seq, app.error) == (seq, "")


def test_parking_and_abandoning_take_their_words() -> None:
    app = started()
    press(app, "park", note="for tomorrow")
    assert app.events[-1].data == {"step": "frame", "note": "for tomorrow"}
    press(app, "abandon", note="no time")
    assert app.events[-1].data == {"reason": "no time"}
    assert app.serve is not None and app.serve.status == "abandoned"
    assert form(app) == {}


def test_serving_again_is_logged_and_looking_at_the_app_is_not() -> None:
    app = started()
    app.refresh()
    repr(app), app.to_html()
    assert app.seq == 3
    press(app, "look")
    assert app.events[-1].event == "served" and app.seq == 4


def test_an_entry_that_is_not_there_is_told() -> None:
    app = started()
    press(app, "read", entries="20260101-000000-s-ops-no")
    assert app.error.startswith("No entry named '20260101-000000-s-ops-no'")
    assert app.session.reads == {}


# Dispatch -----------------------------------------------------------------------------------------


def test_what_a_choice_hands_down_is_offered_to_the_next_start() -> None:
    procedures = ck.examples.procedures()
    app = ProcedureRunner(
        procedures["harbour-desk"], {}, engine=ck.examples.engine(), procedures=procedures
    )
    app.report(concern="The seal.")
    app.answer("review", {"topic": "lock/gate"})
    assert (app.procedure, app.parent) == ("review-open-entries", "i_1")
    assert app._task.content["start"]["handed"] == "i_1 hands down topic."
    press(app, "start")
    assert app.instance == "i_2"
    assert app.serve is not None and app.serve.step == "gather"
    app.instance = "i_1"
    assert app.serve.step == "desk"


# Forks --------------------------------------------------------------------------------------------


def test_a_fork_goes_on_by_itself_and_the_session_it_came_from_stays() -> None:
    app = at_playback()
    forked = app.fork(4)
    assert (app.branch, forked.id, app.session) == ("runner_fork_4", "runner_fork_4", forked)
    assert app.serve is not None and app.serve.step == "frame"
    assert (app.followed[-1].data or {})["forkedFrom"] == {"session": "runner", "seq": 4}
    app.report(FRAME | {"layer": "tac"})
    app.branch = "runner"
    assert app.serve is not None and app.serve.step == "playback"
    assert list(app.branches) == ["runner", "runner_fork_4"]
    app.selected = 4
    press(app, "fork")
    assert app.branch == "runner_fork_4_2"


def test_a_number_that_no_event_has_is_refused() -> None:
    with pytest.raises(CtxkitError, match="no event has that number"):
        started().fork(99)


def test_a_replay_is_forked_into_a_runner() -> None:
    log = ck.read_events(ck.examples.session_logs()["finished"])
    procedures = ck.examples.procedures()
    session = ck.replay(log, procedures).fork(40, ck.examples.engine(), ck.MemorySink())
    app = ProcedureRunner(session, procedures=procedures)
    assert app.serve is not None and app.instance == session.instances[-1].id
    assert app.session is session and len(app.events) == 41


# Sessions with sinks of their own -----------------------------------------------------------------


def test_a_session_keeps_its_sink_and_the_app_sees_what_others_do() -> None:
    sink = ck.MemorySink()
    session = ck.examples.engine().new_session("s", "Ines Karlsen", sink)
    spec = ck.examples.procedures()["record-entry"]
    session.start(spec, {"recorder": "Ines Karlsen"})
    one, other = ProcedureRunner(session), ProcedureRunner(session)
    one.report(FRAME)
    assert other.serve is not None and other.serve.step == "ground"
    session.report("i_1", GROUND)
    other.refresh()
    assert other.seq == len(sink.events) == session.seq == len(other.events)


def test_a_session_without_a_sink_gets_a_log_that_can_be_forked_if_nothing_ran_yet() -> None:
    engine, spec = ck.examples.engine(), ck.examples.procedures()["record-entry"]
    fresh = ProcedureRunner(engine.new_session("a"), procedures=[spec])
    fresh.start(spec, {"recorder": "Ines Karlsen"})
    assert fresh.fork().id == "a_fork_3"
    session = engine.new_session("b")
    session.start(spec, {"recorder": "Ines Karlsen"})
    late = ProcedureRunner(session)
    late.report(FRAME)
    press(late, "fork")
    assert "cannot be forked" in late.error
    assert late._log.content["whole"] is False


def test_events_before_the_app_are_left_in_the_log_they_were_written_to() -> None:
    stream = io.StringIO()
    session = ck.examples.engine().new_session("s", "Ines", ck.WriterSink(stream))
    session.start(ck.examples.procedures()["record-entry"], {"recorder": "Ines Karlsen"})
    app = ProcedureRunner(session)
    app.report(FRAME)
    assert [event.seq for event in app.events] == [4, 5, 6]
    assert len(stream.getvalue().splitlines()) == 6


def test_where_a_command_fails_the_app_shows_how_far_it_came() -> None:
    engine = ck.examples.engine()
    spec = ck.examples.procedures()["record-entry"]
    app = ProcedureRunner(spec, {"recorder": "Ines Karlsen"}, engine=engine)
    app.read(SEAL)
    app.report(FRAME)
    app.report(GROUND)

    def broken(ctx: Any) -> None:
        raise OSError("the dictionary is gone")

    command = engine.registry.command("checkWording")
    assert command is not None
    engine.registry._functions["checkWording"] = command.replace(fn=broken)
    app.values = {"body": "The seal lets 40 l a minute through."}
    press(app, "submit")
    assert app.error == "Failed: the dictionary is gone."
    assert app._task.content["error"] == app.error
    assert app.instance == "i_1" and app.session.instance("i_1").step == "check"  # type: ignore[union-attr]


# Displays -----------------------------------------------------------------------------------------


def test_the_twin_has_no_times_so_it_is_the_same_in_every_run() -> None:
    first, second = at_playback(), at_playback()
    assert repr(first) == repr(second)
    bundle = first._repr_mimebundle_()
    assert bundle["text/html"] == second._repr_mimebundle_()["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "The user must choose" in bundle["text/html"]
    assert "live <code>ProcedureRunner</code>" in bundle["text/html"]
    assert repr(first).startswith("Procedure runner: i_1 · record-entry")


def test_hostile_text_is_escaped_in_the_twin() -> None:
    app = started()
    app.report(brief="<script>alert(1)</script>")
    html = app.to_html() + app._values.value
    assert "<script" not in html and "&lt;script&gt;" in html


def test_the_scripts_never_set_markup_and_reach_no_network() -> None:
    app = started()
    for panel in (app._task, app._log):
        script = str(panel._esm)
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "fetch(", "http", "import "):
            assert word not in script
