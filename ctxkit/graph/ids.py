"""Names of entries, of entries in other repositories, and of topics (contract C, section 14)."""

from __future__ import annotations

import re
from functools import lru_cache

_STAMP = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})(?:[.,][0-9]+)?")
_REPO_SEGMENT = re.compile(r"[A-Za-z0-9._-]+")
# The same few IDs and topics are checked again and again.
_cached = lru_cache(maxsize=1 << 16)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_date(year: int, month: int, day: int) -> bool:
    """Tell whether a day exists in the Gregorian calendar; the year 0 counts as one."""
    if not 1 <= month <= 12:
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _DAYS[month - 1] + leap


@_cached
def is_entry_id(text: str) -> bool:
    """Tell whether a text is an entry ID, ``YYYYMMDD-HHMMSS-TYPE-LAYER-SUFFIX``.

    Only the date and time are checked (a fraction of a second is tolerated); type, layer and
    suffix may be anything, the suffix even empty.
    """
    parts = text.split("-", 4)
    if len(parts) != 5:
        return False
    found = _STAMP.fullmatch(f"{parts[0]}-{parts[1]}")
    if found is None:
        return False
    year, month, day, hour, minute, second = map(int, found.groups())
    return is_date(year, month, day) and hour < 24 and minute < 60 and second < 60


def is_cross_repo_id(text: str) -> bool:
    """Tell whether a text names an entry of another repository, ``HOST/PATH:ENTRY-ID``."""
    repo, colon, entry = text.partition(":")
    segments = repo.split("/")
    return (
        bool(colon)
        and len(segments) >= 2
        and "." in segments[0]
        and all(_REPO_SEGMENT.fullmatch(segment) for segment in segments)
        and is_entry_id(entry)
    )


@_cached
def is_topic(text: str) -> bool:
    """Tell whether a text is a topic: ``/``-separated words of letters, digits and hyphens."""
    return all(
        part and all(char == "-" or char.isalpha() or char.isdecimal() for char in part)
        for part in text.split("/")
    )


def topic_key(text: str) -> str:
    """Return the form in which two topics that differ in case only are equal."""
    return "/".join(part.casefold() for part in text.split("/"))
