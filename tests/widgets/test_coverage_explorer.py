"""The coverage explorer: traits, calls and controls do the same, at every step of the run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import traitlets

import ctxkit as ck
from ctxkit_widgets import CoverageExplorer
from ctxkit_widgets.controls import ChoiceTable, NumberTable, Stepper
from tests.display.objects import HOSTILE
from tests.widgets.controls import cards, control, of_kind, press

PAGES = {
    "page_id": ["a", "b", "c", "d", "e"],
    "tokens": [30, 30, 30, 10, 90],
    "obligations": [["x", "y"], ["x", "z"], ["y", "w"], ["z"], ["x", "y", "z", "w"]],
}
WEIGHTS = {"x": 3.0, "y": 3.0, "z": 2.0, "w": 2.0}


@pytest.fixture
def explorer() -> CoverageExplorer:
    return CoverageExplorer(PAGES, WEIGHTS, tokens=60)


def names_of(explorer: CoverageExplorer) -> list[tuple[str, str]]:
    """What stands in the table of pages: each page and what it is."""
    rows = of_kind(explorer, ChoiceTable).content["rows"]
    return [(row["name"], row["cells"][0]["text"]) for row in rows]


def test_the_limit_that_is_given_says_how_pages_are_compared() -> None:
    assert CoverageExplorer(PAGES, WEIGHTS, slots=2).strategy == "frames"
    assert CoverageExplorer(PAGES, WEIGHTS, tokens=50).strategy == "cost"
    both = CoverageExplorer(PAGES, WEIGHTS, slots=2, tokens=50)
    assert both.strategy == "frames"
    assert control(both, "Slots").layout.display != "none"
    assert control(both, "Token budget").layout.display == "none"
    both.strategy = "cost"
    assert control(both, "Slots").layout.display == "none"


def test_it_answers_as_the_engine_does(explorer: CoverageExplorer) -> None:
    engine = ck.select_by_cost(PAGES, WEIGHTS, 60)
    assert explorer.working_set.page_ids == engine.page_ids
    explorer.choose(strategy="frames", slots=1)
    assert explorer.working_set.page_ids == ck.select_working_set(PAGES, WEIGHTS, 1).page_ids


def test_a_control_a_trait_and_a_call_do_the_same() -> None:
    for label, trait, value in (
        ("Compare", "strategy", "frames"),
        ("Token budget", "tokens", 40),
        ("Slots", "slots", 1),
    ):
        apps = [CoverageExplorer(PAGES, WEIGHTS, tokens=60) for _ in range(3)]
        if trait == "slots":
            for app in apps:
                app.strategy = "frames"
        control(apps[0], label).value = value
        setattr(apps[1], trait, value)
        apps[2].choose(**{trait: value})
        assert len({app.working_set.page_ids for app in apps}) == 1
        assert len({repr(app) for app in apps}) == 1


def test_the_run_is_gone_through_step_by_step(explorer: CoverageExplorer) -> None:
    stepper = of_kind(explorer, Stepper)
    count = len(explorer.working_set)
    assert explorer.step == stepper.value == stepper.max == count == 2
    explorer.forward()
    assert explorer.step == count
    stepper.value = 0
    assert explorer.step == 0 and explorer.moment.pick is None
    assert names_of(explorer)[0] == (explorer.working_set[0].page_id, "next pick")
    assert stepper.told == "before the first pick"
    explorer.forward()
    first = explorer.working_set[0]
    assert stepper.value == 1 and stepper.told == "after pick 1 of 2"
    assert (first.page_id, "pick 1") in names_of(explorer)
    assert any(f"+{first.gain:g}" in card.value for card in cards(explorer))
    explorer.back()
    explorer.back()
    assert explorer.step == 0


def test_it_stays_at_the_end_when_the_run_becomes_longer_and_never_beyond_it(
    explorer: CoverageExplorer,
) -> None:
    explorer.tokens = 100
    assert explorer.step == len(explorer.working_set) > 2
    explorer.step = 2
    explorer.tokens = 40
    assert explorer.step == len(explorer.working_set)


def test_playing_is_a_trait_of_app_and_stepper(explorer: CoverageExplorer) -> None:
    explorer.playing = True
    assert of_kind(explorer, Stepper).playing
    of_kind(explorer, Stepper).playing = False
    assert not explorer.playing


def test_a_page_tells_why_it_is_in_or_out(explorer: CoverageExplorer) -> None:
    table = of_kind(explorer, ChoiceTable)
    table.value = "4"
    assert explorer.selected == "e"
    assert explorer.page is not None and "over the budget" in explorer.page.verdict
    assert any("over the budget: 90 tokens, there are 60" in card.value for card in cards(explorer))
    explorer.selected = "a"
    assert table.value == "0"
    explorer.selected = None
    assert table.value == "" and explorer.page is None


def test_pages_with_one_id_are_told_apart_by_their_row() -> None:
    pages = {**PAGES, "page_id": ["a", "a", "c", "d", "e"]}
    explorer = CoverageExplorer(pages, WEIGHTS, slots=2)
    of_kind(explorer, ChoiceTable).value = "1"
    assert explorer.selected == 1
    with pytest.raises(ck.InvalidValueError, match="ambiguous"):
        explorer.selected = "a"
    assert explorer.selected == 1


def test_a_weight_can_be_moved(explorer: CoverageExplorer) -> None:
    table = of_kind(explorer, NumberTable)
    assert table.values == WEIGHTS
    assert table.most == 6.0
    table.values = WEIGHTS | {"z": 50.0}
    assert explorer.weights["z"] == 50.0
    assert "d" in explorer.working_set.page_ids
    explorer.set_weight("z", 0)
    assert table.values["z"] == 0
    assert (
        explorer.working_set.page_ids == ck.select_by_cost(PAGES, WEIGHTS | {"z": 0.0}, 60).page_ids
    )
    press(explorer, "Back to start")
    assert explorer.weights == WEIGHTS


def test_greedy_stands_beside_bound_and_optimum_which_is_looked_for_on_demand(
    explorer: CoverageExplorer,
) -> None:
    assert explorer.optimum is None
    assert any("not looked for" in card.value for card in cards(explorer))
    press(explorer, "Find the optimum")
    optimum = explorer.optimum
    assert optimum is not None and optimum.status is ck.OptimumStatus.PROVEN
    assert optimum.covered_weight == 10.0
    assert any("optimum, proven" in card.value for card in cards(explorer))
    assert control(explorer, "Find the optimum").disabled is False
    explorer.tokens = 70
    assert explorer.optimum is None  # it was of other values


def test_a_time_limit_that_is_none_is_refused_in_words(explorer: CoverageExplorer) -> None:
    explorer.slots = 1
    explorer.strategy = "frames"
    control(explorer, "Time limit, s").value = -1.0
    press(explorer, "Find the optimum")
    assert explorer.error == "time_limit: not a time; got -1.0; expected seconds, 0 or more"
    assert explorer.optimum is None
    assert control(explorer, "Find the optimum").description == "Find the optimum"


@pytest.mark.parametrize("value", [-1.0, None, float("nan"), float("inf")])
def test_a_refused_weight_is_told_in_words_and_nothing_changes(
    explorer: CoverageExplorer, value: Any
) -> None:
    before = explorer.working_set
    table = of_kind(explorer, NumberTable)
    table.values = WEIGHTS | {"y": value}
    assert explorer.error.startswith("weights['y']")
    assert explorer.working_set is before and explorer.weights == WEIGHTS
    table.values = WEIGHTS
    assert explorer.error == ""


def test_a_refused_limit_is_told_in_words_until_it_is_good(explorer: CoverageExplorer) -> None:
    budget = control(explorer, "Token budget")
    budget.value = -7
    assert explorer.error == "tokens: not a count; got -7; expected a whole number, 0 or more"
    assert explorer.tokens == 60
    budget.value = 60
    assert explorer.error == ""


def test_a_refused_trait_raises_and_everything_stays(explorer: CoverageExplorer) -> None:
    before = explorer.working_set
    with pytest.raises(ck.InvalidValueError, match="no such step; got 3"):
        explorer.step = 3
    with pytest.raises(ck.InvalidValueError, match="no such strategy; got 'best'"):
        explorer.strategy = "best"
    with pytest.raises(ck.UnknownNameError, match="no page named 'z'"):
        explorer.selected = "z"
    with pytest.raises(ck.InvalidValueError, match=r"weights\['x'\]"):
        explorer.weights = {"x": -1}
    with pytest.raises(ck.InvalidValueError, match="no such control; got seed"):
        explorer.choose(seed=1)
    assert explorer.working_set is before
    assert (explorer.step, explorer.strategy, explorer.selected) == (2, "cost", None)


def test_pages_and_labels_can_be_searched_for() -> None:
    many = 500
    pages = pd.DataFrame(
        {
            "page_id": [f"page-{n:03}" for n in range(many)],
            "tokens": [10] * many,
            "obligations": [[f"label-{n:03}", "common"] for n in range(many)],
        }
    )
    weights = pd.Series({f"label-{n:03}": 1.0 + n for n in range(many)})
    explorer = CoverageExplorer(pages, weights, slots=3)
    table, numbers = of_kind(explorer, ChoiceTable), of_kind(explorer, NumberTable)
    assert len(numbers.values) == 30 and "common" in numbers.values
    assert numbers.content["more"] == "… and 471 more labels; search to see them"
    explorer.step = 0
    assert len(table.content["rows"]) == 10
    assert "490 more pages" in table.content["more"]
    control(explorer, "Find a page").value = "PAGE-12"
    assert [name for name, _ in names_of(explorer)] == [f"page-12{n}" for n in range(10)]
    control(explorer, "Find a label").value = "label-007"
    assert list(numbers.values) == ["label-007"]
    numbers.values = {"label-007": 9999.0}
    assert explorer.working_set[0].page_id == "page-007"
    assert len(explorer.weights) == many + 1


def test_weights_may_be_an_array() -> None:
    explorer = CoverageExplorer(PAGES, np.array([3.0, 3.0, 2.0, 2.0]), tokens=60)
    assert explorer.weights == WEIGHTS


def test_nothing_to_choose_from_is_no_error() -> None:
    explorer = CoverageExplorer([], {})
    assert len(explorer.working_set) == explorer.step == 0
    assert "there is no candidate" in repr(explorer)
    explorer.find_optimum()


def test_traits_can_be_observed_and_linked(explorer: CoverageExplorer) -> None:
    seen: list[tuple[Any, int]] = []
    explorer.observe(
        lambda change: seen.append((change.new.page_ids, explorer.step)), "working_set"
    )
    other = CoverageExplorer(PAGES, WEIGHTS, tokens=60)
    traitlets.link((explorer, "tokens"), (other, "tokens"))
    explorer.tokens = 100
    assert seen == [(explorer.working_set.page_ids, len(explorer.working_set))]
    assert other.working_set.page_ids == explorer.working_set.page_ids


def test_the_twin_says_what_the_app_says_and_how_to_get_it(explorer: CoverageExplorer) -> None:
    explorer.step, explorer.selected = 1, "e"
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    for text in (bundle["text/html"], bundle["text/plain"]):
        assert "after pick 1 of 2" in text and "Page e" in text and "bound" in text
        assert "Run this cell in JupyterLab, Notebook or Voilà" in text
    again = CoverageExplorer(PAGES, WEIGHTS, tokens=60, step=1, selected="e")
    assert repr(again) == repr(explorer) == bundle["text/plain"]
    assert again.to_html() == bundle["text/html"]


def test_hostile_pages_stay_text_in_every_part_of_it() -> None:
    text = HOSTILE.replace("\ud800", "")
    pages = {"page_id": [text, "b"], "tokens": [1, 2], "obligations": [[text], [text, "c"]]}
    explorer = CoverageExplorer(pages, {text: 1.0}, slots=1, selected=text)
    for card in cards(explorer):
        assert "<script" not in card.value and "<img" not in card.value
    assert "<script" not in explorer.to_html()
    # Rows go to the page as data, which sets them as text; odd characters are made visible.
    assert "\u202e" not in str(of_kind(explorer, ChoiceTable).content)
