"""Throw-away git repositories with fixed authors and dates."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_WHO = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


class Repository:
    """A repository in a folder; each commit is a day later than the one before."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.commits = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main", *options)

    def git(self, *arguments: str) -> str:
        """Run git in the folder and return what it says."""
        day = f"2026-03-{self.commits + 1:02}T10:00:00+0100"
        dates = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day}
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments],
            env=os.environ | _WHO | dates,
            capture_output=True,
            check=True,
        )
        return done.stdout.decode().strip()

    def commit(self, files: dict[str, str | bytes | None] | None = None) -> str:
        """Write files (``None`` removes one), commit all, and return the commit's id."""
        for name, content in (files or {}).items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                file.unlink()
            else:
                file.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", f"Commit {self.commits + 1}")
        self.commits += 1
        return self.git("rev-parse", "HEAD")
