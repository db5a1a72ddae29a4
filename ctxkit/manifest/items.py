"""What a context manifest is made of: items, selectors, the manifest itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from pydantic import Field, PrivateAttr

from ctxkit.manifest.request import ContextRequest
from ctxkit.manifest.slices import covered_requirements, design_section, task_slice
from ctxkit.model import WireModel
from ctxkit.view import Framed, Plotted, Shown

if TYPE_CHECKING:
    from ctxkit.manifest.changes import ManifestChanges

MANIFEST_VERSION = 1
DEFAULT_SOFT_CEILING = 12_000  #: tokens
MIN_SOFT_CEILING = 1_000  #: tokens
MAX_SOFT_CEILING = 200_000  #: tokens


class ContextSelector(WireModel):
    """Which part of an artifact is meant; exactly one of the three selections is set."""

    omit_empty: ClassVar = frozenset({"task_id", "requirements", "design_headings", "artifact"})

    task_id: str = Field(default="", alias="taskID")
    requirements: tuple[int, ...] = ()
    design_headings: tuple[str, ...] = Field(default=(), alias="designHeadings")
    artifact: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether it chooses nothing, so that the whole artifact is meant."""
        return not (self.task_id or self.requirements or self.design_headings)

    def cut(self, text: str) -> str | None:
        """Return the part of an artifact's text that is chosen; all of it where nothing is.

        Returns
        -------
        str or None
            ``None`` where what is chosen is not there.
        """
        if self.task_id:
            return task_slice(text, self.task_id)
        if self.requirements:
            return covered_requirements(text, self.requirements)
        if self.design_headings:
            return design_section(text, self.design_headings)
        return text

    @property
    def wording(self) -> str:
        """What is chosen, such as ``task T3`` or ``requirements 1, 4``."""
        if self.task_id:
            return f"task {self.task_id}"
        if self.requirements:
            noun = "requirement" if len(self.requirements) == 1 else "requirements"
            return f"{noun} {', '.join(map(str, self.requirements))}"
        if self.design_headings:
            return "sections " + ", ".join(repr(title) for title in self.design_headings)
        return "nothing"


class MissionContextItem(WireModel):
    """One thing to load. API page, *MissionContextItem*.

    Attributes
    ----------
    order : int
        Counts from 1.
    kind : str
        ``role``, ``skill``, ``steering``, ``phase-skill``, ``handshake-policy``,
        ``command-schema``, ``spec-context``, ``scope-file`` or ``source-artifact``.
    path, command : str
        What to read or to run; one of them is set.
    mode : str
        ``read-full``, ``read-targeted``, ``reference-if-needed`` or ``run-command``.
    required : bool
    token_hint : int
        Estimated cost in tokens.
    rationale : str
    selector : ContextSelector or None
        The part that is meant, where it is not the whole file.
    """

    omit_empty: ClassVar = frozenset({"path", "command", "token_hint", "selector"})

    order: int = 0
    kind: str = ""
    path: str = ""
    command: str = ""
    mode: str = ""
    required: bool = False
    token_hint: int = Field(default=0, alias="tokenHint")
    rationale: str = ""
    selector: ContextSelector | None = None


class SliceLook(NamedTuple):
    """What a selector chose, kept beside the manifest for the display; not on the wire."""

    text: str
    whole_tokens: int  #: estimate of the artifact that it was cut from


class MissionContextManifest(Shown, Framed, Plotted, WireModel):
    """What to load, in order, and how far to expand it. API page, *MissionContextManifest*.

    Attributes
    ----------
    version : int
    soft_token_ceiling : int
        Tokens.
    strategy : str
    role : str
        The resolved role.
    items : tuple of MissionContextItem
    estimated_tokens : int
        Sum of the hints of the required items.
    budget : int
        Tokens.
    over_budget : bool
    budget_actions : tuple of str
        What to do when over budget.
    """

    omit_empty: ClassVar = frozenset(
        {"estimated_tokens", "budget", "over_budget", "budget_actions"}
    )

    version: int = MANIFEST_VERSION
    soft_token_ceiling: int = Field(default=DEFAULT_SOFT_CEILING, alias="softTokenCeiling")
    strategy: str = ""
    role: str = ""
    items: tuple[MissionContextItem, ...] = ()
    estimated_tokens: int = Field(default=0, alias="estimatedTokens")
    budget: int = 0
    over_budget: bool = Field(default=False, alias="overBudget")
    budget_actions: tuple[str, ...] = Field(default=(), alias="budgetActions")

    _request: ContextRequest | None = PrivateAttr(default=None)
    _looks: Mapping[int, SliceLook] = PrivateAttr(default_factory=dict)
    _missed: tuple[str, ...] = PrivateAttr(default=())

    @property
    def request(self) -> ContextRequest | None:
        """The request it was built from; ``None`` for a manifest read from JSON."""
        return self._request

    @property
    def required_items(self) -> tuple[MissionContextItem, ...]:
        """The items that must be loaded."""
        return tuple(item for item in self.items if item.required)

    @property
    def optional_tokens(self) -> int:
        """Sum of the hints of the items that are not required, in tokens."""
        return sum(item.token_hint for item in self.items if not item.required)

    def slice_of(self, item: MissionContextItem | int) -> str | None:
        """Return the text that an item's selector chose.

        Parameters
        ----------
        item : MissionContextItem or int
            The item, or its order.

        Returns
        -------
        str or None
            ``None`` where the item has no selector, or the manifest was read from JSON.
        """
        look = self.look_at(item if isinstance(item, int) else item.order)
        return look.text if look else None

    def look_at(self, order: int) -> SliceLook | None:
        """Return the chosen slice of the item with this order, and the cost of the whole."""
        return self._looks.get(order)

    def text_of(self, order: int) -> str | None:
        """Return the text that an item loads: its slice, or the whole artifact.

        Parameters
        ----------
        order : int
            Order of the item.

        Returns
        -------
        str or None
            ``None`` where only the disk or a command knows it, and where there is no such item.
        """
        look = self.look_at(order)
        if look:
            return look.text
        item = next((item for item in self.items if item.order == order), None)
        reader = self._request.read_artifact if self._request else None
        if item is None or reader is None or item.kind != "source-artifact":
            return None
        return reader(item.path.rpartition("/")[2])

    @property
    def missed(self) -> tuple[str, ...]:
        """In words, what the request asked for that is not in the artifacts."""
        return self._missed

    def changes_since(self, before: MissionContextManifest) -> ManifestChanges:
        """Return what this manifest loads that an earlier one does not, and the other way round.

        Parameters
        ----------
        before : MissionContextManifest
        """
        from ctxkit.manifest.changes import compare_manifests

        return compare_manifests(before, self)

    def tokens_by_kind(self) -> Iterator[tuple[str, bool, int]]:
        """Yield kind, whether required, and the tokens of neighbouring items of one kind."""
        totals: dict[tuple[str, bool], int] = {}
        for item in self.items:
            key = (item.kind, item.required)
            totals[key] = totals.get(key, 0) + item.token_hint
        for (kind, required), tokens in totals.items():
            yield kind, required, tokens
