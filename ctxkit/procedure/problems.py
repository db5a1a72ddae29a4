"""What is wrong with a procedure entry: every problem at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterable

from yaml.nodes import Node

from ctxkit.diagnostics import Diagnostic, Diagnostics, Severity
from ctxkit.errors import CtxkitError
from ctxkit.graph.entry import Entry
from ctxkit.graph.places import Place
from ctxkit.procedure.hints import HINTS, near_hint

#: Problems of one entry for which a near name is looked for.
_MOST_NEAR = 40


class SpecProblem(Diagnostic):
    """One problem of a procedure, or a warning of one that can be loaded.

    Attributes
    ----------
    at : str
        What it is about, such as ``steps.review`` or ``state.body``.
    column : int or None
        1-based column in the line.
    """

    at: str
    column: int | None = None

    @property
    def where(self) -> str:
        """``file:line:column``, as far as they are known."""
        place = super().where
        return place if self.column is None else f"{place}:{self.column}"


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
    entry : Entry, optional
        Tells the file, and where in it the nodes stand.

    Notes
    -----
    A problem points at what is wrong: at a value that does not fit, at a key that may not stand
    there, and, where something is missing, at the beginning of what it is missing from.
    """

    def __init__(self, entry: Entry | None = None) -> None:
        self.entry = entry
        self._items: list[SpecProblem] = []
        self._near = _MOST_NEAR

    def add(
        self,
        code: str,
        at: str,
        message: str,
        node: Node | None = None,
        *,
        word: str = "",
        name: str = "",
        known: Iterable[str] = (),
    ) -> None:
        """Note a problem.

        Parameters
        ----------
        node : Node, optional
            What it is about.
        word : str
            What in the node it is about.
        name, known : str and iterable of str
            A name that does not exist, and those that do.
        """
        entry = self.entry
        place = entry.place_of_node(node, word) if entry and node is not None else None
        self.add_at(code, at, message, place, hint=self._near_hint(name, known))

    def _near_hint(self, name: str, known: Iterable[str]) -> str:
        if not name or not self._near:
            return ""
        self._near -= 1
        return near_hint(name, known)

    def add_at(
        self, code: str, at: str, message: str, place: Place | None, *, hint: str = ""
    ) -> None:
        """Note a problem at a place of the file; ``hint`` stands before what is always said."""
        line, column = place or (None, None)
        self._items.append(
            SpecProblem(
                code=code,
                at=at,
                message=f"{at}: {message}",
                severity=Severity.ERROR,
                file=self.entry.file if self.entry else "",
                line=line,
                column=column,
                hint=f"{hint} {HINTS[code]}".strip(),
            )
        )

    def __bool__(self) -> bool:
        return bool(self._items)

    def done(self) -> Diagnostics:
        """Return the problems, ordered by what they are about and their code."""
        items = sorted(self._items, key=lambda problem: (problem.at, problem.code))
        return Diagnostics(items)
