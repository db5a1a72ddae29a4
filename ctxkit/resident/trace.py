"""The words of a trace: picks, rejects and the reasons for them."""

from __future__ import annotations

from enum import StrEnum

from ctxkit.model import Model


class Strategy(StrEnum):
    """How pages were compared."""

    FRAMES = "frames"  #: By gain; every pick takes one of the equal frames.
    COST = "cost"  #: By gain for each token, within a number of tokens.


class RejectReason(StrEnum):
    """Why a page was not picked."""

    MANDATORY = "mandatory already"
    STALE = "stale"
    OVER_FRAME = "over the frame"
    SAME_ID = "same id picked already"
    NO_GAIN = "no gain left"
    OUT_OF_SLOTS = "out of slots"
    OVER_BUDGET = "over the budget"
    OVER_REST = "over what is left"
    ONE_IS_BETTER = "the best single page covers more"


#: Reasons by their number in a selection's ``reasons``; 0 is "picked".
REASONS = tuple(RejectReason)


def reason_code(reason: RejectReason) -> int:
    """Return the number that stands for a reason in arrays."""
    return REASONS.index(reason) + 1


class Pick(Model):
    """One pick of a selection.

    Attributes
    ----------
    step : int
        1 for the first pick.
    page_id : str
    row : int
        Row of the page in the table.
    gain : float
        What decided: weights of the page's labels not covered before, a repeated label twice.
    new_labels : tuple of str
        Labels that this pick covers first, in the page's order.
    tokens : int
    covered_weight : float
        Weight of all labels covered so far, each once.
    used_tokens : int
        Tokens of all picks so far.
    """

    step: int
    page_id: str
    row: int
    gain: float
    new_labels: tuple[str, ...]
    tokens: int
    covered_weight: float
    used_tokens: int


class Reject(Model):
    """One page that was not picked.

    Attributes
    ----------
    page_id : str
    row : int
        Row of the page in the table.
    reason : RejectReason
    detail : str
        The reason with this page's names and numbers.
    tokens : int
    first_gain, last_gain : float
        Its gain before the first and after the last pick; 0 when it was no candidate.
    """

    page_id: str
    row: int
    reason: RejectReason
    detail: str
    tokens: int
    first_gain: float
    last_gain: float
