"""Frames have their declared columns, whatever they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import ctxkit as ck
from ctxkit.frames import FRAMES
from ctxkit.view import Framed
from tests.display.objects import all_objects

FRAMED = [name for name, held in all_objects().items() if isinstance(held, Framed)]
KINDS = {
    "kinds in a manifest": "manifest",
    "blocked spec": "spec",
    "mid-requirements": "mid_requirements",
    "manifest over budget": "manifest",
    "progress": "spec",
    "shell procedure": "procedure",
    "circling procedure": "procedure",
    "guard truth": "guard_truth",
    "deep guard truth": "guard_truth",
    "serve at a gate": "serve",
    "serve at a choice": "serve",
    "serve of an ended one": "serve",
    "event log": "event_log",
    "changes of an answer": "changes",
    "serves that fail": "serves",
    "torn log": "event_log",
    "replay of only a log": "replay",
    "verification of a changed log": "verification",
    "comparison with itself": "comparison",
    "problems": "procedure_problems",
    "task_story_infeasible": "task_story",
    "budget_table tight": "budget_table",
    "assembly short": "assembly",
    "manifest_pages hints": "manifest_pages",
}
#: What there is a row for, by frame.
ELEMENTS: dict[str, Callable[[Any], Any]] = {
    "spec": lambda held: held.progress,
    "progress": lambda held: held,
    "hud": lambda held: held.files,
    "snapshot": lambda held: held.loaded_files,
    "diff": lambda held: (*held.changed, *held.unchanged),
    "manifest": lambda held: held.items,
    "procedure": lambda held: held.steps,
    "registry": lambda held: held.docs(),
    "serve": lambda held: held.sizes,
    "session": lambda held: held.instances,
    "moment": lambda held: held.instances,
    "verification": lambda held: held.checks,
    "resident_context": lambda held: held.rows,
    "comparison": lambda held: (held.whole, *held.instances),
    "task_story": lambda held: held.pages,
    "spec_diff": lambda held: [*held.requirements, *held.tasks, *held.documents],
    "assembly": lambda held: held.parts,
    "manifest_pages": lambda held: held.orders,
}


def declared(name: str) -> dict[str, str]:
    kind = name.partition(" ")[2]
    return {column.name: column.dtype for column in FRAMES[KINDS.get(kind, kind)]}


@pytest.mark.parametrize("name", FRAMED)
def test_a_frame_has_its_declared_columns_and_dtypes(name: str) -> None:
    frame = all_objects()[name].to_frame()
    assert frame.dtypes.astype(str).to_dict() == declared(name)


@pytest.mark.parametrize("name", [name for name in FRAMED if "guard" not in name])
def test_a_frame_has_a_row_for_each_element(name: str) -> None:
    held: Any = all_objects()[name]
    kind = name.partition(" ")[2]
    same = ELEMENTS.get(KINDS.get(kind, kind), lambda held: held)
    elements = ELEMENTS.get(kind, same)(held)
    assert len(held.to_frame()) == len(elements)


def test_the_columns_document_themselves() -> None:
    columns = ck.frame_columns()
    assert set(columns["frame"]) == set(FRAMES)
    assert (columns["meaning"].str.len() > 0).all()
    assert ck.frame_columns("hud")["column"].tolist() == ["path", "exists", "bytes", "tokens"]
    with pytest.raises(ck.UnknownNameError, match="no frame named 'manifests'"):
        ck.frame_columns("manifests")


def test_a_sweep_has_a_row_for_each_combination() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    sweep = ck.sweep_manifests(spec, task=["T5", "T7"], role=["scout", None], host_budget=[0, 8000])
    assert len(sweep) == 8
    assert sweep["task"].tolist() == ["T5"] * 4 + ["T7"] * 4
    row = sweep.iloc[1]
    manifest = spec.manifest(task="T5", role="scout", host_budget=8000)
    assert (row.estimated, row.budget, row.over_budget) == (10200, 8000, True)
    assert (row.optional, row["items"]) == (manifest.optional_tokens, len(manifest.items))
    assert sweep.dtypes.astype(str).to_dict() == {c.name: c.dtype for c in FRAMES["sweep"]}


def test_a_sweep_takes_lists_as_one_value_or_many() -> None:
    spec = ck.examples.workspace()["gauge-intake"]
    assert len(ck.sweep_manifests(spec, files=["a.py", "b.py"])) == 1
    many = ck.sweep_manifests(spec, files=[[], ["a.py"], ["a.py", "b.py"]])
    assert many["estimated"].tolist() == [5400, 6600, 7800]
    assert many["files"].tolist() == [(), ("a.py",), ("a.py", "b.py")]
    assert len(ck.sweep_manifests(spec)) == 1


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        ({"roles": ["scout"]}, "no override named 'roles'"),
        ({"role": ["wizard"]}, "no role named 'wizard'"),
        ({"role": []}, "role: no values to try"),
    ],
)
def test_a_sweep_over_what_does_not_exist_is_refused(grid: dict[str, Any], says: str) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        ck.sweep_manifests(ck.examples.workspace()["gauge-intake"], **grid)


def test_frames_are_ordinary_frames() -> None:
    frame = ck.examples.workspace().to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert frame.set_index("slug").loc["gauge-intake", "estimated"] == 10_200
