"""How sessions, their stores, serves and logs look."""

from __future__ import annotations

from ctxkit.display.session import instance, serve, session, store  # noqa: F401  (they register)
