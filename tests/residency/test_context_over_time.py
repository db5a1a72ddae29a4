"""What is in the window at each moment of a session, under a policy."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.residency.loads import Form
from tests.residency.shown import entries, name_of, reading

GRAPH = entries(12, words=8)
#: Numbers of entries that an event reads in full, and in summary.
READS = st.lists(
    st.tuples(st.lists(st.integers(0, 13), max_size=4), st.lists(st.integers(0, 13), max_size=4)),
    max_size=40,
)


def log_of(reads: list[tuple[list[int], list[int]]]) -> ck.EventLog:
    return reading(
        [
            {"tool": "t", "full": list(map(name_of, full)), "summary": list(map(name_of, part))}
            for full, part in reads
        ]
    )


def full(*numbers: int) -> tuple[list[int], list[int]]:
    return list(numbers), []


def summary(*numbers: int) -> tuple[list[int], list[int]]:
    return [], list(numbers)


def over_of(
    reads: list[tuple[list[int], list[int]]], window: int, policy: str = "drop oldest", **how: Any
) -> ck.ContextOverTime:
    return ck.context_over_time(log_of(reads), GRAPH, window=window, policy=policy, **how)


def size(number: int, depth: str = "full") -> int:
    """Tokens of an entry, counted beside the code under test."""
    text = f"entry {number}"
    if depth == "full":
        text += "\n\n" + ("word " * (8 + number)).strip()
    return ck.estimate_tokens_string(text)


@settings(max_examples=150)
@given(
    READS,
    st.integers(1, 90),
    st.sampled_from(["drop oldest", "coverage"]),
    st.sampled_from(["recency", "reads"]),
)
def test_a_policy_that_promises_so_never_exceeds_the_window(
    reads: list[tuple[list[int], list[int]]], window: int, policy: str, weights: str
) -> None:
    over = over_of(reads, window, policy, weights=weights)
    # Nor within an event, while its entries come in one after the other.
    assert max(over.run.after, default=0) <= window and over.peak <= window
    assert over.exceeded == 0 and over.exceeded_from is None
    for index in range(len(reads) + 1):
        assert over.at_index(index).tokens <= window


@settings(max_examples=150)
@given(READS, st.integers(1, 200), st.sampled_from(list(ck.POLICIES)))
def test_the_sum_of_the_parts_equals_the_whole_in_every_table(
    reads: list[tuple[list[int], list[int]]], window: int, policy: str
) -> None:
    over = over_of(reads, window, policy)
    frame = over.to_frame()
    assert frame["tokens"].cumsum().tolist() == frame["resident"].tolist()
    assert (frame["resident"] + frame["free"] == window).all()
    end = over.at_index(len(reads))
    assert int(frame["tokens"].sum()) == end.tokens == end.to_frame()["tokens"].sum()
    assert end.tokens == sum(end.tokens_by_form().values()) == window - end.free
    assert over.at(over.peak_seq).tokens == over.peak
    # The moments agree with the levels that the picture shows.
    for index in range(len(reads) + 1):
        moment = over.at_index(index)
        levels = over.levels[index].tolist()
        assert list(moment.tokens_by_form().values()) == levels
    # Every load is counted once, and the pages add up to all of them.
    pages = over.pages
    loads = sum(n for what, n in over.counts.items() if what != "pushed out")
    assert loads == sum(page.reads for page in pages) == len(over.loads)
    assert sum(page.pushed_out for page in pages) == len(over.evictions)
    assert sum(page.again for page in pages) == len(over.reloads)
    assert over.evictions.tokens == over.tokens[ck.Happening.PUSHED_OUT]
    assert over.reloads.tokens == over.tokens[ck.Happening.AGAIN]
    assert {page.name for page in pages if page.resident} == {page.name for page in end}
    track = over.track(7)
    assert sum(track["pushedOut"]) == over.evictions.tokens
    assert sum(track["again"]) == over.reloads.tokens


@given(READS, st.integers(1, 60))
def test_drop_oldest_agrees_with_the_plain_loop(
    reads: list[tuple[list[int], list[int]]], window: int
) -> None:
    """A reference that keeps a list, the one used last at its end."""
    over = over_of(reads, window)
    held: list[tuple[int, str, int]] = []
    for index, (whole, part) in enumerate(reads, 1):
        depths = dict.fromkeys(part, "summary") | dict.fromkeys(whole, "full")
        order = [*dict.fromkeys(whole), *(n for n in dict.fromkeys(part) if n not in whole)]
        for number in order:
            if number >= 12:
                continue  # no such entry
            old = next((one for one in held if one[0] == number), None)
            new = (number, depths[number], size(number, depths[number]))
            if old is not None:
                held.remove(old)
            if old is not None and (old[1] == "full" or new[1] == "summary" or new[2] > window):
                held.append(old)
            elif new[2] <= window:
                while sum(one[2] for one in held) + new[2] > window:
                    held.pop(0)
                held.append(new)
        moment = over.at_index(index)
        assert {(page.name, str(page.form), page.tokens) for page in moment} == {
            (name_of(n), depth, tokens) for n, depth, tokens in held
        }


def test_the_page_used_last_the_longest_ago_goes_first() -> None:
    room = size(0) + size(1) + size(2)
    over = over_of([full(0), full(1), full(2), full(0), summary(3)], room)
    assert [(out.seq, out.page, out.since) for out in over.evictions] == [(5, name_of(1), 2)]
    assert [page.name for page in over.at(5)] == [name_of(n) for n in (3, 0, 2)]


def test_read_again_after_a_push_out_and_read_although_there_are_two_counts() -> None:
    over = over_of([full(0), full(0), full(5), full(0)], size(5))
    assert over.counts[ck.Happening.STILL_THERE] == 1
    assert [(again.seq, again.page, again.pushed_out) for again in over.reloads] == [
        (4, name_of(0), 3)
    ]
    assert over.pages[name_of(0)].reads == 3


def test_a_deeper_read_adds_only_what_it_adds() -> None:
    over = over_of([summary(4), full(4), summary(4)], 500)
    frame = over.to_frame()
    assert frame["change"].tolist() == ["loaded", "deepened", "still there"]
    assert frame["tokens"].tolist() == [size(4, "summary"), size(4) - size(4, "summary"), 0]
    assert over.at(1)[0].form is Form.SUMMARY and over.at(3)[0].form is Form.FULL


def test_a_page_larger_than_the_window_is_reported_and_not_resident() -> None:
    over = over_of([summary(0), full(11)], size(11) - 1)
    assert over.counts[ck.Happening.TOO_LARGE] == 1
    assert [page.name for page in over.at(2)] == [name_of(0)]
    assert "1 load is larger than the whole window" in repr(over)


def test_keep_all_says_when_it_exceeds_the_window() -> None:
    over = over_of([full(0), full(1), full(2)], size(0) + size(1), "keep all")
    assert (over.exceeded_from, over.exceeded) == (3, 1)
    assert over.at(3).free < 0
    assert "exceeded from event 3 on, after 1 of 3 events" in repr(over)


def test_coverage_keeps_the_page_that_comes_in_and_what_covers_much_for_little() -> None:
    reads = [full(0), *(summary(n) for n in range(1, 9)), full(11)]
    window = size(0) + sum(size(n, "summary") for n in range(1, 9)) + size(11) - 1
    over = over_of(reads, window, "coverage")
    kept = {page.name for page in over.at(len(reads))}
    assert name_of(11) in kept
    assert {name_of(n) for n in range(1, 9)} <= kept
    assert [out.page for out in over.evictions] == [name_of(0)]


def test_an_unknown_size_is_never_a_silent_zero() -> None:
    over = ck.context_over_time(log_of([full(0, 1), summary(0)]), window=100)
    assert over.unknown == 3 and over.peak == 0
    assert over.at(1).unknown == 2
    assert over.pages[0].tokens is None
    assert over.to_frame()["change"].tolist() == ["size unknown"] * 3
    for says in ("3 of 3 loads have no known size", "no graph is at hand", "at least"):
        assert says in repr(over)


def test_an_entry_that_the_graph_does_not_hold_is_named() -> None:
    over = over_of([full(0, 13)], 500)
    assert over.unknown == 1
    assert over.pages[name_of(13)].problem == "the graph holds no such entry"


def test_serves_are_pages_of_their_own_and_measured_where_an_engine_is_at_hand() -> None:
    log = ck.read_events(ck.examples.session_logs()["reopened"])
    replay = ck.replay(log, ck.examples.procedures())
    over = ck.context_over_time(replay, ck.examples.engine(log), window=100_000)
    served = [page for page in over.pages if page.form is Form.SERVE]
    assert len(served) == log.counts["served"]
    assert all(page.tokens for page in served) and over.unknown == 0
    # Where only the graph is at hand, what needs functions of the application is unknown.
    bare = ck.context_over_time(replay, ck.examples.graph(), window=100_000)
    assert 0 < bare.unknown < len(served)
    assert "no such query" in repr(bare)


def test_what_an_engine_renders_is_what_is_counted() -> None:
    log = ck.read_events(ck.examples.session_logs()["finished"])
    replay, engine = ck.replay(log, ck.examples.procedures()), ck.examples.engine(log)
    over = ck.context_over_time(replay, engine, window=100_000)
    past = replay.serves(engine)[0]
    assert past.serve is not None
    schema = json.dumps(past.serve.report_schema, separators=(",", ":"), ensure_ascii=False)
    texts = [past.serve.instructions, schema if past.serve.report_schema is not None else ""]
    page = next(page for page in over.pages if page.first == past.seq)
    assert page.tokens == sum(map(ck.estimate_tokens_string, texts))


@pytest.mark.parametrize("policy", list(ck.POLICIES))
def test_the_same_session_gives_the_same_bytes(policy: str) -> None:
    reads = [full(n * 5 % 12, n * 7 % 12) for n in range(60)]
    first, second = over_of(reads, 60, policy), over_of(reads, 60, policy)
    assert first.to_frame().equals(second.to_frame())
    assert first._repr_html_() == second._repr_html_()
    assert json.dumps(first.track()) == json.dumps(second.track())


def test_a_track_keeps_the_peak_of_a_long_session_in_few_moments() -> None:
    over = over_of([full(n * 5 % 12) for n in range(900)], 60)
    track = over.track(50)
    totals = [sum(levels) for levels in zip(*track["tokens"].values(), strict=True)]
    assert len(track["seq"]) == len(totals) == 50
    assert max(totals) == int(over.levels.sum(axis=1).max())


def test_policies_are_compared_over_windows_with_sizes_measured_once() -> None:
    log = log_of([full(n * 5 % 12) for n in range(80)])
    outcomes = ck.compare_policies(log, GRAPH, window=[40, 80, 400])
    assert len(outcomes) == 9
    for each in outcomes:
        over = ck.context_over_time(log, GRAPH, window=each.window, policy=each.policy)
        assert (each.peak, each.again_tokens) == (over.peak, over.reloads.tokens)
        assert each.pushed_out_tokens == over.evictions.tokens
    ax = outcomes.plot()
    assert {line.get_label() for line in ax.lines} == {
        "keep all (exceeds the window)", "drop oldest", "coverage",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"window": 0}, "window: not a window; got 0"),
        ({"window": True}, "not a window; got True"),
        ({"window": 9, "policy": "drop newest"}, "no policy named 'drop newest'"),
        ({"window": 9, "weights": "size"}, "no way to weigh labels named 'size'"),
    ],
)
def test_what_is_no_window_or_policy_is_refused(how: dict[str, Any], says: str) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        ck.context_over_time(log_of([]), GRAPH, **how)


def test_what_is_no_session_graph_or_moment_is_refused() -> None:
    with pytest.raises(ck.CtxkitError, match="not a session log"):
        ck.context_over_time("s.jsonl", GRAPH, window=9)  # type: ignore[arg-type]
    with pytest.raises(ck.CtxkitError, match="graph: not a graph; got str"):
        ck.context_over_time(log_of([]), "graph", window=9)  # type: ignore[arg-type]
    with pytest.raises(ck.CtxkitError, match="no event has that number; got 5; expected up to 1"):
        over_of([full(0)], 9).at(5)
    with pytest.raises(ck.CtxkitError, match="no page in the window named"):
        _ = over_of([full(0)], 900).at(1)["nothing"]
