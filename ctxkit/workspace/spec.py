"""A spec: what one folder below ``.specd`` says, and what it makes an agent load."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.errors import UnknownNameError
from ctxkit.manifest.build import build_context_manifest
from ctxkit.manifest.hud import ContextHUD
from ctxkit.manifest.items import MissionContextManifest
from ctxkit.manifest.request import ContextRequest
from ctxkit.manifest.slices import list_headings
from ctxkit.manifest.snapshot import ContextSnapshot
from ctxkit.manifest.vocabulary import ROLES, ContextMode, SpecStatus, phase_of
from ctxkit.view import Framed, Plotted, Shown
from ctxkit.workspace.agreement import check_agreement
from ctxkit.workspace.artifact import Artifact, read_artifact
from ctxkit.workspace.coverage import Coverage, cover_requirements
from ctxkit.workspace.decisions import Decisions, read_decisions
from ctxkit.workspace.folder import Folder
from ctxkit.workspace.git_revision import GitRevision
from ctxkit.workspace.git_tree import GitTree
from ctxkit.workspace.joined_tasks import join_tasks
from ctxkit.workspace.loadlist import briefing_role, hud_load_list, phase_skill
from ctxkit.workspace.memory import Memory, read_memory
from ctxkit.workspace.mid_requirements import MidRequirements, read_mid_requirements
from ctxkit.workspace.overrides import check_budget, check_name, several
from ctxkit.workspace.progress import NextTask, SpecTask
from ctxkit.workspace.requirements import Requirements, read_requirements
from ctxkit.workspace.spec_tasks import SpecTasks
from ctxkit.workspace.state import SpecState, read_state
from ctxkit.workspace.tasks import TaskList, read_tasks

#: Files of a spec folder that are read, in the order in which they are shown.
ARTIFACT_NAMES = (
    "requirements.md",
    "design.md",
    "tasks.md",
    "memory.md",
    "decisions.md",
    "mid-requirements.md",
    "state.json",
)

#: The environment variable by which a host tells the tool its budget, in tokens.
HOST_BUDGET_VARIABLE = "SPECD_MAX_CONTEXT_TOKENS"

_HOST_BUDGET = re.compile(r"\+?[0-9]{1,19}")


class Spec(Shown, Framed, Plotted):
    """A spec of a workspace, read when the workspace was opened.

    Attributes
    ----------
    slug : str
        Name of its folder.
    folder : str
        Path of its folder below the root.
    artifacts : mapping of str to Artifact
        Its files by name, as far as they exist.
    state : SpecState
    tasks : TaskList
    requirements : Requirements
    memory : Memory
    decisions : Decisions
    mid_requirements : MidRequirements
    progress : SpecTasks
        The tasks in the order of tasks.md, with their recorded status.
    coverage : Coverage
        Each requirement with the tasks that cover it.
    diagnostics : Diagnostics
        What was odd in any of its files.
    """

    def __init__(self, tree: Folder, folder: str) -> None:
        self._tree = tree
        self.folder = folder
        self.slug = folder.rpartition("/")[2]
        found: list[Diagnostics] = []
        self.artifacts: Mapping[str, Artifact] = _read_artifacts(tree, folder, found)
        # An absent file reads as an empty one; that it is absent shows in `artifacts`.
        self.state: SpecState = read_state(*self._source("state.json"))
        self.tasks: TaskList = read_tasks(*self._source("tasks.md"))
        self.requirements: Requirements = read_requirements(*self._source("requirements.md"))
        self.memory: Memory = read_memory(*self._source("memory.md"))
        self.decisions: Decisions = read_decisions(*self._source("decisions.md"))
        self.mid_requirements: MidRequirements = read_mid_requirements(
            *self._source("mid-requirements.md")
        )
        # Joined here and not when they are shown: a display must be quick.
        self.progress = SpecTasks(join_tasks(self.tasks, self.state))
        self.coverage: Coverage = cover_requirements(self.requirements, self.progress)
        read_from = {
            "requirements.md": self.requirements.diagnostics,
            "tasks.md": self.tasks.diagnostics,
            "memory.md": self.memory.diagnostics,
            "decisions.md": self.decisions.diagnostics,
            "mid-requirements.md": self.mid_requirements.diagnostics,
            "state.json": self.state.diagnostics,
        }
        found += [items for name, items in read_from.items() if name in self.artifacts]
        found.append(self._check_agreement())
        # The file and its reader may both have noticed the same thing.
        self.diagnostics = Diagnostics(dict.fromkeys(item for items in found for item in items))

    def _source(self, name: str) -> tuple[str, str]:
        artifact = self.artifacts.get(name)
        return (artifact.readable_text if artifact else ""), f"{self.folder}/{name}"

    def _check_agreement(self) -> Diagnostics:
        """Note where state.json and tasks.md tell different stories."""
        findings = Findings(f"{self.folder}/state.json")
        if "state.json" not in self.artifacts:
            findings.warning(
                "state-missing",
                None,
                "there is no state.json, so status and progress are unknown",
                "The tool itself would not see this spec. Check boxes are used for progress.",
            )
            return findings.done()
        return check_agreement(self.tasks, self.state, findings.file)

    @property
    def title(self) -> str:
        """The spec's title, or its slug where it has none."""
        return self.state.title or self.tasks.title or self.slug

    @property
    def status(self) -> str:
        """A :class:`~ctxkit.manifest.SpecStatus`, or ``""`` where it is not known."""
        return self.state.status

    @property
    def phase(self) -> str:
        """The recorded phase, else the one that goes with the status."""
        return self.state.phase or str(phase_of(self.status))

    @property
    def next_task(self) -> NextTask:
        """What to work on next, or why there is nothing."""
        return self.progress.next_task

    @property
    def design_headings(self) -> tuple[str, ...]:
        """The headings of design.md, which ``manifest(headings=[...])`` can ask for."""
        return list_headings(self.read_artifact("design.md") or "")

    def reload(self) -> Spec:
        """Read the spec's folder again and return what it says now."""
        return Spec(self._tree, self.folder)

    @property
    def tree(self) -> Folder:
        """The folder that it was read from: its workspace as a tree."""
        return self._tree

    @property
    def revision(self) -> GitRevision | None:
        """The git revision that it was read at; ``None`` for the folder as it is."""
        return self._tree.revision

    def at(self, revision: str) -> Spec:
        """Return this spec as it was at a git revision.

        Parameters
        ----------
        revision : str
            Such as ``HEAD~1``, a branch, a tag or a commit id.

        Raises
        ------
        UnknownNameError
            If there is no such revision, or the spec was not there yet (or no more).
        ReadError
            If the folder is in no git repository, or git is not installed.
        """
        tree = GitTree(self._tree.root, revision)
        files = set(tree.list_files(self.folder) or ())
        if files.isdisjoint(ARTIFACT_NAMES):
            parent = self.folder.rpartition("/")[0]
            raise UnknownNameError(
                f"no spec named {self.slug!r} at {tree.revision}",
                where=self.folder,
                hint="There were: " + (", ".join(tree.list_folders(parent) or ()) or "none"),
            )
        tree.read_ahead(self.folder)
        return Spec(tree, self.folder)

    def read_artifact(self, name: str) -> str | None:
        """Return the text of an artifact as stored; ``None`` where it is absent."""
        artifact = self.artifacts.get(name)
        return artifact.text if artifact else None

    def request(
        self,
        *,
        task: str | None = None,
        role: str | None = None,
        mode: str = ContextMode.BRIEFING,
        host_budget: int | None = None,
        files: Iterable[str] | None = None,
        requirements: Iterable[int] | None = None,
        headings: Iterable[str] = (),
    ) -> ContextRequest:
        """Return what the tool itself asks for this spec, with overrides.

        Contract A, *The folder on disk*: briefing request. While the spec is executing, the next
        task decides role, files and requirements.

        Parameters
        ----------
        task : str, optional
            Ask for this task in place of the next one; ``""`` asks for none.
        role : str, optional
            In place of the task's or the status's role.
        mode : str
            ``briefing``, ``dispatch`` or ``mission``.
        host_budget : int, optional
            Cap in tokens; 0 for none. When not given, the variable ``SPECD_MAX_CONTEXT_TOKENS``
            of the environment counts, as for the tool.
        files : iterable of str, optional
            Declared files in place of the task's.
        requirements : iterable of int, optional
            Covered requirements in place of the task's.
        headings : iterable of str
            Sections of design.md to slice.

        Raises
        ------
        UnknownNameError
            If there is no such task, role or mode.
        InvalidValueError
            If the host budget is negative.
        """
        chosen = self._chosen_task(task)
        if role is not None:
            check_name("role", role, ROLES)
        check_name("mode", mode, ContextMode)
        if host_budget is not None:
            check_budget(host_budget)
        role_of_task = chosen.role if chosen else briefing_role(self.status)
        files_of_task = chosen.files if chosen else ()
        covered = chosen.requirements if chosen else ()
        return ContextRequest(
            slug=self._manifest_slug,
            status=self.status,
            task_id=chosen.id if chosen else "",
            role=role_of_task if role is None else role,
            files=files_of_task if files is None else several("files", files, str),
            mode=mode,
            host_budget=_host_budget_of_environment() if host_budget is None else host_budget,
            context_command=f"specd context {self.slug}",
            requirements=(
                covered if requirements is None else several("requirements", requirements, int)
            ),
            design_headings=several("headings", headings, str),
            read_artifact=self.read_artifact,
        )

    @property
    def _manifest_slug(self) -> str:
        # The engine puts every slug below .specd/specs; `..` leads it to a change's own folder.
        return f"../changes/{self.slug}" if ".specd/changes/" in self.folder else self.slug

    def _chosen_task(self, task: str | None) -> SpecTask | None:
        if task is None:
            if self.status != SpecStatus.EXECUTING:
                return None
            task = self.next_task.id
        if not task:
            return None
        check_name("task", task, [known.id for known in self.progress])
        return self.progress[task]

    def manifest(
        self,
        *,
        task: str | None = None,
        role: str | None = None,
        mode: str = ContextMode.BRIEFING,
        host_budget: int | None = None,
        files: Iterable[str] | None = None,
        requirements: Iterable[int] | None = None,
        headings: Iterable[str] = (),
    ) -> MissionContextManifest:
        """Return what this spec makes an agent load.

        Without arguments, exactly what the tool itself answers to ``specd context SLUG``. The
        overrides are those of :meth:`request`.
        """
        return build_context_manifest(
            self.request(
                task=task,
                role=role,
                mode=mode,
                host_budget=host_budget,
                files=files,
                requirements=requirements,
                headings=headings,
            )
        )

    def hud(self) -> ContextHUD:
        """Measure the spec's load list on disk, as ``specd context SLUG --hud`` does."""
        skill = phase_skill(self.status)
        return ContextHUD.measure(
            self._tree,
            spec=self.slug,
            mode=self.state.execution_mode,
            tier=self._tier,
            load_files=(*hud_load_list(self.folder, self.status), skill),
            skills=(skill,),
        )

    @property
    def _tier(self) -> str:
        routing = dict(self.state.routing)
        return routing.get(self.next_task.id or "") or next(iter(routing.values()), "")

    def snapshot(
        self,
        turn: int,
        *,
        now: datetime | str | None = None,
        task: str | None = None,
        role: str | None = None,
        mode: str = ContextMode.BRIEFING,
        host_budget: int | None = None,
        files: Iterable[str] | None = None,
        requirements: Iterable[int] | None = None,
        headings: Iterable[str] = (),
    ) -> ContextSnapshot:
        """Record what a turn loads: the manifest, and a digest of every file it names.

        The spec's folder is read again first, so that manifest and digests are of one moment.

        Parameters
        ----------
        turn : int
            From 0.
        now : datetime or str, optional
            The moment to record; the present one when not given.
        task, role, mode, host_budget, files, requirements, headings
            As for :meth:`request`. A spec without a task is recorded under its slug.

        Raises
        ------
        SnapshotError
            If the turn is negative, or a named file is there but cannot be read.
        """
        present = self.reload()
        manifest = present.manifest(
            task=task,
            role=role,
            mode=mode,
            host_budget=host_budget,
            files=files,
            requirements=requirements,
            headings=headings,
        )
        asked = manifest.request.task_id if manifest.request else ""
        return ContextSnapshot.record(
            self._tree,
            turn=turn,
            phase=present.phase,
            task=asked or self.slug,
            manifest=manifest,
            now=datetime.now(UTC) if now is None else now,
        )


def _read_artifacts(tree: Folder, folder: str, found: list[Diagnostics]) -> dict[str, Artifact]:
    artifacts = {}
    for name in ARTIFACT_NAMES:
        findings = Findings(f"{folder}/{name}")
        artifact = read_artifact(tree, f"{folder}/{name}", findings)
        found.append(findings.done())
        if artifact is not None:
            artifacts[name] = artifact
    return artifacts


def _host_budget_of_environment() -> int:
    """Return the host's budget as Go's ``strconv.Atoi`` reads it; 0 where that fails."""
    word = os.environ.get(HOST_BUDGET_VARIABLE, "")
    plausible = _HOST_BUDGET.fullmatch(word)
    budget = int(word) if plausible else 0
    return budget if budget < 2**63 else 0
