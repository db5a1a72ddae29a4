"""What the labels of a manifest's pages are worth: 1 each, unless something else is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ctxkit.errors import UnknownNameError
from ctxkit.resident.table import Floats, PageTable
from ctxkit.resident.weights import label_weights
from ctxkit.window.facts import FACTS


def fact_weights(weights: Any, table: PageTable) -> Floats:
    """Return the weight of each of the table's labels, shape (labels,).

    Parameters
    ----------
    weights : mapping of str to float, Series, DataFrame, array or None
        A key of a mapping is a label, ``requirement:4``, or a whole fact, ``requirement``; the
        label counts where both are there, and what neither names weighs 1. Anything else is what
        :func:`ctxkit.assemble_resident` takes: a label that it does not name weighs 0.
    table : PageTable

    Raises
    ------
    UnknownNameError
        If a key is neither a fact nor begins with one.
    InvalidValueError
        If a weight is not finite and 0 or more; the message names the label.
    """
    if weights is None:
        return np.ones(len(table.label_names))
    if not isinstance(weights, Mapping):
        return label_weights(weights, table)
    for key in weights:
        fact = str(key).partition(":")[0]
        if fact not in FACTS and key not in table.label_names:
            error = UnknownNameError.among("fact", fact, FACTS)
            error.add_note('hint: Weigh a fact, {"requirement": 5}, or one label of it.')
            raise error
    of_each = {
        label: weights.get(label, weights.get(label.partition(":")[0], 1.0))
        for label in table.label_names
    }
    return label_weights({**weights, **of_each}, table)
