"""Engine A: token estimates, manifests, snapshots. Each beside a plain loop in the same run."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

import ctxkit as ck

PROSE = b"plain words with `code` and | tables |, as specs have them\n" * 20_000
NOW = "2026-01-01T00:00:00Z"


def tasks_md(count: int) -> str:
    """Return a tasks.md of realistic weight."""
    lines = ["# Tasks — benchmark\n"]
    for number in range(1, count + 1):
        if number % 10 == 1:
            lines.append(f"\n## Wave {number // 10 + 1}\n")
        lines.append(
            f"- [ ] T{number} — Title of the task with the number {number}\n"
            "  - why: something is needed before something else can be built\n"
            "  - role: craftsman\n"
            f"  - files: src/part_{number}.py, tests/test_part_{number}.py\n"
            "  - contract: build the part; leave the others alone\n"
            "  - acceptance: the tests of the part pass\n"
            "  - verify: make test\n  - depends: —\n  - requirements: 1, 2\n"
        )
    return "\n".join(lines)


@pytest.fixture
def request_of_200_tasks() -> ck.ContextRequest:
    requirements = "".join(
        f"## Requirement {n} — title\n\n1. WHEN asked THE SYSTEM SHALL answer\n" for n in range(20)
    )
    texts = {"tasks.md": tasks_md(200), "requirements.md": requirements, "design.md": requirements}
    return ck.ContextRequest(
        slug="bench",
        status="executing",
        task_id="T150",
        role="craftsman",
        files=("src/part_150.py", "tests/test_part_150.py"),
        mode="briefing",
        context_command="specd context bench",
        requirements=(1, 2),
        read_artifact=texts.get,
    )


def note_rate(benchmark: Any, size: int) -> None:
    benchmark.extra_info["MB/s"] = round(size / benchmark.stats.stats.min / 1e6)


@pytest.mark.benchmark(group="token estimate")
def test_estimate_tokens(benchmark: Any) -> None:
    benchmark(ck.estimate_tokens, PROSE)
    note_rate(benchmark, len(PROSE))


@pytest.mark.benchmark(group="token estimate")
def test_baseline_counting_bytes_in_a_loop(benchmark: Any) -> None:
    def loop(data: bytes) -> int:
        dense = sum(1 for byte in data if byte in b"`|")
        return (len(data) + 3) // 4 + (dense + 1) // 2

    assert loop(PROSE) == ck.estimate_tokens(PROSE)
    benchmark(loop, PROSE)
    note_rate(benchmark, len(PROSE))


@pytest.mark.benchmark(group="manifest of a task among 200")
def test_build_context_manifest(benchmark: Any, request_of_200_tasks: ck.ContextRequest) -> None:
    manifest = benchmark(ck.build_context_manifest, request_of_200_tasks)
    assert manifest.slice_of(9)


@pytest.mark.benchmark(group="manifest of a task among 200")
def test_baseline_splitting_the_three_files(
    benchmark: Any, request_of_200_tasks: ck.ContextRequest
) -> None:
    reader = request_of_200_tasks.read_artifact
    assert reader is not None
    benchmark(lambda: [(reader(n) or "").split("\n") for n in ("tasks.md", "requirements.md")])


@pytest.mark.benchmark(group="reading a tasks.md of 200 tasks")
def test_read_tasks(benchmark: Any) -> None:
    assert len(benchmark(ck.read_tasks, tasks_md(200))) == 200


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ck.MissionContextManifest]:
    root = tmp_path_factory.mktemp("tree")
    paths = [f"d{n % 100}/f{n}.txt" for n in range(10_000)]
    for path in paths:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("some text\n" * 50)
    items = tuple(ck.MissionContextItem(order=n, path=p) for n, p in enumerate(paths, 1))
    return root, ck.MissionContextManifest(items=items)


@pytest.mark.benchmark(group="snapshot and diff of 10,000 files")
def test_snapshot_and_diff(benchmark: Any, tree: tuple[Path, ck.MissionContextManifest]) -> None:
    root, manifest = tree

    def both() -> ck.SnapshotDiff:
        snapshot = ck.build_context_snapshot(root, 1, "execute", "T1", manifest, NOW)
        return ck.diff_context_snapshot(snapshot, root)

    assert benchmark.pedantic(both, rounds=5, warmup_rounds=1).changed == ()


@pytest.mark.benchmark(group="snapshot and diff of 10,000 files")
def test_baseline_reading_and_hashing_twice(
    benchmark: Any, tree: tuple[Path, ck.MissionContextManifest]
) -> None:
    root, manifest = tree

    def twice() -> None:
        for _ in range(2):
            for item in manifest.items:
                hashlib.sha256((root / item.path).read_bytes()).hexdigest()

    benchmark.pedantic(twice, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="display of 5,000 items")
def test_display_of_5000_items(
    benchmark: Any, tree: tuple[Path, ck.MissionContextManifest]
) -> None:
    manifest = tree[1].replace(items=tree[1].items[:5000])
    assert len(benchmark(manifest._repr_html_)) < 100_000
