"""The columns of what must be loaded again."""

from ctxkit.frames.columns.column import Column

RESUME: dict[str, tuple[Column, ...]] = {
    "resume_cost": (
        Column("name", "string", "", "path of a file, or ID of an entry"),
        Column("part", "string", "", "what of it is loaded: whole, a slice, or a depth"),
        Column("state", "string", "", "unchanged, changed, new, gone or cannot be told"),
        Column("required", "bool", "", "whether it must be loaded"),
        Column("then", "Int64", "tokens", "when it was loaded; missing where not known"),
        Column("now", "int64", "tokens", "as it is now; kept, reload and untold add up to it"),
        Column("kept", "int64", "tokens", "need not be loaded again"),
        Column("reload", "int64", "tokens", "must be loaded, again or for the first time"),
        Column("untold", "int64", "tokens", "of which that cannot be told"),
        Column("detail", "string", "", "what is known about the state; may be empty"),
    ),
}
