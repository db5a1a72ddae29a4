"""The apps of ctxkit, made of ipywidgets and anywidget; each is imported when first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxkit_widgets.coverage_explorer import CoverageExplorer as CoverageExplorer
    from ctxkit_widgets.manifest_builder import ManifestBuilder as ManifestBuilder
    from ctxkit_widgets.procedure_runner import ProcedureRunner as ProcedureRunner
    from ctxkit_widgets.session_replay import SessionReplay as SessionReplay

#: Each app and the module that it lives in.
_APPS = {
    "CoverageExplorer": "coverage_explorer",
    "ManifestBuilder": "manifest_builder",
    "ProcedureRunner": "procedure_runner",
    "SessionReplay": "session_replay",
}

__all__ = sorted(_APPS)


def __getattr__(name: str) -> Any:
    if name not in _APPS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_APPS[name]}"), name)


def __dir__() -> list[str]:
    return __all__
