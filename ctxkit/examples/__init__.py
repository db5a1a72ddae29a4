"""Small, complete data that ships with ctxkit, so that everything can be tried offline.

A name is imported when it is first used; the names stand in ``__init__.pyi``.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
