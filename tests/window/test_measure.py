"""Items are measured on the bytes that they load, read below the root and nowhere else."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import ctxkit as ck


def items_by_path(ws: ck.Workspace, **request: object) -> dict[str, ck.MeasuredItem]:
    manifest = ws["gauge-intake"].manifest(**request)  # type: ignore[arg-type]
    return {one.item.path: one for one in ck.measure_items(manifest, ws)}


def test_a_file_is_measured_whole_and_a_slice_as_a_slice() -> None:
    ws = ck.examples.workspace()
    manifest = ws["gauge-intake"].manifest()
    measured = ck.measure_items(manifest, ws)
    assert [one.item for one in measured] == list(manifest.items)
    role, tasks = measured[0], measured[-1]
    data = ws.read_bytes(role.item.path) or b""
    assert (role.bytes, role.tokens) == (len(data), ck.estimate_tokens(data))
    assert role.blob == hashlib.sha256(data).hexdigest()
    cut = (manifest.slice_of(tasks.item) or "").encode()
    assert (tasks.bytes, tasks.tokens) == (len(cut), tasks.item.token_hint)
    assert tasks.blob == hashlib.sha256(ws.read_bytes(tasks.item.path) or b"").hexdigest()


def test_commands_keep_their_hint_and_absent_files_cost_nothing() -> None:
    measured = ck.measure_items(
        ck.examples.workspace()["gauge-intake"].manifest(), ck.examples.workspace()
    )
    command = next(one for one in measured if one.item.command)
    assert (command.tokens, command.measured, command.missing, command.bytes) == (
        *(1800, False, False),
        None,
    )
    absent = [one for one in measured if one.missing]
    assert [one.item.path for one in absent] == ["src/tidewatch/gaps.py", "tests/test_gaps.py"]
    assert {(one.tokens, one.measured, one.reason) for one in absent} == {
        (0, False, "no such file")
    }


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../../etc/passwd", "path leads out of the opened folder"),
        ("src", "is a directory"),
        ("", "the item names neither a file nor a command"),
        ("a\x00b", "invalid argument"),
    ],
)
def test_what_cannot_be_read_is_missing_and_says_why(path: str, reason: str) -> None:
    found = items_by_path(ck.examples.workspace(), files=[path])[path]
    assert found.missing and found.reason == reason


def test_a_slice_is_cut_from_the_present_file(tmp_path: Path) -> None:
    ws = ck.examples.copy_workspace(tmp_path / "ws")
    manifest = ws["gauge-intake"].manifest()
    tasks = ws.root / ".specd/specs/gauge-intake/tasks.md"
    text = tasks.read_text("utf-8")
    tasks.write_text(text.replace("- [ ] T5 — Fill", "- [ ] T5 — Fill and fill"), "utf-8")
    before, after = manifest.items[-1], ck.measure_items(manifest, ws)[-1]
    assert after.bytes == len((manifest.slice_of(before) or "").encode()) + len("and fill ")
    tasks.write_text(text.replace("- [ ] T5 — ", "- [ ] T55 — "), "utf-8")
    gone = ck.measure_items(manifest, ws)[-1]
    assert (gone.missing, gone.reason, len(gone.blob)) == (True, "task T5 is not in the file", 64)


def test_a_wrong_argument_is_named() -> None:
    ws = ck.examples.workspace()
    with pytest.raises(ck.InvalidValueError, match="manifest: not a manifest; got Spec"):
        ck.measure_items(ws["gauge-intake"], ws)  # type: ignore[arg-type]
    with pytest.raises(ck.InvalidValueError, match="workspace: not a workspace; got str"):
        ck.measure_items(ws["gauge-intake"].manifest(), "repo")  # type: ignore[arg-type]
