"""What the manifest builder shows beside the manifest, as documents; nothing here has state."""

from __future__ import annotations

from ctxkit.display.document import Document, Note, Part, Passage, describe, shorten
from ctxkit.display.manifest.changes import change_parts
from ctxkit.display.manifest.manifest import item_target
from ctxkit.manifest import ManifestChanges, MissionContextItem, MissionContextManifest
from ctxkit.workspace import Spec


def changes_card(changes: ManifestChanges, *, items: bool) -> Document:
    """Return what differs from the start, with the items one by one if wanted."""
    if not changes:
        words = "The same. Move a control, and what it changes is told here."
        return Document("Against the start", "", parts=[Note(words, "dim")])
    figure, table = change_parts(changes)
    title = describe(changes).title
    return Document("Against the start", title, parts=[figure, *([table] if items else [])])


def item_card(manifest: MissionContextManifest, item: MissionContextItem | None) -> Document:
    """Return what one item loads, with its text as far as the manifest knows it."""
    if item is None:
        words = "Choose an item to see what it loads."
        return Document("Item", "", parts=[Note(words, "dim")])
    facts = [
        f"{item.token_hint:,} tokens",
        "required" if item.required else "optional",
        item.kind,
        item.mode,
    ]
    return Document(
        "Item", item_target(item), facts, parts=[Note(f"{item.rationale}."), _text(manifest, item)]
    )


def _text(manifest: MissionContextManifest, item: MissionContextItem) -> Part:
    text = manifest.text_of(item.order)
    look = manifest.look_at(item.order)
    if text is None:
        if item.command:
            return Note("A command: what it prints is known when it is run.", "dim")
        return Note("The whole file is meant. Its cost is a fixed hint; it was not read.", "dim")
    if item.selector and look:
        told = f"Only {item.selector.wording}: {item.token_hint:,} of {look.whole_tokens:,} tokens"
    else:
        told = "The whole file"
    return Passage(told, text, f".manifest.text_of({item.order})")


def code_card(code: str) -> Document:
    """Return the line of Python that makes the manifest."""
    return Document("In Python", "", parts=[Passage("", code)])


def item_words(item: MissionContextItem) -> str:
    """Return an item for a list of choices."""
    part = f" ({item.selector.wording})" if item.selector else ""
    return f"{item.order} · {item_target(item)}{part}"


def task_options(spec: Spec) -> list[tuple[str, str | None]]:
    """Return the tasks that can be asked for; ``None`` leaves the choice to the tool."""
    own = spec.request().task_id
    told = f"next task: {own}" if own else "no task, as the tool says"
    tasks = [(f"{task.id} · {shorten(task.title, 60)}", task.id) for task in spec.progress]
    return [(told, None), *([("no task", "")] if own else []), *tasks]
