"""How a selection, its rejects and the optimum beside it look."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    PALETTE,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Note,
    Part,
    Row,
    Table,
    Tone,
    count,
    describe,
)
from ctxkit.display.resident.words import STRATEGY_WORDS, labels, percent, weight
from ctxkit.resident.optimum import Optimum, OptimumStatus
from ctxkit.resident.working_set import Rejects, WorkingSet


@describe.register
def _working_set(held: WorkingSet) -> Document:
    return Document(
        kind="Working set",
        title=f"{len(held):,} of {count(len(held.table), 'page')} picked",
        facts=[STRATEGY_WORDS[held.strategy], limit_words(held)],
        parts=[*quality_parts(held), pick_table(held), reject_fold(held)],
        footer="`.explain(page)` says why a page is in or out, `.optimal()` looks for the best "
        "choice, `.to_frame()` and `.rejects.to_frame()` are the tables, `.plot()` the picture",
    )


def limit_words(held: WorkingSet) -> str:
    """Return the limits within which was chosen."""
    if held.slots is None:
        return f"{count(held.token_budget or 0, 'token')} to spend"
    if held.frame_tokens == 0:
        return "no frame size was given, so there are no slots"
    frame = f" of {held.frame_tokens:,} tokens" if held.frame_tokens else ""
    return f"{count(held.slots, 'slot')}{frame}"


def quality_parts(held: WorkingSet) -> list[Part]:
    """Return how much was covered, and how far from the best that can be."""
    tokens = f"{held.used_tokens:,} tokens, {held.table.estimator}"
    if not held.coverable.any():
        return [Figure("Nothing", "that has a weight could be covered", [tokens])]
    covered = f"{weight(held.covered_weight)} of {weight(held.coverable_weight)}"
    parts: list[Part] = [
        Figure(
            percent(held.share_of_coverable),
            "of the coverable weight is covered",
            [covered, tokens],
            "good" if held.share_of_coverable == 1 else "plain",
        )
    ]
    if held.frame_tokens == 0:
        parts.append(
            Note("No frame size was given: without `frame_tokens` no page is picked.", "warn")
        )
    parts.append(Note(_bound_words(held)))
    return parts


def _bound_words(held: WorkingSet) -> str:
    """Return what is known of other choices within the same limits."""
    if held.complete and held.share_of_coverable == 1:
        return "Nothing coverable is left, so no choice covers more."
    if not held.coverable_within_limits:
        return "No page that fits these limits has anything to cover."
    within = f"Pages that fit these limits could cover {weight(held.coverable_within_limits)}"
    if held.complete:
        return f"{within} and do: no choice within these limits covers more."
    bound = (
        f"No choice within these limits covers more than {weight(held.upper_bound)}: "
        f"this one reaches at least {percent(held.share_of_bound)} of the best."
    )
    same = held.coverable_within_limits == held.coverable_weight
    return bound if same else f"{within} together. {bound}"


def pick_table(held: WorkingSet) -> Table:
    """Return the picks in the order in which they were made."""
    return Table(
        caption=f"Picks in order. Tokens: {held.table.estimator}.",
        columns=[
            Column("#", "right"),
            Column("page"),
            Column("gain", "right"),
            Column("covers first", wide=True),
            Column("tokens", "right"),
            Column("covered so far", "right"),
            Column("tokens so far", "right"),
        ],
        rows=_pick_rows(held),
        total=len(held),
        empty=_why_empty(held),
    )


def _why_empty(held: WorkingSet) -> str:
    if not held.eligible.any():
        return "there is no candidate"
    return "there are no slots" if held.slots == 0 else "no page gains anything"


def _pick_rows(held: WorkingSet) -> Iterator[Row]:
    largest = held.run.gains[0] if held.run.gains else 0.0
    whole = held.coverable_weight
    for pick in held:
        yield Row(
            [
                f"{pick.step:,}",
                Cell(pick.page_id, code=True),
                Cell(weight(pick.gain), gauge=Gauge(pick.gain, largest)),
                labels(pick.new_labels),
                f"{pick.tokens:,}",
                percent(min(1.0, pick.covered_weight / whole)) if whole else "—",
                f"{pick.used_tokens:,}",
            ]
        )


def reject_fold(held: WorkingSet) -> Fold:
    """Return the pages that are out, by reason and one by one."""
    rejects = held.rejects
    return Fold(
        f"{count(len(rejects), 'page')} not picked",
        [reason_table(rejects), reject_table(rejects, ".rejects.to_frame()")],
    )


def reason_table(rejects: Rejects) -> Table:
    """Return how many pages are out for each reason."""
    counts = rejects.counts
    return Table(
        caption="Why pages are out",
        columns=[Column("reason"), Column("pages", "right")],
        rows=(
            Row([str(reason), Cell(f"{n:,}", gauge=Gauge(n, len(rejects), PALETTE[-1]))])
            for reason, n in counts.items()
        ),
        total=len(counts),
        empty="none is",
    )


def reject_table(rejects: Rejects, more: str) -> Table:
    """Return the pages that are out, in their order in the table."""
    return Table(
        caption="Pages that are out, in their given order",
        columns=[Column("page"), Column("tokens", "right"), Column("why", wide=True)],
        rows=(
            Row([Cell(reject.page_id, code=True), f"{reject.tokens:,}", reject.detail])
            for reject in rejects
        ),
        total=len(rejects),
        more=more,
        empty="none",
    )


@describe.register
def _rejects(held: Rejects) -> Document:
    return Document(
        kind="Rejected pages",
        title=f"{len(held):,} of {count(len(held.working_set.table), 'page')}",
        parts=[reason_table(held), reject_table(held, ".to_frame()")],
        footer="`.counts` has the reasons, `.to_frame()` is the table",
    )


_TONES: dict[OptimumStatus, Tone] = {
    OptimumStatus.PROVEN: "good",
    OptimumStatus.BOUND_ONLY: "warn",
    OptimumStatus.INFEASIBLE: "bad",
}


@describe.register
def _optimum(held: Optimum) -> Document:
    if held.status is OptimumStatus.INFEASIBLE:
        told = Figure("infeasible", held.note, tone="bad")
    else:
        told = Figure(
            weight(held.covered_weight),
            "covered, proven the best" if not held.gap else "covered by the best choice found",
            [
                f"no choice covers more than {weight(held.upper_bound)}",
                f"{held.used_tokens:,} tokens",
                held.note,
            ],
            _TONES[held.status],
        )
    parts: list[Part] = [told]
    if held.status is OptimumStatus.PROVEN and held.tolerance:
        parts.append(Note(f"Proven up to the solver's tolerance of {held.tolerance:.1g}."))
    parts.append(
        Table(
            caption="The choice, kept pages first, then by id",
            columns=[Column("page")],
            rows=(Row([Cell(page_id, code=True)]) for page_id in held.page_ids),
            total=len(held.page_ids),
            more=".page_ids",
            empty="no page",
        )
    )
    return Document(
        kind="Optimum",
        title=str(held.status),
        facts=[count(len(held.page_ids), "page")],
        parts=parts,
        footer="`.page_ids` is the choice, `.gap` what a better one could add",
    )
