"""The columns of graphs, procedures, guards and registries."""

from ctxkit.frames.columns.column import Column

PROCEDURE: dict[str, tuple[Column, ...]] = {
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
}
