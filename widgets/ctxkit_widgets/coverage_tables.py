"""The tables of the coverage explorer: which pages and labels stand in them, and in what words."""

from __future__ import annotations

from typing import Any

import numpy as np

from ctxkit.display.document import PALETTE, count
from ctxkit.display.resident.steps import per_thousand, why_none
from ctxkit.display.resident.words import weight
from ctxkit.resident.steps import CoverageStep
from ctxkit.resident.table import PageTable
from ctxkit.visible import visible

MAX_PAGES = 40  #: rows of the table of pages
MAX_LABELS = 30  #: rows of the table of weights
BEST = 10  #: candidates that are shown beside the picks


def page_content(moment: CoverageStep, search: str) -> dict[str, Any]:
    """Return the table of pages: the best candidates and the picks so far, or what was sought."""
    if search:
        rows, caption, more = _found(moment, search)
    else:
        rows, caption, more = _competing(moment)
    gains = [float(moment.gains[row]) for row in rows]
    largest = max(gains, default=0.0)
    return {
        "caption": caption,
        "columns": _columns(moment),
        "rows": [
            _page_row(moment, row, gain, largest) for row, gain in zip(rows, gains, strict=True)
        ],
        "more": more,
    }


def _columns(moment: CoverageStep) -> list[dict[str, Any]]:
    titles = ["gain now", *(["per 1,000 tokens"] if moment.by_token else []), "tokens"]
    return [
        {"title": "page"},
        {"title": "is"},
        *({"title": title, "right": True} for title in titles),
    ]


def _competing(moment: CoverageStep) -> tuple[list[int], str, str]:
    chosen = moment.working_set
    best = [one.row for one in moment.candidates(BEST)]
    picked = chosen.run.rows[: moment.step][::-1]  # the last one first
    rows = [*best, *picked][:MAX_PAGES]
    rule = "gain for each token" if moment.by_token else "gain"
    if best:
        caption = f"Candidates for the next pick, best {rule} first; then the picks so far"
    else:
        caption = f"Nothing more is picked: {why_none(moment)}. The picks, last one first"
    rest = len(moment.open_rows) + len(picked) - len(rows)
    more = f"… and {count(rest, 'more page')} that compete or are picked; search" if rest else ""
    return rows, caption, more + (" to see them" if more else "")


def _found(moment: CoverageStep, search: str) -> tuple[list[int], str, str]:
    wanted = search.lower()
    ids = moment.working_set.table.page_ids
    rows = [row for row, page_id in enumerate(ids) if wanted in page_id.lower()]
    caption = f"{count(len(rows), 'page')} with “{visible(search)}” in the id"
    rest = len(rows) - MAX_PAGES
    more = f"… and {count(rest, 'more page')}; search for more letters" if rest > 0 else ""
    return rows[:MAX_PAGES], caption, more


def _page_row(moment: CoverageStep, row: int, gain: float, largest: float) -> dict[str, Any]:
    status = moment.status(row)
    tokens = int(moment.working_set.table.tokens[row])
    picked = status.startswith("pick ")
    tone = "good" if status == "next pick" else ""
    share = {"share": gain / largest, "color": PALETTE[3]} if largest else {}
    return {
        "key": str(row),
        "name": visible(moment.working_set.table.page_ids[row]),
        "dim": picked or not gain,
        "cells": [
            {"text": status, "tone": tone},
            {"text": weight(gain), **share},
            *([{"text": per_thousand(gain, tokens)}] if moment.by_token else []),
            {"text": f"{tokens:,}"},
        ],
    }


def weight_content(table: PageTable, search: str) -> tuple[dict[str, Any], list[str]]:
    """Return the table of weights and the labels in it: the most frequent, or what was sought."""
    pages = np.bincount(table.labels, minlength=len(table.label_names))
    wanted = search.lower()
    found = [code for code, name in enumerate(table.label_names) if wanted in name.lower()]
    found.sort(key=lambda code: (-int(pages[code]), table.label_names[code]))
    shown = found[:MAX_LABELS]
    rest = len(found) - len(shown)
    content = {
        "caption": f"Weights of {count(len(shown), 'label')}, those on most pages first",
        "heads": ["label", "weight", "pages"],
        "rows": [
            {"key": table.label_names[code], "note": f"{int(pages[code]):,}"} for code in shown
        ],
        "more": f"… and {count(rest, 'more label')}; search to see them" if rest else "",
    }
    return content, [table.label_names[code] for code in shown]
