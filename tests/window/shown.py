"""Windows, pages of manifests and stale pages, for the tests of displays, frames and plots."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import ctxkit as ck


def parts_of(spec: ck.Spec, window: int, **asked: Any) -> dict[str, Any]:
    """Everything that can be made of a spec's manifest and shown."""
    held = ck.assemble(spec, window=window, **asked)
    return {
        "assembly": held,
        "assembly short": ck.assemble(spec, window=700, tool_reserve=100, **asked),
        "manifest_pages": held.pages,
        "stale_pages": held.stale(ck.DependencyEnv()),
    }


def ordinary() -> dict[str, Any]:
    spec = ck.examples.workspace()["gauge-intake"]
    return parts_of(spec, 7_500, output_reserve=500, instruction_tokens=40) | {
        "manifest_pages hints": ck.pages_from_manifest(spec.manifest()),
    }


def empty() -> dict[str, Any]:
    pages = ck.pages_from_manifest(ck.MissionContextManifest())
    held = ck.assemble(pages, window=100)
    return {"assembly": held, "manifest_pages": pages, "stale_pages": held.stale()}


def spec_of(files: dict[str, str], *, tasks: str = "") -> ck.Spec:
    """Open a workspace of a few files, with the one spec that it holds."""
    root = Path(mkdtemp(prefix="ctxkit-window-"))
    folder = root / ".specd" / "specs" / "bare"
    folder.mkdir(parents=True)
    (folder / "state.json").write_text('{"schemaVersion": 6, "status": "executing"}')
    (folder / "tasks.md").write_text(tasks, "utf-8", errors="surrogateescape")
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", errors="surrogateescape")
    return ck.open_workspace(root)["bare"]


def task_text(title: str, files: str) -> str:
    """A tasks.md with one task."""
    return (
        f"# Tasks — {title}\n\n## Wave 1\n- [ ] T1 — {title}\n  - why: {title}\n"
        f"  - role: craftsman\n  - files: {files}\n  - contract: {title}\n"
        f"  - acceptance: {title}\n  - verify: {title}\n  - depends: —\n"
    )


def huge() -> dict[str, Any]:
    long = "long-name-" * 15
    text = "# Notes\n\n" + "".join(f"## Section {'t' * 200} {n}\n\ntext\n\n" for n in range(3_000))
    spec = spec_of(
        {"notes.md": text, ".specd/specs/bare/design.md": text},
        tasks=task_text("many", "notes.md, " + ", ".join(f"{long}{n}.md" for n in range(900))),
    )
    return parts_of(spec, 230_000, grain="section")


def hostile(text: str) -> dict[str, Any]:
    name = text.replace("\x00", "").replace("/", "|").replace("\ud800", "\udcff")
    line = name.replace("\n", " ")
    spec = spec_of(
        {
            f"{name}.md": f"# {line}\n{line}\n## {line}\n{line}\n## {line}\n{line}\n",
            ".specd/specs/bare/design.md": f"# {line}\n## {line}\n{line}\n",
        },
        tasks=task_text(line, f"{line}.md, /{line}/x"),
    )
    files = [f"{name}.md", text]
    return parts_of(spec, 9_000, grain="section", files=files, output_reserve=10)
