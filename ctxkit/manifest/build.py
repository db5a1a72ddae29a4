"""Building a context manifest: what to load is decided here and nowhere else.

Contract A, *Building a manifest*. Total and pure: it never fails, reads nothing but through the
request's reader, and gives the same bytes for the same request.
"""

from __future__ import annotations

import posixpath
from typing import Any

from ctxkit.errors import InvalidValueError
from ctxkit.gotext import join_clean, to_lower, trim_space
from ctxkit.manifest.items import (
    DEFAULT_SOFT_CEILING,
    MAX_SOFT_CEILING,
    MIN_SOFT_CEILING,
    ContextSelector,
    MissionContextItem,
    MissionContextManifest,
    SliceLook,
)
from ctxkit.manifest.request import ContextRequest
from ctxkit.manifest.slices import (
    covered_requirements,
    design_section,
    list_headings,
    list_requirements,
    task_slice,
)
from ctxkit.manifest.tokens import estimate_tokens_string
from ctxkit.manifest.vocabulary import (
    ROLES,
    TIER_SHARES,
    ContextMode,
    Phase,
    artifacts_of,
    phase_of,
    resolve_role,
)

STRATEGY = (
    "Take the required items in order and in full. Leave optional items folded until the work asks "
    "for one, and stop unfolding before the soft ceiling is reached. Required items are never "
    "dropped to save tokens."
)

_ACTIONS = (
    "Load the read-full and read-targeted items and nothing else at first.",
    "Ask for slices (task, requirements, headings) in place of whole artifacts.",
    "Confirm with a person before any optional reference is opened whole.",
)

_STEERING = ("reasoning.md", "workflow.md", "product.md", "tech.md", "structure.md")
_AUTHORING_SKILLS = {
    "requirements.md": "specd-requirements",
    "design.md": "specd-design",
    "tasks.md": "specd-tasks",
}
_DEFAULT_ARTIFACT_HINT = 1200


def build_context_manifest(request: ContextRequest) -> MissionContextManifest:
    """Decide what a request makes an agent load.

    Parameters
    ----------
    request : ContextRequest

    Returns
    -------
    MissionContextManifest
        Order: role, skill, steering, phase skill, handshake, command schema, briefing command,
        declared files, source artifacts of the status. Only source artifacts are measured, and
        they are never required, so measuring never moves ``estimated_tokens``.
    """
    if not isinstance(request, ContextRequest):
        raise InvalidValueError(
            "not a request", where="request", got=type(request).__name__, expected="ContextRequest"
        )
    phase = phase_of(request.status, request.task_id)
    role = resolve_role(request.role, phase)
    loading = _LoadList()
    _add_guidance(loading, request, role)
    for file in request.files:
        loading.add("scope-file", path=file, tokens=1200, mode="read-targeted")
    for name in artifacts_of(request.status):
        _add_artifact(loading, request, name)

    estimated = sum(item.token_hint for item in loading.items if item.required)
    budget = _budget(phase, role, len(request.files), request.host_budget)
    over = estimated > budget
    actions = _ACTIONS[:2] if request.mode == ContextMode.MISSION else _ACTIONS
    manifest = MissionContextManifest(
        soft_token_ceiling=DEFAULT_SOFT_CEILING,
        strategy=STRATEGY,
        role=role,
        items=tuple(loading.items),
        estimated_tokens=estimated,
        budget=budget,
        over_budget=over,
        budget_actions=actions if over else (),
    )
    manifest._request = request
    manifest._looks = loading.looks
    manifest._missed = tuple(loading.missed)
    return manifest


_RATIONALES = {
    "role": "what this role may and may not do",
    "skill": "how a worker takes, reports and returns a mission",
    "steering": "standing rules of the project",
    "phase-skill": "how work in this phase is done; guides of other phases stay out",
    "handshake-policy": "what the host is allowed to do for this spec",
    "command-schema": "the tool's commands, for when one is needed",
    "spec-context": "where the spec stands: phase, blockers, approvals",
    "scope-file": "declared by the task",
    "source-artifact": "source of truth; open it only when the task needs it",
    "task": "this task's own entry in place of the whole list",
    "requirements": "only the requirements that this task covers",
    "design": "only the design sections that this task names",
}


class _LoadList:
    """The items so far, a look at each slice, and what was asked for in vain."""

    def __init__(self) -> None:
        self.items: list[MissionContextItem] = []
        self.looks: dict[int, SliceLook] = {}
        self.missed: list[str] = []

    def add(
        self,
        kind: str,
        *,
        tokens: int,
        mode: str = "read-full",
        required: bool = True,
        why: str = "",
        **fields: Any,
    ) -> None:
        self.items.append(
            MissionContextItem(
                order=len(self.items) + 1,
                kind=kind,
                mode=mode,
                required=required,
                token_hint=tokens,
                rationale=_RATIONALES[why or kind],
                **fields,
            )
        )


def _add_guidance(loading: _LoadList, request: ContextRequest, role: str) -> None:
    """Add everything that comes before the files: roles, skills, steering and commands."""
    command = request.context_command
    plain_briefing = request.mode == ContextMode.BRIEFING and not command
    loading.add("role", path=join_clean(".specd/roles", f"{role}.md"), tokens=800)
    if request.mode == ContextMode.MISSION or command:
        loading.add("skill", path=_skill_path("specd-pinky"), tokens=1200)
    if plain_briefing:
        for name in _STEERING:
            loading.add("steering", path=f".specd/steering/{name}", tokens=500)
    skill = _phase_skill(request)
    if skill:
        loading.add("phase-skill", path=_skill_path(skill), tokens=1600)
    if plain_briefing and request.slug:
        policy = f"specd handshake policy {request.slug} --json"
        loading.add("handshake-policy", command=policy, mode="run-command", tokens=120)
    if plain_briefing:
        loading.add(
            "command-schema",
            command="specd help --json",
            mode="run-command",
            required=False,
            tokens=120,
        )
    if command:
        loading.add("spec-context", command=command, mode="run-command", tokens=1800)


def _skill_path(name: str) -> str:
    return f".specd/skills/{name}/SKILL.md"


def _phase_skill(request: ContextRequest) -> str | None:
    if not request.task_id.startswith("A"):
        return "specd-execute"
    names = (posixpath.basename(file.rstrip("/")) for file in request.files)
    return next((_AUTHORING_SKILLS[name] for name in names if name in _AUTHORING_SKILLS), None)


def _add_artifact(loading: _LoadList, request: ContextRequest, name: str) -> None:
    path = join_clean(".specd/specs", request.slug, name)
    text = request.read_artifact(name) if request.read_artifact else None
    chosen, asked, why = _select(request, name, text) if text is not None else (None, {}, "")
    loading.missed += _missed(request, name, text or "", chosen)
    if text is None or chosen is None:
        loading.add(
            "source-artifact",
            path=path,
            mode="reference-if-needed",
            required=False,
            tokens=_DEFAULT_ARTIFACT_HINT if text is None else estimate_tokens_string(text),
        )
        return
    loading.add(
        "source-artifact",
        path=path,
        mode="read-targeted",
        required=False,
        tokens=estimate_tokens_string(chosen),
        selector=ContextSelector(artifact=name, **asked),
        why=why,
    )
    loading.looks[len(loading.items)] = SliceLook(chosen, estimate_tokens_string(text))


def _select(
    request: ContextRequest, name: str, text: str
) -> tuple[str | None, dict[str, Any], str]:
    """Return the slice asked of an artifact (``None``: nothing asked, or not there), and why."""
    match name:
        case "tasks.md" if request.task_id:
            return task_slice(text, request.task_id), {"task_id": request.task_id}, "task"
        case "requirements.md" if request.requirements:
            wanted = request.requirements
            return covered_requirements(text, wanted), {"requirements": wanted}, "requirements"
        case "design.md" if request.design_headings:
            headings = request.design_headings
            return design_section(text, headings), {"design_headings": headings}, "design"
    return None, {}, ""


def _missed(request: ContextRequest, name: str, text: str, chosen: str | None) -> list[str]:
    """Return in words what was asked of an artifact that is not in it."""
    match name:
        case "tasks.md" if request.task_id and chosen is None:
            return [f"task {request.task_id} is not in tasks.md"]
        case "requirements.md" if request.requirements:
            found = set(list_requirements(chosen or ""))
            lost = [n for n in dict.fromkeys(request.requirements) if n not in found]
            return [f"requirement {n} is not in requirements.md" for n in lost]
        case "design.md" if request.design_headings:
            known = {to_lower(title) for title in list_headings(text)}
            asked = dict.fromkeys(request.design_headings)
            lost_titles = [t for t in asked if to_lower(trim_space(t)) not in known]
            return [f"section {title!r} is not in design.md" for title in lost_titles]
    return []


def _budget(phase: Phase, role: str, files: int, host_budget: int) -> int:
    """Return the ceiling in tokens that phase, role, files and host allow."""
    base = {
        Phase.ANALYZE: 16_000,
        Phase.PLAN: 16_000,
        Phase.VERIFY: 9_000,
        Phase.REFLECT: 9_000,
    }.get(phase, 12_000)
    share, of = TIER_SHARES[ROLES[role].budget_tier]
    budget = base * share // of + 1500 * files
    if 0 < host_budget < budget:
        budget = host_budget
    return max(MIN_SOFT_CEILING, min(MAX_SOFT_CEILING, budget))
