"""Makes the example session logs anew: ``python -m ctxkit.examples.make_sessions``.

The engine really runs. The clock is fixed and nothing depends on chance, so that the same bytes
come out each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from ctxkit.examples.harbour.office import SESSION_NAMES, session_logs
from ctxkit.examples.harbour.sessions import abandoned, finished, parked, reopened
from ctxkit.examples.run import Run

_PLAYS: dict[str, Callable[[], Run]] = {
    "finished": finished.play,
    "reopened": reopened.play,
    "abandoned": abandoned.play,
    "parked": parked.play,
}
#: Written in the shape of later runtimes.
_ENVELOPED = frozenset({"parked"})


def play(name: str) -> Run:
    """Run one of the example sessions, and return it."""
    return _PLAYS[name]()


def session_texts() -> dict[str, str]:
    """Run the example sessions, and return the text of each log by its name."""
    runs = {name: play(name) for name in SESSION_NAMES}
    return {
        name: run.to_envelopes() if name in _ENVELOPED else run.to_text()
        for name, run in runs.items()
    }


def main(arguments: list[str]) -> None:
    """Write the logs to a folder: the first argument, or where the shipped ones are."""
    folder = Path(arguments[0]) if arguments else session_logs()["finished"].parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in session_texts().items():
        path = folder / f"{name}.jsonl"
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: {text.count(chr(10))} lines, {len(text.encode())} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
