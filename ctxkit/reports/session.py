"""What a report says of a session: what happened, where it stood, what it had read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.reports.chapter import Chapter, Display, Picture
from ctxkit.session.replay import Replay


def session_chapters(replay: Replay) -> Iterator[Chapter]:
    """Yield the chapters about a session."""
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
    yield Chapter(
        "What was odd",
        "What of the log could not be read, and which events do not fit the ones before them.",
        [
            Display("log.diagnostics", log.diagnostics),
            Display("replay.diagnostics", replay.diagnostics),
        ],
    )
