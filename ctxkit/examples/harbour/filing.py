"""Makes an entry out of the fields of a ``record-entry`` run."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from ctxkit.errors import InvalidValueError
from ctxkit.graph.entry import Entry, EntryRef
from ctxkit.graph.vocabulary import LAYERS, SIGNAL_KINDS, EntryType
from ctxkit.procedure.functions import StoreReader

_MOMENT = "%Y-%m-%d %H:%M"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_CODES = {name: code for code, name in LAYERS.items()}


def is_moment(text: str) -> bool:
    """Tell whether a text is a day and a minute, ``YYYY-MM-DD HH:MM``."""
    try:
        return datetime.strptime(text, _MOMENT).strftime(_MOMENT) == text
    except ValueError:
        return False


def compose_entry(store: StoreReader) -> Entry:
    """Return the entry that the stored fields describe.

    Its ID is made of the moment in ``observedAt`` and of a digest of the body, so that the same
    fields give the same ID.

    Raises
    ------
    InvalidValueError
        If ``observedAt`` is no moment, or the layer none.
    """
    observed, layer = str(store.get("observedAt") or ""), str(store.get("layer") or "")
    if not is_moment(observed):
        raise InvalidValueError(
            "not a moment", where="observedAt", got=repr(observed), expected="YYYY-MM-DD HH:MM"
        )
    if layer not in _CODES:
        raise InvalidValueError("no layer", where="layer", got=repr(layer))
    kind, body = str(store.get("entryKind") or ""), str(store.get("body") or "")
    is_signal = kind in SIGNAL_KINDS
    return Entry(
        id=f"{_stamp(observed, body)}-{'s' if is_signal else 'd'}-{_CODES[layer]}-{_suffix(body)}",
        type=EntryType.SIGNAL if is_signal else EntryType.DECISION,
        layer=layer,
        kind=kind,
        refs=tuple(EntryRef(**ref) for ref in store.get("refs") or ()),
        closes=tuple(store.get("closes") or ()),
        participants=tuple(store.get("participants") or ()),
        confidence=str(store.get("confidence") or ""),
        intent=str(store.get("intent") or ""),
        topics=tuple(store.get("topics") or ()),
        body=body,
    )


def _stamp(observed: str, body: str) -> str:
    digits = observed.translate({ord(mark): None for mark in "-: "})
    return f"{digits[:8]}-{digits[8:]}{_digest(body)[0] % 60:02}"


def _suffix(body: str) -> str:
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in _digest(body)[1:4])


def _digest(body: str) -> bytes:
    return sha256(body.encode("utf-8", "replace")).digest()
