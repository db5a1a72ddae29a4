"""Counting what requests load; what several of them load is read and counted once."""

from __future__ import annotations

from typing import Any

from ctxkit.budgets.row import BudgetRow
from ctxkit.manifest.items import MissionContextItem, MissionContextManifest
from ctxkit.resident.estimators import Estimator
from ctxkit.window.measure import MeasuredItem, measure_items
from ctxkit.workspace.spec import Spec


class Costing:
    """Costs requests of one spec.

    Parameters
    ----------
    spec : Spec
    estimator : Estimator
    """

    def __init__(self, spec: Spec, estimator: Estimator) -> None:
        self.spec = spec
        self.estimator = estimator
        self._known: dict[tuple[Any, ...], MeasuredItem] = {}

    def row(self, **overrides: Any) -> BudgetRow:
        """Return what a request costs; the overrides are those of :meth:`Spec.request`."""
        manifest = self.spec.manifest(**overrides)
        return self.row_of(manifest)

    def row_of(self, manifest: MissionContextManifest) -> BudgetRow:
        """Return what a manifest of the spec costs."""
        measured = self._measure(manifest)
        by_kind: dict[str, int] = {}
        for one in measured:
            by_kind[one.item.kind] = by_kind.get(one.item.kind, 0) + one.tokens
        request = manifest.request
        task = request.task_id if request else ""
        role = request.role if request else manifest.role
        known = self.spec.progress.get(task)
        return BudgetRow(
            spec=self.spec.slug,
            task=task,
            role=role,
            mode=str(request.mode) if request else "",
            own=known is None or known.role == role,
            budget=manifest.budget,
            estimate=manifest.estimated_tokens,
            measured=sum(one.tokens for one in measured if one.item.required),
            whole=sum(one.tokens for one in measured),
            by_kind=by_kind,
            missing=sum(one.missing for one in measured),
        )

    def _measure(self, manifest: MissionContextManifest) -> list[MeasuredItem]:
        new = {_key(item): item for item in manifest.items if _key(item) not in self._known}
        if new:
            part = manifest.replace(items=tuple(new.values()))
            for key, one in zip(
                new, measure_items(part, self.spec.tree, self.estimator), strict=True
            ):
                self._known[key] = one
        held = [(item, self._known[_key(item)]) for item in manifest.items]
        return [one.replace(item=item) for item, one in held]


def _key(item: MissionContextItem) -> tuple[Any, ...]:
    return (item.path, item.command, item.selector, item.token_hint if item.command else 0)
