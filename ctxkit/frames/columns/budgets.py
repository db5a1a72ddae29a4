"""The columns of budget tables."""

from ctxkit.frames.columns.column import Column

BUDGETS: dict[str, tuple[Column, ...]] = {
    "budget_table": (
        Column("spec", "string", "", "slug"),
        Column("task", "string", "", "task id; empty for the spec as a whole"),
        Column("role", "string", "", "role that is asked for"),
        Column("mode", "string", "", "briefing, dispatch or mission"),
        Column("own_role", "bool", "", "whether it is the role that the task names"),
        Column("budget", "int64", "tokens", "budget of the manifest"),
        Column("estimate", "int64", "tokens", "required items by the tool's hints"),
        Column("measured", "int64", "tokens", "required items on the bytes of the disk"),
        Column("whole", "int64", "tokens", "all items on the bytes of the disk"),
        Column("spare", "int64", "tokens", "budget less estimate; below zero where it is over"),
        Column("share", "float64", "", "the largest of the three figures per budget"),
        Column("over", "bool", "", "whether the tool calls it over budget"),
        Column("over_measured", "bool", "", "whether the required bytes are over budget"),
        Column("over_whole", "bool", "", "whether all bytes are over budget"),
        Column("missing", "int64", "", "items that name what is not there"),
        Column("role_tokens", "int64", "tokens", "of whole: the role's guide"),
        Column("skill_tokens", "int64", "tokens", "of whole: the worker's skill"),
        Column("steering_tokens", "int64", "tokens", "of whole: standing rules"),
        Column("phase_skill_tokens", "int64", "tokens", "of whole: the phase's skill"),
        Column("handshake_policy_tokens", "int64", "tokens", "of whole: the host's policy, a hint"),
        Column("command_schema_tokens", "int64", "tokens", "of whole: the commands, a hint"),
        Column("spec_context_tokens", "int64", "tokens", "of whole: the briefing, a hint"),
        Column("scope_file_tokens", "int64", "tokens", "of whole: declared files"),
        Column("source_artifact_tokens", "int64", "tokens", "of whole: the spec's own files"),
    ),
}
