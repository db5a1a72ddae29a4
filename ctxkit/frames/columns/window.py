"""The columns of pages of a manifest, of what fits a window, and of what is stale."""

from ctxkit.frames.columns.column import Column

WINDOW: dict[str, tuple[Column, ...]] = {
    "manifest_pages": (
        Column("page_id", "string", "", "path, part and the hash of the page's bytes"),
        Column("kind", "string", "", "kind of the item; heading and task-dependency beside"),
        Column("path", "string", "", "file it was made from; missing for commands and hints"),
        Column("items", "object", "", "order of the items that load it"),
        Column("mandatory", "bool", "", "required, or needed by what is required"),
        Column("tokens", "uint64", "tokens", "cost, as counted by the estimator"),
        Column("bytes", "Int64", "bytes", "size; missing where nothing was read"),
        Column("obligations", "object", "", "labels it covers"),
        Column("depends_on", "object", "", "ids of the pages it needs"),
    ),
    "assembly": (
        Column("place", "Int64", "", "place in the window, from 1; missing where it is out"),
        Column("page_id", "string", "", "path, part and the hash of the page's bytes"),
        Column("kind", "string", "", "kind of the item; heading and task-dependency beside"),
        Column("path", "string", "", "file it was made from; missing for commands and hints"),
        Column("part", "string", "", "mandatory, picked or out"),
        Column("tokens", "uint64", "tokens", "cost, as counted by the estimator"),
        Column("bytes", "Int64", "bytes", "size; missing where nothing was read"),
        Column("gain", "Float64", "weight", "gain of the pick; missing for others"),
        Column("used_tokens", "Int64", "tokens", "instruction and all pages so far in the window"),
        Column("why", "string", "", "why it is in or out"),
    ),
    "stale_pages": (
        Column("page_id", "string", "", "page whose file has changed"),
        Column("path", "string", "", "the file"),
        Column("part", "string", "", "mandatory, picked or out"),
        Column("tokens", "uint64", "tokens", "its cost when it was made"),
        Column("why", "string", "", "what has changed"),
    ),
}
