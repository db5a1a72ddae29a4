"""The columns of the difference of two versions of a spec."""

from ctxkit.frames.columns.column import Column

_CHANGES = (
    Column("what", "string", "", "requirement, task or document"),
    Column("kind", "string", "", "added, removed, renamed, changed or unchanged"),
    Column("before", "string", "", "how it was called; missing where it was not there"),
    Column("after", "string", "", "how it is called; missing where it is gone"),
    Column("title", "string", "", "title now, or last"),
    Column("fields", "object", "", "names of the fields that differ"),
    Column("diff", "string", "", "unified difference of its texts"),
)

SPECDIFF: dict[str, tuple[Column, ...]] = {
    "spec_diff": _CHANGES,
    "spec_changes": _CHANGES,
    "task_costs": (
        Column("task", "string", "", "id now, or last; 'spec' for the spec as a whole"),
        Column("before_id", "string", "", "id before; missing where it was not there"),
        Column("after_id", "string", "", "id after; missing where it is gone"),
        Column("title", "string", "", "title"),
        Column("estimate_before", "Int64", "tokens", "required items by the tool's hints"),
        Column("estimate_after", "Int64", "tokens", "required items by the tool's hints"),
        Column("estimate_delta", "int64", "tokens", "difference"),
        Column("whole_before", "Int64", "tokens", "all items on the bytes of the disk"),
        Column("whole_after", "Int64", "tokens", "all items on the bytes of the disk"),
        Column("whole_delta", "int64", "tokens", "difference"),
        Column("over_before", "boolean", "", "whether the tool called it over budget"),
        Column("over_after", "boolean", "", "whether the tool calls it over budget"),
    ),
}
