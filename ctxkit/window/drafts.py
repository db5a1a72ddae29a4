"""Pages in the making: which parts of which files, before they have their ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ctxkit.canonical import sha256_hex
from ctxkit.gotext import to_bytes
from ctxkit.manifest.slices import task_slice
from ctxkit.resident.estimators import Estimator
from ctxkit.resident.pages import ContextPage, PathBlob, SessionInvariant
from ctxkit.window.facts import HEADING_TITLE, FileFacts, short_title
from ctxkit.window.loading import LoadedItem
from ctxkit.window.sections import heading_of, is_markdown
from ctxkit.workspace.markdown import clean_text

HEADING = "heading"  #: kind of the page that stands before the sections of a file
TASK_DEPENDENCY = "task-dependency"  #: kind of a task that the manifest's own task waits for

CONTENT = " @ "  #: stands in an id between the place of a page and the digest of its content

#: Where a page comes from: path or command, which part of it, and the line that tells sections of
#: one title apart.
Place = tuple[str, str, int]


def place_of(page_id: str) -> str:
    """Return where a page stands, path and part, without the digest of its content."""
    return page_id.rpartition(CONTENT)[0] or page_id


@dataclass(slots=True)
class Draft:
    """A page without its id."""

    name: str  #: what its id begins with
    kind: str
    data: bytes | None  #: ``None`` for a command
    path: str = ""
    blob: str = ""
    hint: int = 0
    required: bool = False
    labels: dict[str, None] = field(default_factory=dict)  #: in order, each once
    needs: dict[Place, None] = field(default_factory=dict)
    orders: list[int] = field(default_factory=list)  #: of the items that load it

    def page(self, page_id: str, depends_on: Iterable[str], estimator: Estimator) -> ContextPage:
        """Return the finished page."""
        return ContextPage(
            page_id=page_id,
            kind=self.kind,
            dependency=PathBlob(path=self.path, blob_hash=self.blob)
            if self.data is not None
            else SessionInvariant(),
            bytes=len(self.data or b""),
            tokens=self.hint if self.data is None else estimator.count(self.data),
            obligations=tuple(self.labels),
            depends_on=tuple(depends_on),
        )


class Drafts:
    """The pages of a manifest by where they come from, in the order in which they load.

    Parameters
    ----------
    loaded : list of LoadedItem
    by_section : bool
        Whether whole Markdown files are taken apart at their headings.
    """

    def __init__(self, loaded: list[LoadedItem], *, by_section: bool) -> None:
        self._by_section = by_section
        self._files: dict[str, FileFacts] = {}
        self._folder = next(
            (one.path.rpartition("/")[0] for one in loaded if one.item.kind == "source-artifact"),
            "",
        )
        self.places: dict[Place, Draft] = {}
        #: Labels of what items ask for by name, each once.
        self.named: dict[str, None] = {}
        # What another item loads whole is in there already, so its slices add no page.
        self._whole = {one.path for one in loaded if one.data is not None and not one.sliced}
        for one in loaded:
            self._add(one)

    def _add(self, one: LoadedItem) -> None:
        if one.item.command:
            self._add_command(one)
        elif one.whole is None or one.data is None:
            return
        elif one.path in self._whole:
            self._add_whole(one)
        else:
            self._add_slice(one, one.data)

    def _file(self, one: LoadedItem) -> FileFacts:
        if one.path not in self._files:
            self._files[one.path] = FileFacts(one.path, one.whole or b"", self._folder)
        return self._files[one.path]

    def _put(
        self,
        place: Place,
        one: LoadedItem,
        data: bytes | None,
        labels: Iterable[str],
        *,
        kind: str = "",
        needs: Iterable[Place] = (),
    ) -> Draft:
        """Add a page, or what one item more says of it."""
        path, part, _ = place
        draft = self.places.get(place)
        if draft is None:
            target = f"$ {one.item.command}" if data is None else path
            draft = self.places[place] = Draft(
                name=clean_text(target) + (f" § {short_title(part)}" if part else ""),
                kind=kind or one.item.kind,
                data=data,
                path=path if data is not None else "",
                blob="" if data is None else self._file(one).blob,
                hint=one.item.token_hint,
            )
        kinds = [f"kind:{clean_text(kind or one.item.kind)}"]
        if data is not None:
            kinds.append(f"path:{clean_text(path)}")
        draft.labels |= dict.fromkeys([*kinds, *labels])
        draft.needs |= dict.fromkeys(needs)
        return draft

    @staticmethod
    def _claim(draft: Draft, one: LoadedItem) -> None:
        """Note that an item itself, not one of its neighbours, loads the page."""
        if draft.kind == TASK_DEPENDENCY:
            draft.kind = one.item.kind
        draft.required |= one.item.required
        draft.orders.append(one.item.order)

    def _add_command(self, one: LoadedItem) -> None:
        label = f"command:{clean_text(one.item.command)}"
        self._claim(self._put((f"$ {one.item.command}", "", 0), one, None, [label]), one)

    def _add_whole(self, one: LoadedItem) -> None:
        file = self._file(one)
        role = (
            [f"role:{short_title(one.path.rpartition('/')[2].removesuffix('.md'))}"]
            if one.item.kind == "role"
            else []
        )
        if not (self._by_section and is_markdown(one.path) and len(file.parts) > 1):
            labels = [*role, *file.of_whole()] if is_markdown(one.path) else role
            self._claim(self._put((one.path, "", 0), one, file.data, labels), one)
            return
        needs: list[Place] = []
        for part in file.parts:
            place = (one.path, part.title or HEADING_TITLE, part.first)
            labels = [*role, *file.of_part(part)]
            kind = "" if part.title else HEADING
            self._claim(self._put(place, one, part.data, labels, kind=kind, needs=needs), one)
            if not part.title:
                needs = [place]

    def _add_slice(self, one: LoadedItem, data: bytes) -> None:
        file, selector = self._file(one), one.item.selector
        assert selector is not None
        needs: list[Place] = []
        heading = heading_of(file.data)
        if heading and not data.startswith(heading.strip()):
            needs = [(one.path, HEADING_TITLE, 0)]
            self._put(needs[0], one, heading, file.of_heading(), kind=HEADING)
        if selector.task_id:
            needs += self._add_task_dependencies(one, file, selector.task_id, needs)
        labels = list(file.of_slice(data, selector.task_id))
        self.named |= dict.fromkeys(labels)
        place = (one.path, selector.wording, 0)
        self._claim(self._put(place, one, data, labels, needs=needs), one)

    def _add_task_dependencies(
        self, one: LoadedItem, file: FileFacts, task_id: str, heading: list[Place]
    ) -> list[Place]:
        """Add the tasks that a task waits for; return those that it names itself."""
        depends = file.task_dependencies(task_id)

        def places_of(name: str) -> list[Place]:
            return [(one.path, f"task {other}", 0) for other in depends.get(name, ())]

        for name in depends:
            if name != task_id:
                data = to_bytes(task_slice(file.text, name) or "")
                place = (one.path, f"task {name}", 0)
                needs = [*heading, *places_of(name)]
                labels = file.of_slice(data, name)
                self._put(place, one, data, labels, kind=TASK_DEPENDENCY, needs=needs)
        return places_of(task_id)

    def name_all(self) -> dict[Place, str]:
        """Return the id of each page: readable, addressed by content, and never the same twice."""
        taken: set[str] = set()
        ids: dict[Place, str] = {}
        for place, draft in self.places.items():
            mark = "" if draft.data is None else f"{CONTENT}{sha256_hex(draft.data)[:12]}"
            page_id, number = f"{draft.name}{mark}", 1
            while page_id in taken:
                number += 1
                page_id = f"{draft.name} ({number}){mark}"
            taken.add(page_id)
            ids[place] = page_id
        return ids
