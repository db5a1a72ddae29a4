"""Reading tasks.md: which form it has, and the tasks in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.gotext import trim_space
from ctxkit.manifest.slices import TASK_LINE, WAVE_LINE
from ctxkit.view import Plotted
from ctxkit.workspace.entries import Entries
from ctxkit.workspace.markdown import count_of, is_rule, name_lines, quote_short, read_lines
from ctxkit.workspace.task import Task, TaskAnnotation
from ctxkit.workspace.task_lines import BOLD_LINE, read_task_lines
from ctxkit.workspace.task_lookalikes import read_lookalikes, report_no_tasks
from ctxkit.workspace.task_order import report_dependencies
from ctxkit.workspace.task_table import (
    TaskTable,
    count_rows,
    find_task_tables,
    read_task_tables,
    report_stray_rows,
    report_unread_tables,
)

__all__ = ["Task", "TaskAnnotation", "TaskList", "TasksForm", "read_tasks"]

_TITLE = re.compile(r"# Tasks — ([^\r]*)")
_LOOSE_TITLE = re.compile(r"[ \t\ufeff]*#[ \t]*Tasks?\b[ \t]*[—–:-]*([^\r]*)", re.I)


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


class TaskList(Plotted, Entries[Task]):
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
    InvalidValueError
        If ``text`` is no ``str``.
    DiagnosticError
        With ``strict``, for the first finding.
    """
    found = Findings(file)
    lines = read_lines(text, found)
    title_line, title = _find_title(lines)
    tables = find_task_tables(lines)
    form = _detect(lines, tables)
    columns: Sequence[str] = ()
    alike = True
    if form is TasksForm.TABLE:
        tasks, others = read_task_tables(lines, tables, found)
        columns = max((table.columns for table in tables), key=len)
    elif form is TasksForm.UNKNOWN:
        tasks, alike, others = read_lookalikes(lines, found)
    else:
        tasks, others = read_task_lines(lines, found, bold=form is TasksForm.BOLD)
    named = {title_line}
    if form is not TasksForm.TABLE:
        report_unread_tables(tables, found)
        named |= {number for table in tables if table.rows for number in table.numbers}
        named.update(report_stray_rows(lines, {task.id for task in tasks}, tables, found))
    others = [n for n in others if n not in named and not _is_frame(lines[n - 1])]
    if alike:
        _report_others(others, found)
    elif others:
        report_no_tasks([(number, lines[number - 1]) for number in others], found)
    else:
        form = TasksForm.EMPTY
    _check_title(lines, form, title_line, found)
    report_dependencies(tasks, found)
    return TaskList(tasks, found.done(strict=strict), title=title, form=form, columns=columns)


def _is_frame(line: str) -> bool:
    """Return whether a line says nothing itself: the start of a wave or a rule."""
    return is_rule(line) or WAVE_LINE.match(line) is not None


def _report_others(others: Sequence[int], found: Findings) -> None:
    """Report text that no task holds."""
    if others:
        found.info(
            "tasks-other-text",
            others[0],
            f"{count_of(len(others), 'line')} of other text in no field of a task: "
            + name_lines(others),
            "An agent that loads the file is shown them all the same.",
        )


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


def _find_title(lines: Sequence[str]) -> tuple[int, str]:
    """Return line and text of the title, in the contract's form if there is one; 0 for none."""
    near = 0, ""
    for number, line in enumerate(lines, 1):
        if "#" not in line[:40]:
            continue
        if exact := _TITLE.match(line):
            return number, trim_space(exact[1])
        if not near[0] and (loose := _LOOSE_TITLE.match(line)):
            near = number, trim_space(loose[1])
    return near


def _check_title(lines: Sequence[str], form: TasksForm, number: int, found: Findings) -> None:
    """Report a title that is missing. The contract requires one; the other forms do without."""
    if form not in (TasksForm.WAVES, TasksForm.EMPTY) or not any(map(trim_space, lines)):
        return
    if number and _TITLE.match(lines[number - 1]):
        return
    got = f"; got {quote_short(lines[number - 1])}" if number else ""
    found.error(
        "tasks-no-title",
        number or None,
        f"the document has no title{got}",
        "Begin it with `# Tasks — TITLE`.",
    )
