"""The token estimate: a deterministic heuristic over bytes, no tokenizer."""

from __future__ import annotations

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import to_bytes

#: How the estimate is named wherever a number made by it is shown.
ESTIMATOR_NAME = "bytes/4 heuristic"


def estimate_tokens(data: bytes) -> int:
    """Estimate how many model tokens ``data`` occupies.

    ``ceil(bytes / 4)`` plus half a token (rounded up in all) for every back-tick and pipe, which
    mark code and tables. Appending bytes never lowers the estimate. Contract A, *Token estimate*.

    Parameters
    ----------
    data : bytes
        Any bytes; they need not be UTF-8.

    Returns
    -------
    int
        Tokens, 0 for empty input.
    """
    if isinstance(data, str):
        raise InvalidValueError(
            "text where bytes are meant",
            where="data",
            got=repr(data[:40]),
            hint="estimate_tokens_string takes text.",
        )
    dense = data.count(b"`") + data.count(b"|")
    return (len(data) + 3) // 4 + (dense + 1) // 2


def estimate_tokens_string(text: str) -> int:
    """Estimate the tokens of ``text`` in UTF-8; see :func:`estimate_tokens`.

    Bytes that were no UTF-8 and were read as lone surrogates (``surrogateescape``) count as the
    bytes they were.
    """
    return estimate_tokens(to_bytes(text))
