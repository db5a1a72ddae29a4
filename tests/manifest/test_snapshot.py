"""Heads-up displays, snapshots and diffs are those of the original, byte for byte."""

from __future__ import annotations

import contextlib
import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ctxkit as ck
from ctxkit.manifest.clock import format_timestamp
from tests.conftest import vectors, write_tree


def up_to_the_system_words(message: str) -> str:
    """What follows the name of a file that could not be read is the system's wording."""
    start = "context snapshot: read "
    if not message.startswith(start):
        return message
    return message[: message.index(": ", len(start))]


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/hud"))
def test_huds(given_: dict[str, Any], expected: dict[str, Any], tmp_path: Path) -> None:
    hud = ck.build_context_hud(
        write_tree(tmp_path, given_["tree"]),
        given_["spec"],
        given_["mode"],
        given_["tier"],
        given_["load_files"] or (),
        given_["skills"] or (),
    )
    assert json.dumps(json.loads(hud.to_json())) == json.dumps(expected)
    assert ck.ContextHUD.from_json(hud.to_json()).to_json() == hud.to_json()


def record(given_: dict[str, Any], root: Path) -> ck.ContextSnapshot:
    return ck.build_context_snapshot(
        root,
        given_["turn"],
        given_["phase"],
        given_["task"],
        ck.MissionContextManifest.from_wire(given_["manifest"]),
        given_["now"],
    )


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/snapshot"))
def test_snapshots(given_: dict[str, Any], expected: dict[str, Any], tmp_path: Path) -> None:
    root = write_tree(tmp_path, given_["tree"])
    if "error" in expected:
        with pytest.raises(ck.SnapshotError) as caught:
            record(given_, root)
        assert up_to_the_system_words(str(caught.value)) == up_to_the_system_words(
            expected["error"]
        )
        return
    snapshot = record(given_, root)
    assert json.dumps(snapshot.to_wire()) == json.dumps(expected["snapshot"])
    canonical = ck.canonical_snapshot_json(snapshot)
    assert canonical == expected["canonical"]
    assert ck.canonical_snapshot_json(ck.ContextSnapshot.from_json(canonical)) == canonical


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/validate_snapshot"))
def test_validation(given_: dict[str, Any], expected: dict[str, Any]) -> None:
    snapshot = ck.ContextSnapshot.from_wire(given_["snapshot"])
    if expected["error"] is None:
        ck.validate_context_snapshot(snapshot)
        return
    with pytest.raises(ck.SnapshotError) as caught:
        ck.validate_context_snapshot(snapshot)
    assert str(caught.value) == expected["error"]


@pytest.mark.parametrize(("given_", "expected"), vectors("specd/diff_snapshot"))
def test_diffs(given_: dict[str, Any], expected: dict[str, Any], tmp_path: Path) -> None:
    (before := tmp_path / "before").mkdir()
    (after := tmp_path / "after").mkdir()
    write_tree(before, given_["tree_before"])
    write_tree(after, given_["tree_after"])
    stage = "build"
    try:
        snapshot = record(given_, before)
        stage = "diff"
        diff = ck.diff_context_snapshot(snapshot, after)
    except ck.SnapshotError as error:
        failed = {"error": up_to_the_system_words(str(error)), "stage": stage}
    else:
        failed = {}
    if failed:
        expected["error"] = up_to_the_system_words(expected["error"])
        assert failed == expected
        return
    assert json.dumps(diff.to_wire()) == json.dumps(expected)
    assert ck.SnapshotDiff.from_json(diff.to_json()) == diff


files = st.builds(
    lambda path, sha, lines: {"path": path, "sha256": sha, "lines": sorted(lines)},
    st.text(min_size=1, max_size=8),
    st.text("0123456789abcdef", min_size=64, max_size=64),
    st.tuples(st.integers(0, 99), st.integers(0, 99)),
)
snapshots = st.builds(
    lambda turn, phase, task, loaded, items, digest: {
        "version": 1,
        "turn": turn,
        "phase": phase,
        "task": task,
        "manifest": {"items": items, "role": phase},
        "loadedFiles": loaded,
        "steeringDigest": digest,
        "timestamp": "2026-01-01T00:00:00Z",
    },
    st.integers(0, 2**31),
    st.text(max_size=6),
    st.text(min_size=1, max_size=6),
    st.lists(files, max_size=4) | st.none(),
    st.lists(st.fixed_dictionaries({"path": st.text(max_size=5)}), max_size=3) | st.none(),
    st.text(max_size=4),
)


@given(snapshots)
def test_canonical_parsed_canonical_is_the_same_text(wire: dict[str, Any]) -> None:
    canonical = ck.canonical_snapshot_json(ck.ContextSnapshot.from_wire(wire))
    assert ck.canonical_snapshot_json(ck.ContextSnapshot.from_json(canonical)) == canonical


@given(st.binary() | st.text())
def test_any_bytes_as_a_snapshot_are_read_or_refused_within_our_errors(data: bytes | str) -> None:
    for kind in (ck.ContextSnapshot, ck.MissionContextManifest, ck.ContextHUD, ck.SnapshotDiff):
        with contextlib.suppress(ck.InvalidJsonError):
            kind.from_json(data)


@pytest.mark.parametrize(
    ("now", "written"),
    [
        ("2026-08-01T10:00:00Z", "2026-08-01T10:00:00Z"),
        ("2026-08-01T12:00:00.120000000+02:00", "2026-08-01T10:00:00.12Z"),
        ("2026-08-01T00:00:00.000000001Z", "2026-08-01T00:00:00.000000001Z"),
        (datetime(2026, 8, 1, 10, 0, 0, 250_000, timezone.utc), "2026-08-01T10:00:00.25Z"),  # noqa: UP017
    ],
)
def test_moments_are_written_in_utc_without_trailing_zeros(
    now: datetime | str, written: str
) -> None:
    assert format_timestamp(now) == written


def test_the_nanoseconds_of_pandas_are_kept() -> None:
    import pandas as pd

    now = pd.Timestamp("2026-01-01T00:00:00.123456789", tz="UTC")
    assert format_timestamp(now) == "2026-01-01T00:00:00.123456789Z"


@pytest.mark.parametrize(
    "bad",
    ["0001-01-01T00:00:00+14:00", "", "today", "2026-13-01T00:00:00Z", datetime(2026, 1, 1), 3],
)
def test_what_is_no_moment_is_refused(bad: Any) -> None:
    with pytest.raises(ck.InvalidValueError, match="now: "):
        format_timestamp(bad)


def test_paths_that_leave_the_root_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    (root := tmp_path / "root").mkdir()
    (root / "link").symlink_to("../secret")
    (root / "loop").symlink_to("loop")
    (root / "folder").symlink_to("..")
    (root / "file").write_text("f")
    (root / "inner").symlink_to("file")
    tree = ck.DiskTree(root)
    for path in ("../secret", "x/../../secret", "link", "folder/secret"):
        with pytest.raises(ck.OutsideRootError, match="leads out of the opened folder"):
            tree.read_bytes(path)
        assert tree.size_of(path) is None
    with pytest.raises(ck.ReadError):
        tree.read_bytes("loop")
    assert tree.read_bytes("inner") == tree.read_bytes("/file") == tree.read_bytes("./file") == b"f"
    hud = ck.build_context_hud(root, "s", "", "", ["../secret", "link", "file"], [])
    assert [file.exists for file in hud.files] == [False, False, True]


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ck.ReadError, match="pipe: is not a regular file"):
        ck.DiskTree(tmp_path).read_bytes("pipe")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ck.ReadError, match=r"nowhere: no such folder"):
        ck.DiskTree(tmp_path / "nowhere")
