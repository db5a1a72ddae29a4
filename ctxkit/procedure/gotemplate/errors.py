"""Why a template could not be read or carried out."""

from __future__ import annotations

from ctxkit.errors import CtxkitError


class TemplateError(CtxkitError, ValueError):
    """A template is malformed, or failed on its data.

    Attributes
    ----------
    stage : str
        ``"parse"`` or ``"exec"``.
    at : int
        Index of the character at which reading stopped; 0 where that is not known.
    """

    stage = ""
    at = 0


class TemplateSyntaxError(TemplateError):
    """A template that cannot be read."""

    stage = "parse"


class TemplateExecError(TemplateError):
    """A template that failed while it was carried out."""

    stage = "exec"
