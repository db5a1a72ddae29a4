"""Tasks as the rows of a Markdown table, which later releases of the tool write.

Columns are found by the names in the header, in any order. A row with another number of cells is
never shifted: which cell went missing cannot be known, so only its id is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxkit.diagnostics import Findings
from ctxkit.gotext import to_lower, trim_space
from ctxkit.workspace.markdown import name_lines, quote_short, whole_number
from ctxkit.workspace.task import Task, split_depends, split_list, unquote_code
from ctxkit.workspace.task_lookalikes import (
    find_references,
    match_box,
    report_boxes_without_id,
    report_duplicate,
)

_REQUIRED = ("id", "role", "files", "depends-on", "verify", "acceptance")
# Where a table has several of these, the first of them is the title.
_TITLES = ("title", "task", "name", "summary", "description")
_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r":?-+:?")
_WHOLE = re.compile(r"[0-9]+")
_DONE = re.compile("✅\ufe0f?")
_ID = re.compile(r"[A-Za-z]{1,16}[-_]?[0-9]+[A-Za-z]?(?:\.[0-9]+)*")
_ROW_OF_A_TASK = re.compile(r"[\t >]*\|[\t ]*(?:✅\ufe0f?)?[\t *`~]*(T[0-9]+[A-Za-z]?)[\t *`~]*\|")
_RANGE = re.compile(r"R[0-9]+(?:\.[0-9]+)?[\t ]*(?:-|–|—|\.\.\.?|to )[\t ]*R?[0-9]+(?:\.[0-9]+)?")


@dataclass(slots=True)
class TaskTable:
    """A table with a column ``id``, as it stands in the text."""

    line: int  #: of the header, 1-based
    columns: list[str]  #: normalised names
    ruled: bool  #: whether a line of dashes follows the header
    rows: list[tuple[int, str]] = field(default_factory=list)  #: line number and text

    @property
    def numbers(self) -> set[int]:
        """Numbers of all its lines."""
        return {self.line, self.line + self.ruled, *(number for number, _ in self.rows)}

    @property
    def missing(self) -> list[str]:
        """Required columns that the header lacks."""
        return [name for name in _REQUIRED if name not in self.columns]


def find_task_tables(lines: Sequence[str]) -> list[TaskTable]:
    """Return the tables whose header names ``id`` and at least half of the other columns.

    A blank line does not end a table; any other line that is no row does.
    """
    tables: list[TaskTable] = []
    table: TaskTable | None = None
    skip = 0
    for number, line in enumerate(lines, 1):
        if "|" not in line:
            table = table if not trim_space(line) else None
        elif number == skip:
            continue
        elif trim_space(line)[0] != "|":
            table = _take_barless_row(table, number, line)
        else:
            columns = _read_header(line, lines[number] if number < len(lines) else "")
            if columns is None:
                if table:
                    table.rows.append((number, line))
                continue
            skip = number + 1 if _is_rule(lines[number : number + 1]) else 0
            table = TaskTable(number, columns, ruled=bool(skip))
            if "id" in columns and len(table.missing) <= 3:
                tables.append(table)
    return tables


def _take_barless_row(table: TaskTable | None, number: int, line: str) -> TaskTable | None:
    # A line with nearly all its bars is a row that lost its first one, not the end of the table.
    if table and len(split_cells(line)) >= max(2, len(table.columns) - 1):
        table.rows.append((number, line))
        return table
    return None


def _read_header(line: str, below: str) -> list[str] | None:
    """Return the column names if ``line`` is a header; it need not have a rule below."""
    ruled = _is_rule([below])
    if not ruled and not all(name in to_lower(line) for name in ("id", "role", "accept")):
        return None
    columns = [_normalise(cell) for cell in split_cells(line)]
    return columns if ruled or not set(_REQUIRED).difference(columns) else None


def _normalise(cell: str) -> str:
    name = to_lower(cell.strip("*_` \t")).replace("_", "-").replace(" ", "-")
    return "depends-on" if name in ("depends", "dependencies") else name


def _is_rule(lines: Sequence[str]) -> bool:
    cells = split_cells(lines[0]) if lines and "|" in lines[0] and "-" in lines[0] else []
    return bool(cells) and all(map(_RULE.fullmatch, cells))


def split_cells(line: str) -> list[str]:
    r"""Return the trimmed cells of a row; ``\|`` is a bar within a cell."""
    cells = [trim_space(cell).replace("\\|", "|") for cell in _BAR.split(trim_space(line))]
    if cells and not cells[0]:
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1] else cells


def count_rows(tables: Sequence[TaskTable]) -> int:
    """Return how many rows the tables have together."""
    return sum(len(table.rows) for table in tables)


def read_task_tables(
    lines: Sequence[str], tables: Sequence[TaskTable], found: Findings
) -> tuple[list[Task], list[int]]:
    """Read the rows of the task tables, each id once, in the order of the file.

    Returns
    -------
    tuple of (list of Task, list of int)
        And the numbers of the lines that are neither in the tables nor in a finding.
    """
    tasks: dict[str, Task] = {}
    for table in tables:
        _check_columns(table, found)
        for number, row in table.rows:
            task = _read_row(table, number, row, found)
            if task is None:
                continue
            if task.id in tasks:
                report_duplicate(task.id, number, tasks[task.id].line, found)
            else:
                tasks[task.id] = task
    named = set(_report_tasks_outside(lines, tasks, found))
    for table in tables:
        named |= table.numbers
    others = [n for n, line in enumerate(lines, 1) if n not in named and trim_space(line)]
    return list(tasks.values()), others


def _check_columns(table: TaskTable, found: Findings) -> None:
    if table.missing:
        found.error(
            "task-table-columns",
            table.line,
            f"the task table has no column {', '.join(table.missing)}",
            "Required: " + ", ".join(_REQUIRED) + ".",
        )
    twice = {name for name in table.columns if name and table.columns.count(name) > 1}
    if twice:
        found.warning(
            "task-table-columns",
            table.line,
            f"the task table has two columns {quote_short(', '.join(sorted(twice)))}",
            "The first counts; the other is kept among the extra columns.",
        )


def _read_row(table: TaskTable, number: int, row: str, found: Findings) -> Task | None:
    cells = split_cells(row)
    if not any(cells):
        return None
    first = table.columns.index("id")
    task_id, done = _read_id(cells[first], number, found) if first < len(cells) else ("", False)
    if not task_id:
        found.error("task-row-no-id", number, f"a row without an id: {quote_short(row)}")
        return None
    if len(cells) != len(table.columns):
        _report_cells(task_id, len(cells), len(table.columns), number, found)
        return Task(id=task_id, done=done, line=number)
    if trim_space(row)[0] != "|":
        found.warning(
            "task-row-form",
            number,
            f"the row of {task_id} does not start with a bar",
            "The tool may not see it; begin it with `|`.",
        )
    return _make_task(table, cells, task_id, done, number, found)


def _make_task(
    table: TaskTable, cells: list[str], task_id: str, done: bool, number: int, found: Findings
) -> Task:
    named: dict[str, str] = {}
    extra: list[tuple[str, str]] = []
    title = next((name for name in _TITLES if name in table.columns), "")
    read = {*_REQUIRED, "refs"} | ({title} if title else set())
    wave: int | None = None
    for name, cell in zip(table.columns, cells, strict=True):
        value = "" if cell in ("-", "—", "–") else cell
        if name in read and name not in named:
            named[name] = value
        elif name == "wave" and wave is None and _WHOLE.fullmatch(value):
            wave = whole_number(value)
        elif value:
            extra.append((name, value))
    _check_wave(task_id, dict(extra).get("wave", "") if wave is None else "", number, found)
    refs = _split_items(named.get("refs", ""))
    acceptance = named.get("acceptance", "")
    references, requirements = find_references(", ".join(refs) if refs else acceptance)
    ranges = _RANGE.search(named.get("refs", "") or acceptance)
    if ranges:
        found.warning(
            "task-reference-range",
            number,
            f"task {task_id} names a range, {quote_short(ranges[0])}; only its ends are counted",
            "List each requirement.",
        )
    return Task(
        id=task_id,
        title=named[title] if title else "",
        done=done,
        wave=wave,
        role=named.get("role", ""),
        acceptance=acceptance,
        verify=unquote_code(named.get("verify", "")),
        files=tuple(map(unquote_code, _split_items(named.get("files", "")))),
        depends=split_depends(named.get("depends-on", "").replace(";", ",")),
        requirements=requirements,
        refs=refs or references,
        line=number,
        extra=tuple(extra),
    )


def _check_wave(task_id: str, word: str, number: int, found: Findings) -> None:
    if word:
        found.warning(
            "task-wave-form",
            number,
            f"the wave of {task_id} is {quote_short(word)} and not a whole number",
            "It is kept among the extra columns; the task has no wave.",
        )


def _split_items(cell: str) -> tuple[str, ...]:
    items = split_list(cell.replace(";", ","))
    return items if [to_lower(item) for item in items] != ["none"] else ()


def _read_id(cell: str, number: int, found: Findings) -> tuple[str, bool]:
    mark = _DONE.match(cell)
    text = trim_space(cell[mark.end() :] if mark else cell)
    named = _ID.search(text[:200])
    task_id = named[0] if named else text
    if text and (not named or task_id != text):
        found.warning(
            "task-id-form",
            number,
            f"the id cell {quote_short(cell)} is not a plain id; read as {quote_short(task_id)}",
            "Write `T1`, or `✅ T1` when it is done.",
        )
    return task_id, mark is not None


def _report_cells(task_id: str, count: int, expected: int, number: int, found: Findings) -> None:
    if count > expected:
        hint = "Most likely a `|` inside a cell, code included: write it as `\\|`."
    else:
        hint = "A cell or a `|` between two cells is missing; leave a cell empty with `| |`."
    found.error(
        "task-row-cells",
        number,
        f"the row of {task_id} has {count} cells where the header has {expected}, "
        "so only its id is read",
        hint,
    )


def _report_tasks_outside(
    lines: Sequence[str], tasks: dict[str, Task], found: Findings
) -> list[int]:
    boxes: list[int] = []
    likely: list[int] = []
    for number, line in enumerate(lines, 1):
        seen = match_box(line)
        if seen and not seen.id:
            boxes.append(number)
        elif seen:
            likely.append(number)
            found.error(
                "task-outside-table",
                number,
                f"looks like task {seen.id}, but the tasks of this file are rows of a table",
                "Add a row for it.",
            )
    report_boxes_without_id(boxes, found)
    return [*boxes, *likely, *report_stray_rows(lines, set(tasks), (), found)]


def report_unread_tables(tables: Sequence[TaskTable], found: Findings) -> None:
    """Report task tables in a file whose tasks have another form."""
    for table in tables:
        if table.rows:
            found.error(
                "task-table-unread",
                table.line,
                "a task table in a file whose tasks are check boxes is not read: "
                + name_lines([number for number, _ in table.rows]),
                "Keep all tasks in one form.",
            )


def report_stray_rows(
    lines: Sequence[str], known: set[str], unread: Sequence[TaskTable], found: Findings
) -> list[int]:
    """Report rows that start with the id of a task that was read nowhere; return their numbers.

    Parameters
    ----------
    known : set of str
        Ids of the tasks that were read.
    unread : sequence of TaskTable
        Tables that were reported as a whole.
    """
    reported = {number for table in unread for number, _ in table.rows}
    stray = []
    for number, line in enumerate(lines, 1):
        row = _ROW_OF_A_TASK.match(line) if "|" in line else None
        if row and row[1] not in known and number not in reported:
            stray.append(number)
    if stray:
        found.error(
            "task-row-outside-table",
            stray[0],
            f"rows that start like a task stand outside a task table: {name_lines(stray)}",
            "A task table has the columns " + ", ".join(_REQUIRED) + ".",
        )
    return stray
