"""A budget table counts every request, and what it proposes was really built."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck
from tests.budgets.shown import row as made_row
from tests.budgets.shown import table
from tests.conftest import REPOSITORY

SAMPLES = REPOSITORY.parent / "shared" / "samples" / "specd"


@pytest.fixture(scope="module")
def ws() -> ck.Workspace:
    return ck.examples.workspace()


@pytest.fixture(scope="module")
def tight(ws: ck.Workspace) -> ck.BudgetTable:
    return ck.budget_table(ws, host_budget=9_000)


def test_there_is_a_row_for_each_task_and_role(ws: ck.Workspace) -> None:
    found = ck.budget_table(ws, roles=["scout", "craftsman"])
    tasks = [task.id for task in ws["gauge-intake"].progress] + [""]
    assert len(found) == 2 * len(tasks)
    assert found["gauge-intake · T5 · craftsman"].own
    assert not found["gauge-intake · T5 · scout"].own


def test_the_estimate_and_the_verdict_are_those_of_the_tool(ws: ck.Workspace) -> None:
    for row in ck.budget_table(ws, host_budget=9_000):
        manifest = ws[row.spec].manifest(task=row.task, role=row.role, host_budget=9_000)
        assert (row.estimate, row.budget) == (manifest.estimated_tokens, manifest.budget)
        assert row.over == manifest.over_budget


def test_what_is_measured_is_what_the_items_come_to(ws: ck.Workspace) -> None:
    for row in ck.budget_table(ws, roles=["craftsman", "scout"]):
        spec = ws[row.spec]
        items = ck.measure_items(spec.manifest(task=row.task, role=row.role), ws)
        assert row.measured == sum(one.tokens for one in items if one.item.required)
        assert row.whole == sum(one.tokens for one in items) == sum(row.by_kind.values())


def test_the_kinds_of_a_row_add_up_to_the_whole_and_are_all_known(ws: ck.Workspace) -> None:
    table = ck.budget_table(ws, modes=list(ck.ContextMode))
    frame = table.to_frame()
    kinds = [name for name in frame.columns if name.endswith("_tokens")]
    assert (frame[kinds].sum(axis=1) == frame["whole"]).all()
    assert sum(table.tokens_by_kind.values()) == frame["whole"].sum()


def test_every_remedy_does_what_it_says(ws: ck.Workspace, tight: ck.BudgetTable) -> None:
    seen = 0
    for row, remedies in tight.worst():
        for remedy in remedies:
            if not remedy.code:
                continue
            asked = {"task": row.task, "role": row.role, "host_budget": 9_000}
            asked |= eval(f"dict({remedy.code})")
            manifest = ws[row.spec].manifest(**asked)
            whole = sum(one.tokens for one in ck.measure_items(manifest, ws))
            assert row.estimate - manifest.estimated_tokens == remedy.saves_required
            assert row.whole - whole == remedy.saves_whole
            assert manifest.budget - row.budget == remedy.raises_budget
            fits = not manifest.over_budget and whole <= manifest.budget
            assert remedy.fits == fits
            seen += 1
    assert seen > 10


def test_the_worst_are_one_a_task_and_the_nearest_to_the_budget_first(
    tight: ck.BudgetTable,
) -> None:
    worst = [row for row, _ in tight.worst()]
    assert len({(row.spec, row.task) for row in worst}) == len(worst) == 10
    assert [row.share for row in worst] == sorted((row.share for row in worst), reverse=True)
    assert worst[0].name == "gauge-intake · T5 · craftsman"


def test_slices_are_proposed_before_files_are_taken_away(tight: ck.BudgetTable) -> None:
    words = [remedy.words for remedy in tight.worst(1)[0][1]]
    assert words[0].startswith("ask for the sections")
    assert any(word.startswith("declare src/tidewatch/quality.py no more") for word in words)


def test_the_display_names_what_is_over_and_by_how_much_a_remedy_helps(
    tight: ck.BudgetTable,
) -> None:
    text = repr(tight)
    assert "8 of 88 over budget by the tool's hints" in text
    assert "▲ 113% •" in text
    assert "−1,200 by hints, −2,610 of all bytes, 100% of the budget" in text


def test_a_styled_table_is_the_same_bytes_each_time_and_marks_by_words_too(
    ws: ck.Workspace, tight: ck.BudgetTable
) -> None:
    again = ck.budget_table(ws, host_budget=9_000)
    assert tight.styled().to_html() == again.styled().to_html()
    assert "▲ over" in tight.styled().to_html()


def test_hostile_text_in_a_styled_table_is_escaped() -> None:
    assert "<script>" not in table([made_row(1, "<script>")]).styled().to_html()


def test_modes_can_be_compared(ws: ck.Workspace) -> None:
    found = ck.budget_table(ws["gauge-intake"], roles=["craftsman"], modes=list(ck.ContextMode))
    assert {row.mode for row in found} == {"briefing", "dispatch", "mission"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"roles": ["scot"]}, "scout"),
        ({"modes": ["misson"]}, "mission"),
        ({"host_budget": -1}, "host"),
        ({"roles": "scout"}, r"expected \['scout'\]"),
    ],
)
def test_what_does_not_exist_is_refused(
    ws: ck.Workspace, given: dict[str, object], says: str
) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        ck.budget_table(ws, **given)  # type: ignore[arg-type]


def test_a_number_below_zero_of_worst_tasks_is_refused(tight: ck.BudgetTable) -> None:
    assert tight.worst(0) == ()
    with pytest.raises(ck.InvalidValueError, match="0 or more"):
        tight.worst(-1)


def test_a_path_is_answered_with_how_to_open_it() -> None:
    with pytest.raises(ck.InvalidValueError, match="open_workspace"):
        ck.budget_table("folder")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["find-notes", "laravel-demo", "specd", "specd-cli"])
def test_the_sums_hold_in_every_real_workspace(name: str) -> None:
    folders = sorted(path.parent for path in (SAMPLES / name).rglob(".specd") if path.is_dir())
    if not folders:
        pytest.skip("../shared is not here")
    for folder in folders[:2]:
        for row in ck.budget_table(ck.open_workspace(folder), roles=["craftsman"]):
            assert sum(row.by_kind.values()) == row.whole >= row.measured
            assert row.spare == row.budget - row.estimate


@settings(derandomize=True, deadline=None, max_examples=15)
@given(sizes=st.lists(st.integers(0, 5_000), min_size=1, max_size=4))
def test_the_parts_add_up_to_the_whole_for_any_sizes(
    sizes: list[int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    ws = ck.examples.copy_workspace(Path(tmp_path_factory.mktemp("w")) / "w")
    files = [f"f{n}.txt" for n in range(len(sizes))]
    for name, size in zip(files, sizes, strict=True):
        (ws.root / name).write_bytes(b"x" * size)
    spec = ws["gauge-intake"]
    manifest = spec.manifest(task="T5", files=files)
    measured = ck.measure_items(manifest, ws)
    assert [one.tokens for one in measured if one.item.path in files] == [
        ck.estimate_tokens(b"x" * size) for size in sizes
    ]
    assert sum(one.tokens for one in measured) == sum(
        ck.measure_items(manifest.replace(items=(one.item,)), ws)[0].tokens for one in measured
    )
