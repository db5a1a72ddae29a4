"""Makes the example session logs anew: ``python -m ctxkit.examples.make_sessions``.

The engine really runs. The clock is fixed and nothing depends on chance, so that the same bytes
come out each time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ctxkit.examples.harbour.office import SESSION_NAMES, session_logs
from ctxkit.examples.harbour.sessions import abandoned, finished, parked, reopened
from ctxkit.examples.run import Run
from ctxkit.examples.workshop import building
from ctxkit.examples.workshop.room import task_log

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


def task_session_text() -> str:
    """Run the session of the workshop, and return the text of its log."""
    return building.play().to_text()


def main(arguments: list[str]) -> None:
    """Write the logs to a folder: the first argument, or where the shipped ones are."""
    for shipped, text in _all_texts():
        path = Path(arguments[0]) / shipped.name if arguments else shipped
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path}: {text.count(chr(10))} lines, {len(text.encode())} bytes")


def _all_texts() -> Iterator[tuple[Path, str]]:
    for name, text in session_texts().items():
        yield session_logs()[name], text
    yield task_log(), task_session_text()


if __name__ == "__main__":
    main(sys.argv[1:])
