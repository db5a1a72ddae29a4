"""What the coverage explorer shows beside its tables, as documents; nothing here has state."""

from __future__ import annotations

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
from ctxkit.display.resident.working_set import (
    limit_words,
    pick_table,
    quality_parts,
    reject_fold,
)
from ctxkit.resident import CoverageStep, Optimum, PageAtStep, WorkingSet

_MOMENT = ".moment"  #: where a user of the app finds the step
_LEFT = 6  #: labels still to cover that are shown


def quality_card(chosen: WorkingSet, optimum: Optimum | None, kind: str = "Coverage") -> Document:
    """Return greedy beside optimum and bound."""
    figure, *_ = quality_parts(chosen)
    how = [Note(f"Optimum: {optimum.note}.", "dim")] if optimum else []
    return Document(
        kind,
        describe(chosen).title,
        [STRATEGY_WORDS[chosen.strategy], limit_words(chosen)],
        [figure, quality_table(chosen, optimum), *how],
    )


def step_card(moment: CoverageStep) -> Document:
    """Return what the last pick brought and how much is left."""
    return Document("Step", step_title(moment), parts=moment_parts(moment))


def left_card(moment: CoverageStep) -> Document:
    """Return the heaviest labels that are not covered yet."""
    return Document("Left to cover", "", parts=[left_table(moment, _LEFT, _MOMENT)])


def page_card(page: PageAtStep | None) -> Document:
    """Return why a page is in or out."""
    if page is None:
        words = "Choose a page to see why it is in or out."
        return Document("Page", "", parts=[Note(words, "dim")])
    kind = page.moment.working_set.table.kind_of(page.row)
    return Document("Page", page.page_id, [kind], page_parts(page))


def whole_story(moment: CoverageStep, page: PageAtStep | None, optimum: Optimum | None) -> Document:
    """Return all that the app knows on one page."""
    chosen = moment.working_set
    head = quality_card(chosen, optimum, "Coverage explorer")
    about: list[Part] = []
    if page is not None:
        about = [Fold(f"Page {page.page_id}", page_parts(page), open=True)]
    return Document(
        head.kind,
        head.title,
        head.facts,
        [
            *head.parts,
            Note(f"The run {step_title(moment)}:"),
            *moment_parts(moment),
            candidate_table(moment, _MOMENT),
            left_table(moment, 30, _MOMENT),
            *about,
            Fold("All picks", [pick_table(chosen)]),
            reject_fold(chosen),
        ],
        "`.working_set` is the selection, `.moment` the step, `.find_optimum()` the best choice",
    )
