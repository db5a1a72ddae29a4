"""An app that goes through a greedy selection step by step while budget and weights are moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets
import traitlets

from ctxkit.display.document import Document, Fold, Note, Part, describe
from ctxkit.display.resident.steps import (
    candidate_table,
    left_table,
    moment_parts,
    page_parts,
    quality_table,
    step_title,
)
from ctxkit.display.resident.words import STRATEGY_WORDS
from ctxkit.display.resident.working_set import limit_words, pick_table, quality_parts, reject_fold
from ctxkit.errors import CtxkitError, InvalidValueError
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
from ctxkit.resident.weights import label_weights
from ctxkit_widgets.app import App, Guard
from ctxkit_widgets.controls import (
    Card,
    ChoiceTable,
    ErrorCard,
    NumberTable,
    Stepper,
    column_of,
    labelled,
    row_of,
)
from ctxkit_widgets.coverage_tables import page_content, weight_content

_ASKED = ("strategy", "slots", "tokens", "weights")
_MOMENT = ".moment"  #: where a user of the app finds the step
_LEFT = 6  #: labels still to cover that are shown


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
    error : str
        Why the last value of a control was refused, if it was (read only).

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
    error = traitlets.Unicode(read_only=True)

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
        self._guard = Guard()
        default = Strategy.COST if slots is None and tokens is not None else Strategy.FRAMES
        self._moment: CoverageStep | None = None
        self._asked: dict[str, Any] = {
            "strategy": str(traits.pop("strategy", default)),
            "slots": min(8, max(1, len(self.table) // 2)) if slots is None else slots,
            "tokens": self.table.sum_of_tokens // 2 if tokens is None else tokens,
            "weights": self._as_dict(weights),
        }
        step, selected = traits.pop("step", None), traits.pop("selected", None)
        super().__init__(**traits)
        self._make_controls()
        self._answer({})
        self._first = self._asked
        self.step = len(self.working_set) if step is None else step
        self.selected = selected
        _ = self.moment, self.page  # what is not there is refused here
        self._show()
        self.observe(self._trait_changed, list(_ASKED))
        self.observe(self._moved, ["step", "selected"])
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
        unknown = changes.keys() - set(_ASKED)
        if unknown:
            raise InvalidValueError(
                "the explorer has no such control",
                where="CoverageExplorer.choose",
                got=", ".join(sorted(unknown)),
                expected=", ".join(_ASKED),
            )
        self._answer(changes)
        self._show()
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
        made = self._select(asked)
        begun = self.trait_has_value("working_set")
        at_end = not begun or self.step == len(self.working_set)
        with self._guard.hold():
            self._asked, self._moment = asked, None
            for name, value in asked.items():
                setattr(self, name, value)
            self.set_trait("error", "")
            self.set_trait("optimum", None)
            self.set_trait("working_set", made)
            self.step = len(made) if at_end else min(self.step, len(made))

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

    def _trait_changed(self, change: Any) -> None:
        """Answer a trait that was set from outside; refuse what the engine refuses."""
        if not self._guard.busy:
            self._or_back(change, lambda: self.choose(**{change.name: change.new}))

    def _moved(self, change: Any) -> None:
        if not self._guard.busy:
            self._or_back(change, self._show)

    def _or_back(self, change: Any, then: Any) -> None:
        try:
            then()
        except CtxkitError:
            with self._guard.hold():
                setattr(self, change.name, change.old)
            raise

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
        self._page, self._error = Card(), ErrorCard()
        self._weights.most = float(2 * max(self._asked["weights"].values(), default=1) or 1)

        for control, name in (
            (self._strategy, "strategy"),
            (self._slots, "slots"),
            (self._tokens, "tokens"),
            (self._limit, "time_limit"),
            (self._page_search, "page_search"),
            (self._label_search, "label_search"),
            (self._stepper, "step"),
        ):
            control.observe(lambda change, name=name: self._controlled(name, change.new), "value")
        self._stepper.observe(lambda change: self._controlled("playing", change.new), "playing")
        self._pages.observe(self._page_chosen, "value")
        self._weights.observe(self._weight_changed, "values")
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

    def _controlled(self, name: str, value: Any) -> None:
        """Do what a control asks; what is refused is said beside the controls."""
        if self._guard.busy:
            return
        try:
            setattr(self, name, value)
        except CtxkitError as error:
            self._refuse(error)
        else:
            if self.error:  # back at the last good value nothing changes, but the error is gone
                self.set_trait("error", "")
                self._show()

    def _page_chosen(self, change: Any) -> None:
        if self._guard.busy or not change.new:
            return
        row = int(change.new)
        page_id = self.table.page_ids[row]
        self._controlled("selected", page_id if len(self.table.rows_of(page_id)) == 1 else row)

    def _weight_changed(self, change: Any) -> None:
        if self._guard.busy:
            return
        try:
            self.choose(weights=self.weights | change.new)
        except CtxkitError as error:
            self._refuse(error)

    def _find_clicked(self, _: Any) -> None:
        self._find.disabled, self._find.description = True, "Looking …"
        try:
            self.find_optimum()
        except CtxkitError as error:
            self._refuse(error)
        finally:
            self._find.disabled, self._find.description = False, "Find the optimum"

    def _refuse(self, error: CtxkitError) -> None:
        self.set_trait("error", str(error))
        self._error.refuse(error)

    def _show(self, _: Any = None) -> None:
        """Bring all controls and displays to the present state."""
        if self._guard.busy:
            return
        moment, page = self.moment, self.page
        with self._guard.hold():
            self._set_controls()
            self._error.clear()
            self._quality.say(self._head(self._quality_parts()))
            self._step.say(Document("Step", step_title(moment), parts=moment_parts(moment)))
            self._left.say(
                Document("Left to cover", "", parts=[left_table(moment, _LEFT, _MOMENT)])
            )
            self._page.say(self._page_document(page))
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
        content, names = weight_content(self.table, self.weights, self.label_search)
        self._weights.content = content
        self._weights.values = {name: self.weights.get(name, 0) for name in names}

    # -- displays ---------------------------------------------------------------------------------

    def _head(self, parts: list[Part]) -> Document:
        chosen = self.working_set
        facts = [STRATEGY_WORDS[chosen.strategy], limit_words(chosen)]
        return Document("Coverage", describe(chosen).title, facts, parts)

    def _quality_parts(self) -> list[Part]:
        figure, *_ = quality_parts(self.working_set)
        table = quality_table(self.working_set, self.optimum)
        how = [Note(f"Optimum: {self.optimum.note}.", "dim")] if self.optimum else []
        return [figure, table, *how]

    def _page_document(self, page: PageAtStep | None) -> Document:
        if page is None:
            return Document("Page", "", parts=[Note("Choose a page to see why it is in or out.")])
        return Document(
            "Page", page.page_id, [self.table.kind_of(page.row)], parts=page_parts(page)
        )

    def describe(self) -> Document:
        """Return the static twin: greedy beside bound and optimum, the step, the page."""
        chosen, moment, page = self.working_set, self.moment, self.page
        head = self._head([])
        story = [] if page is None else [Fold(f"Page {page.page_id}", page_parts(page), open=True)]
        return Document(
            "Coverage explorer",
            head.title,
            head.facts,
            [
                *self._quality_parts(),
                Note(f"The run {step_title(moment)}:"),
                *moment_parts(moment),
                candidate_table(moment, _MOMENT),
                left_table(moment, 30, _MOMENT),
                *story,
                Fold("All picks", [pick_table(chosen)]),
                reject_fold(chosen),
            ],
            "`.working_set` is the selection, `.moment` the step, `.find_optimum()` the best",
        )
