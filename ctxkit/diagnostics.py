"""Diagnostics as data: what a reader could not read, or read with doubt, and where."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from ctxkit.collection import Collection
from ctxkit.errors import DiagnosticError
from ctxkit.model import Model
from ctxkit.view import Plotted
from ctxkit.visible import visible


class Severity(StrEnum):
    """How much a diagnostic matters."""

    ERROR = "error"  #: Something that was written is missing from what was read.
    WARNING = "warning"  #: It was read, but may mean something else than it seems.
    INFO = "info"  #: Worth knowing; nothing is missing.


class Diagnostic(Model):
    """One finding of a reader.

    Attributes
    ----------
    code : str
        Stable name of the kind of finding, such as ``task-duplicate-id``.
    severity : Severity
    file : str
        Path below the opened folder, ``/``-separated; ``""`` for a bare text.
    line : int or None
        1-based line; ``None`` where the whole file is meant.
    message : str
        What was found.
    hint : str
        What would be right, or what to do.
    """

    code: str
    severity: Severity
    file: str = ""
    line: int | None = None
    message: str
    hint: str = ""

    @property
    def where(self) -> str:
        """``file:line``, as far as they are known."""
        if self.line is None:
            return self.file
        return f"{self.file or 'line'}:{self.line}"

    def __str__(self) -> str:
        text = f"{self.severity}: {self.where}: {self.message} [{self.code}]"
        return f"{text} ({self.hint})" if self.hint else text


class Diagnostics(Plotted, Collection[Diagnostic]):
    """The findings of a reader, in the order of the files and lines they are about."""

    def __add__(self, other: Iterable[Diagnostic]) -> Diagnostics:
        return Diagnostics((*self._items, *other))

    @property
    def errors(self) -> Diagnostics:
        """Only those of severity *error*."""
        return Diagnostics(d for d in self if d.severity is Severity.ERROR)

    def count_of(self, severity: Severity) -> int:
        """Return how many have this severity."""
        return sum(1 for d in self if d.severity is severity)

    def in_file(self, file: str) -> Diagnostics:
        """Return only those about one file."""
        return Diagnostics(d for d in self if d.file == file)

    def raise_first(self) -> None:
        """Raise the first error or warning, if any, as a :class:`DiagnosticError`.

        What ``strict=True`` does; findings of severity *info* never raise.
        """
        for found in self:
            if found.severity is not Severity.INFO:
                raise DiagnosticError(
                    found.message, where=found.where, hint=found.hint or f"code {found.code}"
                )


class Findings:
    """Collects diagnostics about one file while it is read."""

    __slots__ = ("_items", "file")

    def __init__(self, file: str = "") -> None:
        self.file = file
        self._items: list[Diagnostic] = []

    def error(self, code: str, line: int | None, message: str, hint: str = "") -> None:
        """Note that content is missing from what was read."""
        self._add(Severity.ERROR, code, line, message, hint)

    def warning(self, code: str, line: int | None, message: str, hint: str = "") -> None:
        """Note that content may mean something else than it seems."""
        self._add(Severity.WARNING, code, line, message, hint)

    def info(self, code: str, line: int | None, message: str, hint: str = "") -> None:
        """Note something worth knowing."""
        self._add(Severity.INFO, code, line, message, hint)

    def _add(
        self, severity: Severity, code: str, line: int | None, message: str, hint: str
    ) -> None:
        self._items.append(
            Diagnostic(
                code=code,
                severity=severity,
                file=visible(self.file),
                line=line,
                message=visible(message),
                hint=visible(hint),
            )
        )

    def done(self, *, strict: bool = False) -> Diagnostics:
        """Return what was found, ordered by line; findings about the whole file come first.

        With ``strict`` the first error or warning is raised instead.
        """
        found = Diagnostics(sorted(self._items, key=lambda d: d.line or 0))
        if strict:
            found.raise_first()
        return found
