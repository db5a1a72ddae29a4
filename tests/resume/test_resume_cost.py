"""What must be loaded again to go on from a snapshot or a session, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.difference import unified_look
from tests.residency.shown import name_of, reading

NOW = "2026-09-17T08:00:00Z"
SPEC = ".specd/specs/gauge-intake"


class Files:
    """A tree in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def read_bytes(self, path: str) -> bytes | None:
        return self.files.get(path)

    def list_files(self, folder: str) -> Sequence[str] | None:
        return None


@pytest.fixture
def then() -> ck.Workspace:
    return ck.examples.workspace()


@pytest.fixture
def now(tmp_path: Path) -> ck.Workspace:
    return ck.examples.copy_workspace(tmp_path / "copy")


@pytest.fixture
def snapshot(then: ck.Workspace) -> ck.ContextSnapshot:
    return then["gauge-intake"].snapshot(turn=3, now=NOW)


def edit(ws: ck.Workspace, path: str, old: str, new: str) -> None:
    file = ws.root / path
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def check_sums(cost: ck.ResumeCost) -> None:
    assert cost.kept + cost.reload + cost.untold == cost.total
    assert sum(cost.tokens_by_state().values()) == cost.total
    frame = cost.to_frame()
    assert (frame["kept"] + frame["reload"] + frame["untold"] == frame["now"]).all()
    for name, whole in (("kept", cost.kept), ("reload", cost.reload), ("now", cost.total)):
        assert int(frame[name].sum()) == whole


def test_where_nothing_moved_all_is_kept(snapshot: ck.ContextSnapshot, now: ck.Workspace) -> None:
    cost = ck.resume_cost(snapshot, now)
    assert cost.reload == 0 and cost.kept == cost.total > 0
    assert {item.state for item in cost} == {ck.ResumeState.UNCHANGED}
    assert len(cost) == len(snapshot.loaded_files)
    assert "nothing must be loaded again" in repr(cost)
    check_sums(cost)


def test_a_changed_file_costs_what_it_takes_now_and_says_how_to_see_the_change(
    snapshot: ck.ContextSnapshot, now: ck.Workspace
) -> None:
    edit(now, ".specd/roles/craftsman.md", "\n", "\nOne more rule.\n")
    item = ck.resume_cost(snapshot, now)[".specd/roles/craftsman.md"]
    assert item.state is ck.ResumeState.CHANGED
    data = now.read_bytes(".specd/roles/craftsman.md")
    assert data is not None and item.reload == ck.estimate_tokens(data)
    assert (item.then_tokens, item.diff) == (None, "")
    assert "the snapshot holds digests only: pass before=…" in item.detail


def test_with_the_tree_of_before_the_change_is_shown(
    snapshot: ck.ContextSnapshot, then: ck.Workspace, now: ck.Workspace
) -> None:
    edit(now, ".specd/roles/craftsman.md", "\n", "\nOne more rule.\n")
    cost = ck.resume_cost(snapshot, now, before=then)
    item = cost[".specd/roles/craftsman.md"]
    assert "+One more rule." in item.diff.split("\n")
    assert "+One more rule." in cost._repr_html_() and "change: +1 −0 lines" in repr(cost)
    check_sums(cost)


def test_a_slice_that_reads_as_before_is_kept_though_its_file_changed(
    snapshot: ck.ContextSnapshot, then: ck.Workspace, now: ck.Workspace
) -> None:
    edit(now, f"{SPEC}/tasks.md", "# Tasks", "# All tasks")
    path = f"{SPEC}/tasks.md"
    assert ck.resume_cost(snapshot, now)[path].state is ck.ResumeState.CHANGED
    item = ck.resume_cost(snapshot, now, before=then)[path]
    assert item.state is ck.ResumeState.UNCHANGED
    assert "kept by slice" in item.detail and item.part == "task T5"
    text = ck.task_slice((now.root / path).read_text("utf-8"), "T5")
    assert text is not None and item.kept == ck.estimate_tokens_string(text)


def test_of_a_changed_slice_only_the_slice_is_shown(
    snapshot: ck.ContextSnapshot, then: ck.Workspace, now: ck.Workspace
) -> None:
    path = f"{SPEC}/tasks.md"
    edit(now, path, "# Tasks", "# All tasks")
    slice_ = ck.task_slice((now.root / path).read_text("utf-8"), "T5")
    assert slice_ is not None
    edit(now, path, slice_, slice_ + "\n  - note: mind the tide")
    item = ck.resume_cost(snapshot, now, before=then)[path]
    assert item.state is ck.ResumeState.CHANGED
    assert "+  - note: mind the tide" in item.diff and "All tasks" not in item.diff


def test_a_before_of_another_version_is_not_believed(
    snapshot: ck.ContextSnapshot, now: ck.Workspace, tmp_path: Path
) -> None:
    other = ck.examples.copy_workspace(tmp_path / "other")
    for ws, rule in ((now, "a"), (other, "b")):
        edit(ws, ".specd/roles/craftsman.md", "\n", f"\n{rule}\n")
    item = ck.resume_cost(snapshot, now, before=other)[".specd/roles/craftsman.md"]
    assert (item.state, item.old, item.diff) == (ck.ResumeState.CHANGED, None, "")
    assert item.detail == "before=… does not hold the version that the snapshot recorded"


def test_what_is_gone_costs_nothing_and_its_size_is_not_made_up(
    snapshot: ck.ContextSnapshot, then: ck.Workspace, now: ck.Workspace
) -> None:
    (now.root / ".specd/skills/specd-execute/SKILL.md").unlink()
    cost = ck.resume_cost(snapshot, now)
    assert [item.name for item in cost.of_state("gone")] == [".specd/skills/specd-execute/SKILL.md"]
    assert cost.gone is None and "1 item gone, size not known" in repr(cost)
    data = then.read_bytes(".specd/skills/specd-execute/SKILL.md")
    assert data is not None
    assert ck.resume_cost(snapshot, now, before=then).gone == ck.estimate_tokens(data)
    check_sums(cost)


def test_new_is_what_todays_manifest_loads_besides(
    snapshot: ck.ContextSnapshot, now: ck.Workspace
) -> None:
    (now.root / "src").mkdir(exist_ok=True)
    (now.root / "src/new_module.py").write_text("x = 1\n", "utf-8")
    edit(now, f"{SPEC}/tasks.md", _files_line(now), _files_line(now) + ", src/new_module.py")
    cost = ck.resume_cost(snapshot, now)
    assert [item.name for item in cost.of_state("new")] == ["src/new_module.py"]
    assert cost["src/new_module.py"].reload == 2
    check_sums(cost)


def _files_line(ws: ck.Workspace) -> str:
    slice_ = ck.task_slice((ws.root / f"{SPEC}/tasks.md").read_text("utf-8"), "T5")
    assert slice_ is not None
    return next(line for line in slice_.split("\n") if line.strip().startswith("- files:"))


def test_a_snapshot_read_from_its_text_gives_the_same(
    snapshot: ck.ContextSnapshot, then: ck.Workspace, now: ck.Workspace
) -> None:
    edit(now, f"{SPEC}/tasks.md", _files_line(now), _files_line(now) + ", README.md")
    (now.root / "README.md").write_text("# Tidewatch\n", "utf-8")
    again = ck.ContextSnapshot.from_json(ck.canonical_snapshot_json(snapshot))
    first, second = (ck.resume_cost(s, now, before=then) for s in (snapshot, again))
    assert first.to_frame().equals(second.to_frame())
    assert first._repr_html_() == second._repr_html_()


def test_commands_are_named_and_not_counted(
    snapshot: ck.ContextSnapshot, now: ck.Workspace
) -> None:
    assert "`specd context gauge-intake`" in " ".join(ck.resume_cost(snapshot, now).notes)


def test_a_folder_without_the_spec_says_what_cannot_be_known(
    snapshot: ck.ContextSnapshot,
) -> None:
    cost = ck.resume_cost(snapshot, Files({}))
    assert {item.state for item in cost} == {ck.ResumeState.GONE}
    assert any("The spec is not at hand" in note for note in cost.notes)


TEXTS = st.binary(max_size=12)
TREES = st.dictionaries(st.sampled_from("abcdef"), TEXTS)


@given(TREES, TREES, st.booleans())
def test_the_sum_of_the_parts_equals_the_whole(
    old: dict[str, bytes], new: dict[str, bytes], has_before: bool
) -> None:
    manifest = ck.MissionContextManifest(
        items=tuple(ck.MissionContextItem(order=n, path=p) for n, p in enumerate("abcdef", 1))
    )
    snapshot = ck.build_context_snapshot(Files(old), 1, "execute", "T1", manifest, NOW)
    cost = ck.resume_cost(snapshot, Files(new), before=Files(old) if has_before else None)
    check_sums(cost)
    assert cost.total == sum(map(ck.estimate_tokens, new.values()))
    assert cost.kept == sum(
        ck.estimate_tokens(data) for path, data in new.items() if old.get(path) == data
    )
    diff = snapshot.diff(Files(new))
    moved = {item.name for item in cost if item.state in ("changed", "gone")}
    assert moved == set(diff.changed)


# Sessions ----------------------------------------------------------------------------------------


def entry(number: int, front: str = "", body: str = "the body") -> ck.Entry:
    return ck.parse_entry(
        name_of(number),
        f"---\ntype: s\nlayer: tac\nkind: gap\nsummary: entry {number}\n{front}---\n{body}",
    )


READ = reading(
    [{"tool": "t", "full": [name_of(0), name_of(1)], "summary": [name_of(2), name_of(3)]}]
)


def test_without_the_graph_of_then_nothing_is_told_of_entries() -> None:
    cost = ck.resume_cost(READ, ck.Graph([entry(0), entry(1), entry(2)]))
    assert sorted(str(item.state) for item in cost) == ["cannot be told"] * 3 + ["gone"]
    assert cost[name_of(3)].state is ck.ResumeState.GONE
    assert cost.untold == cost.total > 0 and cost.kept == cost.reload == 0
    assert "cannot be told: pass before=…" in repr(cost)
    check_sums(cost)


def test_with_the_graph_of_then_entries_are_compared_at_the_depth_they_were_read() -> None:
    before = ck.Graph(map(entry, range(4)))
    now = ck.Graph(
        [entry(0), entry(1, body="another body"), entry(2, body="another body"),
         entry(3, "topics: [gate]\n"), entry(4, f"supersedes: [{name_of(0)}]\n"), entry(5)]
    )  # fmt: skip
    cost = ck.resume_cost(READ, now, before=before)
    states = {item.name: (str(item.state), item.detail) for item in cost}
    assert states == {
        name_of(0): ("unchanged", "superseded since"),
        name_of(1): ("changed", ""),
        # Only their summaries were read.
        name_of(2): ("unchanged", "changed outside of what was read"),
        name_of(3): ("unchanged", "changed outside of what was read"),
        name_of(4): ("new", f"supersedes {name_of(0)}"),
    }
    assert cost[name_of(1)].diff.split("\n")[-2:] == ["-the body", "+another body"]
    check_sums(cost)


def test_a_session_of_the_example_goes_on_with_its_graph() -> None:
    log = ck.read_events(ck.examples.session_logs()["reopened"])
    cost = ck.resume_cost(log, ck.examples.engine(log), before=ck.examples.graph())
    assert cost.reload == 0 or cost.of_state("new")
    check_sums(cost)


@pytest.mark.parametrize(
    ("then", "now", "says"),
    [
        (ck.ContextSnapshot(task="T1"), ck.Graph(), "now: not a folder; got Graph"),
        (READ, Files({}), "now: not a graph; got Files"),
        ("snapshot.json", Files({}), "not a session log"),
        (ck.ContextSnapshot(), Files({}), "task is required"),
    ],
)
def test_what_does_not_go_together_is_refused(then: Any, now: Any, says: str) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        ck.resume_cost(then, now)


# Differences -------------------------------------------------------------------------------------


@given(st.text("ab\n", max_size=30), st.text("ab\n", max_size=30))
def test_a_look_leads_from_one_text_to_the_other(old: str, new: str) -> None:
    look = unified_look(old, new).split("\n") if old != new else []
    went = [line[1:] for line in look if line.startswith("-")]
    came = [line[1:] for line in look if line.startswith("+")]
    kept = sorted(old.split("\n"))
    for line in went:
        kept.remove(line)
    assert sorted([*kept, *came]) == sorted(new.split("\n"))


def test_a_very_long_change_is_shown_as_a_whole() -> None:
    old, new = ("\n".join(f"{word} {n}" for n in range(900)) for word in ("old", "new"))
    look = unified_look(f"same\n{old}\nend", f"same\n{new}\nend").split("\n")
    assert look[:3] == ["@@", " same", "-old 0"] and look[-2:] == ["+new 899", " end"]
    assert len(look) == 1_803
