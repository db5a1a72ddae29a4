"""The draft lane: fields as they stand, or what changed since they were last shown.

Contract C, section 11.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ctxkit.procedure.document import byte_length, document_text
from ctxkit.procedure.spec import Spec, Step
from ctxkit.procedure.textdiff import head_tail, unified
from ctxkit.procedure.truncate import Cut, cut_bytes, cut_items
from ctxkit.procedure.types import BaseType
from ctxkit.session.store import Store

LANE = "draft"
CAP_BYTES = 6000
HEAD_LINES, TAIL_LINES = 6, 3
_SEPARATOR = " · "
_WHOLE = "Draft as it stands (engine-rendered — what you confirm is this):"
_DELTA = "Draft delta since last served (engine-rendered):"
_UNCHANGED = "Draft unchanged since last served — nothing new to re-read."

Base = dict[str, Any]


class Draft:
    """Renders the draft of a step.

    Attributes
    ----------
    cuts : list of Cut
        Bounds that left something out.
    base : dict
        The fields that are there, if only empty ones, for the next comparison.
    """

    def __init__(self, spec: Spec, step: Step, store: Store) -> None:
        self.spec = spec
        self.names = step.serve_delta
        self.base: Base = {name: store.get(name) for name in self.names if name in store}
        self.cuts: list[Cut] = []

    def render(self, old: Base | None, *, complete: bool) -> str:
        """Return the text of the lane.

        Parameters
        ----------
        old : dict or None
            The fields as they were last served at this step; ``None`` before the first time.
        complete : bool
            Whether everything is shown, prose without omissions.
        """
        if old is None or complete:
            blocks = [self.whole(name, complete) for name in self.names if name in self.base]
            return "\n".join([_WHOLE, *blocks])
        states = {name: _state(self.base, name) for name in self.names}
        changed = [name for name in self.names if states[name] != _state(old, name)]
        if not changed:
            return _UNCHANGED
        blocks = [self.delta(name, old) for name in changed]
        same = [name for name in self.names if name in self.base and name not in changed]
        if same:
            blocks.append(f"(unchanged: {', '.join(same)})")
        return "\n".join([_DELTA, *blocks])

    def is_prose(self, name: str) -> bool:
        """Tell whether a field is prose, of which changes are shown by line."""
        declared = self.spec.state[name].type
        return declared.base is BaseType.PROSE and not declared.is_list

    def note(self, name: str, cut: Cut) -> None:
        """Keep a cut that left something out."""
        if not cut.clean:
            self.cuts.append(cut.named(f"draft:{name}"))

    def whole(self, name: str, complete: bool) -> str:
        """Return a field as it stands."""
        value = self.base[name]
        if self.is_prose(name) and isinstance(value, str):
            text = value if complete else head_tail(value, HEAD_LINES, TAIL_LINES)
            return f"- {name}:\n{text}"
        if isinstance(value, list):
            bounded = cut_items(
                list(map(document_text, value)),
                lambda item: byte_length(item) + len(_SEPARATOR.encode()),
                CAP_BYTES,
            )
            self.note(name, bounded.cut)
            return f"- {name}: {_SEPARATOR.join(bounded.value)}"
        return f"- {name}: {value if isinstance(value, str) else document_text(value)}"

    def delta(self, name: str, old: Base) -> str:
        """Return what changed of a field."""
        if name not in self.base:
            return f"- {name}: (cleared)"
        value = self.base[name]
        if self.is_prose(name) and isinstance(value, str):
            before = old.get(name, "")
            diff = unified(before if isinstance(before, str) else "", value)
            bounded = cut_bytes(diff, CAP_BYTES)
            self.note(name, bounded.cut)
            return f"- {name} (diff against what was last served):\n{bounded.value}"
        if isinstance(value, list):
            return self.item_delta(name, value, old.get(name))
        return self.whole(name, False)

    def item_delta(self, name: str, value: list[Any], before: Any) -> str:
        """Return which items of a list came and went."""
        # Where there was no list before, there was an empty text: one item of nothing.
        old = list(map(document_text, before)) if isinstance(before, list) else [""]
        new = list(map(document_text, value))
        lines = [f"  + {item}" for item in _without(new, old)]
        lines += [f"  - {item}" for item in _without(old, new)]
        bounded = cut_items(lines, byte_length, CAP_BYTES)
        self.note(name, bounded.cut)
        return "\n".join([f"- {name} (item delta):", *bounded.value])


def _state(fields: Base, name: str) -> str | None:
    return document_text(fields[name]) if name in fields else None


def _without(items: list[str], others: list[str]) -> list[str]:
    """Return the items that are left when each of the others has taken one like it away."""
    taken = Counter(others)
    left = []
    for item in items:
        if taken[item]:
            taken[item] -= 1
        else:
            left.append(item)
    return left
