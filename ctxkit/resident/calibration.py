"""How far the heuristic is from real token counts, by kind of file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Protocol, overload

from ctxkit.errors import InvalidValueError
from ctxkit.model import Model
from ctxkit.resident.columns import page_table
from ctxkit.resident.estimators import HEURISTIC, Estimator, bpe_estimator
from ctxkit.resident.pages import ContextPage, PathBlob
from ctxkit.resident.table import PageTable
from ctxkit.view import Framed, Plotted, Shown


class KindCount(Model):
    """What two estimators say of all files of one kind.

    Attributes
    ----------
    kind : str
        The files' suffix in lower case, or "(none)".
    files : int
    bytes : int
    tokens : int
        By the estimator that is calibrated.
    real_tokens : int
        By the one it is compared with.
    """

    kind: str
    files: int
    bytes: int
    tokens: int
    real_tokens: int

    @property
    def error(self) -> float:
        """By which share the estimate is too high (or, negative, too low); 0 for no tokens."""
        if not self.real_tokens:
            return 0.0
        return (self.tokens - self.real_tokens) / self.real_tokens


class Calibration(Shown, Framed, Plotted, Sequence[KindCount]):
    """Estimated against real tokens, one entry a kind of file, largest first.

    Attributes
    ----------
    estimator, real_estimator : str
        Names of the two that counted.
    """

    __slots__ = ("_kinds", "estimator", "real_estimator")

    def __init__(self, kinds: Iterable[KindCount], estimator: str, real_estimator: str) -> None:
        self._kinds = tuple(sorted(kinds, key=lambda kind: (-kind.bytes, kind.kind)))
        self.estimator = estimator
        self.real_estimator = real_estimator

    @overload
    def __getitem__(self, index: int) -> KindCount: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[KindCount, ...]: ...
    def __getitem__(self, index: int | slice) -> KindCount | tuple[KindCount, ...]:
        return self._kinds[index]

    def __len__(self) -> int:
        return len(self._kinds)

    def __iter__(self) -> Iterator[KindCount]:
        return iter(self._kinds)

    @property
    def total(self) -> KindCount:
        """All kinds together, under the kind "all"."""
        return KindCount(
            kind="all",
            files=sum(kind.files for kind in self),
            bytes=sum(kind.bytes for kind in self),
            tokens=sum(kind.tokens for kind in self),
            real_tokens=sum(kind.real_tokens for kind in self),
        )


class HoldsFiles(Protocol):
    """Something with files in it, such as a :class:`ctxkit.Workspace`."""

    def files(self) -> Iterable[tuple[str, bytes]]:
        """Return paths and contents."""
        ...


#: Where files come from.
Files = HoldsFiles | Mapping[str, bytes] | Iterable[tuple[str, bytes]]


def calibrate(
    files: Files,
    *,
    real: Estimator | None = None,
    estimator: Estimator = HEURISTIC,
) -> Calibration:
    """Compare an estimator with real token counts, by kind of file.

    Parameters
    ----------
    files : Workspace, mapping of str to bytes, or iterable of (str, bytes)
        Paths and contents; of a workspace its guides and the files of its specs.
    real : Estimator, optional
        What counts as real; :func:`bpe_estimator` when not given.
    estimator : Estimator
        What is calibrated; the heuristic when not given.

    Raises
    ------
    MissingExtraError
        If ``real`` is not given and no tokenizer is installed.
    """
    truth = bpe_estimator() if real is None else real
    sums: dict[str, list[int]] = {}
    for path, data in _pairs(files):
        entry = sums.setdefault(file_kind(path), [0, 0, 0, 0])
        for at, value in enumerate((1, len(data), estimator.count(data), truth.count(data))):
            entry[at] += value
    kinds = (
        KindCount(kind=kind, files=n, bytes=size, tokens=tokens, real_tokens=real_tokens)
        for kind, (n, size, tokens, real_tokens) in sums.items()
    )
    return Calibration(kinds, estimator.name, truth.name)


def pages_from_files(
    files: Files,
    obligations: Mapping[str, Sequence[str]],
    *,
    estimator: Estimator = HEURISTIC,
) -> PageTable:
    """Make a page of each file, counted by one estimator.

    The page's id is the file's path; it depends on the file's present content
    (``sha256:`` and the hash of its bytes).

    Parameters
    ----------
    files : Workspace, mapping of str to bytes, or iterable of (str, bytes)
        Paths and contents; of a workspace its guides and the files of its specs.
    obligations : mapping of str to sequence of str
        The labels that each path covers; none where a path is not in it.
    estimator : Estimator
        Who counts the tokens; the table remembers the name.
    """
    pages = [
        ContextPage(
            page_id=path,
            kind=file_kind(path),
            dependency=PathBlob.of(path, data),
            bytes=len(data),
            tokens=estimator.count(data),
            obligations=tuple(obligations.get(path, ())),
        )
        for path, data in _pairs(files)
    ]
    return page_table(pages, estimator=estimator.name)


def file_kind(path: str) -> str:
    """Return the suffix of a path in lower case and without its dot, or "(none)"."""
    return PurePosixPath(path).suffix.lower().lstrip(".") or "(none)"


def _pairs(files: Any) -> Iterator[tuple[str, bytes]]:
    if hasattr(files, "files"):
        files = files.files()
    elif isinstance(files, Mapping):
        files = files.items()
    for number, pair in enumerate(files):
        match pair:
            case (str(path), bytes(data)):
                yield path, data
            case _:
                raise InvalidValueError(
                    "not a file",
                    where=f"files[{number}]",
                    got=repr(pair)[:80],
                    expected="a path and its content as bytes",
                )
