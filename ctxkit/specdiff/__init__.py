"""What two versions of a spec differ in: requirements, tasks, and what each task loads."""

from ctxkit.specdiff.changes import ChangeKind, FieldChange, SpecChange, SpecChanges
from ctxkit.specdiff.costs import TaskCost, TaskCosts
from ctxkit.specdiff.diff import SpecDiff, compare_specs

__all__ = [
    "ChangeKind",
    "FieldChange",
    "SpecChange",
    "SpecChanges",
    "SpecDiff",
    "TaskCost",
    "TaskCosts",
    "compare_specs",
]
