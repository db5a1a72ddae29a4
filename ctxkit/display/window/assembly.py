"""How what fits a window looks: allowance, mandatory pages, picks, rejects, digest."""

from __future__ import annotations

from collections.abc import Iterator

from ctxkit.display.document import (
    Bar,
    Cell,
    Column,
    Document,
    Figure,
    Fold,
    Gauge,
    Listing,
    Note,
    Part,
    Row,
    Segment,
    Table,
    count,
    describe,
    shorten,
)
from ctxkit.display.manifest.manifest import manifest_title
from ctxkit.display.resident.words import STRATEGY_WORDS, weight
from ctxkit.display.resident.working_set import limit_words, quality_parts
from ctxkit.display.window.pages import GRAIN_WORDS
from ctxkit.display.window.words import (
    WINDOW_COLORS,
    hint_note,
    missing_note,
    missing_table,
    short_labels,
)
from ctxkit.resident.working_set import WorkingSet
from ctxkit.window.assembly import Assembly

_OPEN_REJECTS = 12  # so many are shown without a click


@describe.register
def _assembly(held: Assembly) -> Document:
    return Document(
        kind="Window",
        title=f"{assembly_title(held)} in {held.window:,} tokens",
        facts=_facts(held),
        parts=[
            _figure(held),
            window_bar(held),
            *_remedies(held),
            *_unmet(held),
            *hint_note(held.pages),
            *missing_note(held.missing),
            *_quality(held),
            _inside(held),
            _outside(held),
            *missing_table(held.missing),
        ],
        footer=_footer(held),
    )


def assembly_title(held: Assembly) -> str:
    """Return the spec and task that the window is for."""
    if held.pages.manifest.request is None:
        return held.name or manifest_title(held.pages.manifest)
    return manifest_title(held.pages.manifest)


def _facts(held: Assembly) -> list[str]:
    facts = [f"role {held.pages.manifest.role}", GRAIN_WORDS[held.pages.grain]]
    if held.working_set:
        facts += [STRATEGY_WORDS[held.working_set.strategy], limit_words(held.working_set)]
    return facts


def _figure(held: Assembly) -> Figure:
    budget = f"window {held.window:,}, reserves {held.budget.reserves:,}"
    counted = f"tokens {held.pages.estimator}"
    if not held.feasible:
        return Figure(
            f"{held.shortfall:,}",
            f"tokens short: what must be in needs {held.required:,}, the window allows "
            f"{held.allowance:,}",
            [budget, counted],
            "bad",
        )
    return Figure(
        f"{held.used:,}",
        f"of {held.allowance:,} tokens for input used",
        [f"{held.free:,} free", budget, counted],
    )


def window_bar(held: Assembly) -> Bar:
    """Return what the window holds: instruction, pages, what is free, and the reserves."""
    table, budget = held.pages.table, held.budget
    picked = held.working_set.used_tokens if held.working_set else 0
    segments = [
        Segment("instruction", held.instruction_tokens, WINDOW_COLORS["instruction"]),
        Segment("mandatory", table.total_tokens(held.closure), WINDOW_COLORS["mandatory"]),
        Segment("picked", picked, WINDOW_COLORS["picked"]),
        Segment("free", held.free if held.feasible else 0, WINDOW_COLORS["free"], faint=True),
    ]
    reserves = {
        "output": budget.output_reserve,
        "tools": budget.tool_reserve,
        "guard": budget.guard_reserve,
    }
    segments += [
        Segment(f"reserved for {what}", amount, WINDOW_COLORS["reserved"], faint=True)
        for what, amount in reserves.items()
    ]
    return Bar(segments, capacity=held.window)


def _remedies(held: Assembly) -> list[Part]:
    return [Listing("What would help:", held.remedies, "bad")] if held.remedies else []


def _unmet(held: Assembly) -> list[Part]:
    if not held.unmet:
        return []
    names = ", ".join(shorten(page_id, 90) for page_id in list(held.unmet)[:3])
    more = f" and {len(held.unmet) - 3:,} more" if len(held.unmet) > 3 else ""
    verb = "pick depends" if len(held.unmet) == 1 else "picks depend"
    return [
        Note(
            f"{len(held.unmet):,} {verb} on pages that are out: {names}{more}. "
            "`.unmet` names them, `require=[...]` brings both.",
            "warn",
        )
    ]


def _quality(held: Assembly) -> list[Part]:
    if held.working_set is None:
        return []
    return [Note(_weight_words(held, held.working_set), "dim"), *quality_parts(held.working_set)]


def _weight_words(held: Assembly, chosen: WorkingSet) -> str:
    """Return what labels weigh: those that the manifest names one by one, the others together."""
    of_label = dict(zip(chosen.table.label_names, chosen.weights.tolist(), strict=True))
    named = {name: of_label.pop(name) for name in held.pages.named if name in of_label}
    told = [f"{shorten(name, 60)} {weight(value)}" for name, value in list(named.items())[:8]]
    if len(named) > len(told):
        told.append(f"{len(named) - len(told):,} more that the manifest names")
    others = sorted(set(of_label.values()))
    if others:
        span = weight(others[0]) + (f" to {weight(others[-1])}" if len(others) > 1 else "")
        told.append(f"{'other labels' if told else 'every label'} {span}")
    return f"Weights: {', '.join(told) or 'there are no labels'}."


def _inside(held: Assembly) -> Table:
    fits = held.feasible
    rows = held.resident.rows if held.resident else held.closure
    said = "In the window, in order" if fits else "What must be in, in order; nothing was picked"
    return Table(
        caption=f"{said}. Tokens: {held.pages.estimator}.",
        columns=[
            Column("#", "right"),
            Column("page"),
            Column("part"),
            Column("tokens", "right"),
            Column("gain", "right"),
            Column("why", wide=True),
        ],
        rows=_inside_rows(held, rows),
        total=len(rows),
        empty="nothing",
    )


def _inside_rows(held: Assembly, rows: list[int]) -> Iterator[Row]:
    table = held.pages.table
    largest = max((int(table.tokens[row]) for row in rows), default=0)
    for place, row in enumerate(rows, 1):
        tokens, part = int(table.tokens[row]), held.parts[row]
        gain, why = "—", held.why(row)
        if part == "picked" and held.working_set:
            pick = held.working_set[place - 1 - len(held.closure)]
            gain, why = weight(pick.gain), f"covers first {short_labels(pick.new_labels)}"
        yield Row(
            [
                f"{place:,}",
                Cell(table.page_ids[row], code=True),
                part,
                Cell(f"{tokens:,}", gauge=Gauge(tokens, largest, WINDOW_COLORS[part])),
                gain,
                why,
            ]
        )


def _outside(held: Assembly) -> Fold:
    rows, table = held.rejects, held.pages.table
    tokens = table.total_tokens(rows)
    return Fold(
        f"{count(len(rows), 'page')} out, {tokens:,} tokens",
        [
            Table(
                caption="Pages that are out, in load order",
                columns=[Column("page"), Column("tokens", "right"), Column("why", wide=True)],
                rows=(
                    Row(
                        [
                            Cell(table.page_ids[row], code=True),
                            f"{int(table.tokens[row]):,}",
                            held.why(row),
                        ]
                    )
                    for row in rows
                ),
                total=len(rows),
                empty="none is",
            )
        ],
        open=0 < len(rows) <= _OPEN_REJECTS,
    )


def _footer(held: Assembly) -> str:
    calls = (
        "`.explain(page)` says why a page is in or out, `.stale()` what has changed since, "
        "`.to_frame()` is the table, `.plot()` the picture"
    )
    if held.digest is None:
        return f"No digest: nothing is resident · {calls}"
    return f"{held.digest[:19]}… · {calls}"
