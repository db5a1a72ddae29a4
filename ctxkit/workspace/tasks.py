"""Reading tasks.md: which form it has, and the tasks in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.gotext import trim_space
from ctxkit.manifest.slices import TASK_LINE
from ctxkit.workspace.entries import Entries
from ctxkit.workspace.markdown import quote_short, read_lines
from ctxkit.workspace.task import Task, TaskAnnotation
from ctxkit.workspace.task_lines import BOLD_LINE, read_task_lines
from ctxkit.workspace.task_lookalikes import read_lookalikes
from ctxkit.workspace.task_table import (
    TaskTable,
    count_rows,
    find_task_tables,
    read_task_tables,
    report_stray_rows,
    report_unread_tables,
)

__all__ = ["Task", "TaskAnnotation", "TaskList", "TasksForm", "read_tasks"]

_TITLE = re.compile(r"# Tasks — (.*)", re.DOTALL)
_LOOSE_TITLE = re.compile(r"[ \t\ufeff]*#[ \t]*Tasks?\b[ \t]*[—–:-]*(.*)", re.DOTALL | re.I)


class TasksForm(StrEnum):
    """A notation in which tasks are written."""

    WAVES = "waves"
    BOLD = "bold"
    TABLE = "table"
    UNKNOWN = "unknown"
    EMPTY = "empty"

    @property
    def description(self) -> str:
        """The form in a few words."""
        return _DESCRIPTIONS[self]


_DESCRIPTIONS = {
    TasksForm.WAVES: "check boxes in waves",
    TasksForm.BOLD: "bold check boxes",
    TasksForm.TABLE: "table",
    TasksForm.UNKNOWN: "unknown form",
    TasksForm.EMPTY: "no tasks",
}


class TaskList(Entries[Task]):
    """The tasks of a tasks.md, in the order of the file.

    Attributes
    ----------
    title : str
        Of the document; ``""`` where it has none.
    form : TasksForm
    columns : tuple of str
        Columns of the table form, as named in the header; else empty.
    form_name : str
        The form for people, such as ``table, 10 columns``.
    diagnostics : Diagnostics
        What could not be read, or was read with doubt.
    """

    __slots__ = ("columns", "form", "form_name", "title")

    noun = "task"

    def __init__(
        self,
        items: Iterable[Task],
        diagnostics: Diagnostics,
        *,
        title: str = "",
        form: TasksForm = TasksForm.EMPTY,
        columns: Sequence[str] = (),
    ) -> None:
        super().__init__(items, diagnostics)
        self.title = title
        self.form = form
        self.columns = tuple(columns)
        self.form_name = form.description + (f", {len(columns)} columns" if columns else "")

    @staticmethod
    def name_of(item: Task) -> str:
        """Return the task's id."""
        return item.id

    def by_wave(self) -> dict[int | None, tuple[Task, ...]]:
        """Return the tasks by wave in ascending order, those without a wave last."""
        waves: dict[int | None, list[Task]] = {}
        for task in self:
            waves.setdefault(task.wave, []).append(task)
        ordered = sorted(waves, key=lambda wave: (wave is None, wave or 0))
        return {wave: tuple(waves[wave]) for wave in ordered}


def read_tasks(text: str, file: str = "tasks.md", *, strict: bool = False) -> TaskList:
    """Read a tasks.md in whichever form it has.

    The form of contract A (*The folder on disk*), the same with bold ids, and tables; a file in
    another form is read as far as its tasks can be recognised, with a warning that lists them.

    Parameters
    ----------
    text : str
        Text of the artifact. Any text will do: what cannot be read becomes a diagnostic.
    file : str
        Its path for the diagnostics.
    strict : bool
        Raise the first finding (error or warning) in place of collecting them.

    Returns
    -------
    TaskList

    Raises
    ------
    DiagnosticError
        With ``strict``, for the first finding.
    """
    found = Findings(file)
    lines = read_lines(text, found)
    tables = find_task_tables(lines)
    form = _detect(lines, tables)
    columns: Sequence[str] = ()
    if form is TasksForm.TABLE:
        tasks = read_task_tables(lines, tables, found)
        columns = max((table.columns for table in tables), key=len)
    elif form is TasksForm.UNKNOWN:
        tasks, listed = read_lookalikes(lines, found)
        form = TasksForm.UNKNOWN if listed else TasksForm.EMPTY
    else:
        tasks = read_task_lines(lines, found, bold=form is TasksForm.BOLD)
    if form is not TasksForm.TABLE:
        report_unread_tables(tables, found)
        report_stray_rows(lines, {task.id for task in tasks}, tables, found)
    _report_unknown_dependencies(tasks, found)
    title = _read_title(lines, form, found)
    return TaskList(tasks, found.done(strict=strict), title=title, form=form, columns=columns)


def _detect(lines: Sequence[str], tables: Sequence[TaskTable]) -> TasksForm:
    """Return the form in which most tasks stand; the contract's where it is a draw."""
    starts = [line for line in lines if line.startswith("- [")]
    counts = {
        TasksForm.WAVES: sum(1 for line in starts if TASK_LINE.match(line)),
        TasksForm.BOLD: sum(1 for line in starts if BOLD_LINE.match(line)),
        TasksForm.TABLE: count_rows(tables),
    }
    form = max(counts, key=lambda form: counts[form])
    if counts[form]:
        return form
    return TasksForm.TABLE if tables else TasksForm.UNKNOWN


def _read_title(lines: Sequence[str], form: TasksForm, found: Findings) -> str:
    """Return the title. The contract requires one; the other forms do without."""
    near: tuple[int, str] | None = None
    for number, line in enumerate(lines, 1):
        if "#" not in line[:40]:
            continue
        if exact := _TITLE.match(line):
            return trim_space(exact[1])
        if near is None and (loose := _LOOSE_TITLE.match(line)):
            near = number, trim_space(loose[1])
    if form in (TasksForm.WAVES, TasksForm.EMPTY) and any(map(trim_space, lines)):
        got = f"; got {quote_short(lines[near[0] - 1])}" if near else ""
        found.error(
            "tasks-no-title",
            near[0] if near else None,
            f"the document has no title{got}",
            "Begin it with `# Tasks — TITLE`.",
        )
    return near[1] if near else ""


def _report_unknown_dependencies(tasks: Sequence[Task], found: Findings) -> None:
    known = {task.id for task in tasks}
    for task in tasks:
        unknown = [name for name in task.depends if name not in known]
        if unknown:
            found.warning(
                "task-unknown-dependency",
                task.line,
                f"task {task.id} depends on {quote_short(', '.join(unknown))}, which is not here",
                "It can never become ready.",
            )
