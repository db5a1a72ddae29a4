"""The columns of every frame: one table, from which they are built and documented."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pandas as pd

from ctxkit.errors import UnknownNameError


class Column(NamedTuple):
    """A declared column."""

    name: str
    dtype: str  #: pandas dtype; ``object`` holds tuples
    unit: str  #: empty where it has none
    meaning: str


def _task_columns() -> tuple[Column, ...]:
    return (
        Column("id", "string", "", "task id"),
        Column("wave", "Int64", "", "wave; missing where the form has none"),
        Column("title", "string", "", "title"),
        Column("role", "string", "", "role the task is for"),
        Column("status", "string", "", "pending, running, complete or blocked"),
        Column("depends", "object", "", "ids of the tasks it waits for"),
        Column("requirements", "object", "", "numbers of the requirements it covers"),
        Column("files", "object", "", "files it declares"),
        Column("acceptance", "string", "", "when it is done"),
        Column("verify", "string", "", "command that checks it"),
        Column("blocker", "string", "", "why it is blocked"),
        Column("evidence", "string", "", "what shows that it is complete"),
        Column("line", "Int64", "", "line in tasks.md, from 1"),
    )


def _instance_columns() -> tuple[Column, ...]:
    return (
        Column("id", "string", "", "handle"),
        Column("procedure", "string", "", "canonical name of its procedure"),
        Column("status", "string", "", "running, completed or abandoned"),
        Column("step", "string", "", "step at which it stands, or stood last"),
        Column("parent", "string", "", "handle of the instance it was started under"),
        Column("values", "int64", "", "values in its store"),
    )


def _event_columns() -> tuple[Column, ...]:
    return (
        Column("seq", "int64", "", "number of the event, as logged"),
        Column("time", "datetime64[ns, UTC]", "", "when it happened; missing where out of range"),
        Column("session", "string", "", "session it belongs to"),
        Column("instance", "string", "", "handle; empty where it is about the session"),
        Column("event", "string", "", "type of event"),
        Column("step", "string", "", "step that it tells, or empty"),
        Column("data", "object", "", "what it says, a dict; missing for nothing"),
        Column("line", "int64", "", "line in the log, from 1"),
    )


#: The columns of each frame, by the name of the frame.
FRAMES: dict[str, tuple[Column, ...]] = {
    "manifest": (
        Column("order", "int64", "", "place in the load order, from 1"),
        Column("kind", "string", "", "kind of item"),
        Column("path", "string", "", "file to read; empty for a command"),
        Column("command", "string", "", "command to run; empty for a file"),
        Column("mode", "string", "", "how far to expand it"),
        Column("required", "bool", "", "whether it must be loaded"),
        Column("tokens", "int64", "tokens", "estimate, or a fixed hint where it is not measured"),
        Column("whole_tokens", "Int64", "tokens", "estimate of the whole, where a slice is meant"),
        Column("selector", "string", "", "the part that is meant; empty for the whole"),
        Column("rationale", "string", "", "why it is there"),
    ),
    "hud": (
        Column("path", "string", "", "file of the load list"),
        Column("exists", "bool", "", "whether it is on disk"),
        Column("bytes", "int64", "bytes", "size as stored"),
        Column("tokens", "int64", "tokens", "estimate"),
    ),
    "snapshot": (
        Column("path", "string", "", "loaded file"),
        Column("sha256", "string", "", "digest of its bytes, in hex"),
        Column("first_line", "int64", "", "first loaded line; 0 for an empty file"),
        Column("last_line", "int64", "", "last loaded line; 0 for an empty file"),
    ),
    "diff": (
        Column("path", "string", "", "file of the snapshot"),
        Column("changed", "bool", "", "whether it changed or is gone"),
    ),
    "diagnostics": (
        Column("severity", "string", "", "error, warning or info"),
        Column("code", "string", "", "kind of finding"),
        Column("file", "string", "", "file below the root"),
        Column("line", "Int64", "", "line, from 1; missing for a whole file"),
        Column("message", "string", "", "what was found"),
        Column("hint", "string", "", "what would be right"),
    ),
    "workspace": (
        Column("slug", "string", "", "name of the spec's folder"),
        Column("title", "string", "", "title"),
        Column("status", "string", "", "status; empty where it is not known"),
        Column("phase", "string", "", "phase of work"),
        Column("gate", "string", "", "none or awaiting-approval"),
        Column("tasks", "int64", "", "tasks in all"),
        Column("complete", "int64", "", "tasks that are complete"),
        Column("requirements", "int64", "", "requirements in all"),
        Column("uncovered", "int64", "", "requirements that no task covers"),
        Column("next_task", "string", "", "task to do next; empty where there is none"),
        Column("tokens", "int64", "tokens", "estimate of all its files"),
        Column("estimated", "int64", "tokens", "what its manifest requires"),
        Column("budget", "int64", "tokens", "budget of its manifest"),
        Column("diagnostics", "int64", "", "findings in its files"),
    ),
    "guides": (
        Column("kind", "string", "", "role, steering or skill"),
        Column("name", "string", "", "name"),
        Column("path", "string", "", "file below the root"),
        Column("bytes", "int64", "bytes", "size as stored"),
        Column("tokens", "int64", "tokens", "estimate"),
        Column("summary", "string", "", "description or first heading"),
    ),
    "spec": _task_columns(),
    "tasks": (
        Column("id", "string", "", "task id"),
        Column("wave", "Int64", "", "wave; missing where the form has none"),
        Column("title", "string", "", "title"),
        Column("done", "bool", "", "whether its box is checked"),
        Column("role", "string", "", "role the task is for"),
        Column("files", "object", "", "files it declares"),
        Column("depends", "object", "", "ids of the tasks it waits for"),
        Column("requirements", "object", "", "numbers of the requirements it covers"),
        Column("refs", "object", "", "references as written"),
        Column("why", "string", "", "why it is needed"),
        Column("contract", "string", "", "what it may and may not do"),
        Column("acceptance", "string", "", "when it is done"),
        Column("verify", "string", "", "command that checks it"),
        Column("extra", "object", "", "further columns or keys of the file, as (name, text) pairs"),
        Column("line", "int64", "", "line in tasks.md, from 1"),
    ),
    "requirements": (
        Column("number", "int64", "", "number"),
        Column("title", "string", "", "title"),
        Column("story", "string", "", "user story"),
        Column("criteria", "int64", "", "acceptance criteria in all"),
        Column("line", "int64", "", "line in requirements.md, from 1"),
    ),
    "criteria": (
        Column("requirement", "int64", "", "number of its requirement"),
        Column("id", "string", "", "id, such as 1.2"),
        Column("text", "string", "", "text, on one line"),
        Column("line", "int64", "", "line in requirements.md, from 1"),
    ),
    "coverage": (
        Column("number", "int64", "", "number of the requirement"),
        Column("title", "string", "", "title"),
        Column("criteria", "int64", "", "acceptance criteria in all"),
        Column("tasks", "object", "", "ids of the tasks that cover it"),
        Column("covered", "bool", "", "whether any does"),
    ),
    "memory": (
        Column("key", "string", "", "key of the entry"),
        Column("pattern", "string", "", "what holds in general"),
        Column("detail", "string", "", "why"),
        Column("source", "string", "", "where it was learnt"),
        Column("criticality", "string", "", "minor, important or critical"),
        Column("related", "object", "", "keys of related entries"),
        Column("line", "int64", "", "line in memory.md, from 1"),
    ),
    "decisions": (
        Column("id", "string", "", "id, such as ADR-001"),
        Column("summary", "string", "", "what was decided, in short"),
        Column("date", "string", "", "day, as written"),
        Column("context", "string", "", "what forced the choice"),
        Column("decision", "string", "", "what was chosen"),
        Column("consequences", "string", "", "what follows"),
        Column("supersedes", "string", "", "decision that it replaces"),
        Column("line", "int64", "", "line in decisions.md, from 1"),
    ),
    "mid_requirements": (
        Column("turn", "Int64", "", "turn in which it came"),
        Column("date", "string", "", "day, as written"),
        Column("impact", "string", "", "low, medium, high or critical"),
        Column("user_input", "string", "", "what the user said"),
        Column("interpretation", "string", "", "how it was understood"),
        Column("changes", "string", "", "what was changed"),
        Column("line", "int64", "", "line in mid-requirements.md, from 1"),
    ),
    "sweep": (
        Column("spec", "string", "", "slug"),
        Column("task", "string", "", "task; empty for none"),
        Column("asked_role", "string", "", "role that was asked for"),
        Column("role", "string", "", "role that was resolved"),
        Column("mode", "string", "", "delivery surface"),
        Column("host_budget", "int64", "tokens", "cap of the host; 0 for none"),
        Column("files", "object", "", "declared files"),
        Column("requirements", "object", "", "covered requirements, by number"),
        Column("headings", "object", "", "sections of design.md that were asked for"),
        Column("items", "int64", "", "items in all"),
        Column("required_items", "int64", "", "items that must be loaded"),
        Column("estimated", "int64", "tokens", "what the required items cost"),
        Column("optional", "int64", "tokens", "what the other items cost"),
        Column("budget", "int64", "tokens", "budget"),
        Column("left", "int64", "tokens", "budget less estimate; negative when over"),
        Column("over_budget", "bool", "", "whether the estimate is over the budget"),
    ),
    "graph": (
        Column("id", "string", "", "ID of the entry"),
        Column("time", "datetime64[ns, UTC]", "", "when it was made, as its ID says"),
        Column("type", "string", "", "signal or decision"),
        Column("kind", "string", "", "kind of entry"),
        Column("layer", "string", "", "layer"),
        Column("canonical", "string", "", "stable name; empty for most"),
        Column("summary", "string", "", "what it says, in short"),
        Column("topics", "object", "", "its topics, those that annotations give included"),
        Column("participants", "object", "", "who took part"),
        Column("refs", "object", "", "IDs it refers to"),
        Column("supersedes", "object", "", "IDs it replaces"),
        Column("closes", "object", "", "IDs it settles"),
        Column("state", "string", "", "stands, closed or superseded"),
        Column("bytes", "int64", "bytes", "size of its body"),
    ),
    "procedure": (
        Column("order", "int64", "", "place of the step, from 1"),
        Column("step", "string", "", "ID of the step"),
        Column("chooser", "string", "", "gate, agent or user"),
        Column("collect", "object", "", "fields that it asks for"),
        Column("injects", "object", "", "queries that it looks up"),
        Column("guard", "string", "", "condition that holds it; empty for none"),
        Column("op", "string", "", "command that it runs; empty for none"),
        Column("choices", "object", "", "choices, where somebody chooses"),
        Column("leads_to", "object", "", "steps and ends that it leads to"),
        Column("reachable", "bool", "", "whether a way leads to it from the first step"),
        Column("largest_serve", "int64", "bytes", "largest serve, by the bounds that are known"),
        Column("budget", "int64", "bytes", "what a serve may have"),
        Column("over_budget", "bool", "", "whether the largest serve is over the budget"),
    ),
    "guard_truth": (
        Column("depth", "int64", "", "depth in the guard, from 0"),
        Column("part", "string", "", "name of a predicate, or and, or, not"),
        Column("truth", "boolean", "", "whether it holds; missing where it is not known"),
        Column("error", "string", "", "why it is not known, if its evaluation failed"),
    ),
    "registry": (
        Column("name", "string", "", "name of the function"),
        Column("class", "string", "", "predicate, query or command"),
        Column("doc", "string", "", "what it does"),
        Column("reads", "object", "", "fields that it reads"),
        Column("writes", "object", "", "fields that it writes"),
        Column("note", "string", "", "what else is to be known of it"),
        Column("built_in", "bool", "", "whether it exists everywhere"),
    ),
    "store": (
        Column("name", "string", "", "name of the value"),
        Column("provenance", "string", "", "param, state or engine: who wrote it"),
        Column("type", "string", "", "declared type; empty where it is not declared"),
        Column("value", "object", "", "the value, a JSON document"),
    ),
    "serve": (
        Column("part", "string", "", "lane, inject, schema, diagnostics or produced"),
        Column("name", "string", "", "which lane or inject; empty for the others"),
        Column("bytes", "int64", "bytes", "size as it is handed over"),
        Column("counted", "bool", "", "whether it counts to the total; injects are inside lanes"),
    ),
    "session": _instance_columns(),
    "moment": (
        *_instance_columns(),
        Column("checked", "bool", "", "whether it fits a procedure that is at hand"),
    ),
    "event_log": _event_columns(),
    "replay": (
        *_event_columns(),
        Column("misfit", "string", "", "why it does not fit the procedure; empty where it does"),
    ),
    "changes": (
        Column("what", "string", "", "step, status, store, pending, read, label, ... or started"),
        Column("instance", "string", "", "handle; empty where it is about the session"),
        Column("name", "string", "", "field of the store, entry that was read; may be empty"),
        Column("before", "object", "", "what it was; missing for nothing"),
        Column("after", "object", "", "what it is; missing for nothing"),
    ),
    "verification": (
        Column("seq", "int64", "", "number of the event, as logged"),
        Column("instance", "string", "", "handle"),
        Column("event", "string", "", "type of event"),
        Column("verdict", "string", "", "agrees, differs or unverified"),
        Column("message", "string", "", "what differs, or why it cannot be told"),
        Column("line", "int64", "", "line in the log, from 1"),
    ),
    "comparison": (
        Column("instance", "string", "", "handle; empty for the session as a whole"),
        Column("same", "int64", "", "events that are the same at the beginning"),
        Column("only_a", "int64", "", "events of the first log after that"),
        Column("only_b", "int64", "", "events of the second log after that"),
        Column("differs_in", "string", "", "what the first difference is about; empty for none"),
        Column("seq_a", "Int64", "", "first event that differs, in the first log"),
        Column("seq_b", "Int64", "", "first event that differs, in the second log"),
    ),
    "sessions": (
        Column("file", "string", "", "name below the folder"),
        Column("kind", "string", "", "plain or envelope; empty where no line tells"),
        Column("session", "string", "", "ID of the session"),
        Column("participant", "string", "", "who took part"),
        Column("label", "string", "", "what it is about"),
        Column("begins", "datetime64[ns, UTC]", "", "time of the first event"),
        Column("ends", "datetime64[ns, UTC]", "", "time of the last event"),
        Column("events", "int64", "", "events in all"),
        Column("instances", "int64", "", "instances in all"),
        Column("running", "int64", "", "instances that have not ended"),
        Column("last_step", "string", "", "step of the instance that moved last"),
        Column("errors", "int64", "", "errors and warnings of reading it"),
        Column("problem", "string", "", "why it could not be read at all; empty where it could"),
    ),
    "pages": (
        Column("page_id", "string", "", "page id; may stand twice"),
        Column("kind", "string", "", "kind of page; empty where it is not known"),
        Column("tokens", "uint64", "tokens", "cost, as counted by the table's estimator"),
        Column("obligations", "object", "", "labels it covers"),
    ),
    "working_set": (
        Column("step", "int64", "", "pick, from 1"),
        Column("page_id", "string", "", "page that was picked"),
        Column("row", "int64", "", "its row in the table, from 0"),
        Column("gain", "float64", "weight", "what decided; a repeated label counts twice"),
        Column("new_labels", "object", "", "labels that it covers first"),
        Column("tokens", "uint64", "tokens", "its cost"),
        Column("covered_weight", "float64", "weight", "covered so far, each label once"),
        Column("share", "float64", "", "covered so far, of all that could be covered"),
        Column("used_tokens", "uint64", "tokens", "cost of all picks so far"),
    ),
    "rejects": (
        Column("page_id", "string", "", "page that was not picked"),
        Column("row", "int64", "", "its row in the table, from 0"),
        Column("reason", "category", "", "why it was not picked"),
        Column("tokens", "uint64", "tokens", "its cost"),
        Column("first_gain", "float64", "weight", "gain before the first pick; 0 if no candidate"),
        Column("last_gain", "float64", "weight", "gain after the last pick; 0 if no candidate"),
    ),
    "resident_context": (
        Column("place", "int64", "", "place in the window, from 1"),
        Column("page_id", "string", "", "page that is resident"),
        Column("row", "int64", "", "its row in the table, from 0"),
        Column("part", "string", "", "mandatory or picked"),
        Column("tokens", "uint64", "tokens", "its cost"),
        Column("gain", "Float64", "weight", "gain of the pick; missing for mandatory pages"),
        Column("used_tokens", "uint64", "tokens", "instruction and all pages so far"),
    ),
    "resident_sweep": (
        Column("window_tokens", "uint64", "tokens", "window"),
        Column("frame_tokens", "uint64", "tokens", "size of a frame"),
        Column("weights", "string", "", "name of the weights"),
        Column("strategy", "string", "", "frames or cost"),
        Column("outcome", "string", "", "assembled, infeasible or reserves over the window"),
        Column("allowance", "uint64", "tokens", "room for input"),
        Column("required_tokens", "uint64", "tokens", "instruction and mandatory pages"),
        Column("used_tokens", "uint64", "tokens", "all that is resident"),
        Column("mandatory_pages", "int64", "", "mandatory pages"),
        Column("picks", "int64", "", "picked pages"),
        Column("covered_weight", "float64", "weight", "covered by the picks"),
        Column("coverable_weight", "float64", "weight", "could be covered by all candidates"),
        Column("share", "float64", "", "covered, of what could be covered"),
        Column("upper_bound", "float64", "weight", "no choice covers more"),
        Column("optimum_status", "string", "", "proven, bound only; missing when not asked for"),
        Column("optimum_weight", "Float64", "weight", "best choice found; missing when none was"),
        Column("resident_digest", "string", "", "digest of the resident ids"),
    ),
    "calibration": (
        Column("kind", "string", "", "suffix of the files"),
        Column("files", "int64", "", "how many files"),
        Column("bytes", "int64", "bytes", "their size"),
        Column("tokens", "int64", "tokens", "by the estimator that is calibrated"),
        Column("real_tokens", "int64", "tokens", "by the one it is compared with"),
        Column("error", "float64", "", "share by which the estimate is too high"),
    ),
    "frame_columns": (
        Column("frame", "string", "", "name of the frame"),
        Column("column", "string", "", "name of the column"),
        Column("dtype", "string", "", "pandas dtype"),
        Column("unit", "string", "", "unit; empty where it has none"),
        Column("meaning", "string", "", "what it says"),
    ),
}


def make_frame(name: str, rows: Iterable[Sequence[Any]]) -> pd.DataFrame:
    """Build a frame with its declared columns from rows; without rows too."""
    held = list(rows)
    return join_columns(name, ([row[i] for row in held] for i in range(len(FRAMES[name]))))


def join_columns(name: str, values: Iterable[Iterable[Any]]) -> pd.DataFrame:
    """Build a frame from the values of each of its declared columns."""
    return pd.DataFrame(
        {
            column.name: make_series(held, column.dtype)
            for column, held in zip(FRAMES[name], values, strict=True)
        }
    )


def make_series(values: Any, dtype: str) -> pd.Series:
    """Return a column of a declared dtype.

    Texts are kept as Python holds them, whether or not pyarrow is installed, and what was no UTF-8
    in a file is replaced, so that a frame can always be saved.
    """
    if dtype != "string":
        return pd.Series(values, dtype=dtype)
    return pd.Series([_encodable(value) for value in values], dtype=pd.StringDtype("python"))


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _encodable(value: Any) -> Any:
    return _LONE_SURROGATE.sub("\ufffd", value) if isinstance(value, str) else value


def frame_columns(name: str | None = None) -> pd.DataFrame:
    """Return the declared columns of one frame, or of all frames.

    Parameters
    ----------
    name : str, optional
        Such as ``"manifest"``; all frames when not given.

    Returns
    -------
    pandas.DataFrame
        Columns frame, column, dtype, unit and meaning; one row a column.

    Raises
    ------
    UnknownNameError
        If there is no frame of that name.
    """
    if name is not None and name not in FRAMES:
        raise UnknownNameError.among("frame", name, FRAMES)
    wanted = FRAMES if name is None else {name: FRAMES[name]}
    return make_frame(
        "frame_columns", ((frame, *column) for frame, cols in wanted.items() for column in cols)
    )
