"""ctxkit: what a coding agent is told to load, what fits its window, what its sessions did.

Everything public can be had from here; a name is imported when it is first used, so that
``import ctxkit`` stays fast. The names stand in ``__init__.pyi``.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
