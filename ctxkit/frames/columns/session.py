"""The columns of stores, serves, logs, replays and their comparisons."""

from ctxkit.frames.columns.column import Column


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


SESSION: dict[str, tuple[Column, ...]] = {
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
        Column("provenance", "string", "", "param, state or engine: who wrote it; may be empty"),
    ),
    "serves": (
        Column("seq", "int64", "", "number of the event, as logged"),
        Column("instance", "string", "", "handle"),
        Column("procedure", "string", "", "procedure of the instance"),
        Column("step", "string", "", "step that was shown"),
        Column("text", "Int64", "bytes", "its lanes; missing where it was not rendered"),
        Column("total", "Int64", "bytes", "lanes, schema and what holds the gate"),
        Column("budget", "Int64", "bytes", "what the lanes may have; missing where not known"),
        Column("over_budget", "bool", "", "whether the lanes are over the budget"),
        Column("cuts", "int64", "", "parts that were cut for size"),
        Column("problem", "string", "", "why it was not rendered; empty where it was"),
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
        Column("files", "int64", "", "files that hold this session; 1 for most"),
    ),
}
