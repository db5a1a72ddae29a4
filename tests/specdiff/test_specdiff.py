"""Two versions of a spec are compared by what they say and by what they make an agent load."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.specdiff.matching import Subject, match
from tests.specdiff.shown import requirement, task, written

KEEP = requirement(2, "Keep", "as a keeper I want to keep every reading that ever came in")
READ = requirement(1, "Read", "as a reader I want to read all the layouts of the loggers")


def kinds(changes: ck.SpecChanges) -> dict[str, str]:
    return {one.name: str(one.kind) for one in changes}


def test_a_spec_does_not_differ_from_itself() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    diff = ck.compare_specs(spec, spec)
    assert not diff
    assert {one.kind for one in diff.requirements} == {ck.ChangeKind.SAME}
    assert all(cost.whole_delta == 0 and not cost.changes for cost in diff.costs)


def test_an_inserted_requirement_renames_the_ones_after_it_and_removes_none() -> None:
    before = written(READ + KEEP)
    new = requirement(2, "Shift", "as a surveyor I want levels on another datum")
    after = written(READ + new + KEEP.replace("Requirement 2", "Requirement 3"))
    found = ck.compare_specs(before, after).requirements
    assert kinds(found) == {
        "Requirement 1": "unchanged", "Requirement 2": "added", "Requirement 3": "renamed",
    }  # fmt: skip
    assert found["Requirement 3"].before == "Requirement 2"


def test_a_new_title_is_a_renaming_and_a_new_text_a_change() -> None:
    before = written(READ + KEEP)
    after = written(READ.replace("— Read", "— Parse") + KEEP.replace("ever came in", "is good"))
    found = ck.compare_specs(before, after).requirements
    assert kinds(found) == {"Requirement 1": "renamed", "Requirement 2": "changed"}
    assert [field.name for field in found["Requirement 1"].fields] == ["title"]
    assert "-story: as a keeper I want to keep every reading that ever came in" in (
        found["Requirement 2"].diff
    )


def test_what_is_taken_out_is_removed() -> None:
    found = ck.compare_specs(written(READ + KEEP), written(READ)).requirements
    assert kinds(found) == {"Requirement 1": "unchanged", "Requirement 2": "removed"}


def test_a_task_under_another_id_is_renamed_and_its_fields_are_compared() -> None:
    before = written(tasks="## Wave 1\n" + task("T1", "Read it", "we read every layout there is"))
    after = written(
        tasks="## Wave 1\n"
        + task("T9", "Read it", "we read every layout there is", files="a.py, b.py")
    )
    (found,) = ck.compare_specs(before, after).tasks
    assert (found.kind, found.before, found.after) == (ck.ChangeKind.CHANGED, "T1", "T9")
    fields = {field.name: (field.before, field.after) for field in found.fields}
    assert fields == {"id": (("T1",), ("T9",)), "files": ((), ("b.py",))}


def test_the_progress_of_a_task_is_no_change_of_it(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    file = ws.root / ".specd" / "specs" / "gauge-intake" / "tasks.md"
    file.write_text(file.read_text("utf-8").replace("- [ ] T5 —", "- [x] T5 —"), "utf-8")
    diff = ck.compare_specs(
        ck.examples.workspace(), ck.open_workspace(ws.root), slug="gauge-intake"
    )
    assert not diff.tasks.moved
    assert kinds(diff.documents)["tasks.md"] == "changed"


def test_the_cost_of_every_task_is_told_before_and_after(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    design = ws.root / ".specd" / "specs" / "gauge-intake" / "design.md"
    design.write_text(design.read_text("utf-8") + "x" * 400, "utf-8")
    diff = ck.compare_specs(ck.examples.workspace()["gauge-intake"], ws["gauge-intake"].reload())
    assert {cost.whole_delta for cost in diff.costs} == {100}
    assert {cost.estimate_delta for cost in diff.costs} == {0}
    before, after = diff.costs.whole
    assert after - before == sum(cost.whole_delta for cost in diff.costs) == 1_000
    assert f"+1,000 tokens of all that the tasks load, {before:,} before" in repr(diff)


def test_a_requirement_that_a_task_covers_no_more_shows_in_its_cost(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    file = ws.root / ".specd" / "specs" / "gauge-intake" / "requirements.md"
    text = file.read_text("utf-8").replace("## Requirement 5 —", "## Requirement 7 —")
    file.write_text(text, "utf-8")
    diff = ck.compare_specs(ck.examples.workspace()["gauge-intake"], ws["gauge-intake"].reload())
    assert kinds(diff.requirements)["Requirement 7"] == "renamed"
    assert diff.costs["T8"].whole_delta > 500  # it covered requirement 5; now it loads them all


def test_two_revisions_of_a_folder_are_compared(tmp_path: Path) -> None:
    from tests.workspace.git_repository import Repository

    ws = ck.examples.copy_workspace(tmp_path / "w")
    repository = Repository(ws.root)
    repository.commit()
    file = ws.root / ".specd" / "specs" / "gauge-intake" / "requirements.md"
    file.write_text(file.read_text("utf-8").replace("— Gaps", "— Holes"), "utf-8")
    repository.commit()
    today = ck.open_workspace(ws.root)
    diff = ck.compare_specs(today.at("HEAD~1"), today, slug="gauge-intake")
    assert kinds(diff.requirements)["Requirement 4"] == "renamed"
    assert "HEAD~1" in repr(diff)


def test_paths_do_as_well(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "w")
    assert not ck.compare_specs(ws.root, str(ck.examples.workspace().root), slug="surge-alerts")


def test_where_several_specs_could_be_meant_they_are_named() -> None:
    ws = ck.examples.workspace()
    with pytest.raises(ck.InvalidValueError, match="one of gauge-intake, surge-alerts"):
        ck.compare_specs(ws, ws)
    with pytest.raises(ck.UnknownNameError, match="gauge-intake"):
        ck.compare_specs(ws, ws, slug="gauge-intak")
    with pytest.raises(ck.InvalidValueError, match="not a version of a spec"):
        ck.compare_specs(1, ws)  # type: ignore[arg-type]


def test_what_was_read_with_doubt_is_said() -> None:
    odd = written("## Requirement 1 — A\n\ntext\n\n## Requirement 1 — A again\n\ntext two\n")
    assert "finding" in repr(ck.compare_specs(written(READ), odd))


SUBJECTS = st.lists(
    st.builds(
        Subject,
        st.sampled_from(["1", "2", "3", "4"]),
        st.sampled_from(["", "a", "b", "a b c"]),
        st.sampled_from(["", "x", "x y z", "x y w", "p q r s"]),
    ),
    max_size=7,
)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(SUBJECTS, SUBJECTS)
def test_nothing_is_lost_and_nothing_is_told_twice(old: list[Subject], new: list[Subject]) -> None:
    pairs = match(old, new)
    assert sorted(a for a, _ in pairs if a is not None) == list(range(len(old)))
    assert [b for _, b in pairs if b is not None] == list(range(len(new)))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(SUBJECTS)
def test_everything_is_found_again_where_nothing_changed(held: list[Subject]) -> None:
    assert all(a is not None and held[a] == held[b] for a, b in match(held, held) if b is not None)
