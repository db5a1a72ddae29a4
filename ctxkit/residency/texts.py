"""The texts that a session is taken to have loaded, as far as they can be made again.

A log names the entries that were read and the steps that were shown, but holds neither their texts
nor their sizes. An entry is taken as its graph has it now, a serve as it is rendered now.
"""

from __future__ import annotations

from ctxkit.gotext import to_bytes
from ctxkit.graph.entry import Entry
from ctxkit.procedure.document import document_text
from ctxkit.procedure.functions import ReadDepth
from ctxkit.resident.estimators import Estimator
from ctxkit.session.serve import Serve


def entry_text(entry: Entry, depth: ReadDepth | str) -> str:
    """Return what reading an entry loads.

    Parameters
    ----------
    entry : Entry
    depth : ReadDepth
        In summary, its summary, or the first line of its body where it has none. In full, the
        summary and the body: the deeper read holds the shallower one.
    """
    if depth != ReadDepth.FULL:
        return entry.summary or entry.body.partition("\n")[0]
    return "\n\n".join(part for part in (entry.summary, entry.body) if part)


class ServeSizes:
    """Counts the tokens of serves: instructions, report schema and what was produced.

    Parameters
    ----------
    estimator : Estimator
    """

    def __init__(self, estimator: Estimator) -> None:
        self._estimator = estimator
        # A step's schema is one object, shared by all its serves; kept here, so that its id stays.
        self._schemas: dict[int, tuple[object, int]] = {}

    def count(self, serve: Serve) -> int:
        """Return the tokens of a serve; its parts are counted by themselves and added."""
        tokens = self._estimator.count(to_bytes(serve.instructions))
        if serve.produced:
            tokens += self._estimator.count(to_bytes(document_text(serve.produced)))
        return tokens + self._schema(serve.report_schema)

    def _schema(self, schema: dict[str, object] | None) -> int:
        if schema is None:
            return 0
        known = self._schemas.get(id(schema))
        if known is None:
            tokens = self._estimator.count(to_bytes(document_text(schema)))
            known = self._schemas[id(schema)] = (schema, tokens)
        return known[1]
