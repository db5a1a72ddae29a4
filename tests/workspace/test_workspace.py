"""Workspaces and specs: lookups, requests, findings, and folders that are not as they should be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.workspace.artifact import MAX_TEXT_BYTES
from ctxkit.workspace.progress import find_next_task
from ctxkit.workspace.spec import ARTIFACT_NAMES

STATE = '{"schemaVersion": 6, "spec": "s", "title": "T", "status": "executing", "tasks": {}}'


def make(root: Path, files: dict[str, str | bytes], slug: str = "s") -> ck.Workspace:
    folder = root / ".specd" / "specs" / slug
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
    return ck.open_workspace(root)


def codes(held: ck.Workspace | ck.Spec) -> set[str]:
    return {d.code for d in held.diagnostics}


@pytest.fixture
def example() -> ck.Workspace:
    return ck.examples.workspace()


def test_a_workspace_is_a_mapping_of_slugs(example: ck.Workspace) -> None:
    assert list(example) == ["gauge-intake", "surge-alerts"]
    assert len(example) == 2
    assert "gauge-intake" in example and "other" not in example
    assert example.get("other") is None
    with pytest.raises(ck.UnknownNameError, match="no spec named 'guage-intake'") as caught:
        example["guage-intake"]
    assert caught.value.hint == "Did you mean 'gauge-intake'?"


def test_the_example_has_no_findings(example: ck.Workspace) -> None:
    assert list(example.diagnostics) == []


def test_the_specd_folder_itself_can_be_opened(example: ck.Workspace) -> None:
    assert list(ck.open_workspace(example.root / ".specd")) == list(example)


def test_the_next_task_decides_the_request(example: ck.Workspace) -> None:
    request = example["gauge-intake"].request()
    assert (request.task_id, request.role, request.requirements) == ("T5", "craftsman", (4,))
    assert request.files[0] == "src/tidewatch/gaps.py"
    assert request.context_command == "specd context gauge-intake"
    assert example["surge-alerts"].request().task_id == ""
    assert example["surge-alerts"].request().role == "architect"


@pytest.mark.parametrize(
    ("overrides", "field", "value"),
    [
        ({"task": "T7"}, "role", "tester"),
        ({"task": ""}, "task_id", ""),
        ({"task": "T7", "role": "scout"}, "role", "scout"),
        ({"mode": "mission"}, "mode", "mission"),
        ({"host_budget": 5000}, "host_budget", 5000),
        ({"files": ["a.py"]}, "files", ("a.py",)),
        ({"requirements": [1, 2]}, "requirements", (1, 2)),
        ({"headings": ["Overview"]}, "design_headings", ("Overview",)),
    ],
)
def test_overrides_reach_the_request(
    example: ck.Workspace, overrides: dict[str, Any], field: str, value: Any
) -> None:
    request = example["gauge-intake"].request(**overrides)
    assert getattr(request, field) == value
    assert example["gauge-intake"].manifest(**overrides).request == request


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ({"task": "T99"}, "no task named 'T99'"),
        ({"role": "wizard"}, "no role named 'wizard'"),
        ({"mode": "brief"}, "no mode named 'brief'"),
        ({"host_budget": -1}, "host_budget: a negative budget; got -1"),
        (
            {"files": "a.py"},
            r"files: one text where a list is meant; got 'a.py'; expected \['a.py'\]",
        ),
    ],
)
def test_overrides_that_make_no_sense_are_refused(
    example: ck.Workspace, overrides: dict[str, Any], says: str
) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        example["gauge-intake"].manifest(**overrides)


@pytest.mark.parametrize(
    ("word", "budget"),
    [("", 0), ("-5", 0), ("many", 0), ("7000", 7000), ("+5000", 5000), ("٣", 0), ("9" * 5000, 0)],
)
def test_the_host_budget_of_the_environment_is_read_as_the_tool_does(
    example: ck.Workspace, monkeypatch: pytest.MonkeyPatch, word: str, budget: int
) -> None:
    monkeypatch.setenv("SPECD_MAX_CONTEXT_TOKENS", word)
    assert example["gauge-intake"].request().host_budget == budget
    assert example["gauge-intake"].request(host_budget=0).host_budget == 0


def test_a_folder_without_specd_is_named(tmp_path: Path) -> None:
    with pytest.raises(ck.ReadError, match=r"no \.specd folder here; expected a folder with"):
        ck.open_workspace(tmp_path)
    with pytest.raises(ck.ReadError, match="no such folder"):
        ck.open_workspace(tmp_path / "missing")


def test_a_spec_without_a_state_is_read_and_said(tmp_path: Path) -> None:
    ws = make(tmp_path, {"tasks.md": "# Tasks — x\n\n## Wave 1\n- [x] T1 — a\n- [ ] T2 — b\n"})
    assert "state-missing" in codes(ws)
    assert [task.status for task in ws["s"].progress] == ["complete", "pending"]
    assert ws["s"].next_task.id == "T2"
    assert ws["s"].status == ""


def test_state_and_tasks_that_disagree_are_named(tmp_path: Path) -> None:
    state = '{"schemaVersion": 6, "tasks": {"T9": {"id": "T9", "status": "pending"}}}'
    ws = make(tmp_path, {"tasks.md": "# Tasks — x\n## Wave 1\n- [ ] T1 — a\n", "state.json": state})
    messages = " ".join(d.message for d in ws.diagnostics)
    assert "tasks.md has T1, which are not here" in messages
    assert "records T9, which tasks.md lacks" in messages
    assert [task.id for task in ws["s"].progress] == ["T1", "T9"]


def test_sizes_and_digests_are_of_the_bytes_as_stored(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf# Requirements\r\n\xff\xfe\n"
    ws = make(tmp_path, {"requirements.md": data, "state.json": STATE})
    artifact = ws["s"].artifacts["requirements.md"]
    assert (artifact.bytes, artifact.tokens) == (len(data), ck.estimate_tokens(data))
    assert {"byte-order-mark", "not-utf8", "mixed-line-ends"} <= codes(ws)
    item = next(i for i in ws["s"].manifest().items if i.path.endswith("requirements.md"))
    assert item.token_hint == ck.estimate_tokens(data)


def test_a_huge_file_is_not_read_and_said(tmp_path: Path) -> None:
    folder = tmp_path / ".specd" / "specs" / "s"
    folder.mkdir(parents=True)
    with (folder / "design.md").open("wb") as file:
        file.truncate(MAX_TEXT_BYTES + 1)
    (folder / "state.json").write_text(STATE)
    ws = ck.open_workspace(tmp_path)
    assert "file-too-large" in codes(ws)
    assert "design.md" not in ws["s"].artifacts


def test_links_that_leave_the_root_or_run_in_circles_are_not_followed(tmp_path: Path) -> None:
    (secret := tmp_path / "secret").mkdir()
    (secret / "tasks.md").write_text("# Tasks — secret\n## Wave 1\n- [ ] T1 — secret\n")
    root = tmp_path / "root"
    ws = make(root, {"state.json": STATE})
    specs = root / ".specd" / "specs"
    (specs / "s" / "tasks.md").symlink_to(secret / "tasks.md")
    (specs / "s" / "memory.md").symlink_to("memory.md")
    (specs / "away").symlink_to(secret)
    (specs / "round").symlink_to("round")
    (root / ".specd" / "roles").symlink_to(secret)
    ws = ck.open_workspace(root)
    assert list(ws) == ["s"]
    assert list(ws["s"].tasks) == []
    assert "secret" not in repr(ws) + ws._repr_html_() + repr(ws["s"])
    assert {"file-unreadable", "folder-unreadable"} <= codes(ws)


def test_a_link_to_a_spec_within_the_root_is_a_spec(tmp_path: Path) -> None:
    make(tmp_path, {"state.json": STATE})
    (tmp_path / ".specd" / "specs" / "twin").symlink_to("s")
    assert list(ck.open_workspace(tmp_path)) == ["s", "twin"]


@pytest.mark.parametrize(
    "slug", ["ümlaut", "with space", "a&b<c>", " trailing ", "tab\tname", "-x"]
)
def test_odd_slugs_are_read(tmp_path: Path, slug: str) -> None:
    ws = make(tmp_path, {"state.json": STATE}, slug)
    assert list(ws) == [slug]
    assert ws[slug].manifest().items
    assert ("odd-slug" in codes(ws)) == (slug.strip() != slug or "\t" in slug)


def test_the_same_slug_in_specs_and_changes_is_said(tmp_path: Path) -> None:
    make(tmp_path, {"state.json": STATE})
    other = tmp_path / ".specd" / "changes" / "s"
    other.mkdir(parents=True)
    (other / "tasks.md").write_text("")
    assert "duplicate-slug" in codes(ck.open_workspace(tmp_path))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ck.open_workspace("~nobody-of-this-name/x"), "no such folder"),
        (lambda: ck.open_workspace(None), "root: not a path; got None"),
        (lambda: ck.build_context_manifest({}), "request: not a request; got dict"),
        (lambda: ck.sweep_manifests(ck.examples.workspace()), "spec: not a spec; got Workspace"),
        (lambda: ck.estimate_tokens("abc"), "data: text where bytes are meant"),
        (lambda: ck.design_section("# O", "O"), r"headings: one text where a list is meant"),
        (lambda: ck.covered_requirements("x", "1"), r"ids: one text where a list is meant"),
        (lambda: ck.build_context_hud(".", "", "", "", "x", []), "load_files: one text where"),
        (lambda: ck.build_context_hud(5, "", "", "", [], []), "root: not a path; got 5"),
        (lambda: ck.ContextSnapshot(task="T").diff("/tmp"), "tree: not a tree; got '/tmp'"),
        (lambda: ck.ContextHUD().to_json(indent=-1), "indent: not an indent; got -1"),
        (lambda: ck.plot_sweep(None), "frame: not a frame; got NoneType"),
    ],
)
def test_ordinary_mistakes_are_named(call: Any, says: str) -> None:
    with pytest.raises(ck.CtxkitError, match=says):
        call()


def test_strict_raises_the_first_finding_with_its_place(tmp_path: Path) -> None:
    make(tmp_path, {"state.json": "{"})
    with pytest.raises(ck.DiagnosticError, match=r"\.specd/specs/s/state\.json:1: "):
        ck.open_workspace(tmp_path, strict=True)


@pytest.mark.skipif(os.name != "posix", reason="needs folders that cannot be read")
def test_a_folder_in_place_of_a_file_is_said(tmp_path: Path) -> None:
    make(tmp_path, {"state.json": STATE})
    (tmp_path / ".specd" / "specs" / "s" / "tasks.md").mkdir()
    assert "file-unreadable" in codes(ck.open_workspace(tmp_path))


@given(st.dictionaries(st.sampled_from(ARTIFACT_NAMES), st.binary(max_size=300), min_size=1))
def test_any_bytes_as_any_file_are_read_without_an_error(files: dict[str, Any]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as root:
        ws = make(Path(root), files)
        spec = ws["s"]
        assert spec.manifest().to_json() and spec.hud() and repr(spec) and spec._repr_html_()
        assert set(spec.artifacts) == set(files)


def task(name: str, status: str, wave: int = 1, *depends: str) -> ck.SpecTask:
    return ck.SpecTask(id=name, status=status, wave=wave, depends=depends)


@pytest.mark.parametrize(
    ("tasks", "says"),
    [
        ([], "no next task: all are complete"),
        ([task("T10", "pending"), task("T9", "pending")], "next task: T9"),
        ([task("T1", "pending", 2), task("T2", "pending", 1)], "next task: T2"),
        ([task("T1", "complete"), task("T2", "pending", 1, "T1")], "next task: T2"),
        ([task("T1", "blocked")], "no next task: all that is left is blocked"),
        ([task("T1", "blocked"), task("T2", "pending", 1, "T1")], "no next task: waiting on T1"),
        (
            [task("T1", "running"), task("T2", "pending", 1, "T1"), task("T3", "pending", 1, "T2")],
            "no next task: waiting on T1",
        ),
        ([task("T1", "running")], "no next task: waiting on T1"),
        ([task("T1", "pending", 1, "T1")], "no next task: waiting on T1"),
    ],
)
def test_the_next_task_is_the_first_that_can_start(tasks: list[ck.SpecTask], says: str) -> None:
    assert str(find_next_task(tasks)) == says


def test_an_example_can_be_copied_but_not_over_something(tmp_path: Path) -> None:
    copy = ck.examples.copy_workspace(tmp_path / "copy")
    assert list(copy) == list(ck.examples.workspace())
    with pytest.raises(ck.InvalidValueError, match="the folder exists already"):
        ck.examples.copy_workspace(tmp_path / "copy")


def test_a_diff_sees_edits_and_losses_and_steering(tmp_path: Path) -> None:
    copy = ck.examples.copy_workspace(tmp_path / "copy")
    snapshot = copy["gauge-intake"].snapshot(3, now="2026-09-17T08:00:00Z")
    (copy.root / "src/tidewatch/quality.py").write_text("")
    (copy.root / "src/tidewatch/readings.py").unlink()
    (copy.root / ".specd/steering/tech.md").write_text("other")
    diff = snapshot.diff(copy)
    assert diff.changed == ("src/tidewatch/quality.py", "src/tidewatch/readings.py")
    assert (diff.steering_changed, diff.memory_changed) == (True, False)
    assert ck.diff_context_snapshot(snapshot, copy.root) == diff


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        (ck.read_tasks, "- [ ] T1 — a\n", r"tasks\.md: "),
        (
            ck.read_requirements,
            "# Requirements\n\n## Requirement 1 — a\n## Requirement 1 — b\n",
            "1",
        ),
        (ck.read_memory, "## key\nno fields\n", r"memory\.md"),
        (ck.read_decisions, "## not an ADR\ntext\n", r"decisions\.md"),
        (ck.read_mid_requirements, "## not a turn\ntext\n", r"mid-requirements\.md"),
        (ck.read_state, "{", r"state\.json"),
    ],
)
def test_a_strict_reader_raises_what_a_lenient_one_collects(
    read: Any, text: str, says: str
) -> None:
    first = next(d for d in read(text).diagnostics if d.severity != "info")
    with pytest.raises(ck.DiagnosticError, match=says) as caught:
        read(text, strict=True)
    assert caught.value.what == first.message
