"""The example workspace: a tide-gauge project with two specs."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from ctxkit.errors import InvalidValueError, ReadError
from ctxkit.workspace import Workspace, open_workspace

_WORKSPACE = "tidewatch"


def workspace() -> Workspace:
    """Open the example workspace: a tide-gauge project with two specs.

    ``gauge-intake`` is being executed (ten tasks in three waves), ``surge-alerts`` is in design.
    """
    with as_file(files("ctxkit.examples").joinpath("data", _WORKSPACE)) as folder:
        return open_workspace(folder)


def copy_workspace(folder: str | Path) -> Workspace:
    """Copy the example workspace into a folder of your own, to edit it, and open the copy.

    Parameters
    ----------
    folder : str or pathlib.Path
        Where to put it; must not exist yet.

    Raises
    ------
    InvalidValueError
        If the folder exists already.
    ReadError
        If it cannot be written.
    """
    target = Path(folder)
    if target.exists():
        raise InvalidValueError(
            "the folder exists already", where="folder", got=str(target), expected="a new folder"
        )
    with as_file(files("ctxkit.examples").joinpath("data", _WORKSPACE)) as source:
        try:
            shutil.copytree(source, target)
        except OSError as error:
            reason = error.strerror or str(error)
            raise ReadError(f"could not be written: {reason}", where=str(target)) from None
    return open_workspace(target)
