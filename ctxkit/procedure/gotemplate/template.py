"""A template that was read, ready to be carried out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.gotemplate.errors import TemplateError, TemplateExecError
from ctxkit.procedure.gotemplate.executor import Executor
from ctxkit.procedure.gotemplate.nodes import Text
from ctxkit.procedure.gotemplate.parser import parse
from ctxkit.procedure.gotemplate.values import to_bytes, to_text

__all__ = ["Template", "TemplateError", "cached_template"]

_BROKEN = re.compile("[\ud800-\udfff]")


class Template:
    """A text with actions in double braces.

    Parameters
    ----------
    source : str
        The text as written.

    Raises
    ------
    TemplateError
        With stage ``"parse"`` if it is malformed; the message names the line.
    """

    __slots__ = ("_defined", "_plain", "_root", "source")

    def __init__(self, source: str) -> None:
        if not isinstance(source, str):
            raise InvalidValueError("a template is a text", got=type(source).__name__)
        self.source = source
        try:
            self._root, self._defined = parse(source)
        except RecursionError:
            raise TemplateExecError("template is nested too deeply") from None
        texts = [node.text for node in self._root if isinstance(node, Text)]
        # Most units hold no action at all.
        self._plain = "".join(texts) if len(texts) == len(self._root) else None

    def __repr__(self) -> str:
        return f"<Template {self.source[:60]!r}{'…' if len(self.source) > 60 else ''}>"

    def render(self, data: dict[str, Any]) -> str:
        """Carry the template out.

        Parameters
        ----------
        data : dict
            A document: texts, numbers, booleans, nulls, lists and dicts. Missing keys are null.

        Returns
        -------
        str
            What it wrote. Halves of characters, which slices of texts may leave, are U+FFFD.

        Raises
        ------
        TemplateError
            With stage ``"exec"`` if it failed.
        """
        if self._plain is not None:
            return self._plain
        executor = Executor(self._defined)
        try:
            executor.run(self._root, data)
        except RecursionError:
            raise TemplateExecError("templates call each other too deeply") from None
        text = "".join(executor.out)
        if _BROKEN.search(text):
            text = _BROKEN.sub("\ufffd", to_text(to_bytes(text)))
        return text


@lru_cache(maxsize=2048)
def cached_template(source: str) -> Template:
    """Return the template of a text, read once; raises as :class:`Template` does."""
    return Template(source)
