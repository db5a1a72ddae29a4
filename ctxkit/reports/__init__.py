"""Reports: one page, or one notebook, with what there is to say of a workspace or a session."""

from __future__ import annotations

from ctxkit.reports.report import report

__all__ = ["report"]
