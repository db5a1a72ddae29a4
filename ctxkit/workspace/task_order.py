"""What the tasks of a file wait for: whether it is there, comes first, and ever ends."""

from __future__ import annotations

from collections.abc import Sequence

from ctxkit.diagnostics import Findings
from ctxkit.workspace.markdown import quote_short
from ctxkit.workspace.task import Task

_CYCLES = 20
_NAMED = 12


def report_dependencies(tasks: Sequence[Task], found: Findings) -> None:
    """Report dependencies that are unknown, on a later wave, or part of a cycle."""
    known = {task.id: task for task in tasks}
    for task in tasks:
        unknown = [name for name in task.depends if name not in known]
        if unknown:
            found.warning(
                "task-unknown-dependency",
                task.line,
                f"task {task.id} depends on {quote_short(', '.join(unknown))}, which is not here",
                "It can never become ready.",
            )
        _report_later_waves(task, known, found)
    _report_cycles(known, found)


def _report_later_waves(task: Task, known: dict[str, Task], found: Findings) -> None:
    if task.wave is None:
        return
    waves = {name: known[name].wave for name in task.depends if name in known}
    later = [
        f"{name} of wave {wave}"
        for name, wave in waves.items()
        if wave is not None and wave > task.wave
    ]
    if later:
        more = f" and {len(later) - _NAMED:,} more" if len(later) > _NAMED else ""
        found.warning(
            "task-waits-for-later-wave",
            task.line,
            f"task {task.id} of wave {task.wave} depends on {', '.join(later[:_NAMED])}{more}",
            f"{task.id} can only come in the same wave or a later one.",
        )


def _report_cycles(known: dict[str, Task], found: Findings) -> None:
    """Report each cycle that a walk along the dependencies closes, up to a cap.

    Every closing step is another cycle. All cycles of a graph can be exponentially many, but
    without these there would be none.
    """
    depth: dict[str, int] = {}  # of the tasks on the path; -1 once all below them is walked
    closed = 0
    for start in known:
        if start in depth:
            continue
        depth[start] = 0
        path = [start]
        steps = [iter(dict.fromkeys(known[start].depends))]
        while path:
            name = next(steps[-1], None)
            if name is None:
                depth[path.pop()] = -1
                steps.pop()
            elif name not in known:
                continue
            elif name not in depth:
                depth[name] = len(path)
                path.append(name)
                steps.append(iter(dict.fromkeys(known[name].depends)))
            elif depth[name] >= 0:
                closed += 1
                if closed <= _CYCLES:
                    _report_cycle(known, path, depth[name], found)
    if closed > _CYCLES:
        found.error(
            "task-dependency-cycle",
            None,
            f"{closed - _CYCLES:,} more cycles of dependencies are not listed",
        )


def _report_cycle(known: dict[str, Task], path: Sequence[str], start: int, found: Findings) -> None:
    first = path[start]
    count = len(path) - start
    if count == 1:
        message = f"task {first} depends on itself"
    else:
        ids = [*path[start : start + _NAMED]]
        if count > _NAMED:
            ids.append(f"… {count - _NAMED:,} more …")
        message = f"tasks depend on each other in a circle: {' → '.join([*ids, first])}"
    found.error(
        "task-dependency-cycle",
        known[first].line,
        message,
        "Such tasks can never become ready; remove one of these dependencies.",
    )
