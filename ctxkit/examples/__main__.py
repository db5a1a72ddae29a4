"""``python -m ctxkit.examples``: prove that this installation works, on the shipped examples.

Every engine is run and something of each is displayed, framed and drawn; one line a check, with the
figure that it came to. Ends with 0 where all hold, else with 1. Nothing is written, and no network
is used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files

import ctxkit as ck


def _manifest() -> str:
    manifest = ck.examples.workspace()["gauge-intake"].manifest()
    same = type(manifest).from_json(manifest.to_json()).to_json() == manifest.to_json()
    _hold(same, "the manifest's JSON does not come back as it went")
    return f"{manifest.estimated_tokens:,} of {manifest.budget:,} tokens ({ck.ESTIMATOR_NAME})"


def _snapshot() -> str:
    ws = ck.examples.workspace()
    moved = ws["gauge-intake"].snapshot(turn=3, now="2026-09-17T08:00:00Z").diff(ws)
    _hold(not moved.changed, f"files differ from themselves: {', '.join(moved.changed)}")
    return f"{len(moved.unchanged)} files unchanged"


def _window() -> str:
    assembly = ck.assemble(ck.examples.workspace()["gauge-intake"], window=16_000)
    again = ck.assemble(ck.examples.workspace()["gauge-intake"], window=16_000)
    _hold(assembly.digest == again.digest, "the same inputs gave two digests")
    _hold(0 < assembly.used <= assembly.allowance, "more was taken than the window allows")
    return f"{assembly.used:,} of {assembly.allowance:,} tokens, {str(assembly.digest)[:19]}"


def _sessions() -> str:
    logs = [ck.read_events(path, strict=True) for path in ck.examples.session_logs().values()]
    found = [ck.verify_log(log, ck.examples.graph(), ck.examples.engine(log)) for log in logs]
    task = ck.read_events(ck.examples.task_log(), strict=True)
    found.append(ck.verify_log(task, ck.examples.task_graph(), ck.examples.task_engine()))
    _hold(all(one.ok for one in found), "a log does not agree with its procedures")
    events = sum(map(len, (*logs, task)))
    return f"{events} events of {len(found)} logs agree with their procedures"


def _running() -> str:
    session = ck.examples.engine().new_session("s_try", "Ines Karlsen")
    serve = session.start(ck.examples.procedures()["harbour-desk"], {"watch": "early"})
    return f"a session was started and stands at {serve.step!r}"


def _displays() -> str:
    held = [ck.examples.workspace(), ck.examples.graph(), *ck.examples.procedures().values()]
    sizes = [len(thing._repr_html_().encode()) for thing in held]
    _hold(max(sizes) <= 100_000, "a display is larger than 100 kB")
    return f"{len(sizes)} displays, the largest {max(sizes) / 1000:,.0f} kB"


def _frames_and_plots() -> str:
    import_module("matplotlib").use("agg")
    manifest = ck.examples.workspace()["gauge-intake"].manifest()
    frame = manifest.to_frame()
    _hold(len(frame) == len(manifest.items), "the frame has not a row for each item")
    manifest.plot()
    return f"{frame.shape[0]} rows by {frame.shape[1]} columns, drawn"


def _apps() -> str:
    package = import_module("ctxkit_widgets")
    scripts = [f.name for f in files(package).iterdir() if f.name.endswith(".js")]
    _hold(bool(scripts), "the scripts of the apps are not installed")
    app = package.ManifestBuilder(ck.examples.workspace())
    _hold("gauge-intake" in repr(app), "an app does not tell what it shows")
    return f"{', '.join(package.__all__)}"


#: What is checked, in the order of the tour.
CHECKS: dict[str, Callable[[], str]] = {
    "manifest": _manifest,
    "snapshot": _snapshot,
    "window": _window,
    "sessions": _sessions,
    "running": _running,
    "displays": _displays,
    "frames and plots": _frames_and_plots,
    "apps": _apps,
}


class _Failed(ck.CtxkitError):
    """A check did not hold."""


def _hold(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _Failed(otherwise)


def main() -> int:
    """Run all checks and say how each came out; 1 if one failed."""
    failed = 0
    for name, check in CHECKS.items():
        try:
            print(f"  ok    {name}: {check()}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error}", flush=True)
    told = "everything works" if not failed else f"{failed} of {len(CHECKS)} checks failed"
    print(f"ctxkit {ck.__version__} in {sys.prefix}: {told}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
