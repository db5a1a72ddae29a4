"""What would bring a request down, each really built and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ctxkit.budgets.costing import Costing
from ctxkit.budgets.row import BudgetRow
from ctxkit.manifest.slices import design_section
from ctxkit.manifest.vocabulary import ROLES, ContextMode
from ctxkit.view import Record
from ctxkit.workspace.progress import SpecTask
from ctxkit.workspace.spec import Spec

_LEAST = 0.01  #: share of its tokens below which nothing is gained
_MOST_SECTIONS = 3
_WORD = re.compile(r"[A-Za-z][A-Za-z_]{4,}")


@dataclass(frozen=True, slots=True)
class Remedy(Record):
    """Something that would help a request, and what it is then.

    Attributes
    ----------
    words : str
        What to do.
    code : str
        The arguments of ``spec.manifest(...)`` that do it; empty where it is done elsewhere.
    after : BudgetRow
        What the request costs then.
    saves_required, saves_whole : int
        Tokens that the estimate of the required items, and all items on real bytes, come down by.
    raises_budget : int
        Tokens that the budget goes up by.
    """

    words: str
    code: str
    after: BudgetRow
    saves_required: int
    saves_whole: int
    raises_budget: int = 0

    @property
    def fits(self) -> bool:
        """Whether nothing is over budget then, by hints or on real bytes, with all items open."""
        return not (self.after.over or self.after.over_whole)


def find_remedies(costing: Costing, row: BudgetRow, overrides: dict[str, Any]) -> list[Remedy]:
    """Return what would help a request, the gentlest first.

    Helpful is what lowers the estimate, or what all items come to, or raises the budget. Slices
    come first, since they leave out only what the task does not speak of; then the one file whose
    absence saves most, then another mode, role or host budget, the best of each.
    """
    best: dict[str, Remedy] = {}
    for kind, words, changed in _candidates(costing, row, overrides):
        after = costing.row(**{**overrides, **changed})
        saves = (row.estimate - after.estimate, row.whole - after.whole)
        raised = after.budget - row.budget
        gain = max(*saves, raised)
        if gain <= _LEAST * max(row.estimate, row.whole) or after.share > row.share:
            continue
        code = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        remedy = Remedy(words, code, after, *saves, raised)
        if kind not in best or _worth(remedy) > _worth(best[kind]):
            best[kind] = remedy
    return list(best.values())


def _worth(remedy: Remedy) -> tuple[bool, float, int]:
    return (remedy.fits, -remedy.after.share, remedy.saves_whole)


def _candidates(
    costing: Costing, row: BudgetRow, overrides: dict[str, Any]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    task = costing.spec.progress.get(row.task)
    if task is None and costing.spec.progress:
        first = costing.spec.next_task.id or costing.spec.progress[0].id
        yield "task", f"ask for one task, such as {first}, not the whole spec", {"task": first}
    if task is not None:
        yield from _slices(costing, task)
        yield from _fewer_files(task)
    for mode in ContextMode:
        if mode != row.mode:
            yield "mode", f"mode {mode}", {"mode": str(mode)}
    for role in ROLES:
        if role != row.role:
            yield "role", f"role {role}", {"role": role}
    need = max(row.estimate, row.whole)
    if overrides.get("host_budget"):
        yield "host", f"a host budget of {need:,} tokens", {"host_budget": need}


def _slices(costing: Costing, task: SpecTask) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield selectors: of the design, the sections that speak of the task.

    A section speaks of a task if it has the stem of one of its files, or two words of its title;
    the three that do so most are asked for.
    The task's own entry and requirements are slices already, by the request itself.
    """
    headings = _headings_of(costing.spec, task)
    if headings:
        told = ", ".join(repr(title) for title in headings)
        yield "sections", f"ask for the sections {told} of design.md", {"headings": headings}


def _headings_of(spec: Spec, task: SpecTask) -> list[str]:
    """Return the headings of the innermost sections of the design that speak of a task."""
    design = spec.read_artifact("design.md") or ""
    texts = {title: design_section(design, [title]) or "" for title in spec.design_headings}
    stems = {file.rpartition("/")[2].partition(".")[0].lower() for file in task.files}
    words = {word.lower() for word in _WORD.findall(task.title)}
    spoken = {title: _speaks_of(text.lower(), stems, words) for title, text in texts.items()}
    inner = [
        title
        for title, times in spoken.items()
        if times
        and not any(
            spoken[other] and other != title and texts[other] in texts[title] for other in texts
        )
    ]
    chosen = sorted(inner, key=lambda title: (-spoken[title], len(texts[title])))[:_MOST_SECTIONS]
    return [title for title in inner if title in chosen]


def _speaks_of(text: str, stems: set[str], words: set[str]) -> int:
    """Return how many stems and words a text has; 0 where that is too little to mean the task."""
    named = sum(bool(re.search(rf"\b{re.escape(stem)}\b", text)) for stem in stems if len(stem) > 2)
    told = sum(word in text for word in words)
    return named + told if named or told >= 2 else 0


def _fewer_files(task: SpecTask) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for file in task.files if len(task.files) > 1 else ():
        left = [other for other in task.files if other != file]
        yield "file", f"declare {file} no more", {"files": left}
    if task.files:
        yield "files", "declare no files", {"files": []}
