"""The columns of what was in the window over time."""

from ctxkit.frames.columns.column import Column

_FORM = Column("form", "string", "", "serve, or an entry read in summary or in full")

RESIDENCY: dict[str, tuple[Column, ...]] = {
    "context_over_time": (
        Column("seq", "int64", "", "number of the event, as logged"),
        Column("change", "string", "", "loaded, loaded again, deepened, still there, too large, "
               "size unknown or pushed out"),
        Column("page", "string", "", "ID of an entry; handle, step and event of a serve"),
        _FORM,
        Column("tokens", "int64", "tokens", "what came; below 0 what went; their sum is what is "
               "left"),
        Column("resident", "int64", "tokens", "in the window after it"),
        Column("free", "int64", "tokens", "left in the window after it; below 0 if exceeded"),
    ),
    "window_pages": (
        Column("page", "string", "", "ID of an entry; handle, step and event of a serve"),
        Column("title", "string", "", "summary of an entry; procedure and step of a serve"),
        Column("form", "string", "", "the deepest in which it was loaded"),
        Column("tokens", "Int64", "tokens", "size in that form; missing where not known"),
        Column("first", "int64", "", "event that loaded it first"),
        Column("last", "int64", "", "event that used it last"),
        Column("reads", "int64", "", "how often it was read or shown"),
        Column("again", "int64", "", "how often it was loaded again after it was pushed out"),
        Column("still_there", "int64", "", "how often it was read although it was there"),
        Column("too_large", "int64", "", "how often it was larger than the window"),
        Column("pushed_out", "int64", "", "how often it was pushed out"),
        Column("resident", "bool", "", "whether it is in the window at the end"),
        Column("problem", "string", "", "why its size is not known; empty where it is"),
    ),
    "window_moment": (
        Column("page", "string", "", "ID of an entry; handle, step and event of a serve"),
        Column("title", "string", "", "summary of an entry; procedure and step of a serve"),
        _FORM,
        Column("tokens", "int64", "tokens", "size in that form"),
        Column("since", "int64", "", "event that loaded it in that form"),
        Column("last", "int64", "", "event that used it last, up to the moment"),
    ),
    "push_outs": (
        Column("seq", "int64", "", "event that needed the room"),
        Column("page", "string", "", "page that was pushed out"),
        _FORM,
        Column("tokens", "int64", "tokens", "what went"),
        Column("since", "int64", "", "event that had loaded it in that form"),
    ),
    "reloads": (
        Column("seq", "int64", "", "event that read it again"),
        Column("page", "string", "", "page that was loaded again"),
        _FORM,
        Column("tokens", "int64", "tokens", "what came"),
        Column("pushed_out", "int64", "", "event at which it had been pushed out"),
    ),
    "policies": (
        Column("window", "int64", "tokens", "size of the window"),
        Column("policy", "string", "", "keep all, drop oldest or coverage"),
        Column("peak", "int64", "tokens", "the most that was resident at once"),
        Column("exceeded", "int64", "", "after how many events the window was exceeded"),
        Column("loaded_tokens", "int64", "tokens", "loaded in all, again included"),
        Column("pushed_out", "int64", "", "how often a page was pushed out"),
        Column("pushed_out_tokens", "int64", "tokens", "pushed out in all"),
        Column("again", "int64", "", "how often a page was loaded again after that"),
        Column("again_tokens", "int64", "tokens", "loaded again in all"),
        Column("still_there", "int64", "", "how often a page was read although it was there"),
        Column("too_large", "int64", "", "how often a page was larger than the window"),
        Column("unknown", "int64", "", "loads of unknown size, which are not counted"),
    ),
}  # fmt: skip
