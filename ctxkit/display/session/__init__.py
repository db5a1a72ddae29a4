"""How sessions, their stores, serves and logs look."""

from __future__ import annotations

from ctxkit.display.session import (  # noqa: F401  (they register)
    comparison,
    engine,
    event,
    eventlog,
    instance,
    listing,
    replay,
    serve,
    serves,
    session,
    stop,
    store,
    verification,
)
