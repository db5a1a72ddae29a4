"""Engine B: resident context as paged memory, filled by greedy weighted coverage."""

from ctxkit.resident.assembly import (
    Infeasible,
    ResidentContext,
    ResidentOutcome,
    StalePageError,
    assemble_resident,
    mandatory_closure,
)
from ctxkit.resident.columns import page_table, page_table_from_arrays
from ctxkit.resident.digest import CanonicalEncoder, resident_page_digest
from ctxkit.resident.optimum import Optimum, OptimumStatus, optimal_working_set
from ctxkit.resident.pages import (
    AcceptedRoot,
    ContextBudget,
    ContextPage,
    DependencyEnv,
    PartialCheckpointRoot,
    PathBlob,
    ReservesError,
    SessionInvariant,
    StateDependency,
)
from ctxkit.resident.selection import select_by_cost, select_working_set
from ctxkit.resident.table import PageTable
from ctxkit.resident.trace import Pick, Reject, RejectReason, Strategy
from ctxkit.resident.working_set import Rejects, WorkingSet

__all__ = [
    "AcceptedRoot",
    "CanonicalEncoder",
    "ContextBudget",
    "ContextPage",
    "DependencyEnv",
    "Infeasible",
    "Optimum",
    "OptimumStatus",
    "PageTable",
    "PartialCheckpointRoot",
    "PathBlob",
    "Pick",
    "Reject",
    "RejectReason",
    "Rejects",
    "ReservesError",
    "ResidentContext",
    "ResidentOutcome",
    "SessionInvariant",
    "StalePageError",
    "StateDependency",
    "Strategy",
    "WorkingSet",
    "assemble_resident",
    "mandatory_closure",
    "optimal_working_set",
    "page_table",
    "page_table_from_arrays",
    "resident_page_digest",
    "select_by_cost",
    "select_working_set",
]
