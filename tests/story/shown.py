"""Stories of tasks, for the tests of displays, frames and plots."""

from __future__ import annotations

from typing import Any

import ctxkit as ck
from ctxkit.graph.entry import parse_entry
from ctxkit.graph.graph import Graph
from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.session.eventlog import EventLog
from ctxkit.session.events import Event
from ctxkit.story import TaskStory, task_story
from ctxkit.window import ManifestPages, entries_from_pages, pages_from_manifest

AT = "2026-09-17T06:00:00Z"


class Files:
    """A tree of files that are held in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def read_bytes(self, path: str) -> bytes | None:
        return self.files.get(path)

    def list_files(self, path: str) -> list[str] | None:
        return None


def pages_of(files: dict[str, bytes], required: int = 0) -> ManifestPages:
    """Pages of files, the first of which are required."""
    items = tuple(
        MissionContextItem(
            order=number,
            kind="scope-file",
            path=path,
            mode="read-full",
            required=number <= required,
        )
        for number, path in enumerate(files, 1)
    )
    return pages_from_manifest(MissionContextManifest(items=items), Files(files))


def log_of(reads: list[list[str]], session: str = "s") -> EventLog:
    """A log that reads entries in full, one list an event."""
    return EventLog.of(
        Event(1, AT, session, number, "", "read", {"tool": "show", "full": ids})
        for number, ids in enumerate(reads, 1)
    )


def story_of(
    files: dict[str, bytes], read: list[str], window: int, required: int = 0, **options: Any
) -> TaskStory:
    """The story of files of which some were read, in this order."""
    pages = pages_of(files, required)
    entries = entries_from_pages(pages, at=AT)
    ids = {page_id.rpartition(" @ ")[0]: entry.id for page_id, entry in entries.items()}
    log = log_of([[ids[path]] for path in read])
    return task_story(pages, log, Graph(entries.values()), window=window, **options)


def ordinary() -> dict[str, Any]:
    replay = ck.replay(ck.read_events(ck.examples.task_log()), ck.examples.task_graph())
    spec = ck.examples.workspace()["gauge-intake"]
    return {
        "task_story": task_story(spec, replay, ck.examples.task_engine(), window=6_500),
        "task_story_infeasible": task_story(spec, replay, ck.examples.task_engine(), window=2_000),
    }


def empty() -> dict[str, Any]:
    return {"task_story": task_story(pages_of({}), EventLog.of([]), Graph(), window=100)}


def huge() -> dict[str, Any]:
    files = {f"src/module_{n}.py": f"print({n})\n".encode() * (n % 90 + 1) for n in range(3_000)}
    return {"task_story": story_of(files, list(files)[:2_000], 100_000, required=20)}


def hostile(text: str) -> dict[str, Any]:
    clean = text.replace("\ud800", "").replace("\x00", "")
    files = {clean.replace("/", "") or "x": clean.encode()}
    pages = pages_of(files)
    entries = list(entries_from_pages(pages, at=AT).values())
    other = parse_entry(
        "20260101-000000-s-tac-x", f"---\ntype: s\nlayer: tac\nkind: gap\n---\n{clean}"
    )
    log = log_of([[entry.id for entry in [*entries, other]]], session=text)
    return {"task_story": task_story(pages, log, Graph([*entries, other]), window=1_000)}
