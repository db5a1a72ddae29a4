"""Reading state.json: where a spec stands, as the tool recorded it.

Contract A, *The folder on disk* (schemaVersion 6), and the later layout with ``schema_version``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import PrivateAttr

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.manifest.vocabulary import Phase, SpecStatus
from ctxkit.model import Model
from ctxkit.view import Shown
from ctxkit.workspace.json_text import Fields, parse_object
from ctxkit.workspace.markdown import quote_short
from ctxkit.workspace.progress import TaskStatus

_GATES = ("none", "awaiting-approval")


class TaskState(Model):
    """What is recorded of a task.

    Attributes
    ----------
    id, title, role : str
    wave : int
        0 where none is recorded.
    depends : tuple of str
    requirements : tuple of int
    status : str
        ``pending``, ``running``, ``complete`` or ``blocked``; as written where it is another word.
    started_at, finished_at : str
        As written (RFC 3339); ``""`` where not recorded.
    evidence, blocker : str
    verification, telemetry : mapping or None
        As recorded.
    unknown : mapping
        Further keys, as recorded.
    """

    id: str
    title: str = ""
    role: str = ""
    wave: int = 0
    depends: tuple[str, ...] = ()
    requirements: tuple[int, ...] = ()
    status: str = ""
    started_at: str = ""
    finished_at: str = ""
    evidence: str = ""
    blocker: str = ""
    verification: Mapping[str, Any] | None = None
    telemetry: Mapping[str, Any] | None = None
    unknown: Mapping[str, Any] = {}


class Blocker(Model):
    """Why a task is blocked.

    Attributes
    ----------
    task, reason : str
    since : str
        As written, such as ``Turn 2``.
    """

    task: str = ""
    reason: str = ""
    since: str = ""


class SpecState(Shown, Model):
    """Where a spec stands.

    Attributes
    ----------
    spec : str
        The slug that is recorded.
    title, status, phase, gate : str
        As recorded; ``""`` where they are not.
    turn, revision : int
    schema_name : str
        Name and number of the layout, such as ``schemaVersion 6``; ``""`` where it names none.
        (Pydantic keeps the name ``schema`` for itself.)
    created_at, updated_at : str
        As written (RFC 3339).
    execution_mode : str
        ``simple`` where none is recorded.
    tasks : tuple of TaskState
        In the order of the file.
    blockers : tuple of Blocker
    routing : tuple of (str, str)
        Task id and tier, in the order of the file.
    unknown : mapping of str to object
        Values nobody asked for, by their path in the file.
    """

    spec: str = ""
    title: str = ""
    status: str = ""
    phase: str = ""
    gate: str = ""
    turn: int = 0
    revision: int = 0
    schema_name: str = ""
    created_at: str = ""
    updated_at: str = ""
    execution_mode: str = "simple"
    tasks: tuple[TaskState, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    routing: tuple[tuple[str, str], ...] = ()
    unknown: Mapping[str, Any] = {}

    _diagnostics: Diagnostics = PrivateAttr(default_factory=Diagnostics)

    @property
    def diagnostics(self) -> Diagnostics:
        """What could not be read, or was read with doubt."""
        return self._diagnostics

    def task(self, task_id: str) -> TaskState | None:
        """Return what is recorded of a task; ``None`` where it is not."""
        return next((task for task in self.tasks if task.id == task_id), None)


def read_state(text: str, file: str = "state.json", *, strict: bool = False) -> SpecState:
    """Read a state.json of either layout.

    Parameters
    ----------
    text : str
        Text of the file. Any text will do: what cannot be read becomes a diagnostic, and a value
        of a wrong type the zero value.
    file : str
        Its path for the diagnostics.
    strict : bool
        Raise the first finding (error or warning) in place of collecting them.

    Returns
    -------
    SpecState
        With its findings as ``.diagnostics``.

    Raises
    ------
    InvalidValueError
        If ``text`` is no ``str``.
    DiagnosticError
        With ``strict``, for the first finding.
    """
    found = Findings(file)
    fields = Fields(parse_object(text, found), "", found)
    unknown: dict[str, Any] = {}
    state = SpecState(
        schema_name=_read_schema(fields, found),
        spec=fields.text("spec", "slug"),
        title=fields.text("title"),
        status=fields.text("status"),
        phase=fields.text("phase"),
        gate=fields.text("gate"),
        turn=fields.whole("turn"),
        revision=fields.whole("revision"),
        created_at=fields.text("createdAt", "created_at"),
        updated_at=fields.text("updatedAt", "updated_at"),
        execution_mode=fields.text("executionMode", "mode") or "simple",
        tasks=_read_tasks(fields, found),
        blockers=_read_blockers(fields, unknown, found),
        routing=_read_routing(fields, unknown, found),
        unknown=unknown | fields.left,
    )
    _check_words(state, found)
    state._diagnostics = found.done(strict=strict)
    return state


def _read_schema(fields: Fields, found: Findings) -> str:
    for name in ("schemaVersion", "schema_version"):
        if name in fields.left:
            version = fields.whole(name)
            return f"{name} {version}" if version else ""
    if fields.left:
        found.warning(
            "state-no-schema",
            None,
            "the file names no version of its layout",
            "Expected schemaVersion or schema_version. The rest is read all the same.",
        )
    return ""


def _read_tasks(fields: Fields, found: Findings) -> tuple[TaskState, ...]:
    recorded = fields.mapping("tasks", "task_status") or {}
    return tuple(_read_task(task_id, value, found) for task_id, value in recorded.items())


def _read_task(task_id: str, value: object, found: Findings) -> TaskState:
    if isinstance(value, str):  # the later layout records nothing but the word
        return TaskState(id=task_id, status=_known_status(value, task_id, found))
    task = Fields(value, f"tasks.{task_id}", found)
    own_id = task.text("id")
    if own_id and own_id != task_id:
        found.warning(
            "state-task-id",
            None,
            f"task {quote_short(task_id)} calls itself {quote_short(own_id)}",
            "The key counts.",
        )
    return TaskState(
        id=task_id,
        title=task.text("title"),
        role=task.text("role"),
        wave=task.whole("wave"),
        depends=task.texts("depends"),
        requirements=task.wholes("requirements"),
        status=_known_status(task.text("status"), task_id, found),
        started_at=task.text("startedAt", "started_at"),
        finished_at=task.text("finishedAt", "finished_at"),
        evidence=task.text("evidence"),
        blocker=task.text("blocker"),
        verification=task.mapping("verification"),
        telemetry=task.mapping("telemetry"),
        unknown=task.left,
    )


def _known_status(word: str, task_id: str, found: Findings) -> str:
    if word not in set(TaskStatus):
        status = f"the unknown status {quote_short(word)}" if word else "no status"
        found.warning(
            "state-task-status",
            None,
            f"task {quote_short(task_id)} has {status}",
            "Known: " + ", ".join(TaskStatus) + ".",
        )
    return word


def _read_blockers(fields: Fields, unknown: dict[str, Any], found: Findings) -> tuple[Blocker, ...]:
    blockers = []
    for index, value in enumerate(fields.items("blockers")):
        item = Fields(value, f"blockers[{index}]", found)
        blockers.append(
            Blocker(task=item.text("task"), reason=item.text("reason"), since=item.text("since"))
        )
        unknown.update({f"{item.path}.{key}": left for key, left in item.left.items()})
    return tuple(blockers)


def _read_routing(
    fields: Fields, unknown: dict[str, Any], found: Findings
) -> tuple[tuple[str, str], ...]:
    routing = []
    for task_id, value in (fields.mapping("routing") or {}).items():
        item = Fields(value, f"routing.{task_id}", found)
        routing.append((task_id, item.text("tier")))
        unknown.update({f"{item.path}.{key}": left for key, left in item.left.items()})
    return tuple(routing)


def _check_words(state: SpecState, found: Findings) -> None:
    vocabularies = (
        ("status", state.status, tuple(SpecStatus)),
        ("phase", state.phase, tuple(Phase)),
        ("gate", state.gate, _GATES),
    )
    for name, word, known in vocabularies:
        if word and word not in known:
            found.warning(
                "state-word",
                None,
                f"{name} is the unknown word {quote_short(word)}",
                "Known: " + ", ".join(known) + ". It is kept as it is.",
            )
