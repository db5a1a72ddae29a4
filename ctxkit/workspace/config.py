"""Reading .specd/config.yml: the policy that people set for the tool."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import yaml

from ctxkit.diagnostics import Diagnostics, Findings
from ctxkit.workspace.artifact import read_artifact
from ctxkit.workspace.folder import Folder

CONFIG_PATH = ".specd/config.yml"


def read_config(tree: Folder) -> tuple[Mapping[str, Any], Diagnostics]:
    """Read the settings of a workspace, safely, and say what was odd.

    Returns
    -------
    mapping
        Empty where there is no file, or none that can be read.
    Diagnostics
    """
    findings = Findings(CONFIG_PATH)
    artifact = read_artifact(tree, CONFIG_PATH, findings)
    settings = _parse(artifact.readable_text, findings) if artifact else {}
    return MappingProxyType(settings), findings.done()


def _parse(text: str, findings: Findings) -> dict[str, Any]:
    try:
        settings = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        findings.error("config-invalid", line, f"not YAML: {error.problem or error.context}")
        return {}
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        findings.error("config-invalid", None, f"not YAML: {str(error)[:200]}")
        return {}
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        findings.error(
            "config-invalid", 1, f"holds a {type(settings).__name__}", "Expected keys with values."
        )
        return {}
    return {str(key): value for key, value in settings.items()}
