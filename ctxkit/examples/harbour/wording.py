"""Checks the wording of an entry: the three faults that the harbour office looks for."""

from __future__ import annotations

import re

_VAGUE_TIMES = re.compile(
    r"\b(soon|shortly|later|recently|sometime|at some point)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_LONGEST_SENTENCE = 40
#: Kinds that report what was measured or carried out.
_WITH_FIGURES = ("fact", "done")


def wording_findings(body: str, kind: str) -> list[dict[str, str]]:
    """Return what is wrong with the wording of an entry.

    Parameters
    ----------
    body, kind : str

    Returns
    -------
    list of dict
        Each with ``severity`` (high or medium), ``category`` and ``observation``.
    """
    vague = list(dict.fromkeys(word.lower() for word in _VAGUE_TIMES.findall(body)))
    found = [_finding("high", "vague time", f"{word!r} names no day") for word in vague]
    if kind in _WITH_FIGURES and not re.search("[0-9]", body):
        found.append(_finding("high", "no figure", f"a {kind} entry gives at least one figure"))
    for sentence in _SENTENCE_END.split(body):
        words = sentence.split()
        if len(words) > _LONGEST_SENTENCE:
            start = " ".join(words[:4])
            found.append(
                _finding("medium", "long sentence", f"{start!r} goes on for {len(words)} words")
            )
    return found


def _finding(severity: str, category: str, observation: str) -> dict[str, str]:
    return {"severity": severity, "category": category, "observation": observation}
