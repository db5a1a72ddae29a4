"""What each label is worth: checked once, then an array beside the label names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ctxkit.errors import InvalidValueError
from ctxkit.resident.table import Floats, PageTable

_HINT = "Coverage is guaranteed only for weights that are finite and not negative."


def label_weights(weights: Any, table: PageTable) -> Floats:
    """Return the weight of each of the table's labels, shape (labels,).

    A label without a weight weighs 0. Contract B: weights are finite and not negative.

    Parameters
    ----------
    weights : mapping of str to float, Series, or array of shape (labels,)
        By label, or in the order of ``table.label_names``.
    table : PageTable

    Raises
    ------
    InvalidValueError
        If a weight is negative, NaN, infinite or no number; the message names the label. Weights
        of labels that no page has are checked as well.
    """
    if not isinstance(weights, Mapping) and hasattr(weights, "index") and hasattr(weights, "items"):
        weights = _from_series(weights)
    if isinstance(weights, Mapping):
        names: Sequence[str] = list(weights)
        _check(_numbers(list(weights.values()), names), names)
        found = map(weights.get, table.label_names, repeat(0.0))
        return np.fromiter(found, np.float64, len(table.label_names))
    if isinstance(weights, np.ndarray) and weights.dtype.kind in "iuf":
        if weights.shape != (len(table.label_names),):
            raise InvalidValueError(
                "not one weight a label",
                where="weights",
                got=f"shape {weights.shape}",
                expected=f"shape ({len(table.label_names)},), in the order of label_names",
            )
        values = weights.astype(np.float64)
        _check(values, table.label_names)
        return values
    raise InvalidValueError(
        "these are not weights",
        where="weights",
        got=type(weights).__name__,
        expected="a mapping from label to number, a Series, or an array of numbers",
        hint="For the same weight everywhere: dict.fromkeys(table.label_names, 1.0).",
    )


def _from_series(series: Any) -> dict[str, Any]:
    pairs = list(series.items())
    weights = dict(pairs)
    if len(weights) != len(pairs):
        twice = Counter(label for label, _ in pairs).most_common(1)[0][0]
        raise InvalidValueError("a label has two weights", where=f"weights[{twice!r}]")
    return weights


def _numbers(values: list[Any], names: Sequence[str]) -> Floats:
    plain = {int, float, np.float64}
    if not set(map(type, values)) <= plain:
        for name, value in zip(names, values, strict=True):
            if isinstance(value, bool) or not isinstance(
                value, int | float | np.integer | np.floating
            ):
                raise InvalidValueError(
                    "a weight is not a number", where=f"weights[{name!r}]", got=repr(value)
                )
    try:
        return np.fromiter(values, np.float64, len(values))
    except OverflowError:
        row = next(n for n, value in enumerate(values) if not _fits(value))
        raise InvalidValueError(
            "a weight is too large for a 64-bit float", where=f"weights[{names[row]!r}]"
        ) from None


def _fits(value: Any) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _check(values: Floats, names: Sequence[str]) -> None:
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InvalidValueError(
            "a weight is not finite and 0 or more",
            where=f"weights[{names[at]!r}]",
            got=repr(float(values[at])),
            expected="a finite number, 0 or more",
            hint=_HINT,
        )
