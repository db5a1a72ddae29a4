"""What the tool itself asks for: the briefing role and the HUD's load list of a status.

Contract A, *The folder on disk*: briefing request and HUD load list.
"""

from __future__ import annotations

from ctxkit.manifest.vocabulary import SpecStatus

_BRIEFING_ROLES: dict[str, str] = {
    SpecStatus.REQUIREMENTS: "architect",
    SpecStatus.DESIGN: "architect",
    SpecStatus.TASKS: "architect",
    SpecStatus.VERIFYING: "validator",
    SpecStatus.COMPLETE: "documenter",
}

_HUD_ARTIFACTS: dict[str, tuple[str, ...]] = {
    SpecStatus.REQUIREMENTS: ("requirements.md",),
    SpecStatus.DESIGN: ("requirements.md", "design.md"),
    SpecStatus.TASKS: ("design.md", "tasks.md"),
    SpecStatus.EXECUTING: ("tasks.md", "memory.md"),
    SpecStatus.BLOCKED: ("tasks.md",),
    SpecStatus.VERIFYING: ("tasks.md", "requirements.md"),
    SpecStatus.COMPLETE: ("memory.md", "decisions.md"),
}
_HUD_STEERING: dict[str, tuple[str, ...]] = {
    SpecStatus.REQUIREMENTS: ("product.md",),
    SpecStatus.DESIGN: ("tech.md", "structure.md"),
}
_PHASE_SKILLS: dict[str, str] = {
    SpecStatus.REQUIREMENTS: "specd-requirements",
    SpecStatus.DESIGN: "specd-design",
    SpecStatus.TASKS: "specd-tasks",
    SpecStatus.EXECUTING: "specd-execute",
    SpecStatus.BLOCKED: "specd-execute",
    SpecStatus.VERIFYING: "specd-execute",
}


def briefing_role(status: str) -> str:
    """Return the role that a briefing is for, by the spec's status."""
    return _BRIEFING_ROLES.get(status, "craftsman")


def phase_skill(status: str) -> str:
    """Return the path of the skill that goes with a status."""
    name = _PHASE_SKILLS.get(status, "specd-foundations")
    return f".specd/skills/{name}/SKILL.md"


def hud_load_list(folder: str, status: str) -> tuple[str, ...]:
    """Return what a host loads for a spec, in order, without the phase skill.

    Parameters
    ----------
    folder : str
        The spec's folder below the root.
    status : str
        A :class:`~ctxkit.manifest.SpecStatus`; another word loads the two steering files alone.
    """
    steering = ("reasoning.md", "workflow.md")
    return (
        *(f".specd/steering/{name}" for name in steering),
        *(f"{folder}/{name}" for name in _HUD_ARTIFACTS.get(status, ())),
        *(f".specd/steering/{name}" for name in _HUD_STEERING.get(status, ())),
    )
