"""The columns of the story of a task."""

from ctxkit.frames.columns.column import Column

STORY: dict[str, tuple[Column, ...]] = {
    "task_story": (
        Column("place", "string", "", "path and part, without the hash of the content"),
        Column("page_id", "string", "", "path, part and the hash of the page's bytes"),
        Column("tokens", "int64", "tokens", "cost today; as it was read where it is gone"),
        Column("part", "string", "", "mandatory, picked, out or gone"),
        Column("why", "string", "", "why it is in or out"),
        Column("depth", "string", "", "how deeply it was read: full or summary; missing if not"),
        Column("reads", "int64", "", "how often the session read it"),
        Column("first", "Int64", "", "number of the event that read it first"),
        Column("last", "Int64", "", "number of the event that read it last"),
        Column("pushed_out", "int64", "", "how often it left the session's window"),
        Column("again", "int64", "", "how often it was loaded again after that"),
        Column("resident", "bool", "", "whether it is there at the end, as it is today"),
        Column("today", "string", "", "as it was read, changed since, not read, gone"),
        Column("kept", "bool", "", "planned, and there as a whole"),
        Column("to_load", "bool", "", "planned, and to be loaded to go on"),
    ),
}
