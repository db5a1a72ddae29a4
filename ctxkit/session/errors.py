"""Why an operation of a session was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ctxkit.errors import CtxkitError

T = TypeVar("T")


class SessionError(CtxkitError, ValueError):
    """An operation does not fit the session as it stands."""


class FunctionError(CtxkitError):
    """A registered function failed; its own exception is the cause."""


class SinkError(CtxkitError):
    """An event could not be logged; the session takes no further steps."""


class ReplayError(CtxkitError, ValueError):
    """A log cannot be replayed.

    Attributes
    ----------
    seq : int or None
        Event at which it failed.
    """

    def __init__(self, what: str, *, seq: int | None = None, **details: str) -> None:
        self.seq = seq
        if seq is not None and not details.get("where"):
            details["where"] = f"event {seq}"
        super().__init__(what, **details)


def is_truth(value: object) -> bool:
    """Tell whether a value is True or False, of Python or of numpy."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def call_predicate(name: str, predicate: Callable[..., object], *args: Any) -> bool:
    """Call a registered predicate.

    Raises
    ------
    FunctionError
        As :func:`call_function`, and if it returns neither True nor False: such as nothing, for a
        ``return`` that was forgotten.
    """
    what = f"predicate {name}"
    held = call_function(what, predicate, *args)
    if not is_truth(held):
        raise FunctionError(
            "a predicate returns True or False",
            where=what,
            got=f"{type(held).__name__} {held!r}"[:60],
            hint="Is a return missing? bool(...) makes a truth of anything.",
        )
    return bool(held)


def call_function(what: str, function: Callable[..., T], *args: Any) -> T:
    """Call a registered function.

    Raises
    ------
    FunctionError
        If it raises an error that is not of our family; that is the cause then.
    """
    try:
        return function(*args)
    except CtxkitError:
        raise
    except Exception as error:
        raise FunctionError(f"failed: {error}", where=what) from error
