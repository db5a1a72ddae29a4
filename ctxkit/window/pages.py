"""The items of a manifest as pages, so that a window can be tried on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.tokens import ESTIMATOR_NAME
from ctxkit.manifest.tree import Tree
from ctxkit.resident.assembly import closure_rows
from ctxkit.resident.columns import page_table
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.resident.pages import DependencyEnv, PathBlob, as_env
from ctxkit.resident.table import PageTable
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.window.drafts import Drafts
from ctxkit.window.environment import environment
from ctxkit.window.hints import items_by_hint_id, page_of_hint, take_hints
from ctxkit.window.loading import load_items
from ctxkit.window.measure import MeasuredItem, measure
from ctxkit.window.stale import StalePage, StalePages


class Grain(StrEnum):
    """How finely files are made into pages."""

    ITEM = "item"  #: One page an item: the whole file, or the slice that is asked for.
    SECTION = "section"  #: Whole Markdown files in one page a heading.


@dataclass(eq=False, repr=False)
class ManifestPages(Shown, Framed, Plotted):
    """The pages of a manifest, which of them must be loaded, and what is missing.

    Unpacks into table and mandatory ids, as :func:`ctxkit.assemble_resident` takes them.

    Attributes
    ----------
    manifest : MissionContextManifest
    table : PageTable
        In load order. Labels are typed facts: ``kind:…``, ``path:…``, ``role:…``, ``task:…``,
        ``requirement:…``, ``section:…``, ``command:…``.
    mandatory : tuple of str
        Ids of the pages of required items.
    items : tuple of MeasuredItem
        Every item of the manifest, and what it costs.
    orders : tuple of tuple of int
        Which items load each page, by row; none for headings and for tasks waited for.
    grain : Grain
    contents : tuple of (bytes or None)
        What stands on each page, by row; ``None`` where nothing was read.
    named : tuple of str
        The labels that the manifest asks for by name: of its task, requirements and sections.
    tree : Tree or None
        Where they were read from; ``None`` where they were made from hints.
    """

    manifest: MissionContextManifest
    table: PageTable
    mandatory: tuple[str, ...]
    items: tuple[MeasuredItem, ...]
    orders: tuple[tuple[int, ...], ...]
    grain: Grain = Grain.ITEM
    contents: tuple[bytes | None, ...] = ()
    named: tuple[str, ...] = ()
    tree: Tree | None = field(default=None)

    def __iter__(self) -> Iterator[PageTable | tuple[str, ...]]:
        return iter((self.table, self.mandatory))

    @property
    def missing(self) -> tuple[MeasuredItem, ...]:
        """The items that name what is not there; they add no page."""
        return tuple(one for one in self.items if one.missing)

    @property
    def estimator(self) -> str:
        """Who counted the tokens."""
        return self.table.estimator

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that pages were made from, each once."""
        found = (self.path_of(row) for row in range(len(self.table)))
        return tuple(dict.fromkeys(path for path in found if path))

    @property
    def closure(self) -> list[int]:
        """Rows of the mandatory pages and of all that they depend on."""
        return closure_rows(self.table, self.mandatory)

    @property
    def mandatory_tokens(self) -> int:
        """Tokens of the mandatory pages and of all that they depend on."""
        return self.table.total_tokens(self.closure)

    def path_of(self, row: int) -> str:
        """Return the file that the page in a row was made from; ``""`` for a command."""
        dependency = self.table.dependency_of(row)
        return dependency.path if isinstance(dependency, PathBlob) else ""

    def row_of(self, page: str | int) -> int:
        """Return the row of a page, by its id, by a part of it that no other id has, or by row.

        Raises
        ------
        UnknownNameError
            If no id has it.
        InvalidValueError
            If several have it, or there is no such row.
        """
        if isinstance(page, int):
            if not 0 <= page < len(self.table):
                raise InvalidValueError(
                    "no such row",
                    where="page",
                    got=str(page),
                    expected=f"0 to {len(self.table) - 1}",
                )
            return page
        ids = self.table.page_ids
        near = [row for row, known in enumerate(ids) if known == page]
        near = near or [row for row, known in enumerate(ids) if page in known]
        if not near:
            raise UnknownNameError.among("page", page, ids[:5000])
        if len(near) > 1:
            more = " …" if len(near) > 5 else ""
            raise InvalidValueError(
                "several pages are called so",
                where=f"page {page!r}",
                got=", ".join(ids[row] for row in near[:5]) + more,
                expected="a part of one id",
            )
        return near[0]

    def text_of(self, page: str | int) -> str | None:
        """Return what stands on a page; ``None`` for a command.

        Parameters
        ----------
        page : str or int
            As for :meth:`row_of`. What is not UTF-8 shows as U+FFFD.
        """
        row = self.row_of(page)
        data = self.contents[row] if self.contents else None
        return None if data is None else data.decode("utf-8", "replace")

    def environment(self) -> DependencyEnv:
        """Return what the files of these pages hold now, read from the disk."""
        if self.tree is None:
            return DependencyEnv()
        return environment(self.tree, paths=self.paths)

    def stale(self, env: DependencyEnv | None = None) -> StalePages:
        """Return the pages whose file has changed since they were made.

        Parameters
        ----------
        env : DependencyEnv, optional
            The state to check against; the present one, read from the disk, when not given.
        """
        return find_stale(self, env, picked=frozenset(), mandatory=frozenset(self.closure))


def find_stale(
    pages: ManifestPages,
    env: DependencyEnv | None,
    *,
    picked: frozenset[int],
    mandatory: frozenset[int],
) -> StalePages:
    """Return the stale pages, each with the part of the window that it stands in."""
    state = pages.environment() if env is None else as_env(env)
    table = pages.table
    found = (
        StalePage(
            page_id=table.page_ids[row],
            path=pages.path_of(row),
            part="mandatory" if row in mandatory else "picked" if row in picked else "out",
            tokens=int(table.tokens[row]),
            why=_what_changed(pages.path_of(row), state),
        )
        for row, holds in enumerate(table.holds(state).tolist())
        if not holds
    )
    return StalePages(found, looked_at=len(table), estimator=table.estimator)


def _what_changed(path: str, state: DependencyEnv) -> str:
    return "the file was edited" if path in state.path_blobs else "the file is not there"


def pages_from_manifest(
    manifest: MissionContextManifest,
    workspace: Tree | None = None,
    *,
    grain: Grain | str = Grain.ITEM,
    estimator: Estimator = HEURISTIC,
) -> ManifestPages:
    """Make pages of what a manifest loads; those of its required items are mandatory.

    Read and counted on the bytes that are on the disk now. A page is called by its path, its part
    and the first twelve digits of the SHA-256 of its bytes, such as
    ``docs/a.md § Overview @ 3fa9c1d20b7e``; it depends on the whole file as stored. A command has
    no bytes: it is a page at the cost of its hint that never gets stale. An item whose file is
    absent adds no page, but is named in ``missing``. What another item loads whole adds no page of
    its own.

    With a slice or a section comes a page for what stands before the first section of its file,
    and depends on it; a task depends on the tasks that it waits for, which become pages too.

    Parameters
    ----------
    manifest : MissionContextManifest
    workspace : Workspace, optional
        Where its paths are read. Without it every item is a page at the cost of its hint, its id
        says nothing of content, and it never gets stale.
    grain : Grain or str
        "item": one page an item or slice. "section": whole Markdown files in one page a heading
        (a mandatory file in mandatory pages); other files and slices stay whole.
    estimator : Estimator
        Who counts the tokens.

    Returns
    -------
    ManifestPages

    Raises
    ------
    InvalidValueError
        If a token hint is negative, or a grain or estimator is asked for without a workspace.
    """
    fineness = _as_grain(grain)
    if workspace is None:
        if fineness is not Grain.ITEM or estimator is not HEURISTIC:
            raise InvalidValueError(
                "without a workspace there are no bytes to split or to count",
                where="workspace",
                got="None",
                expected="a Workspace",
                hint="pages_from_manifest(manifest, workspace, ...)",
            )
        return _pages_of_hints(manifest)
    loaded = list(load_items(manifest, workspace))
    drafts = Drafts(loaded, by_section=fineness is Grain.SECTION)
    ids = drafts.name_all()
    made = [
        (draft, draft.page(ids[place], [ids[other] for other in draft.needs], estimator))
        for place, draft in drafts.places.items()
    ]
    by_hint = any(draft.data is None for draft, _ in made)
    name = estimator.name + (", commands by their hints" if by_hint else "")
    return ManifestPages(
        manifest=manifest,
        table=page_table([page for _, page in made], estimator=name),
        mandatory=tuple(page.page_id for draft, page in made if draft.required),
        items=tuple(measure(one, estimator) for one in loaded),
        orders=tuple(tuple(draft.orders) for draft, _ in made),
        grain=fineness,
        contents=tuple(draft.data for draft, _ in made),
        named=tuple(drafts.named),
        tree=workspace,
    )


def _as_grain(grain: Grain | str) -> Grain:
    try:
        return Grain(grain)
    except ValueError:
        raise UnknownNameError.among("grain", grain, Grain) from None


def _pages_of_hints(manifest: MissionContextManifest) -> ManifestPages:
    items = take_hints(manifest)
    by_id = items_by_hint_id(items)
    return ManifestPages(
        manifest=manifest,
        table=page_table(
            [page_of_hint(page_id, same) for page_id, same in by_id.items()],
            estimator=f"{ESTIMATOR_NAME} and fixed hints",
        ),
        mandatory=tuple(
            page_id for page_id, same in by_id.items() if any(item.required for item in same)
        ),
        items=items,
        orders=tuple(tuple(item.order for item in same) for same in by_id.values()),
    )
