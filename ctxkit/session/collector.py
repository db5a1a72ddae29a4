"""Keeps Python's cycle collector from walking over masses of new objects again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Stop the cycle collector for a while, if it runs.

    For loops that make hundreds of thousands of objects, none of them in cycles. What was made
    counts as old afterwards, as it would have after a few rounds of the collector.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            if not gc.get_freeze_count():
                # Both together move every object to the oldest generation, and look at none.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
