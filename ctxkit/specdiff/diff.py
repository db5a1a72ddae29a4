"""Two versions of a spec, and all that differs between them."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ctxkit.diagnostics import Diagnostics
from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.resident.estimators import HEURISTIC, Estimator
from ctxkit.specdiff.changes import ChangeKind, SpecChanges
from ctxkit.specdiff.comparing import compare_documents, compare_requirements, compare_tasks
from ctxkit.specdiff.costs import TaskCosts, compare_costs
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.workspace import Workspace, open_workspace

#: What names a spec: itself, its workspace, or the path of either.
Version = Spec | Workspace | str | os.PathLike[str]


@dataclass(eq=False, repr=False)
class SpecDiff(Shown, Framed, Plotted):
    """What two versions of a spec differ in.

    Attributes
    ----------
    before, after : Spec
    requirements, tasks, documents : SpecChanges
        Unchanged ones included; ``.moved`` leaves them out.
    costs : TaskCosts
        What each task loads before and after.
    estimator : str
        Who counted the tokens.
    """

    before: Spec
    after: Spec
    requirements: SpecChanges
    tasks: SpecChanges
    documents: SpecChanges
    costs: TaskCosts
    estimator: str

    def __bool__(self) -> bool:
        return any(
            item.kind is not ChangeKind.SAME
            for part in (self.requirements, self.tasks, self.documents)
            for item in part
        )

    @property
    def doubts(self) -> tuple[tuple[str, Diagnostics], ...]:
        """What of each version was read with doubt, and may thus be missing here."""
        held = (("before", self.before.diagnostics), ("after", self.after.diagnostics))
        return tuple((name, found) for name, found in held if len(found))


def compare_specs(
    before: Version, after: Version, *, slug: str = "", estimator: Estimator = HEURISTIC
) -> SpecDiff:
    """Compare two versions of a spec by what they say, and by what they make an agent load.

    Requirements and tasks are found again by their content, so that one that only got another
    number or title is *renamed*, and neither removed nor added. What is told of a thing is its
    fields; the progress of tasks is no part of it.

    Parameters
    ----------
    before, after : Spec, Workspace or path
        A spec, or what it is in. For git revisions: ``ws.at("HEAD~1")`` and ``ws``.
    slug : str, optional
        Which spec of workspaces is meant; needed where they have several in common.
    estimator : Estimator
        Counts what is on the disk.

    Returns
    -------
    SpecDiff

    Raises
    ------
    UnknownNameError
        If there is no such spec.
    InvalidValueError
        If it is not clear which spec is meant.
    ReadError
        If a path is no workspace.

    Examples
    --------
    >>> import ctxkit as ck
    >>> spec = ck.examples.workspace()["gauge-intake"]
    >>> bool(ck.compare_specs(spec, spec))
    False
    """
    old, new = _specs(before, after, slug)
    tasks = compare_tasks(old, new)
    return SpecDiff(
        before=old,
        after=new,
        requirements=compare_requirements(old, new),
        tasks=tasks,
        documents=compare_documents(old, new),
        costs=TaskCosts(compare_costs(old, new, tasks, estimator)),
        estimator=estimator.name,
    )


def _specs(before: Version, after: Version, slug: str) -> tuple[Spec, Spec]:
    old, new = _opened("before", before), _opened("after", after)
    if isinstance(old, Workspace) and isinstance(new, Workspace) and not slug:
        common = [name for name in old if name in new]
        if len(common) != 1:
            raise InvalidValueError(
                "it is not clear which spec is meant",
                where="slug",
                got="none given",
                expected=f"one of {', '.join(common)}"
                if common
                else "workspaces that share a spec",
                hint='compare_specs(before, after, slug="...")',
            )
        slug = common[0]
    slug = slug or next(spec.slug for spec in (old, new) if isinstance(spec, Spec))
    return _picked(old, slug), _picked(new, slug)


def _opened(name: str, given: Version) -> Spec | Workspace:
    if isinstance(given, Spec | Workspace):
        return given
    if isinstance(given, str | os.PathLike):
        return open_workspace(given)
    raise InvalidValueError(
        "not a version of a spec",
        where=name,
        got=type(given).__name__,
        expected="a Spec, a Workspace, or the path of one",
    )


def _picked(held: Spec | Workspace, slug: str) -> Spec:
    if isinstance(held, Spec):
        return held
    if slug not in held:
        raise UnknownNameError.among("spec", slug, list(held))
    return held[slug]
