"""What a report says of a session: what happened, where it stood, what it had read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.graph.graph import Graph
from ctxkit.manifest.items import DEFAULT_SOFT_CEILING
from ctxkit.reports.chapter import Chapter, Display, Picture
from ctxkit.residency import compare_policies, context_over_time
from ctxkit.session.engine import Engine
from ctxkit.session.replay import Replay


def session_chapters(
    replay: Replay, graph: Graph | Engine | None, window: int | None
) -> Iterator[Chapter]:
    """Yield the chapters about a session; without a graph nothing is said of tokens."""
    log = replay.log
    yield Chapter(
        "What happened",
        "The events of the log, its instances over time, and how often each step was entered.",
        [
            Display("log", log),
            Picture("log.plot()", log, "the instances over time, a mark an event"),
            Picture(
                'log.plot(what="visits")',
                log,
                "how often each step was entered",
                {"what": "visits"},
            ),
        ],
    )
    yield Chapter(
        "How it ended",
        "Where every instance stood after the last event, and who wrote what.",
        [Display("replay.end", replay.end)],
    )
    yield Chapter(
        "What it had read",
        "Entries read so far, by how deeply.",
        [Picture('log.plot(what="reads")', log, "entries read so far", {"what": "reads"})],
    )
    if graph is not None:
        yield _window_chapter(replay, graph, window or DEFAULT_SOFT_CEILING)
    yield Chapter(
        "What was odd",
        "What of the log could not be read, and which events do not fit the ones before them.",
        [
            Display("log.diagnostics", log.diagnostics),
            Display("replay.diagnostics", replay.diagnostics),
        ],
    )


def _window_chapter(replay: Replay, graph: Graph | Engine, window: int) -> Chapter:
    over = context_over_time(replay, graph, window=window)
    widths = [window // 2, window, 2 * window]
    policies = compare_policies(replay, graph, window=widths)
    told = ", ".join(f"{width:_}" for width in widths)
    code = f"ck.context_over_time(replay, graph, window={window:_})"
    compared = f"ck.compare_policies(replay, graph, window=[{told}])"
    return Chapter(
        "What was in the window",
        "What was resident at each moment, what was pushed out, and what was read again after "
        "that; then the same under each policy, in windows of half and of double the size.",
        [
            Display(code, over),
            Picture(f"{code}.plot()", over, "tokens in the window after each event"),
            Display(compared, policies),
            Picture(f"{compared}.plot()", policies, "tokens read again, by policy and window"),
        ],
    )
