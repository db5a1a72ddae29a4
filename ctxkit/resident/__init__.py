"""Engine B: resident context as paged memory, filled by greedy weighted coverage."""

from ctxkit.resident.assembly import (
    Infeasible,
    ResidentContext,
    ResidentOutcome,
    StalePageError,
    assemble_resident,
    mandatory_closure,
)
from ctxkit.resident.calibration import Calibration, KindCount, calibrate, pages_from_files
from ctxkit.resident.columns import page_table, page_table_from_arrays
from ctxkit.resident.digest import CanonicalEncoder, resident_page_digest
from ctxkit.resident.estimators import (
    HEURISTIC,
    BpeEstimator,
    Estimator,
    HeuristicEstimator,
    MissingExtraError,
    bpe_estimator,
)
from ctxkit.resident.files import read_pages
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
from ctxkit.resident.steps import Candidate, CoverageStep, LabelAtStep, PageAtStep
from ctxkit.resident.sweep import ResidentSweep, SweepPoint, sweep_resident
from ctxkit.resident.table import PageTable
from ctxkit.resident.trace import Pick, Reject, RejectReason, Strategy
from ctxkit.resident.working_set import Rejects, WorkingSet

__all__ = [
    "HEURISTIC",
    "AcceptedRoot",
    "BpeEstimator",
    "Calibration",
    "Candidate",
    "CanonicalEncoder",
    "ContextBudget",
    "ContextPage",
    "CoverageStep",
    "DependencyEnv",
    "Estimator",
    "HeuristicEstimator",
    "Infeasible",
    "KindCount",
    "LabelAtStep",
    "MissingExtraError",
    "Optimum",
    "OptimumStatus",
    "PageAtStep",
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
    "ResidentSweep",
    "SessionInvariant",
    "StalePageError",
    "StateDependency",
    "Strategy",
    "SweepPoint",
    "WorkingSet",
    "assemble_resident",
    "bpe_estimator",
    "calibrate",
    "mandatory_closure",
    "optimal_working_set",
    "page_table",
    "page_table_from_arrays",
    "pages_from_files",
    "read_pages",
    "resident_page_digest",
    "select_by_cost",
    "select_working_set",
    "sweep_resident",
]
