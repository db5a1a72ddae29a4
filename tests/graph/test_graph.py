from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxkit.errors import CtxkitError, InvalidValueError
from ctxkit.graph.entry import parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.graph.ids import is_cross_repo_id, is_entry_id, is_topic
from ctxkit.graph.provider import ContextualGraphs, Graphs, SourceGraphs, StaticGraphs
from ctxkit.graph.yamltext import YamlError, as_bool, as_int, as_pairs, compose, to_value
from ctxkit.procedure.parse import check_spec
from ctxkit.procedure.registry import Registry


def entry(entry_id, **keys):
    lines = "".join(f"{key.rstrip('_')}: {value}\n" for key, value in keys.items())
    return parse_entry(entry_id, f"---\ntype: s\n{lines}---\n\nBody.\n")


GAP = "20260601-090000-s-tac-aa1"
PLAN = "20260602-090000-d-cpt-bb2"


def test_an_entry_is_read_with_its_lines():
    text = f"\n---\ntype: d\nlayer: tac\nkind: plan\nrefs: [{GAP}, {{id: {GAP}, kind: grounds}}]\n"
    found = parse_entry(PLAN, text + "summary: 2026-01-01\n---\n\n\nBody --- here.\n", file="p.md")
    assert (found.type, found.layer, found.kind) == ("decision", "tactical", "plan")
    assert [(ref.id, ref.kind) for ref in found.refs] == [(GAP, "unknown"), (GAP, "grounded-in")]
    assert (found.summary, found.body) == ("2026-01-01", "Body --- here.")
    assert (found.line_of("kind"), found.line_of("body"), found.line_of("nope")) == (5, 11, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no front matter", "no front matter"),
        ("---\ntype: s\n", "front matter does not end"),
        ("---\ntype: x\n---\n", "p.md:2:7: type is neither signal nor decision; got x"),
        ("---\nkind: gap\n---\n", "type is neither signal nor decision"),
        ("---\ntype: s\ntype: d\n---\n", "p.md:3:1: key 'type' is repeated"),
        ("---\ntype: s\nindex: null\n---\n", "p.md:3:8: index is null"),
        ("---\ntype: s\ncloses: [{a: b}]\n---\n", "p.md:3:10: a text is expected; got a mapping"),
        ("---\ntype: s\nrefs: [{id: a}]\n---\n", "p.md:3:8: a reference needs id and kind"),
        ("---\ntype: s\ncanonical: [\n---\n", "p.md:"),
    ],
)
def test_a_malformed_entry_is_refused_with_its_line(text, message):
    with pytest.raises(InvalidValueError) as caught:
        parse_entry(GAP, text, file="p.md")
    assert message in str(caught.value)


def test_a_malformed_topic_is_left_out_with_a_warning():
    found = entry(GAP, kind="gap", topics='[a/b, "bad topic", Über]')
    assert found.topics == ("a/b", "Über")
    assert [(d.code, d.line) for d in found.diagnostics] == [("entry-bad-topic", 4)]


def test_topics_come_from_the_entry_and_from_annotations_that_refer_to_it():
    note = entry(
        "20260604-090000-s-prc-dd4",
        kind="annotation",
        refs=f"[{GAP}, {PLAN}]",
        topics=f"[CLI/ux, logs, {{label: only/one, members: [{PLAN}]}}]",
    )
    graph = Graph([entry(GAP, kind="gap", topics="[cli/UX]"), entry(PLAN), note])
    assert graph.topics_of(GAP) == ("cli/UX", "logs")
    assert graph.topics_of(PLAN) == ("CLI/ux", "logs", "only/one")
    assert graph.topics_of("none") == () and "only/one" in graph.topics


def test_actors_form_chains_of_which_the_oldest_that_nothing_supersedes_is_the_head():
    first = entry("20260501-080000-s-prc-ac1", kind="actor", canonical="Anna")
    second = entry(
        "20260502-080000-s-prc-ac2", kind="actor", canonical="Ana", supersedes=f"[{first.id}]"
    )
    ben = entry("20260503-080000-s-prc-ac3", kind="actor", canonical="Ben")
    done = entry("20260504-080000-s-prc-dn4", kind="done", closes=f"[{ben.id}]")
    loop = [
        entry("20260505-080000-s-prc-lo1", kind="actor", supersedes="[20260505-080000-s-prc-lo2]"),
        entry("20260505-080000-s-prc-lo2", kind="actor", supersedes="[20260505-080000-s-prc-lo1]"),
    ]
    ana, closed, endless = Graph([first, second, ben, done, *loop]).actor_chains
    assert ana.head == second and ana.active and ana.canonicals == ("Anna", "Ana")
    assert closed.head == ben and not closed.active
    assert endless.head is None and not endless.active


def test_ids_and_topics_are_told_from_other_texts():
    assert is_entry_id("20240229-235959-x-y-") and not is_entry_id("20230229-235959-x-y-")
    assert not is_entry_id("20260701-236000-d-tac-abc")
    assert is_cross_repo_id(f"github.com/a/b:{GAP}") and not is_cross_repo_id(f"github/a:{GAP}")
    assert not is_cross_repo_id(f"github.com:{GAP}") and not is_cross_repo_id("github.com/a:x")
    assert is_topic("a-1/ü") and not is_topic("a//b") and not is_topic("")


def test_a_source_is_read_again_only_after_an_invalidation():
    source = [entry(GAP)]
    graphs = SourceGraphs(lambda: source)
    assert len(graphs.current()) == 1
    source.append(entry(PLAN))
    assert len(graphs.current()) == 1
    graphs.invalidate()
    assert len(graphs.current()) == 2
    assert isinstance(graphs, Graphs) and isinstance(StaticGraphs(), Graphs)
    assert not isinstance(graphs, ContextualGraphs)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1), ("-0x1F", -31), ("0o17", 15), ("017", 15), ("1_000", 1000), ("1.5e3", 1500.0),
        ("yes", "yes"), ("True", True), ("~", None), ("", None), ('"1"', "1"), ("1.2.3", "1.2.3"),
        ("!!str 1", "1"), ("!!int 7", 7), ("[a, {b: 1}]", ["a", {"b": 1}]), (".5", 0.5),
        ("2026-02-30", "2026-02-30"), ("99999999999999999999", 1e20),
    ],
)  # fmt: skip
def test_plain_scalars_mean_what_yaml_1_2_and_its_most_used_reader_say(text, value):
    found = to_value(compose(f"k: {text}").value[0][1])
    assert found == value and type(found) is type(value)


def test_old_truth_words_count_where_a_truth_value_is_expected():
    nodes = dict(as_pairs(compose("a: yes\nb: off\nc: 1.9\nd: ~")))
    assert (as_bool(nodes["a"]), as_bool(nodes["b"]), as_bool(nodes["d"])) == (True, False, False)
    assert as_int(nodes["c"]) == 1
    with pytest.raises(YamlError, match=r"line 3, column 4: true or false is expected"):
        as_bool(nodes["c"])


@pytest.mark.parametrize(
    "text",
    [
        "a: &x [*x]",
        "a: &a [1,1,1,1,1,1,1,1,1]\n"
        + "\n".join(
            f"{n}: &{n} [{','.join([f'*{p}'] * 9)}]"
            for p, n in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: {x: 1, x: 2}",
        "[" * 3000,
    ],
)
def test_endless_and_exploding_values_are_refused(text):
    with pytest.raises(YamlError):
        to_value(compose(text))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(max_size=60) | st.text(alphabet="-:{}[]&*!|> ay1\n\"'#,?", max_size=60))
def test_any_text_is_an_entry_or_refused_within_our_family(text):
    for body in (text, f"---\ntype: s\n{text}\n---\n", f"---\ntype: d\nsteps: {text}\n---\n"):
        try:
            found = parse_entry(GAP, body)
            check_spec(found.replace(kind="procedure"))
            for node in found.machine.values():
                to_value(node)
        except CtxkitError:
            pass


def test_the_procedures_of_the_samples_load_once_their_own_functions_are_stubbed():
    folder = Path(__file__).parents[2].parent / "shared" / "samples" / "sdd"
    paths = [p for p in sorted(folder.rglob("entries/*.md")) if p.stem != "README"]
    if not paths:
        pytest.skip("the shared samples are not here")
    for path in paths:
        found = parse_entry(path.stem, path.read_text(encoding="utf-8"), file=path.name)
        registry = Registry()
        spec, problems = check_spec(found)
        assert spec is not None, list(problems)
        _, missing = check_spec(found, registry)
        assert {p.code for p in missing} <= {
            "unknown-predicate", "unknown-query", "unknown-command"
        }  # fmt: skip
        registry.stub_missing(spec)
        assert check_spec(found, registry)[0] is not None
