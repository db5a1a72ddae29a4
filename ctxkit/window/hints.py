"""Pages at the cost that hints say, for a manifest whose files are not at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.resident.pages import ContextPage
from ctxkit.window.measure import MeasuredItem, checked_hint


def take_hints(manifest: MissionContextManifest) -> tuple[MeasuredItem, ...]:
    """Return the items at the cost of their hints, none of them measured."""
    return tuple(MeasuredItem(item=one, tokens=checked_hint(one)) for one in manifest.items)


def items_by_hint_id(items: Iterable[MeasuredItem]) -> dict[str, list[MissionContextItem]]:
    """Return the items by the id of their page; those that load the same share one."""
    by_id: dict[str, list[MissionContextItem]] = {}
    for one in items:
        by_id.setdefault(_hint_id(one.item), []).append(one.item)
    return by_id


def page_of_hint(page_id: str, items: Sequence[MissionContextItem]) -> ContextPage:
    """Return the page of items that load the same."""
    return ContextPage(
        page_id=page_id,
        kind=items[0].kind,
        tokens=max(item.token_hint for item in items),
        obligations=tuple(dict.fromkeys(label for item in items for label in _labels(item))),
    )


def _hint_id(item: MissionContextItem) -> str:
    target = f"$ {item.command}" if item.command else item.path
    return f"{target} ({item.selector.wording})" if item.selector else target


def _labels(item: MissionContextItem) -> Iterator[str]:
    yield f"kind:{item.kind}"
    if item.path:
        yield f"path:{item.path}"
    if item.command:
        yield f"command:{item.command}"
    if item.selector is None:
        return
    if item.selector.task_id:
        yield f"task:{item.selector.task_id}"
    yield from (f"requirement:{number}" for number in item.selector.requirements)
    yield from (f"section:{heading}" for heading in item.selector.design_headings)
