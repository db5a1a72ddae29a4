"""Workspaces: ``.specd`` folders read from disk, and the readers of what lies in them."""

from ctxkit.workspace.artifact import Artifact
from ctxkit.workspace.context import (
    build_context_hud,
    build_context_snapshot,
    diff_context_snapshot,
)
from ctxkit.workspace.coverage import Coverage, CoveredRequirement
from ctxkit.workspace.decisions import Decision, Decisions, read_decisions
from ctxkit.workspace.git_revision import GitRevision
from ctxkit.workspace.git_tree import GitTree
from ctxkit.workspace.graph_folder import read_graph
from ctxkit.workspace.guides import Guide, GuideKind, Guides
from ctxkit.workspace.memory import Memory, MemoryEntry, read_memory
from ctxkit.workspace.mid_requirements import (
    MidRequirement,
    MidRequirements,
    read_mid_requirements,
)
from ctxkit.workspace.progress import NextTask, SpecTask, TaskStatus, find_next_task
from ctxkit.workspace.requirements import (
    Criteria,
    Criterion,
    Requirement,
    Requirements,
    read_requirements,
)
from ctxkit.workspace.spec import Spec
from ctxkit.workspace.spec_tasks import SpecTasks
from ctxkit.workspace.state import Blocker, SpecState, TaskState, read_state
from ctxkit.workspace.tasks import Task, TaskAnnotation, TaskList, TasksForm, read_tasks
from ctxkit.workspace.tree import DiskTree
from ctxkit.workspace.workspace import Workspace, open_workspace

__all__ = [
    "Artifact",
    "Blocker",
    "Coverage",
    "CoveredRequirement",
    "Criteria",
    "Criterion",
    "Decision",
    "Decisions",
    "DiskTree",
    "GitRevision",
    "GitTree",
    "Guide",
    "GuideKind",
    "Guides",
    "Memory",
    "MemoryEntry",
    "MidRequirement",
    "MidRequirements",
    "NextTask",
    "Requirement",
    "Requirements",
    "Spec",
    "SpecState",
    "SpecTask",
    "SpecTasks",
    "Task",
    "TaskAnnotation",
    "TaskList",
    "TaskState",
    "TaskStatus",
    "TasksForm",
    "Workspace",
    "build_context_hud",
    "build_context_snapshot",
    "diff_context_snapshot",
    "find_next_task",
    "open_workspace",
    "read_decisions",
    "read_graph",
    "read_memory",
    "read_mid_requirements",
    "read_requirements",
    "read_state",
    "read_tasks",
]
