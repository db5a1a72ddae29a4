"""A task's story says what should be in the window, what was read, and what to load to go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.story.pages import Today
from ctxkit.window import entries_from_pages
from tests.story.shown import AT, pages_of, story_of

WINDOW = 6_500
POLICIES = sorted(ck.POLICIES)


def story(spec: ck.Spec, window: int = WINDOW) -> ck.TaskStory:
    replay = ck.replay(ck.read_events(ck.examples.task_log()), ck.examples.task_graph())
    return ck.task_story(spec, replay, ck.examples.task_engine(), window=window, task="T5")


@pytest.fixture(scope="module")
def told() -> ck.TaskStory:
    return story(ck.examples.workspace()["gauge-intake"])


def test_what_is_kept_and_what_is_to_be_loaded_make_up_the_plan(told: ck.TaskStory) -> None:
    assert told.kept_tokens + told.tokens_to_load == told.planned_tokens == told.assembly.used
    assert told.planned_tokens <= WINDOW


def test_a_page_that_was_read_and_is_still_there_is_kept(told: ck.TaskStory) -> None:
    (quality,) = [page for page in told.pages if page.place == "src/tidewatch/quality.py"]
    assert (quality.reads, quality.today, quality.kept) == (3, Today.AS_READ, True)


def test_a_page_that_was_pushed_out_has_to_be_loaded_again(told: ck.TaskStory) -> None:
    (role,) = [page for page in told.pages if page.place == ".specd/roles/craftsman.md"]
    assert (role.pushed_out, role.resident, role.to_load) == (1, False, True)


def test_what_came_back_in_summary_only_is_not_kept() -> None:
    files = {"a.py": b"a\n" * 200, "b.py": b"b\n" * 200}
    pages = pages_of(files, required=1)
    entries = list(entries_from_pages(pages, at=AT).values())
    ids = {entry.index["title"][:4]: entry.id for entry in entries if entry.index}
    reads = [("full", "a.py"), ("full", "b.py"), ("summary", "a.py")]
    log = EventLog.of(
        Event(1, AT, "s", number, "", "read", {"tool": "t", depth: [ids[name]]})
        for number, (depth, name) in enumerate(reads, 1)
    )
    told = ck.task_story(pages, log, ck.Graph(entries), window=150)
    page = told.pages[0]
    assert told.over.at_index(3)[ids["a.py"]].form == "summary"
    assert (page.depth, page.pushed_out, page.resident, page.to_load) == ("full", 1, False, True)


def test_nothing_has_changed_in_what_ships(told: ck.TaskStory) -> None:
    found = {page.today for page in told.pages if page.reads}
    assert found == {Today.AS_READ}
    assert not told.others


def test_an_edit_changes_its_pages_and_no_other(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    before = {page.place: page for page in story(ws["gauge-intake"], 20_000).pages}
    file = ws.root / "src" / "tidewatch" / "quality.py"
    file.write_text(file.read_text("utf-8") + "\n# one more line\n", "utf-8")
    after = {page.place: page for page in story(ws["gauge-intake"], 20_000).pages}
    changed = {place for place in after if after[place].today != before[place].today}
    assert changed == {"src/tidewatch/quality.py"}
    assert after["src/tidewatch/quality.py"].today is Today.CHANGED
    assert after["src/tidewatch/quality.py"].to_load
    assert before["src/tidewatch/quality.py"].kept


def test_a_page_that_the_task_loads_no_more_is_gone(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    (ws.root / "src" / "tidewatch" / "readings.py").unlink()
    gone = [page for page in story(ws["gauge-intake"]).pages if page.today is Today.GONE]
    assert [page.place for page in gone] == ["src/tidewatch/readings.py"]
    assert not gone[0].planned


def test_a_window_too_small_for_the_mandatory_pages_says_what_is_missing() -> None:
    told = story(ck.examples.workspace()["gauge-intake"], 2_000)
    assert told.assembly.shortfall > 0
    assert f"{told.assembly.shortfall:,} tokens are missing" in repr(told)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(
    sizes=st.lists(st.integers(1, 400), min_size=1, max_size=12),
    reads=st.lists(st.integers(0, 11), max_size=30),
    window=st.integers(1, 900),
    policy=st.sampled_from(POLICIES),
)
def test_the_sums_hold_and_a_kept_page_is_in_both_windows(
    sizes: list[int], reads: list[int], window: int, policy: str
) -> None:
    files = {f"f{n}.py": bytes([97 + n]) * size for n, size in enumerate(sizes)}
    read = [f"f{n}.py" for n in reads if n < len(sizes)]
    told = story_of(files, read, window, policy=policy)
    assert told.kept_tokens + told.tokens_to_load == told.planned_tokens == told.assembly.used
    assert told.planned_tokens <= window
    end = told.over.at_index(len(told.over.log))
    inside = {page.title for page in end if page.form == "full"}
    for page in told.pages:
        assert page.reads == read.count(page.place)
        assert page.kept == (page.planned and page.page_id in inside)
    assert sum(page.reads for page in told.pages) == len(read)


def test_pages_without_text_and_a_missing_graph_are_refused_with_what_would_be_right() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    log = ck.read_events(ck.examples.task_log())
    hints = ck.pages_from_manifest(spec.manifest())
    with pytest.raises(ck.InvalidValueError, match=r"pages_from_manifest\(manifest, workspace\)"):
        ck.task_story(hints, log, ck.examples.task_graph(), window=5_000)
    with pytest.raises(ck.InvalidValueError, match=r"pages_from_manifest\(manifest, workspace\)"):
        ck.entries_from_pages(hints, at="2026-09-17T06:00:00Z")
    with pytest.raises(ck.InvalidValueError, match=r"read_graph\(folder\)"):
        ck.task_story(spec, log, None, window=5_000)  # type: ignore[arg-type]
