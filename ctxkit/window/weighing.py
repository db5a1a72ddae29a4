"""What the labels of a manifest's pages are worth, unless something else is said.

What the manifest asks for by name, its task's own entry, the requirements that it covers, the
sections that it names, is worth more than what happens to stand in the same files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ctxkit.errors import UnknownNameError
from ctxkit.resident.table import Floats, PageTable
from ctxkit.resident.weights import label_weights
from ctxkit.window.facts import FACTS

NAMED_WEIGHT = 10.0  #: of a label that the manifest asks for by name
OTHER_WEIGHT = 1.0  #: of any other


def fact_weights(weights: Any, table: PageTable, named: Collection[str]) -> Floats:
    """Return the weight of each of the table's labels, shape (labels,).

    Parameters
    ----------
    weights : mapping of str to float, Series, DataFrame, array or None
        A key of a mapping is a label, ``requirement:4``, or a whole fact, ``requirement``; the
        label counts where both are there. What neither names weighs 10 where the manifest asks for
        it by name, else 1; so does everything with ``None``. Anything else is what
        :func:`ctxkit.assemble_resident` takes: a label that it does not name weighs 0.
    table : PageTable
    named : collection of str
        The labels that the manifest asks for by name.

    Raises
    ------
    UnknownNameError
        If a key is neither a fact nor begins with one.
    InvalidValueError
        If a weight is not finite and 0 or more; the message names the label.
    """
    if weights is not None and not isinstance(weights, Mapping):
        return label_weights(weights, table)
    given = weights or {}
    for key in given:
        fact = str(key).partition(":")[0]
        if fact not in FACTS and key not in table.label_names:
            error = UnknownNameError.among("fact", fact, FACTS)
            error.add_note('hint: Weigh a fact, {"requirement": 5}, or one label of it.')
            raise error
    of_each = dict.fromkeys(table.label_names, OTHER_WEIGHT)
    of_each |= dict.fromkeys((label for label in named if label in of_each), NAMED_WEIGHT)
    for label, weight in of_each.items():
        of_each[label] = given.get(label, given.get(label.partition(":")[0], weight))
    return label_weights({**given, **of_each}, table)
