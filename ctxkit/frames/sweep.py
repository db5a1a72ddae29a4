"""What-if: the manifests of a spec over a grid of overrides, as one frame."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pandas as pd

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.frames.building import make_frame
from ctxkit.workspace import Spec

_AXES = ("task", "role", "mode", "host_budget", "files", "requirements", "headings")
_SHOW_PROGRESS_FROM = 2_000  # manifests; about a second


def sweep_manifests(spec: Spec, **grid: Any) -> pd.DataFrame:
    """Build a manifest for every combination of overrides.

    Parameters
    ----------
    spec : Spec
    **grid
        For each override of :meth:`Spec.manifest` that is to vary, a list of its values:
        ``task``, ``role``, ``mode``, ``host_budget``, ``files``, ``requirements``, ``headings``.
        A single value (for the last three: a list of texts or numbers) stays fixed.

    Returns
    -------
    pandas.DataFrame
        One row a combination, the last axis varying fastest; columns as in
        ``ctxkit.frame_columns("sweep")``. :func:`ctxkit.plot_sweep` draws it.

    Raises
    ------
    UnknownNameError
        If an axis, task, role or mode does not exist.

    Examples
    --------
    >>> import ctxkit as ck
    >>> spec = ck.examples.workspace()["gauge-intake"]
    >>> frame = ck.sweep_manifests(spec, task=["T5", "T7"], host_budget=[0, 8000])
    >>> frame[["task", "host_budget", "estimated", "budget"]].shape
    (4, 4)
    """
    if not isinstance(spec, Spec):
        raise InvalidValueError(
            "not a spec",
            where="spec",
            got=type(spec).__name__,
            expected='such as workspace["slug"]',
        )
    for axis in grid:
        if axis not in _AXES:
            raise UnknownNameError.among("override", axis, _AXES)
    axes = {axis: _values(axis, given) for axis, given in grid.items()}
    combinations = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return make_frame("sweep", (_row(spec, overrides) for overrides in _counted(combinations)))


def _values(axis: str, given: Any) -> list[Any]:
    """Return the values of an axis; one value stands for itself."""
    if given is None or isinstance(given, str) or not isinstance(given, Iterable):
        return [given]  # a single value; if it makes no sense, the request will say so
    values = list(given)
    if axis in ("files", "requirements", "headings") and not any(
        isinstance(value, list | tuple) for value in values
    ):
        return [values]
    if not values:
        raise InvalidValueError("no values to try", where=axis, expected="at least one")
    return values


def _row(spec: Spec, overrides: dict[str, Any]) -> tuple[Any, ...]:
    request = spec.request(**overrides)
    manifest = spec.manifest(**overrides)
    return (
        spec.slug,
        request.task_id,
        request.role,
        manifest.role,
        str(request.mode),
        request.host_budget,
        request.files,
        request.requirements,
        request.design_headings,
        len(manifest.items),
        len(manifest.required_items),
        manifest.estimated_tokens,
        manifest.optional_tokens,
        manifest.budget,
        manifest.budget - manifest.estimated_tokens,
        manifest.over_budget,
    )


def _counted(combinations: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    if len(combinations) < _SHOW_PROGRESS_FROM:
        return combinations
    from tqdm.auto import tqdm

    progress: Iterable[dict[str, Any]] = tqdm(combinations, unit="manifest", leave=False)
    return progress
