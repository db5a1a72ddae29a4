"""The columns of manifests, heads-up displays, snapshots and their sweeps."""

from ctxkit.frames.columns.column import Column

MANIFEST: dict[str, tuple[Column, ...]] = {
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
}
