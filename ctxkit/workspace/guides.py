"""What every agent of a project is told: roles, steering and skills."""

from __future__ import annotations

from enum import StrEnum

import yaml

from ctxkit.collection import Collection
from ctxkit.diagnostics import Diagnostic, Findings
from ctxkit.errors import ReadError
from ctxkit.model import Model
from ctxkit.workspace.artifact import read_artifact
from ctxkit.workspace.folder import Folder


class GuideKind(StrEnum):
    """What a guide is for."""

    ROLE = "role"
    STEERING = "steering"
    SKILL = "skill"


class Guide(Model):
    """A file of standing instructions, with its weight.

    Attributes
    ----------
    kind : GuideKind
    name : str
        ``craftsman``, ``workflow``, ``specd-execute``, …
    path : str
        Below the root.
    bytes, tokens : int
        Size as stored, and its estimate.
    summary : str
        A skill's description, else the first heading.
    """

    kind: GuideKind
    name: str
    path: str
    bytes: int
    tokens: int
    summary: str = ""


class Guides(Collection[Guide]):
    """The guides of a workspace: roles, then steering, then skills, each by name."""

    noun = "guide"

    @staticmethod
    def name_of(item: Guide) -> str:
        """Return the guide's name."""
        return item.name

    def of_kind(self, kind: GuideKind) -> Guides:
        """Return only those of one kind."""
        return Guides(guide for guide in self if guide.kind is kind)

    @property
    def tokens(self) -> int:
        """What all of them weigh."""
        return sum(guide.tokens for guide in self)


def read_guides(tree: Folder) -> tuple[Guides, list[Diagnostic]]:
    """Read all guides of a workspace, and say what was odd."""
    guides: list[Guide] = []
    diagnostics: list[Diagnostic] = []
    for kind, path, name in _guide_files(tree, diagnostics):
        findings = Findings(path)
        artifact = read_artifact(tree, path, findings)
        if artifact is None and not findings.done():
            findings.warning(
                "guide-missing", None, "the folder has no SKILL.md", "A skill is its SKILL.md."
            )
        diagnostics.extend(findings.done())
        if artifact is not None:
            guides.append(
                Guide(
                    kind=kind,
                    name=name,
                    path=path,
                    bytes=artifact.bytes,
                    tokens=artifact.tokens,
                    summary=_summary(artifact.readable_text),
                )
            )
    return Guides(guides), diagnostics


def _guide_files(tree: Folder, diagnostics: list[Diagnostic]) -> list[tuple[GuideKind, str, str]]:
    found: list[tuple[GuideKind, str, str]] = []
    for kind, folder in (
        (GuideKind.ROLE, ".specd/roles"),
        (GuideKind.STEERING, ".specd/steering"),
        (GuideKind.SKILL, ".specd/skills"),
    ):
        findings = Findings(folder)
        try:
            if kind is GuideKind.SKILL:
                names = tree.list_folders(folder) or ()
                found += [(kind, f"{folder}/{name}/SKILL.md", name) for name in names]
            else:
                names = [n for n in tree.list_files(folder) or () if n.endswith(".md")]
                found += [(kind, f"{folder}/{n}", n.removesuffix(".md")) for n in names]
        except ReadError as error:
            findings.error("folder-unreadable", None, f"could not be read: {error.what}")
        diagnostics.extend(findings.done())
    return found


def _summary(text: str) -> str:
    """Return the ``description`` of the front matter, else the first heading, else nothing."""
    lines = text.splitlines()
    if lines and lines[0].strip() == "---" and "---" in (line.strip() for line in lines[1:40]):
        end = next(i for i, line in enumerate(lines[1:40], 1) if line.strip() == "---")
        try:
            front = yaml.safe_load("\n".join(lines[1:end]))
        except (yaml.YAMLError, ValueError, RecursionError):
            front = None
        if isinstance(front, dict) and isinstance(front.get("description"), str):
            return " ".join(front["description"].split())
    heading = next((line for line in lines if line.startswith("# ")), "")
    return heading.removeprefix("# ").strip()
