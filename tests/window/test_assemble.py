"""What fits a window never exceeds it, says why, and is the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck
from tests.conftest import REPOSITORY

EXAMPLE = ck.examples.workspace()
WINDOWS = [2_000, 4_000, 8_000, 16_000, 40_000, 200_000]


class Words:
    """Counts words."""

    name = "words"

    def count(self, data: bytes, /) -> int:
        return len(data.split())


def assert_sums(held: ck.Assembly) -> None:
    """The parts of a window are the whole of it, in every table."""
    frame = held.to_frame()
    by_part = frame.groupby("part")["tokens"].sum().to_dict()
    mandatory, picked = int(by_part.get("mandatory", 0)), int(by_part.get("picked", 0))
    everything = mandatory + picked + int(by_part.get("out", 0))
    assert everything == held.pages.table.sum_of_tokens
    assert int(held.pages.to_frame()["tokens"].sum()) == everything
    assert held.required == held.instruction_tokens + mandatory
    if held.feasible:
        assert held.used == held.instruction_tokens + mandatory + picked <= held.allowance
        assert held.used + held.free + held.budget.reserves == held.window
        assert held.digest == ck.resident_page_digest(held.page_ids)
        used = frame["used_tokens"].dropna().tolist()
        assert not used or used[-1] == held.used
    else:
        assert (held.used, picked, held.digest, held.resident) == (0, 0, None, None)
        assert held.shortfall == held.required - held.allowance > 0
        assert f"{held.shortfall:,} tokens short" in repr(held)


def try_all(ws: ck.Workspace) -> int:
    tried = 0
    for spec in ws.values():
        for window in WINDOWS:
            for grain in ("item", "section"):
                held = ck.assemble(spec, window=window, grain=grain, output_reserve=window // 10)
                assert_sums(held)
                assert (
                    held.digest
                    == ck.assemble(held.pages, window=window, output_reserve=window // 10).digest
                )
                tried += 1
    return tried


def test_the_example_fits_windows_of_every_size() -> None:
    assert try_all(ck.examples.workspace()) == 2 * len(WINDOWS) * 2


def test_real_folders_fit_windows_of_every_size(specd_samples: Path) -> None:
    roots = sorted({found.parent for found in specd_samples.rglob(".specd")})
    assert len(roots) >= 4
    assert sum(try_all(ck.open_workspace(root)) for root in roots) > 100


def test_the_exact_allowance_is_enough_and_one_token_less_is_not() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    need = ck.assemble(spec, window=100).required
    assert ck.assemble(spec, window=need + 300, output_reserve=300).feasible
    held = ck.assemble(spec, window=need + 299, output_reserve=300)
    assert (held.feasible, held.shortfall, held.required) == (False, 1, need)
    assert isinstance(held.outcome, ck.Infeasible) and held.outcome.missing == 1
    assert held.remedies[:2] == (
        f"Widen the window by 1 to {need + 300:,} tokens.",
        "Lower the reserves of 300 tokens by 1.",
    )
    saved = ck.assemble(spec, window=100, files=[]).required
    assert f"Declare no files (`files=[]`): {need - saved:,} tokens less, and it fits." in (
        held.remedies
    )


@given(st.integers(0, 20_000), st.integers(0, 900), st.integers(0, 3_000))
@settings(max_examples=40)
def test_no_window_is_ever_exceeded(spare: int, reserve: int, frame: int) -> None:
    held = ck.assemble(
        EXAMPLE["gauge-intake"],
        window=reserve + spare,
        guard_reserve=reserve,
        frame_tokens=frame,
        instruction_tokens=70,
    )
    assert_sums(held)


def test_the_digest_does_not_depend_on_the_process() -> None:
    code = (
        "import ctxkit as ck; spec = ck.examples.workspace()['gauge-intake']; "
        "print(ck.assemble(spec, window=7_000, grain='section').digest)"
    )
    digests = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=REPOSITORY,
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        digests.add(done.stdout)
    spec = ck.examples.workspace()["gauge-intake"]
    assert digests == {f"{ck.assemble(spec, window=7_000, grain='section').digest}\n"}


def test_each_page_says_why_it_is_in_or_out() -> None:
    held = ck.assemble(ck.examples.workspace()["gauge-intake"], window=7_000)
    assert held.explain("quality.py").endswith("mandatory; required by item 7 of the manifest")
    assert "picked; pick 1, gain 3 for" in held.explain("requirements.md § (heading)")
    assert "out; over the budget: 1,697 tokens, there are 827" in held.explain("design.md")
    assert held.explain("tests/test_gaps.py") == (
        "tests/test_gaps.py: no page (required item 8): no such file"
    )
    with pytest.raises(ck.UnknownNameError, match="no page named 'nowhere'"):
        held.explain("nowhere")
    assert set(held.to_frame()["part"]) == {"mandatory", "picked", "out"}


def test_what_is_required_brings_what_it_needs() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    held = ck.assemble(spec, window=9_000, require=["task:T5", "requirement:4"])
    parts = {
        i.partition(" @")[0]: p for i, p in zip(held.pages.table.page_ids, held.parts, strict=True)
    }
    tasks = ".specd/specs/gauge-intake/tasks.md §"
    assert {parts[f"{tasks} {name}"] for name in ("(heading)", "task T1", "task T5")} == {
        "mandatory"
    }
    assert "needed by" in held.explain("task T1") and "required by this call" in held.explain("T5")
    assert held.unmet == {}
    short = ck.assemble(spec, window=6_500, require="task:T5")
    saved = short.required - short.pages.mandatory_tokens
    assert (
        f"Require nothing beyond the manifest's own items: {saved:,} tokens less"
        in (short.remedies[1])
    )
    with pytest.raises(ck.UnknownNameError, match="no label or page named 'task:T99'"):
        ck.assemble(spec, window=9_000, require=["task:T99"])


def test_picks_without_what_they_need_are_named() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    held = ck.assemble(spec, window=9_000, weights={"task:T5": 5, "kind": 0, "path": 0, "task": 0})
    assert [page_id.partition(" @")[0] for page_id in held.unmet] == [
        ".specd/specs/gauge-intake/tasks.md § task T5"
    ]
    assert "1 pick depends on pages that are out" in repr(held)


def test_what_the_manifest_asks_for_by_name_comes_first() -> None:
    spec = EXAMPLE["gauge-intake"]
    held = ck.assemble(spec, window=6_700, grain="section", headings=["Gap filler"])
    assert held.pages.named == ("requirement:4", "section:design.md § Gap filler", "task:T5")
    assert held.working_set is not None
    gains = {pick.page_id.partition(" @")[0]: pick.gain for pick in held.working_set}
    named = [gain for page_id, gain in gains.items() if "(heading)" not in page_id][:3]
    assert all(gain >= 10 for gain in named)
    said = "Weights: requirement:4 10, section:design.md § Gap filler 10, task:T5 10"
    assert f"{said}, other labels 1." in repr(held)
    given = ck.assemble(spec, window=6_700, weights={"task": 0, "task:T5": 3})
    assert "Weights: requirement:4 10, task:T5 3, other labels 0 to 1." in repr(given)


def test_weights_are_of_labels_or_of_facts() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    held = ck.assemble(spec, window=7_000, weights={"requirement": 500, "kind": 0})
    assert held.working_set is not None
    assert held.working_set[0].page_id.endswith("requirement 4 @ bc66e50acb8d")
    assert held.working_set[0].gain == 501.0
    none = ck.assemble(
        spec,
        window=7_000,
        weights=dict.fromkeys(
            ("kind", "path", "role", "task", "requirement", "section", "command"), 0
        ),
    )
    assert none.working_set is not None and len(none.working_set) == 0
    with pytest.raises(ck.UnknownNameError, match="no fact named 'requirment'"):
        ck.assemble(spec, window=7_000, weights={"requirment": 5})
    with pytest.raises(ck.InvalidValueError, match=r"weights\['kind'\]: a weight is not finite"):
        ck.assemble(spec, window=7_000, weights={"kind": -1})


def test_frames_and_another_estimator_are_used_where_asked_for() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    held = ck.assemble(spec, window=8_000, frame_tokens=200, estimator=Words())
    assert held.working_set is not None and held.working_set.strategy is ck.Strategy.FRAMES
    assert held.pages.estimator == "words, commands by their hints"
    assert "words, commands by their hints" in repr(held)
    assert_sums(held)


def test_an_edit_between_reading_and_assembling_is_refused(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "ws")
    spec = ws["gauge-intake"]
    held = ck.assemble(spec, window=9_000)
    assert len(held.stale()) == 0
    tasks = ws.root / ".specd/specs/gauge-intake/tasks.md"
    tasks.write_bytes(tasks.read_bytes() + b"\n")
    stale = held.stale(ck.environment(ws))
    assert stale.paths == (".specd/specs/gauge-intake/tasks.md",) and len(stale) == 6
    assert {page.part for page in stale} == {"picked"} and len(stale.resident) == 6
    optional = ck.assemble(held.pages, window=9_000)
    assert "out; stale:" in optional.explain("task T5")
    role = ws.root / ".specd/roles/craftsman.md"
    role.write_bytes(role.read_bytes() + b"\n")
    with pytest.raises(ck.StalePageError, match=r"craftsman\.md @ .*a mandatory page is stale"):
        ck.assemble(held.pages, window=9_000)
    assert ck.assemble(spec, window=9_000).feasible  # the spec is read again


def test_wrong_arguments_are_named() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    pages = ck.assemble(spec, window=9_000).pages
    with pytest.raises(ck.InvalidValueError, match="task, grain: these pages are made already"):
        ck.assemble(pages, window=9_000, task="T5", grain="section")
    with pytest.raises(ck.InvalidValueError, match="spec: not a spec; got Workspace"):
        ck.assemble(ck.examples.workspace(), window=9_000)  # type: ignore[arg-type]
    with pytest.raises(ck.ReservesError):
        ck.assemble(spec, window=900, output_reserve=901)
    with pytest.raises(ck.UnknownNameError, match="no task named 'T99'"):
        ck.assemble(spec, window=900, task="T99")
    with pytest.raises(ck.InvalidValueError, match="nothing was chosen"):
        ck.assemble(spec, window=900).plot(what="coverage")
