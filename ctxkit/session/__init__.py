"""Engine C: sessions that run procedures, their logs, and any moment of a log; contract C."""

from ctxkit.session.changes import Change, changes_between
from ctxkit.session.compare import (
    Comparison,
    Parting,
    compare_logs,
)
from ctxkit.session.engine import (
    Engine,
    SpecResolver,
)
from ctxkit.session.errors import (
    FunctionError,
    ReplayError,
    SessionError,
    SinkError,
)
from ctxkit.session.eventlog import (
    EventLog,
)
from ctxkit.session.events import (
    LOG_VERSION,
    Event,
    EventSink,
    EventType,
    MemorySink,
    WriterSink,
)
from ctxkit.session.fork import (
    fork_session,
)
from ctxkit.session.instance import (
    Instance,
    InstanceStatus,
)
from ctxkit.session.listing import (
    AmbiguousSessionError,
    SessionList,
    SessionRow,
    list_sessions,
)
from ctxkit.session.logfile import (
    read_events,
)
from ctxkit.session.logread import (
    read_log,
)
from ctxkit.session.logtext import (
    parse_events,
)
from ctxkit.session.logwriter import (
    LogWriter,
)
from ctxkit.session.moment import InstanceState, ReplayState
from ctxkit.session.replay import Replay
from ctxkit.session.serve import (
    ChooserOption,
    ChooserServe,
    FailedPredicate,
    PartSize,
    Serve,
    ServeLane,
    compose_instructions,
)
from ctxkit.session.serves import (
    PastServe,
    Serves,
    render_serves,
)
from ctxkit.session.session import (
    Session,
)
from ctxkit.session.stop import (
    Reason,
    Stop,
    StopKind,
    explain_stop,
)
from ctxkit.session.store import (
    ExportedValue,
    Provenance,
    Store,
)
from ctxkit.session.verify import (
    Check,
    Verdict,
    Verification,
    verify_log,
)

__all__ = [
    "LOG_VERSION",
    "AmbiguousSessionError",
    "Change",
    "Check",
    "ChooserOption",
    "ChooserServe",
    "Comparison",
    "Engine",
    "Event",
    "EventLog",
    "EventSink",
    "EventType",
    "ExportedValue",
    "FailedPredicate",
    "FunctionError",
    "Instance",
    "InstanceState",
    "InstanceStatus",
    "LogWriter",
    "MemorySink",
    "PartSize",
    "Parting",
    "PastServe",
    "Provenance",
    "Reason",
    "Replay",
    "ReplayError",
    "ReplayState",
    "Serve",
    "ServeLane",
    "Serves",
    "Session",
    "SessionError",
    "SessionList",
    "SessionRow",
    "SinkError",
    "SpecResolver",
    "Stop",
    "StopKind",
    "Store",
    "Verdict",
    "Verification",
    "WriterSink",
    "changes_between",
    "compare_logs",
    "compose_instructions",
    "explain_stop",
    "fork_session",
    "list_sessions",
    "parse_events",
    "read_events",
    "read_log",
    "render_serves",
    "verify_log",
]
