"""Timestamps as the tool writes them: UTC, RFC 3339, up to nine fractional digits."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from ctxkit.errors import InvalidValueError

_RFC3339 = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", re.ASCII
)


def format_timestamp(now: datetime | str) -> str:
    """Return a moment in UTC, with trailing zeros of the fraction dropped.

    Parameters
    ----------
    now : datetime or str
        An aware datetime, or RFC 3339 text (which can hold nanoseconds).

    Raises
    ------
    InvalidValueError
        If it is neither; a naive datetime could be any zone's.
    """
    if isinstance(now, datetime) and now.tzinfo is None:
        raise InvalidValueError(
            "a moment without a time zone",
            where="now",
            got=repr(now),
            hint="Use datetime.now(timezone.utc).",
        )
    # Through the text, since some datetimes (those of pandas) hold nanoseconds.
    moment, fraction = _parse(now.isoformat() if isinstance(now, datetime) else now)
    whole = moment.astimezone(UTC).replace(tzinfo=None).isoformat()
    fraction = fraction.rstrip("0")
    return f"{whole}.{fraction}Z" if fraction else f"{whole}Z"


def _parse(text: str) -> tuple[datetime, str]:
    found = _RFC3339.fullmatch(text) if isinstance(text, str) else None
    try:
        if found:
            moment = datetime.fromisoformat(found[1] + found[3])
            moment.astimezone(UTC)
            return moment, found[2] or ""
    except (ValueError, OverflowError):
        pass  # a day or hour that does not exist, or none in UTC
    raise InvalidValueError(
        "not a moment", where="now", got=repr(text), expected="such as 2026-08-01T10:00:00.25Z"
    )
