"""Differences of specs, for the tests of displays, frames and plots."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import ctxkit as ck


def written(requirements: str = "", tasks: str = "", design: str = "") -> ck.Spec:
    """A spec of these texts."""
    root = Path(mkdtemp(prefix="ctxkit-specdiff-"))
    folder = root / ".specd" / "specs" / "one"
    folder.mkdir(parents=True)
    texts = {"requirements.md": requirements, "tasks.md": tasks, "design.md": design}
    for name, text in texts.items():
        if text:
            (folder / name).write_text(text, "utf-8", errors="surrogateescape")
    return ck.open_workspace(root)["one"]


def requirement(number: int, title: str, text: str) -> str:
    return (
        f"## Requirement {number} — {title}\n\n**User story:** {text}\n\n"
        f"**Acceptance criteria:**\n1. {text} is done\n\n"
    )


def task(name: str, title: str, why: str, **more: str) -> str:
    lines = {"why": why, "role": "craftsman", "files": "a.py", "requirements": "1"} | more
    told = "".join(f"  - {key}: {value}\n" for key, value in lines.items())
    return f"- [ ] {name} — {title}\n{told}\n"


def parts_of(diff: ck.SpecDiff) -> dict[str, Any]:
    return {"spec_diff": diff, "spec_changes": diff.requirements, "task_costs": diff.costs}


def ordinary() -> dict[str, Any]:
    before = written(
        requirement(1, "Read", "as a reader I read") + requirement(2, "Keep", "as a keeper I keep"),
        "## Wave 1\n" + task("T1", "Read it", "we read") + task("T2", "Keep it", "we keep"),
        "# Design\n\n## Overview\n\nShort.\n",
    )
    after = written(
        requirement(1, "Read", "as a reader I read twice")
        + requirement(3, "Keep", "as a keeper I keep"),
        "## Wave 1\n" + task("T1", "Read it", "we read more") + task("T3", "Drop it", "no use"),
        "# Design\n\n## Overview\n\nLonger than before.\n\n## Store\n\nA file.\n",
    )
    return parts_of(ck.compare_specs(before, after))


def empty() -> dict[str, Any]:
    return parts_of(ck.compare_specs(written(design="# D\n"), written(design="# D\n")))


def huge() -> dict[str, Any]:
    def spec(mark: str) -> ck.Spec:
        return written(
            "".join(requirement(n, f"R {n}", f"{mark} {n} " * 20) for n in range(1, 400)),
            "## Wave 1\n" + "".join(task(f"T{n}", f"T {n}", f"{mark} {n}") for n in range(1, 400)),
            f"# Design\n\n## Overview\n\n{mark}\n" * 500,
        )

    return parts_of(ck.compare_specs(spec("old"), spec("new")))


def hostile(text: str) -> dict[str, Any]:
    clean = text.replace("\x00", "").replace("\ud800", "\udcff")
    before = written(requirement(1, clean, clean), task("T1", clean, clean), f"# D\n\n## {clean}\n")
    after = written(
        requirement(2, clean, f"{clean} more"), task("T2", clean, f"{clean} more"), f"# {clean}\n"
    )
    return parts_of(ck.compare_specs(before, after))
