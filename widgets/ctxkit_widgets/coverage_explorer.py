"""An app that goes through a greedy selection step by step while budget and weights are moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets
import traitlets

from ctxkit.display.document import Document
from ctxkit.display.resident.steps import step_title
from ctxkit.display.resident.words import STRATEGY_WORDS
from ctxkit.errors import InvalidValueError
from ctxkit.resident import (
    CoverageStep,
    Optimum,
    PageAtStep,
    Strategy,
    WorkingSet,
    page_table,
    select_by_cost,
    select_working_set,
)
from ctxkit.resident.selection import check_count
from ctxkit.resident.weights import label_weights
from ctxkit_widgets.app import App
from ctxkit_widgets.controls import (
    Card,
    ChoiceTable,
    NumberTable,
    Stepper,
    column_of,
    labelled,
    row_of,
)
from ctxkit_widgets.coverage_cards import (
    left_card,
    page_card,
    quality_card,
    step_card,
    whole_story,
)
from ctxkit_widgets.coverage_tables import page_content, weight_content

_ASKED = ("strategy", "slots", "tokens", "weights")


class CoverageExplorer(App):
    """Go through a greedy selection step by step, and move what it depends on.

    Every control is a trait or a call, and setting the trait does what the control does.

    Parameters
    ----------
    pages : PageTable, iterable of ContextPage, mapping of columns, DataFrame or Arrow table
        The candidates, see :func:`ctxkit.page_table`.
    weights : mapping of str to float, Series, or array
        Weight of each label.
    slots : int, optional
        Room in pages; with it the pages are compared by gain.
    tokens : int, optional
        Room in tokens; with it, and without ``slots``, they are compared by gain for each token.
    **traits
        Other values to start with: ``strategy``, ``step``, ``selected``, ``time_limit``.

    Attributes
    ----------
    strategy : str
        ``frames`` or ``cost``, see :class:`ctxkit.Strategy`.
    slots, tokens : int
        The limits; the strategy says which of them counts.
    weights : dict of str to float
        A label that is not in it weighs 0.
    step : int
        Picks made by now.
    playing : bool
        Whether the app steps on by itself.
    selected : str or int or None
        Page that is looked into: its id, or its row where the id stands twice.
    page_search, label_search : str
        Texts that ids of pages, or labels, are looked for.
    time_limit : float
        Seconds that looking for the optimum may take.
    working_set : WorkingSet
        The selection (read only; observe it to follow).
    optimum : Optimum or None
        The best choice, once it was looked for with the present values (read only).

    Raises
    ------
    CtxkitError
        If a value is not possible. The app stays as it was.
    """

    strategy = traitlets.Unicode(str(Strategy.FRAMES))
    slots = traitlets.Int()
    tokens: Any = traitlets.Int()
    weights: Any = traitlets.Dict()
    step = traitlets.Int(0)
    playing = traitlets.Bool(False)
    selected: Any = traitlets.Union(
        [traitlets.Unicode(), traitlets.Int()], default_value=None, allow_none=True
    )
    page_search = traitlets.Unicode("")
    label_search = traitlets.Unicode("")
    time_limit = traitlets.Float(5.0)
    working_set = traitlets.Instance(WorkingSet, read_only=True)
    optimum = traitlets.Instance(Optimum, allow_none=True, read_only=True)

    def __init__(
        self,
        pages: Any,
        weights: Any,
        *,
        slots: int | None = None,
        tokens: int | None = None,
        **traits: Any,
    ) -> None:
        self.table = page_table(pages)
        default = Strategy.COST if slots is None and tokens is not None else Strategy.FRAMES
        self._moment: CoverageStep | None = None
        asked = {
            "strategy": str(traits.pop("strategy", default)),
            "slots": min(8, max(1, len(self.table) // 2)) if slots is None else slots,
            "tokens": self.table.sum_of_tokens // 2 if tokens is None else tokens,
            "weights": self._as_dict(weights),
        }
        step, selected = traits.pop("step", None), traits.pop("selected", None)
        super().__init__(**traits)
        self._make_controls()
        self._answer(asked)
        self._first = self._asked
        self._sought: str | None = None
        self._labels: list[str] = []
        self._weights.most = float(2 * max(self.weights.values(), default=1) or 1)
        self.step = len(self.working_set) if step is None else step
        self.selected = selected
        _ = self.moment, self.page  # what is not there is refused here
        self._show()
        self.observe(self._trait_changed, list(_ASKED))
        self.observe(lambda change: self._or_back(change, self._show), ["step", "selected"])
        self.observe(self._show, ["page_search", "label_search", "playing", "time_limit"])

    # -- what controls do, as calls ---------------------------------------------------------------

    def choose(self, **changes: Any) -> WorkingSet:
        """Select with some values changed, all of them at once.

        Parameters
        ----------
        **changes
            ``strategy``, ``slots``, ``tokens``, ``weights``.

        Raises
        ------
        CtxkitError
            If a value is not possible. The app stays as it was.
        """
        self._ask("choose", changes, _ASKED)
        return self.working_set

    def set_weight(self, label: str, value: float) -> None:
        """Give one label another weight."""
        self.choose(weights={**self.weights, label: value})

    def reset(self) -> None:
        """Go back to the limits, strategy and weights that the explorer started with."""
        self.choose(**self._first)

    def forward(self) -> None:
        """Go one pick forward, as far as there is one."""
        self.step = min(len(self.working_set), self.step + 1)

    def back(self) -> None:
        """Take one pick back, as far as there is one."""
        self.step = max(0, self.step - 1)

    def find_optimum(self) -> Optimum:
        """Look for the best choice within the same limits, for at most ``time_limit`` seconds."""
        found = self.working_set.optimal(time_limit=self.time_limit)
        self.set_trait("optimum", found)
        self._show()
        return found

    @property
    def moment(self) -> CoverageStep:
        """The run at the present step."""
        if self._moment is None or self._moment.step != self.step:
            self._moment = self.working_set.at(self.step)
        return self._moment

    @property
    def page(self) -> PageAtStep | None:
        """The selected page at the present step."""
        return None if self.selected is None else self.moment.page(self.selected)

    # -- state ------------------------------------------------------------------------------------

    def _as_dict(self, weights: Any) -> dict[str, float]:
        checked = label_weights(weights, self.table)
        if isinstance(weights, Mapping):
            return dict(weights)
        return dict(zip(self.table.label_names, checked.tolist(), strict=True))

    def _answer(self, changes: dict[str, Any]) -> None:
        asked = self._asked | changes
        asked["weights"] = self._as_dict(asked["weights"])
        asked |= {name: check_count(asked[name], name) for name in ("slots", "tokens")}
        made = self._select(asked)
        begun = self.trait_has_value("working_set")
        at_end = not begun or self.step == len(self.working_set)
        step = len(made) if at_end else min(self.step, len(made))
        self._moment = None
        self._take(asked, working_set=made, optimum=None, step=step)

    def _select(self, asked: Mapping[str, Any]) -> WorkingSet:
        try:
            strategy = Strategy(asked["strategy"])
        except ValueError:
            raise InvalidValueError(
                "no such strategy",
                where="strategy",
                got=repr(asked["strategy"]),
                expected=" or ".join(repr(str(one)) for one in Strategy),
            ) from None
        if strategy is Strategy.FRAMES:
            return select_working_set(self.table, asked["weights"], asked["slots"])
        return select_by_cost(self.table, asked["weights"], asked["tokens"])

    # -- controls ---------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._strategy = labelled(
            ipywidgets.Dropdown,
            "Compare",
            options=[(words, str(one)) for one, words in STRATEGY_WORDS.items()],
        )
        self._slots = labelled(ipywidgets.IntText, "Slots", width="160px", continuous_update=False)
        self._tokens = labelled(
            ipywidgets.IntText, "Token budget", width="220px", continuous_update=False, step=100
        )
        self._limit = labelled(
            ipywidgets.FloatText, "Time limit, s", width="180px", continuous_update=False, step=1
        )
        self._find = ipywidgets.Button(
            description="Find the optimum",
            tooltip="Look for the best choice by an integer program, within the time limit",
        )
        reset = ipywidgets.Button(description="Back to start")
        self._stepper = Stepper(name="Step of the greedy run")
        self._pages, self._weights = ChoiceTable(), NumberTable(name="Weight")
        self._page_search = labelled(ipywidgets.Text, "Find a page")
        self._label_search = labelled(ipywidgets.Text, "Find a label")
        self._quality, self._step, self._left = Card(), Card(), Card()
        self._page = Card()

        for control, name in (
            (self._strategy, "strategy"),
            (self._slots, "slots"),
            (self._tokens, "tokens"),
            (self._limit, "time_limit"),
            (self._page_search, "page_search"),
            (self._label_search, "label_search"),
            (self._stepper, "step"),
        ):
            control.observe(lambda change, name=name: self._set(name, change.new), "value")
        self._stepper.observe(lambda change: self._set("playing", change.new), "playing")
        self._pages.observe(self._page_chosen, "value")
        self._weights.observe(
            lambda change: self._from_control(
                lambda: self.choose(weights=self.weights | change.new)
            ),
            "values",
        )
        self._find.on_click(self._find_clicked)
        reset.on_click(lambda _: self.reset())
        self.children = (
            row_of(self._strategy, self._slots, self._tokens, reset),
            self._error,
            self._quality,
            row_of(self._find, self._limit),
            self._stepper,
            row_of(
                column_of(
                    self._step, self._page_search, self._pages, self._left, basis="420px", grow=3
                ),
                column_of(self._page, self._label_search, self._weights, basis="380px", grow=2),
            ),
        )

    def _set(self, name: str, value: Any) -> None:
        self._from_control(lambda: setattr(self, name, value))

    def _page_chosen(self, change: Any) -> None:
        if change.new:
            row = int(change.new)
            page_id = self.table.page_ids[row]
            self._set("selected", page_id if len(self.table.rows_of(page_id)) == 1 else row)

    def _find_clicked(self, _: Any) -> None:
        self._find.disabled, self._find.description = True, "Looking …"
        try:
            self._from_control(self.find_optimum)
        finally:
            self._find.disabled, self._find.description = False, "Find the optimum"

    def _show(self, _: Any = None) -> None:
        moment, page = self.moment, self.page
        with self._by_itself():
            self._set_controls()
            self._quality.say(quality_card(self.working_set, self.optimum))
            self._step.say(step_card(moment))
            self._left.say(left_card(moment))
            self._page.say(page_card(page))
            self._pages.content = page_content(moment, self.page_search)
            self._pages.value = "" if page is None else str(page.row)

    def _set_controls(self) -> None:
        by_slots = self.working_set.strategy is Strategy.FRAMES
        self._slots.layout.display = "" if by_slots else "none"
        self._tokens.layout.display = "none" if by_slots else ""
        self._strategy.value, self._slots.value = self.strategy, self.slots
        self._tokens.value, self._limit.value = self.tokens, self.time_limit
        self._page_search.value, self._label_search.value = self.page_search, self.label_search
        self._stepper.max, self._stepper.value = len(self.working_set), self.step
        self._stepper.told = f"{step_title(self.moment)}"
        self._stepper.playing = self.playing
        if self._sought != self.label_search:  # of many labels this takes longer than a step
            self._sought = self.label_search
            self._weights.content, self._labels = weight_content(self.table, self._sought)
        self._weights.values = {name: self.weights.get(name, 0) for name in self._labels}

    def describe(self) -> Document:
        """Return the static twin: greedy beside bound and optimum, the step, the page."""
        return whole_story(self.moment, self.page, self.optimum)
