"""Asking ``git`` about a repository that nobody vouches for.

Only questions are asked that read objects. Nothing is checked out, nothing is fetched, and what
the repository's own settings would have git start (hooks, monitors, pagers, transports) stays off.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ctxkit.errors import ReadError

#: A question that is not answered by then (seconds) is given up.
TIMEOUT = 120

_SAFE = (
    *("--no-pager", "--no-replace-objects", "--literal-pathspecs"),
    *("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat"),
    *("-c", "protocol.allow=never"),
)
#: Of the variables that steer git only these are passed on; GIT_DIR, say, would lead elsewhere.
_KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CEILING_DIRECTORIES"})
_SET = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",  # understood from git 2.45 on
    "GIT_ALLOW_PROTOCOL": "none",  # before that, no transport may be used
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}


def ask_git(folder: Path, arguments: Sequence[str], given: bytes = b"") -> bytes | None:
    """Return what git answers in a folder; ``None`` where it says no.

    Parameters
    ----------
    folder : pathlib.Path
        An existing folder.
    arguments : sequence of str
        A subcommand and its arguments, each passed on as it is; no shell sees them.
    given : bytes
        What git reads from its input.

    Raises
    ------
    ReadError
        If git is not installed, does not trust the folder's owner, or does not answer.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k in _KEPT}
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *_SAFE, *arguments],
            input=given,
            capture_output=True,
            env=kept | _SET,
            timeout=TIMEOUT,
            check=False,
        )
    except FileNotFoundError:
        raise ReadError(
            "git is not installed",
            where=str(folder),
            expected="the command `git`",
            hint="Install git, or open the folder without a revision.",
        ) from None
    except subprocess.TimeoutExpired:
        raise ReadError(f"git gave no answer in {TIMEOUT} s", where=str(folder)) from None
    except (OSError, ValueError) as error:
        raise ReadError(f"git could not be started: {error}", where=str(folder)) from None
    if b"dubious ownership" in done.stderr:
        raise ReadError(
            "the repository belongs to another user, so git does not read it",
            where=str(folder),
            hint="If you trust it: git config --global --add safe.directory FOLDER",
        )
    return done.stdout if done.returncode == 0 else None
