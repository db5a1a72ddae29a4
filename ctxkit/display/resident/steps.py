"""How a moment of a greedy run looks, a page in it, and greedy beside bound and optimum."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    PALETTE,
    Cell,
    Column,
    Document,
    Figure,
    Gauge,
    Note,
    Part,
    Row,
    Table,
    Tone,
    count,
    describe,
    shorten,
)
from ctxkit.display.resident.words import STRATEGY_WORDS, labels, percent, weight
from ctxkit.display.resident.working_set import limit_words
from ctxkit.resident.optimum import Optimum, OptimumStatus
from ctxkit.resident.steps import CoverageStep, LabelAtStep, PageAtStep
from ctxkit.resident.working_set import WorkingSet

_BEST = 10
_PICK, _BOUND, _OPTIMUM = PALETTE[3], PALETTE[-1], PALETTE[0]


@describe.register
def _step(held: CoverageStep) -> Document:
    chosen = held.working_set
    return Document(
        kind="Step of a greedy run",
        title=step_title(held),
        facts=[STRATEGY_WORDS[chosen.strategy], limit_words(chosen)],
        parts=[*moment_parts(held), candidate_table(held), left_table(held, 30)],
        footer="`.page(id)` is one page at this moment, `.candidates()` what competes",
    )


def step_title(held: CoverageStep) -> str:
    """Return where in the run this is."""
    if not held.step:
        return "before the first pick"
    return f"after pick {held.step:,} of {len(held.working_set):,}"


def moment_parts(held: CoverageStep) -> list[Part]:
    """Return what the last pick brought, and how much is left."""
    return [_last_pick(held), _left(held)]


def _last_pick(held: CoverageStep) -> Part:
    if held.pick is None:
        return Note("Nothing is resident yet.")
    pick = held.pick
    return Figure(
        f"+{weight(pick.gain)}",
        f"by {pick.page_id}, which covers first: {labels(pick.new_labels)}",
        [count(pick.tokens, "token")],
    )


def _left(held: CoverageStep) -> Figure:
    left = held.left_slots, held.left_tokens
    room = count(left[0], "slot") if left[0] is not None else count(left[1] or 0, "token")
    whole = held.working_set.coverable_weight
    share = percent(min(1.0, held.covered_weight / whole)) if whole else "—"
    return Figure(
        share,
        "of the coverable weight is covered so far",
        [
            f"{weight(held.covered_weight)} of {weight(whole)}",
            f"{weight(held.left_weight)} in {count(held.uncovered_count, 'label')} not covered yet",
            f"{room} left",
        ],
    )


def candidate_table(held: CoverageStep, at: str = "") -> Table:
    """Return the best pages that could be picked now; ``at`` is as for :func:`left_table`."""
    rule = "gain for each token" if held.by_token else "gain"
    candidates = held.candidates(_BEST)
    largest = max((one.gain for one in candidates), default=0.0)
    return Table(
        caption=f"Best candidates for the next pick, by {rule}",
        columns=[
            Column("page"),
            Column("gain now", "right"),
            Column("tokens", "right"),
            Column("gain per 1,000 tokens", "right"),
            Column("is"),
        ],
        rows=(
            Row(
                [
                    Cell(one.page_id, code=True),
                    Cell(weight(one.gain), gauge=Gauge(one.gain, largest, _PICK)),
                    f"{one.tokens:,}",
                    per_thousand(one.gain, one.tokens),
                    held.status(one.row),
                ]
            )
            for one in candidates
        ),
        total=len(held.open_rows),
        more=f"{at}.candidates({len(held.open_rows)})",
        empty=why_none(held),
    )


def per_thousand(gain: float, tokens: int) -> str:
    """Return a gain for each 1,000 tokens."""
    return weight(1000 * gain / tokens) if tokens else ("free" if gain else "—")


def why_none(held: CoverageStep) -> str:
    """Say why nothing can be picked any more."""
    if not held.working_set.eligible.any():
        return "there is no candidate"
    if not held.gains.any():
        return "no page gains anything any more"
    if held.left_slots == 0:
        return "all slots are taken"
    return "nothing that gains anything fits into what is left"


def left_table(held: CoverageStep, most: int, at: str = "") -> Table:
    """Return the heaviest labels not covered yet; ``at`` is the attribute that holds the step."""
    total = held.uncovered_count
    heaviest = held.uncovered(most)
    largest = heaviest[0].weight if heaviest else 0.0
    return Table(
        caption="Not covered yet, heaviest first",
        columns=[Column("label", wide=True), Column("weight", "right")],
        rows=(
            Row(
                [
                    Cell(one.name, code=True),
                    Cell(weight(one.weight), gauge=Gauge(one.weight, largest)),
                ]
            )
            for one in heaviest
        ),
        total=total,
        more=f"{at}.uncovered({total})",
        empty="nothing coverable is left",
    )


@describe.register
def _page(held: PageAtStep) -> Document:
    moment = held.moment
    table = moment.working_set.table
    return Document(
        kind="Page in a greedy run",
        title=held.page_id,
        facts=[table.kind_of(held.row), step_title(moment)],
        parts=page_parts(held),
    )


def page_parts(held: PageAtStep) -> list[Part]:
    """Return what a page is now, why it is in or out in the end, and its labels."""
    tokens = int(held.moment.working_set.table.tokens[held.row])
    verdict = shorten(held.verdict.removeprefix(f"{held.page_id}: "), 300)
    return [
        Figure(held.status, "now", [f"gains {weight(held.gain)}", count(tokens, "token")]),
        Note(f"In the end: {verdict}."),
        Table(
            caption="Its labels",
            columns=[
                Column("label", wide=True),
                Column("weight", "right"),
                Column("is", wide=True),
            ],
            rows=_label_rows(held),
            total=len(held.labels),
            more=".labels",
            empty="it has none",
        ),
    ]


def _label_rows(held: PageAtStep) -> Iterator[Row]:
    largest = max((label.weight for label in held.labels), default=0.0)
    for label in held.labels:
        amount = _weight_cell(label, largest)
        words, tone = _label_words(label)
        yield Row(
            [Cell(label.name, code=True), amount, Cell(words, tone=tone)],
            dim=label.covered_by is not None or not label.weight,
        )


def _weight_cell(label: LabelAtStep, largest: float) -> Cell:
    return Cell(weight(label.weight), gauge=Gauge(label.weight, largest))


def _label_words(label: LabelAtStep) -> tuple[str, Tone]:
    if label.covered_by is not None:
        return f"covered by pick {label.covered_by.step:,}, {label.covered_by.page_id}", "plain"
    return ("not covered yet", "good") if label.weight else ("without weight", "plain")


def quality_table(chosen: WorkingSet, optimum: Optimum | None = None) -> Table:
    """Return greedy, bound and, where it was looked for, optimum, one below the other."""
    rows = [
        _quality(chosen, "greedy", chosen.covered_weight, _PICK, len(chosen), chosen.used_tokens)
    ]
    bound = chosen.upper_bound if optimum is None else min(chosen.upper_bound, optimum.upper_bound)
    if optimum is None:
        rows.append(Row(["optimum", "not looked for", "—", "—", "—"], dim=True))
    else:
        pages = len(optimum.page_ids)
        proven = optimum.status is OptimumStatus.PROVEN
        name = "optimum, proven" if proven else "best found, no proof"
        rows.append(
            _quality(chosen, name, optimum.covered_weight, _OPTIMUM, pages, optimum.used_tokens)
        )
    rows.append(_quality(chosen, "bound: no choice exceeds", bound, _BOUND))
    return Table(
        caption=f"Greedy, optimum and bound, of {weight(chosen.coverable_weight)} coverable",
        columns=[
            Column("choice"),
            Column("covers", "right"),
            Column("of coverable", "right"),
            Column("pages", "right"),
            Column("tokens", "right"),
        ],
        rows=rows,
        total=len(rows),
    )


def _quality(
    chosen: WorkingSet,
    name: str,
    amount: float,
    color: str,
    pages: int | None = None,
    tokens: int | None = None,
) -> Row:
    whole = chosen.coverable_weight
    return Row(
        [
            name,
            Cell(weight(amount), gauge=Gauge(amount, whole, color)),
            percent(min(1.0, amount / whole)) if whole else "—",
            "—" if pages is None else f"{pages:,}",
            "—" if tokens is None else f"{tokens:,}",
        ]
    )
