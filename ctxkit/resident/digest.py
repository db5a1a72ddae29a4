"""Domain-tagged digests over length-prefixed bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from ctxkit.errors import InvalidValueError

_PROMPT_TAG = "perspt-prompt-v1"


class CanonicalEncoder:
    """Encodes texts and lists so that no two inputs have the same bytes, and digests them.

    A field is its length as eight big-endian bytes and then its bytes; a list is its count in the
    same form and then its entries as fields. Contract B, *Canonical digest*.

    Parameters
    ----------
    tag : str
        Names what is being digested; written as the first field.
    """

    __slots__ = ("_hash",)

    def __init__(self, tag: str) -> None:
        self._hash = hashlib.sha256()
        self.text(tag)

    def __repr__(self) -> str:
        return "<CanonicalEncoder>"

    def text(self, value: str) -> None:
        """Write one text as a field, in UTF-8."""
        try:
            data = value.encode()
        except UnicodeEncodeError:
            raise InvalidValueError(
                "a text holds a lone surrogate, which UTF-8 cannot encode", got=ascii(value)
            ) from None
        self._hash.update(len(data).to_bytes(8, "big") + data)

    def list(self, values: Sequence[str]) -> None:
        """Write a list of texts."""
        self._hash.update(len(values).to_bytes(8, "big"))
        for value in values:
            self.text(value)

    def digest(self) -> str:
        """Return ``sha256:`` and the hash of all that was written, in lower-case hex."""
        return f"sha256:{self._hash.hexdigest()}"


def resident_page_digest(page_ids: Iterable[str]) -> str:
    """Return the digest of page ids in their resident order.

    Parameters
    ----------
    page_ids : iterable of str
        Closure first, then picks, as they stand in the window.

    Returns
    -------
    str
        ``sha256:`` and 64 hex digits. The same ids in another order give another digest.
    """
    encoder = CanonicalEncoder(_PROMPT_TAG)
    encoder.text("resident-context")
    encoder.list(list(page_ids))
    return encoder.digest()
