"""The one input of the manifest engine."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import Field

from ctxkit.model import Model
from ctxkit.view import Shown

#: Returns the text of an artifact such as ``"design.md"``, or ``None`` where it is absent.
ArtifactReader = Callable[[str], str | None]


class ContextRequest(Shown, Model):
    """What a context manifest is asked for. API page, *ContextRequest*.

    Attributes
    ----------
    slug : str
        Folder name of the spec.
    status : str
        A :class:`~ctxkit.manifest.SpecStatus`; empty infers the phase from ``task_id``.
    task_id, role : str
        Whom the context is for. A role that is unknown, or may not work in the phase, is replaced.
    files : tuple of str
        Files the task declares, taken verbatim.
    mode : str
        A :class:`~ctxkit.manifest.ContextMode`, or empty.
    host_budget : int
        Cap in tokens that the host asks for; 0 or less means none.
    context_command : str
        The command that prints the briefing, if any.
    requirements : tuple of int
        Requirements the task covers, for slicing requirements.md.
    design_headings : tuple of str
        Sections of design.md the task names.
    read_artifact : callable, optional
        The only reading the engine does. Without it every hint is a default.
    """

    slug: str = ""
    status: str = ""
    task_id: str = ""
    role: str = ""
    files: tuple[str, ...] = ()
    mode: str = ""
    host_budget: int = 0
    context_command: str = ""
    requirements: tuple[int, ...] = ()
    design_headings: tuple[str, ...] = ()
    read_artifact: ArtifactReader | None = Field(default=None, repr=False)
