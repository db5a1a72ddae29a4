"""Whether tasks.md and state.json tell the same story of a spec.

The tool writes both, so where they differ one of them was edited by hand. Only what both sides
say is compared: a table has no waves, the later layout records nothing but a word per task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.manifest.vocabulary import Phase, SpecStatus, phase_of
from ctxkit.workspace.markdown import quote_short
from ctxkit.workspace.progress import TaskStatus
from ctxkit.workspace.state import SpecState, TaskState
from ctxkit.workspace.task import split_annotation
from ctxkit.workspace.tasks import Task, TaskList, TasksForm

_Pair = tuple[Task, TaskState]
_NAMED = 6


def check_agreement(tasks: TaskList, state: SpecState, file: str) -> Diagnostics:
    """Return where state.json disagrees with tasks.md or with itself.

    Parameters
    ----------
    tasks : TaskList
        What tasks.md lists.
    state : SpecState
        What state.json records. Where either has no tasks, only status and phase are compared.
    file : str
        Path of state.json, for the diagnostics.

    Returns
    -------
    Diagnostics
        Warnings, one per kind of difference: tasks that only one of the files has, and tasks of
        which they tell other things.
    """
    found = Findings(file)
    _check_phase(state, found)
    recorded = {task.id: task for task in state.tasks}
    if len(tasks) and recorded:
        listed = {task.id for task in tasks}
        _check_ids(listed, set(recorded), found)
        pairs = [(task, recorded[task.id]) for task in tasks if task.id in recorded]
        _check_boxes(pairs, tasks.form, found)
        _check_values(pairs, tasks.form, found)
    return found.done()


def _check_phase(state: SpecState, found: Findings) -> None:
    # Words that are not known have a finding of their own.
    if state.status not in set(SpecStatus) or state.phase not in set(Phase):
        return
    expected = phase_of(state.status)
    if state.phase != expected:
        found.warning(
            "state-phase",
            None,
            f"the phase is {state.phase}, which does not go with the status {state.status}",
            f"The phase of this status is {expected}.",
        )


def _check_ids(listed: set[str], recorded: set[str], found: Findings) -> None:
    if missing := sorted(listed - recorded):
        found.warning(
            "task-not-recorded", None, f"tasks.md has {_name_ids(missing)}, which are not here"
        )
    if extra := sorted(recorded - listed):
        found.warning("task-not-listed", None, f"records {_name_ids(extra)}, which tasks.md lacks")


def _check_boxes(pairs: Sequence[_Pair], form: TasksForm, found: Findings) -> None:
    known = [(task, record) for task, record in pairs if record.status in set(TaskStatus)]
    ticked = [
        (task.id, record.status)
        for task, record in known
        if task.done and record.status != TaskStatus.COMPLETE
    ]
    if ticked:
        found.warning(
            "task-ticked-not-complete",
            None,
            f"ticked in tasks.md, but not recorded as complete: {_name_ids([i for i, _ in ticked])}"
            f" ({_name_ids([ticked[0][0]])} is recorded as {ticked[0][1]})",
            _HINT,
        )
    # What looks like a task in an unknown form may be without a box to tick.
    open_boxes = [
        task.id
        for task, record in known
        if not task.done and record.status == TaskStatus.COMPLETE and form is not TasksForm.UNKNOWN
    ]
    if open_boxes:
        found.warning(
            "task-complete-not-ticked",
            None,
            f"recorded as complete, but not ticked in tasks.md: {_name_ids(open_boxes)}",
            _HINT,
        )


def _check_values(pairs: Sequence[_Pair], form: TasksForm, found: Findings) -> None:
    for code, name, say_both in _VALUES:
        # Of an unknown form the title is only guessed.
        if name == "title" and form is TasksForm.UNKNOWN:
            continue
        said = [(task.id, *say_both(task, record)) for task, record in pairs]
        differ = [(i, here, there) for i, here, there in said if here and there and here != there]
        if not differ:
            continue
        first, here, there = differ[0]
        found.warning(
            code,
            None,
            f"tasks.md has another {name} for {_name_ids([i for i, _, _ in differ])} "
            f"({_name_ids([first])}: {quote_short(here)} there, {quote_short(there)} here)",
            _HINT,
        )


def _say_titles(task: Task, record: TaskState) -> tuple[str, str]:
    return task.title, split_annotation(record.title)[0]


def _say_waves(task: Task, record: TaskState) -> tuple[str, str]:
    # 0 stands for no wave in the record.
    return "" if task.wave is None else str(task.wave), str(record.wave or "")


def _say_depends(task: Task, record: TaskState) -> tuple[str, str]:
    # Their order means nothing.
    return ", ".join(sorted(set(task.depends))), ", ".join(sorted(set(record.depends)))


def _say_roles(task: Task, record: TaskState) -> tuple[str, str]:
    return task.role, record.role


_VALUES: tuple[tuple[str, str, Callable[[Task, TaskState], tuple[str, str]]], ...] = (
    ("task-title-differs", "title", _say_titles),
    ("task-wave-differs", "wave", _say_waves),
    ("task-depends-differ", "list of dependencies", _say_depends),
    ("task-role-differs", "role", _say_roles),
)
_HINT = "The tool writes both files; one of them was edited by hand."


def _name_ids(ids: Sequence[str]) -> str:
    """Return the ids as a listing that may stand in a message; those of a record are hostile."""
    named = [i if i.isalnum() and len(i) < 40 else quote_short(i) for i in ids[:_NAMED]]
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return ", ".join(named) + more
