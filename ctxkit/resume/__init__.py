"""What must be loaded again to go on from a snapshot or a session, and what it costs."""

from ctxkit.resume.cost import (
    ResumeCost,
    ResumeItem,
    ResumeState,
)
from ctxkit.resume.resuming import resume_cost

__all__ = [
    "ResumeCost",
    "ResumeItem",
    "ResumeState",
    "resume_cost",
]
