import pytest

from ctxkit import examples
from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.procedure.functions import Context, FuncClass
from ctxkit.procedure.presence import presence_pairs
from ctxkit.procedure.registry import Registry
from ctxkit.session.logfile import read_events
from ctxkit.session.replay import Replay


class Fields(dict):
    def has(self, name):
        return self.get(name) not in (None, "", [])

    def state_snapshot(self):
        return "now"


def holds(name, **fields):
    return Registry().predicate(name).fn(Context(Fields(fields)))


def test_a_new_registry_holds_the_built_in_functions():
    registry = Registry()
    assert len(registry.docs("predicate")) == 27 + 20
    assert [doc.name for doc in registry.docs(FuncClass.COMMAND)] == [
        "confirmPlayback", "recordGuideReview", "recordOverride", "requestGuideRecheck"
    ]  # fmt: skip
    assert [doc.name for doc in registry.docs("query")] == ["registryList"]
    names = [doc.name for doc in registry.docs()]
    assert names == sorted(names) and all(doc.doc for doc in registry.docs())


def test_functions_are_registered_by_decorators_and_found_by_name():
    registry = Registry()

    @registry.predicate(reads=["budget"], fail="No budget.")
    def has_budget(ctx):
        """Hold when there is
        a budget.
        """
        return ctx.store.has("budget")

    @registry.query(name="lines", serve_safe=True)
    def list_lines(ctx, args):
        return []

    @registry.command(writes=["made"])
    def make(ctx):
        ctx.store.write_engine("made", 1)

    found = registry.predicate("has_budget")
    assert found.doc.doc == "Hold when there is a budget." and found.doc.reads == ("budget",)
    assert found.explain(Context(Fields())) == "No budget."
    assert registry.query("lines").serve_safe and registry.command("make").doc.writes == ("made",)
    assert registry.predicate("lines") is None and registry.query("nope") is None


def test_names_are_unique_across_all_classes_and_must_be_identifiers():
    registry = Registry()
    with pytest.raises(InvalidValueError, match="there is a predicate of that name already"):
        registry.query(name="hasBody")(lambda ctx, args: None)
    with pytest.raises(InvalidValueError, match="not a valid name"):
        registry.command(name="no way")(lambda ctx: None)


def test_presence_predicates_are_paired_with_their_fields():
    pairs = presence_pairs()
    assert len(pairs) == 27
    assert [pair.field for pair in pairs] == sorted(pair.field for pair in pairs)
    assert holds("hasWipMarker", wipMarker=False) and not holds("hasWipMarker", wipMarker="")


@pytest.mark.parametrize(
    ("fields", "valid"),
    [
        ({}, False),
        ({"entryKind": "gap", "body": ""}, True),
        ({"entryKind": "gap", "intent": "pending"}, False),
        ({"entryKind": "directive"}, False),
        ({"entryKind": "directive", "intent": "pending"}, True),
        ({"entryKind": "actor", "canonical": "Ana", "layer": "process"}, True),
        ({"entryKind": "actor", "canonical": "Ana", "layer": "tactical"}, False),
        ({"entryKind": "actor", "canonical": "A", "layer": "process", "aliases": ["A"]}, False),
        ({"entryKind": "role", "layer": "process"}, False),
        ({"entryKind": "done"}, False),
        ({"entryKind": "done", "closes": ["x"]}, True),
        ({"entryKind": "plan", "body": "## Acceptance criteria\n- [ ] a"}, True),
        ({"entryKind": "plan", "body": "- [ ] a"}, False),
        ({"entryKind": "annotation"}, False),
        ({"entryKind": "fact", "index": {"title": "t", "topic": "A"}, "topics": ["a"]}, True),
        ({"entryKind": "fact", "index": {"title": "t", "topic": "A"}}, False),
        ({"entryKind": "focus"}, False),
    ],
)
def test_a_draft_is_valid_when_it_has_what_its_kind_asks_for(fields, valid):
    assert holds("draftValidates", **fields) is valid


def test_findings_hold_a_gate_unless_they_are_there_and_harmless():
    assert not holds("noHighFindings")
    assert holds("noHighFindings", findings=[{"Severity": "low"}])
    assert not holds("noHighFindings", findings=[{"severity": "high"}])
    with pytest.raises(InvalidValueError, match="no list of findings"):
        holds("noHighFindings", findings=None)
    assert not holds("noGuideFindings", guideFindings=None)
    assert holds("noGuideFindings", guideFindings=[])


def test_a_bare_decorator_registers_too():
    registry = Registry()

    @registry.predicate
    def mine(ctx):
        return True

    @registry.query
    def found(ctx, args):
        return None

    @registry.command
    def done(ctx):
        """Do it."""

    assert registry.predicate("mine").fn is mine and registry.query("found").fn is found
    assert registry.command("done").doc.doc == "Do it."
    assert registry.predicate("nobody") is None
    with pytest.raises(InvalidValueError, match="not a function to register"):
        registry.predicate(5)


def test_a_class_of_functions_that_does_not_exist_is_an_error():
    with pytest.raises(UnknownNameError, match="no class of functions named 'zz'"):
        Registry().docs("zz")


def test_stand_ins_are_made_for_procedures_in_any_form():
    graph, specs = examples.graph(), examples.procedures()
    many = list(specs.values())
    wanted = Registry().stub_missing(*many)
    assert wanted
    for form in (many, specs, graph, list(graph.procedures)):
        assert Registry().stub_missing(form) == wanted


def test_a_registered_function_put_above_another_or_called_says_what_is_right():
    registry = Registry()
    with pytest.raises(InvalidValueError, match="hasBody is a registered predicate") as caught:

        @registry.predicate("hasBody")
        def has_more(ctx):
            return True

    assert caught.value.hint == (
        "@registry.predicate(name=...) registers a function, .fn(...) calls hasBody."
    )
    assert registry.predicate("has_more") is None


def test_lookups_by_method_give_none_and_by_brackets_an_error_with_near_names():
    registry = Registry()
    assert registry.get("hasBdy") is None and registry["hasBody"] is registry.get("hasBody")
    with pytest.raises(KeyError, match="no function named 'hasBdy'") as caught:
        registry["hasBdy"]
    assert "Did you mean 'hasBody'" in caught.value.hint
    assert "hasBody" in list(registry) and len(list(registry)) == len(registry)

    with pytest.raises(UnknownNameError, match="no procedure named 'record'") as caught:
        examples.procedures()["record"]
    assert "Did you mean 'record-entry'" in caught.value.hint
    spec = examples.procedures()["record-entry"]
    first = spec.steps[0].id
    assert spec.step("nope") is None and spec[first] is spec.steps[0] and first in spec
    with pytest.raises(UnknownNameError, match=f"no step named '{first}s'") as caught:
        spec[first + "s"]
    assert f"Did you mean '{first}'" in caught.value.hint

    session = examples.engine().new_session("s", "Noa")
    assert session.instance("i_1") is None and "i_1" not in session and list(session) == []
    with pytest.raises(UnknownNameError, match="no instance named 'i_1'"):
        session["i_1"]

    replay = Replay(read_events(examples.session_logs()["finished"]), examples.procedures())
    assert replay.end["i_2"] == replay.end.instance("i_2") and "i_2" in replay.end
    assert replay.start.instance("i_2") is None
    with pytest.raises(UnknownNameError, match="no instance named 'i_99'"):
        replay.end["i_99"]
    assert list(replay.end) == list(replay.end.instances)
