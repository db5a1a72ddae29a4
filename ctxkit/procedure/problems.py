"""What is wrong with a procedure entry: every problem at once, each with its place."""

from __future__ import annotations

from typing import Any

from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import CtxkitError


class SpecProblem(Diagnostic):
    """One problem of a procedure.

    Attributes
    ----------
    at : str
        What it is about, such as ``steps.review`` or ``state.body``.
    column : int or None
        1-based column in the line.
    """

    at: str
    column: int | None = None


class SpecError(CtxkitError, ValueError):
    """A procedure that cannot be loaded.

    Attributes
    ----------
    problems : Diagnostics
        All of its :class:`SpecProblem`, ordered by what they are about and their code.
    """

    def __init__(self, problems: Diagnostics, *, where: str) -> None:
        self.problems = problems
        first = problems[0]
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        super().__init__(
            f"procedure cannot be loaded: {first.message}{more}",
            where=where,
            hint="All problems are in the error's .problems.",
        )


class Problems:
    """Collects the problems of one entry while it is read.

    Parameters
    ----------
    file : str
        Named in each of them.
    offset : int
        Lines of the file before the front matter's first.
    """

    def __init__(self, file: str, offset: int = 0) -> None:
        self.file = file
        self.offset = offset
        self._items: list[SpecProblem] = []

    def add(self, code: str, at: str, message: str, node: Any = None, hint: str = "") -> None:
        """Note a problem; ``node`` is the YAML node that it is about."""
        mark = getattr(node, "start_mark", None)
        line = None if mark is None else mark.line + 1 + self.offset
        self.add_at(code, at, message, line, None if mark is None else mark.column + 1, hint)

    def add_at(
        self,
        code: str,
        at: str,
        message: str,
        line: int | None,
        column: int | None = None,
        hint: str = "",
    ) -> None:
        """Note a problem at a line of the file."""
        self._items.append(
            SpecProblem(
                code=code,
                at=at,
                message=f"{at}: {message}",
                severity=Severity.ERROR,
                file=self.file,
                line=line,
                column=column,
                hint=hint,
            )
        )

    def __bool__(self) -> bool:
        return bool(self._items)

    def done(self) -> Diagnostics:
        """Return the problems, ordered by what they are about and their code."""
        items = sorted(self._items, key=lambda problem: (problem.at, problem.code))
        return Diagnostics(items)
