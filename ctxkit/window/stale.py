"""Which pages an edit made stale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ctxkit.collection import Collection
from ctxkit.model import Model

PagePart = Literal["mandatory", "picked", "out"]


class StalePage(Model):
    """A page whose file is no longer the one that it was made from.

    Attributes
    ----------
    page_id, path : str
    part : str
        ``mandatory`` or ``picked`` where it is in the window, else ``out``.
    tokens : int
        What it cost when it was made.
    why : str
        What has changed.
    """

    page_id: str
    path: str
    part: PagePart
    tokens: int
    why: str


class StalePages(Collection[StalePage]):
    """The stale pages in load order; empty, and so false, where nothing is stale.

    Attributes
    ----------
    looked_at : int
        How many pages were checked.
    estimator : str
        Who counted the tokens.
    """

    noun = "stale page"

    def __init__(
        self, items: Iterable[StalePage] = (), *, looked_at: int = 0, estimator: str = ""
    ) -> None:
        super().__init__(items)
        self.looked_at = looked_at
        self.estimator = estimator

    @staticmethod
    def name_of(item: StalePage) -> str:
        """Return the page's id."""
        return item.page_id

    def _sliced(self, items: tuple[StalePage, ...]) -> StalePages:
        return StalePages(items, looked_at=self.looked_at, estimator=self.estimator)

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that changed, each once."""
        return tuple(dict.fromkeys(page.path for page in self))

    @property
    def resident(self) -> StalePages:
        """Only those that are in the window."""
        return self._sliced(tuple(page for page in self if page.part != "out"))

    @property
    def tokens(self) -> int:
        """Tokens of all of them together."""
        return sum(page.tokens for page in self)
