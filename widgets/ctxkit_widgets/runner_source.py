"""What a :class:`ProcedureRunner` is made of: a session, and the procedures that can be started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.procedure.spec import Spec
from ctxkit.session.engine import Engine
from ctxkit.session.events import MemorySink
from ctxkit.session.session import Session

#: ID of the session of a procedure; nothing of a moment is in it, so that outputs stay the same.
SESSION_ID = "runner"


def session_of(source: Any, engine: Engine | None, participant: str) -> Session:
    """Return the session to run: the one given, or a new one for a procedure."""
    if isinstance(source, Session):
        return source
    if not isinstance(source, Spec):
        raise InvalidValueError(
            "nothing to run",
            where="ProcedureRunner",
            got=type(source).__name__,
            expected="a Spec or a Session",
            hint="ctxkit.load_spec(entry) reads a procedure; replay.fork(seq) makes a session.",
        )
    engine = engine if engine is not None else Engine()
    lacking = source.validate_functions(engine.registry).errors
    if lacking:
        more = f" (and {len(lacking) - 1} more)" if len(lacking) > 1 else ""
        raise InvalidValueError(
            f"the engine lacks functions that the procedure names: {lacking[0].message}{more}",
            where=f"procedure {source.canonical}",
            hint="Give an engine that has them; registry.stub_missing(spec) adds stand-ins.",
        )
    return engine.new_session(SESSION_ID, participant, MemorySink())


def procedures_of(
    source: Spec | Session, given: Mapping[str, Spec] | Iterable[Spec]
) -> dict[str, Spec]:
    """Return what can be started, by name: what is given, and what the source runs already."""
    more = given.values() if isinstance(given, Mapping) else given
    first = [source] if isinstance(source, Spec) else [i.spec for i in source.instances]
    return {spec.canonical: spec for spec in (*first, *more)}


def first_shown(session: Session, wanted: str = "") -> str:
    """Return the instance to show: the wanted one, else the last that runs, else the last."""
    if session.instance(wanted) is not None:
        return wanted
    running = [i.id for i in session.instances if i.is_running]
    return (running or [i.id for i in session.instances] or [""])[-1]
