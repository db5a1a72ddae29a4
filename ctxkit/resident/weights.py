"""What each label is worth: checked once, then an array beside the label names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.resident.table import Floats, PageTable

_HINT = "Coverage is guaranteed only for weights that are finite and not negative."
_FRAME_COLUMNS = ("label", "weight")


def label_weights(weights: Any, table: PageTable) -> Floats:
    """Return the weight of each of the table's labels, shape (labels,).

    A label without a weight weighs 0. Contract B: weights are finite and not negative.

    Parameters
    ----------
    weights : mapping of str to float, Series, DataFrame, or array of shape (labels,)
        By label (of a Series the index, of a frame the column *label* beside *weight*), or in the
        order of ``table.label_names``.
    table : PageTable

    Raises
    ------
    InvalidValueError
        If a weight is negative, NaN, infinite or no number; the message names the label. Weights
        of labels that no page has are checked as well. Also where a label of a Series or frame is
        no text or stands twice.
    UnknownNameError
        If a frame lacks one of its two columns, or has another; the message names the column.
    """
    if hasattr(weights, "columns") and hasattr(weights, "__getitem__"):
        weights = _from_frame(weights)
    if not isinstance(weights, Mapping) and hasattr(weights, "index") and hasattr(weights, "items"):
        weights = _from_pairs(list(weights.items()))
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
        expected="a mapping from label to number, a Series or DataFrame, or an array of numbers",
        hint="For the same weight everywhere: dict.fromkeys(table.label_names, 1.0).",
    )


def _from_frame(frame: Any) -> dict[str, Any]:
    names = [str(name) for name in frame.columns]
    for name in _FRAME_COLUMNS:
        if names.count(name) != 1:
            raise UnknownNameError(
                f"the column {name!r} " + ("stands twice" if name in names else "is missing"),
                where="weights",
                got=", ".join(names) or "no columns",
                expected=" and ".join(_FRAME_COLUMNS),
                hint="Rename the columns, or give a Series: frame.set_index(...)[...].",
            )
    for name in names:
        if name not in _FRAME_COLUMNS:
            error = UnknownNameError.among("column of weights", name, _FRAME_COLUMNS)
            error.add_note(f"hint: Leave it out: frame[{list(_FRAME_COLUMNS)}].")
            raise error
    return _from_pairs(list(zip(frame["label"], frame["weight"], strict=True)))


def _from_pairs(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    for row, (label, _) in enumerate(pairs):
        if not isinstance(label, str):
            # No page could have it, so that its weight would be lost without a word.
            raise InvalidValueError(
                "a label is not a text",
                where=f"weights, row {row}",
                got=repr(label),
                expected="labels as str, in a Series as its index",
            )
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
