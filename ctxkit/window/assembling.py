"""From a spec to what fits the window of its task, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.manifest.vocabulary import ContextMode
from ctxkit.resident.assembly import as_strategy, assemble_resident, check_ids
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.resident.pages import ContextBudget
from ctxkit.resident.trace import Strategy
from ctxkit.window.assembly import Assembly
from ctxkit.window.pages import Grain, ManifestPages, pages_from_manifest
from ctxkit.window.weighing import fact_weights
from ctxkit.workspace.spec import Spec


def assemble(
    spec: Spec | ManifestPages,
    *,
    window: int,
    task: str | None = None,
    role: str | None = None,
    mode: str | None = None,
    files: Iterable[str] | None = None,
    requirements: Iterable[int] | None = None,
    headings: Iterable[str] | None = None,
    grain: Grain | str | None = None,
    estimator: Estimator | None = None,
    output_reserve: int = 0,
    tool_reserve: int = 0,
    guard_reserve: int = 0,
    instruction_tokens: int = 0,
    require: Iterable[str] | str = (),
    weights: Any = None,
    strategy: Strategy | str | None = None,
    frame_tokens: int = 0,
) -> Assembly:
    """Say what fits the window of all that a spec's task makes an agent load.

    The spec is read again, its manifest built, its pages made and counted on the bytes of the disk;
    the pages of required items, with all that they depend on, are in, and the rest is chosen within
    what remains. Contract B, *Assembly*.

    Parameters
    ----------
    spec : Spec or ManifestPages
        Pages that were made before are taken as they are, and checked against the disk.
    window : int
        The model's window, in tokens.
    task, role, mode, files, requirements, headings
        What to ask of the spec; see :meth:`Spec.manifest`.
    grain : Grain or str
        "item" (the default), or "section"; see :func:`ctxkit.pages_from_manifest`.
    estimator : Estimator
        Who counts the tokens; the heuristic when not given.
    output_reserve, tool_reserve, guard_reserve : int
        Tokens of the window that input may not take.
    instruction_tokens : int
        Tokens of the instruction that stands before all pages.
    require : str or iterable of str
        What must be in beside the required items, with all that it depends on: labels such as
        ``task:T5`` or ``requirement:4``, or page ids or parts of one.
    weights : mapping of str to float, optional
        Of labels, ``{"requirement:4": 2}``, or of facts, ``{"requirement": 5, "kind": 0}``. What is
        not given weighs 10 where the manifest asks for it by name (its task, requirements and
        sections), else 1. Also what :func:`ctxkit.assemble_resident` takes.
    strategy : Strategy or str, optional
        "cost": by gain for each token (the default). "frames": in equal frames of ``frame_tokens``
        (the default where these are given).
    frame_tokens : int
        Size of a frame, in tokens.

    Returns
    -------
    Assembly
        Also where the mandatory pages do not fit: it then says by how much, and what would help.

    Raises
    ------
    ReservesError
        If the reserves are larger than the window.
    StalePageError
        If the file of a mandatory page has changed since it was read.
    UnknownNameError, InvalidValueError
        If an argument is not what it must be; the message names the culprit.
    """
    asked = {
        "task": task,
        "role": role,
        "mode": mode,
        "files": files,
        "requirements": requirements,
        "headings": headings,
    }
    overrides = {name: value for name, value in asked.items() if value is not None}
    pages = _pages_of(spec, overrides, grain, estimator)
    extra = tuple(check_ids(require, "require"))
    required_ids = _required_ids(pages, extra)
    budget = ContextBudget(
        window_tokens=window,
        output_reserve=output_reserve,
        tool_reserve=tool_reserve,
        guard_reserve=guard_reserve,
    )
    how = Strategy.FRAMES if frame_tokens else Strategy.COST
    env = pages.environment()
    outcome = assemble_resident(
        pages.table,
        required_ids,
        weights=fact_weights(weights, pages.table, pages.named),
        budget=budget,
        frame_tokens=frame_tokens,
        instruction_tokens=instruction_tokens,
        env=env,
        strategy=how if strategy is None else as_strategy(strategy),
    )
    request = pages.manifest.request
    return Assembly(
        pages=pages,
        outcome=outcome,
        budget=budget,
        required_ids=required_ids,
        asked_for=extra,
        env=env,
        name=spec.slug if isinstance(spec, Spec) else request.slug if request else "",
        instruction_tokens=instruction_tokens,
    )


def _pages_of(
    spec: Spec | ManifestPages,
    overrides: Mapping[str, Any],
    grain: Grain | str | None,
    estimator: Estimator | None,
) -> ManifestPages:
    if isinstance(spec, ManifestPages):
        given = [*overrides, *(["grain"] if grain else []), *(["estimator"] if estimator else [])]
        if given:
            raise InvalidValueError(
                "these pages are made already",
                where=", ".join(given),
                expected="a Spec, where something else is asked for",
                hint="Leave it out, or call assemble(spec, ...).",
            )
        return spec
    if not isinstance(spec, Spec):
        raise InvalidValueError(
            "not a spec",
            where="spec",
            got=type(spec).__name__,
            expected="a Spec, or the pages of a manifest",
            hint='workspace["SLUG"] is a Spec.',
        )
    manifest = spec.reload().manifest(**{"mode": ContextMode.BRIEFING, **overrides})
    return pages_from_manifest(
        manifest, spec.tree, grain=grain or Grain.ITEM, estimator=estimator or HEURISTIC
    )


def _required_ids(pages: ManifestPages, extra: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of what must be in: required items, and what was asked for beside them."""
    table = pages.table
    found = dict.fromkeys(pages.mandatory)
    for wanted in extra:
        rows = [row for row in range(len(table)) if wanted in table.labels_of(row)]
        if not rows:
            try:
                rows = [pages.row_of(wanted)]
            except UnknownNameError:
                known = [*table.label_names, *table.page_ids]
                raise UnknownNameError.among("label or page", wanted, known[:5000]) from None
        found |= dict.fromkeys(table.page_ids[row] for row in rows)
    return tuple(found)
