"""The readers on real files, where the folder with samples lies beside the checkout."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ctxkit.diagnostics import Severity
from ctxkit.workspace.agreement import check_agreement
from ctxkit.workspace.decisions import read_decisions
from ctxkit.workspace.memory import read_memory
from ctxkit.workspace.mid_requirements import read_mid_requirements
from ctxkit.workspace.requirements import read_requirements
from ctxkit.workspace.state import read_state
from ctxkit.workspace.tasks import read_tasks

SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "specd"

pytestmark = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="needs the sample folders in ../shared/samples/specd"
)

FORMS = {
    "laravel-demo/.specd/specs/design-system-unify": "unknown form",
    "laravel-demo/.specd/specs/portfolio-landing": "check boxes in waves",
    "specd/.specd/specs/dashboard-web": "check boxes in waves",
    "specd/.specd/specs/deep-review-phase3-cleanups": "table, 10 columns",
    "specd/.specd/specs/init-claude-runtime-hardening": "bold check boxes",
    "specd/.specd/specs/regression-core-engine": "check boxes in waves",
    "specd/.specd/specs/stage-2-role-system-redesign": "check boxes in waves",
    "specd/.specd/specs/workflow-05-executable-orchestration": "table, 14 columns",
    "specd-cli/.specd/changes/docs-navigation": "table, 7 columns",
}


def files(*names: str) -> list[pytest.param]:
    found = [path for name in names for path in sorted(SAMPLES.rglob(name))]
    return [pytest.param(path, id=path.relative_to(SAMPLES).as_posix()) for path in found]


def folder_of(path: Path) -> str:
    return path.parent.relative_to(SAMPLES).as_posix()


@pytest.mark.parametrize("path", files("tasks.md"))
def test_as_many_tasks_are_read_as_a_plain_count_of_lines_finds(path):
    text = path.read_text(encoding="utf-8")
    visible = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    boxes = re.findall(r"^- \[[ x]\] \**T\d+", visible, re.MULTILINE)
    rows = re.findall(r"^\| (?:✅ )?[A-Z]\d+[A-Z]? \|", visible, re.MULTILINE)
    tasks = read_tasks(text)
    assert len(tasks) == len(boxes) + len(rows)
    assert sum(task.done for task in tasks) == visible.count("- [x]") + visible.count("✅")
    assert all(task.title or tasks.form_name.startswith("table") for task in tasks)
    assert tasks.form_name == FORMS.get(folder_of(path), tasks.form_name)


@pytest.mark.parametrize("path", files("tasks.md"))
def test_only_the_one_broken_row_and_the_unknown_form_are_found_fault_with(path):
    expected = {
        "laravel-demo/.specd/specs/design-system-unify": ["tasks-form-unknown"],
        "specd-cli/.specd/changes/docs-navigation": ["task-row-cells"],
    }
    tasks = read_tasks(path.read_text(encoding="utf-8"))
    faults = [found.code for found in tasks.diagnostics if found.severity is not Severity.INFO]
    assert faults == expected.get(folder_of(path), [])
    assert {d.code for d in tasks.diagnostics} <= {"tasks-other-text", *faults}


@pytest.mark.parametrize("recorded", files("state.json"))
def test_the_tool_itself_tells_one_story_in_both_files(recorded):
    path = recorded.with_name("tasks.md")
    state = read_state(recorded.read_text(encoding="utf-8"))
    assert not check_agreement(read_tasks(path.read_text(encoding="utf-8")), state, "state.json")


@pytest.mark.parametrize("path", files("requirements.md", "spec.md"))
def test_as_many_requirements_and_criteria_are_read_as_a_plain_count_finds(path):
    text = path.read_text(encoding="utf-8")
    visible = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    headings = re.findall(r"^(?:## (?:Requirement |R)\d+|### Requirement:)", visible, re.MULTILINE)
    criteria = re.findall(r"^(?:\d+\. |- R\d+\.\d+: |#### Scenario)", visible, re.MULTILINE)
    requirements = read_requirements(text)
    assert len(requirements) == len(headings) > 0
    assert sum(len(requirement.criteria) for requirement in requirements) == len(criteria)
    assert not [d for d in requirements.diagnostics if d.severity is not Severity.INFO]
    assert [requirement.number for requirement in requirements] == list(range(1, len(headings) + 1))


@pytest.mark.parametrize("path", files("state.json"))
def test_states_of_both_layouts_are_read_without_findings(path):
    text = path.read_text(encoding="utf-8")
    plain = json.loads(text)
    state = read_state(text)
    assert not state.diagnostics
    recorded = plain.get("tasks") or plain.get("task_status") or {}
    assert [task.id for task in state.tasks] == list(recorded)
    assert (state.spec, state.status, state.revision) == (
        plain.get("spec") or plain.get("slug"),
        plain["status"],
        plain["revision"],
    )


@pytest.mark.parametrize("path", files("memory.md", "decisions.md", "mid-requirements.md"))
def test_logs_are_read_with_as_many_entries_as_they_have_headings(path):
    text = path.read_text(encoding="utf-8")
    visible = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    readers = {
        "memory.md": read_memory,
        "decisions.md": read_decisions,
        "mid-requirements.md": read_mid_requirements,
    }
    assert len(readers[path.name](text)) == len(re.findall(r"^## ", visible, re.MULTILINE))
