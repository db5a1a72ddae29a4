"""What was in the window at each moment of a session, under a policy. Pure."""

from ctxkit.residency.comparing import (
    PolicyComparison,
    PolicyOutcome,
    compare_policies,
)
from ctxkit.residency.moment import (
    ResidentPage,
    WindowMoment,
)
from ctxkit.residency.over_time import (
    ContextOverTime,
    context_over_time,
)
from ctxkit.residency.policies import (
    POLICIES,
    Policy,
)
from ctxkit.residency.records import (
    Happening,
    PushOut,
    PushOuts,
    Reload,
    Reloads,
    WindowPage,
    WindowPages,
)

__all__ = [
    "POLICIES",
    "ContextOverTime",
    "Happening",
    "Policy",
    "PolicyComparison",
    "PolicyOutcome",
    "PushOut",
    "PushOuts",
    "Reload",
    "Reloads",
    "ResidentPage",
    "WindowMoment",
    "WindowPage",
    "WindowPages",
    "compare_policies",
    "context_over_time",
]
