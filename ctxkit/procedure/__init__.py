"""Engine C: procedures, with their types, guards, texts and functions. Pure; contract C."""

from ctxkit.procedure.arithmetic import (
    DEFAULT_BUDGET,
    Budget,
    StepSize,
    effective_total,
    over_budget,
    worst_case_serve_bytes,
)
from ctxkit.procedure.example import (
    EXAMPLE_SPEC_FRONTMATTER,
)
from ctxkit.procedure.functions import (
    Command,
    CommandFunc,
    Context,
    FuncClass,
    FuncDoc,
    Functions,
    PartKind,
    Predicate,
    PredicateFunc,
    Query,
    QueryBound,
    QueryFunc,
    QueryResolver,
    ReadDepth,
)
from ctxkit.procedure.gotemplate import (
    Template,
    TemplateError,
)
from ctxkit.procedure.guard import (
    GuardExpr,
    parse_guard,
)
from ctxkit.procedure.parse import (
    check_spec,
    load_spec,
    parse_spec,
    validate_spec,
)
from ctxkit.procedure.presence import (
    PresencePair,
    presence_pairs,
)
from ctxkit.procedure.problems import (
    SpecError,
    SpecProblem,
)
from ctxkit.procedure.registry import (
    Registry,
)
from ctxkit.procedure.schema import (
    answer_schema,
    report_schema,
    start_schema,
)
from ctxkit.procedure.spec import (
    END_ABANDONED,
    END_COMPLETED,
    Cap,
    ChooserKind,
    CollectField,
    Dispatch,
    InjectCall,
    Option,
    Spec,
    Step,
    Transition,
    Unit,
    UnitLane,
    VarDecl,
    is_end_target,
)
from ctxkit.procedure.textdiff import (
    head_tail,
    unified,
)
from ctxkit.procedure.truncate import (
    Bounded,
    Cut,
    cut_bytes,
    cut_head,
    cut_items,
)
from ctxkit.procedure.types import (
    BaseType,
    VarType,
    base_type_values,
    parse_var_type,
)
from ctxkit.procedure.values import (
    FactIndex,
    Involvement,
    Ref,
    When,
)

__all__ = [
    "DEFAULT_BUDGET",
    "END_ABANDONED",
    "END_COMPLETED",
    "EXAMPLE_SPEC_FRONTMATTER",
    "BaseType",
    "Bounded",
    "Budget",
    "Cap",
    "ChooserKind",
    "CollectField",
    "Command",
    "CommandFunc",
    "Context",
    "Cut",
    "Dispatch",
    "FactIndex",
    "FuncClass",
    "FuncDoc",
    "Functions",
    "GuardExpr",
    "InjectCall",
    "Involvement",
    "Option",
    "PartKind",
    "Predicate",
    "PredicateFunc",
    "PresencePair",
    "Query",
    "QueryBound",
    "QueryFunc",
    "QueryResolver",
    "ReadDepth",
    "Ref",
    "Registry",
    "Spec",
    "SpecError",
    "SpecProblem",
    "Step",
    "StepSize",
    "Template",
    "TemplateError",
    "Transition",
    "Unit",
    "UnitLane",
    "VarDecl",
    "VarType",
    "When",
    "answer_schema",
    "base_type_values",
    "check_spec",
    "cut_bytes",
    "cut_head",
    "cut_items",
    "effective_total",
    "head_tail",
    "is_end_target",
    "load_spec",
    "over_budget",
    "parse_guard",
    "parse_spec",
    "parse_var_type",
    "presence_pairs",
    "report_schema",
    "start_schema",
    "unified",
    "validate_spec",
    "worst_case_serve_bytes",
]
