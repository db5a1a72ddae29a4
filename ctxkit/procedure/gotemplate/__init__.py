"""Go's text templates with the built-in functions and missing keys tolerated.

What :class:`Template` offers is the language that units and inject arguments are written in
(contract C, section 10.1). No Python library reads it, hence this one.
"""

from ctxkit.procedure.gotemplate.template import Template, TemplateError, cached_template

__all__ = ["Template", "TemplateError", "cached_template"]
