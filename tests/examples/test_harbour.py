"""The example harbour office is a complete and faultless entry graph with three procedures."""

from __future__ import annotations

import pytest

from ctxkit import examples
from ctxkit.errors import InvalidValueError
from ctxkit.examples.harbour.functions import harbour_registry, open_entries
from ctxkit.examples.harbour.wording import wording_findings
from ctxkit.graph.entry import Entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import is_cross_repo_id
from ctxkit.graph.vocabulary import KINDS, LAYER_NAMES, ProcedureClass
from ctxkit.procedure.arithmetic import over_budget
from ctxkit.procedure.functions import FuncClass
from ctxkit.procedure.parse import check_spec
from ctxkit.procedure.registry import Registry
from ctxkit.session.engine import Engine
from ctxkit.session.session import Session


@pytest.fixture
def graph() -> Graph:
    return examples.graph()


@pytest.fixture
def session() -> Session:
    return examples.engine().new_session("s_test", "Ines Karlsen")


def test_the_graph_has_every_kind_on_every_layer(graph: Graph) -> None:
    assert len(graph) == 30
    assert {entry.kind for entry in graph} == set(KINDS)
    assert {entry.layer for entry in graph} == set(LAYER_NAMES)


def test_every_entry_is_read_without_doubt_and_refers_to_entries_that_exist(graph: Graph) -> None:
    for entry in graph:
        assert not entry.diagnostics, entry.id
        assert entry.summary or entry.body
        for target in [*(ref.id for ref in entry.refs), *entry.closes, *entry.supersedes]:
            assert target in graph or is_cross_repo_id(target), f"{entry.id} refers to {target}"


def test_an_entry_is_older_than_all_that_refer_to_it(graph: Graph) -> None:
    for entry in graph:
        if not entry.is_procedure:
            targets = [*(ref.id for ref in entry.refs), *entry.closes, *entry.supersedes]
            assert all(target < entry.id for target in targets if target in graph)


def test_one_actor_has_changed_her_name_and_one_has_left(graph: Graph) -> None:
    chains = {chain.canonicals: chain.active for chain in graph.actor_chains}
    assert chains == {
        ("Ines Karlsen",): True,
        ("Tobias Wrede",): True,
        ("Mara Lind", "Mara Lindqvist"): True,
        ("Jonas Hoope",): False,
    }


def test_the_annotation_adds_topics_to_some_of_what_it_refers_to(graph: Graph) -> None:
    assert graph.topics_of("20260901-074500-s-ops-gat") == (
        "lock/gate", "season/equinox", "lock/closure",
    )  # fmt: skip
    assert graph.topics_of("20260903-140000-s-tac-tid") == (
        "lock/gate", "lock/closure", "season/equinox",
    )  # fmt: skip


def test_what_is_closed_or_superseded_is_not_open(graph: Graph) -> None:
    found = {entry.id.rsplit("-", 1)[-1] for entry in open_entries(graph)}
    assert found == {"sil", "flu", "ngn", "dr2", "gat", "tid"}


def test_every_procedure_loads_without_a_problem_and_within_its_budget(graph: Graph) -> None:
    registry = examples.registry()
    for entry in graph.procedures:
        spec, problems = check_spec(entry, registry)
        assert spec is not None and not problems
        assert not over_budget(spec, registry), spec.canonical


def test_the_procedures_show_what_procedures_can_do() -> None:
    specs = examples.procedures()
    assert list(specs) == ["review-open-entries", "record-entry", "harbour-desk"]
    assert specs["harbour-desk"].procedure_class is ProcedureClass.SHELL
    assert specs["harbour-desk"].framing
    options = {name: [o for s in spec.steps for o in s.options] for name, spec in specs.items()}
    assert any(option.dispatch for option in options["review-open-entries"])
    assert any(option.call == "confirmPlayback" for option in options["record-entry"])
    record = specs["record-entry"]
    assert any(declared.patch_of for declared in record.state.values())
    assert any(step.serve_delta and step.guard for step in record.steps)
    assert any(len(unit.lanes) > 1 for unit in record.units.values())


def test_the_functions_of_the_office_say_what_they_do() -> None:
    own = {doc.name: doc for doc in examples.registry().docs()}.keys() - {
        doc.name for doc in Registry().docs()
    }
    docs = {doc.name: doc for doc in examples.registry().docs() if doc.name in own}
    assert all(doc.doc.endswith(".") for doc in docs.values())
    commands = {name for name, doc in docs.items() if doc.func_class is FuncClass.COMMAND}
    assert commands == {"checkWording", "fileEntry", "tallyReview", "stampHandover"}


def test_framing_of_the_desk_tells_the_focus_and_the_commitments(session: Session) -> None:
    desk = examples.procedures()["harbour-desk"]
    handle = session.start(desk).instance
    (focus, _), (commitments, cut) = (session.inject(handle, call) for call in desk.framing)
    assert focus.startswith("Until the end of September the outer gate comes first")
    assert [line.split(" · ")[1] for line in commitments] == ["aspiration", "contract"]
    assert cut is None


def test_a_review_says_which_candidates_were_not_read(session: Session) -> None:
    review = examples.procedures()["review-open-entries"]
    handle = session.start(review, {"topic": "lock/gate"}).instance
    gate = "20260901-074500-s-ops-gat"
    session.report(handle, {"candidates": [gate]})
    held = session.report(handle, {"inspectedIds": [gate]})
    assert [f.message for f in held.failing] == [f"Not read in full yet: {gate}."]
    session.log_read("show", full=[gate])
    assert session.report(handle, {"inspectedIds": [gate]}).step == "weigh"


def test_a_synthesis_must_name_each_candidate_as_a_word(session: Session) -> None:
    review = examples.procedures()["review-open-entries"]
    tides = "20260903-140000-s-tac-tid"
    session.log_read("show", full=[tides])
    inputs = {"topic": "lock/gate", "candidates": [tides], "inspectedIds": [tides]}
    handle = session.start(review, inputs).instance
    held = session.report(handle, {"synthesis": "The tides are high."})
    assert [f.message for f in held.failing] == ["The synthesis does not name tid."]


def test_a_function_without_a_graph_says_how_to_get_one() -> None:
    specs = examples.procedures()
    session = Engine(examples.registry()).new_session("s_bare")
    with pytest.raises(InvalidValueError, match="need a graph") as caught:
        session.start(specs["review-open-entries"], {"topic": "lock/gate"})
    assert "ctxkit.examples.engine()" in caught.value.hint


def test_an_engine_keeps_what_its_sessions_file_and_shares_it_with_no_other() -> None:
    filed: list[Entry] = []
    assert "fileEntry" in harbour_registry(filed.append)
    one, other = examples.engine(), examples.engine()
    before = one.graphs.current()
    assert before is not None and len(before) == 30
    entry_id = _file_a_fact(one.new_session("s_one", "Ines Karlsen"))
    now, untouched = one.graphs.current(), other.graphs.current()
    assert now is not None and untouched is not None
    entry = now.entry(entry_id)
    assert entry is not None and entry.kind == "fact"
    assert len(now) == 31 and len(untouched) == 30


def _file_a_fact(session: Session) -> str:
    specs = examples.procedures()
    sounding = "20260918-133000-s-ops-sl3"
    session.log_read("show", full=[sounding])
    inputs = {
        "recorder": "Tobias Wrede",
        "entryKind": "fact",
        "layer": "ops",
        "observedAt": "2026-09-21 08:00",
        "refs": [{"id": sounding, "kind": "builds-on"}],
        "topics": ["basin/depth"],
        "participants": ["Tobias Wrede"],
        "body": "Berth 4 had 4.52 m on 21 September.",
    }
    handle = session.start(specs["record-entry"], inputs).instance
    done = session.answer(handle, "playback", "confirm", user_words="Yes.")
    assert done.outcome == "completed"
    return str((done.produced or {})["filedEntry"])


def test_the_same_fields_are_filed_under_the_same_id() -> None:
    ids = {_file_a_fact(examples.engine().new_session(name)) for name in ("s_a", "s_b")}
    assert len(ids) == 1
    assert ids.pop().startswith("20260921-0800")


@pytest.mark.parametrize(
    ("body", "kind", "found"),
    [
        ("Berth 4 had 4.6 m on 2 June.", "fact", []),
        ("It is repaired soon, and Soon again.", "gap", [("high", "'soon' names no day")]),
        ("Nothing moved.", "done", [("high", "a done entry gives at least one figure")]),
        ("One " * 41 + "end.", "gap", [("medium", "'One One One One' goes on for 42 words")]),
    ],
)
def test_the_check_of_the_wording_finds_the_three_faults(
    body: str, kind: str, found: list[tuple[str, str]]
) -> None:
    findings = wording_findings(body, kind)
    assert [(f["severity"], f["observation"]) for f in findings] == found
