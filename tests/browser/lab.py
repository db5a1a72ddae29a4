"""A headless Chromium, and a real JupyterLab, Notebook or Voilà to drive with it."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.conftest import CHROMIUM

#: Without these a news popup covers the page, and cells outside the window are not rendered.
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}


@contextmanager
def launched_chromium() -> Iterator[Browser]:
    """Start the browser, reaching for nothing by itself."""
    flags = ["--disable-dev-shm-usage", "--disable-gpu"]
    flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield launched
        launched.close()


def new_page(browser: Browser, width: int = 1280, height: int = 900) -> Page:
    """Open a page that reaches nothing but this machine and notes what goes wrong."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1[:/])"), _refuse)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    return page


def _refuse(route: Route) -> None:
    route.abort()


class Lab:
    """A running JupyterLab over a copy of the notebooks."""

    def __init__(self, url: str, token: str, root: Path) -> None:
        self.url, self.token, self.root = url, token, root

    def notebook(self, name: str) -> str:
        return f"{self.url}/lab/tree/{name}?token={self.token}&reset"


class Notebook(Lab):
    """A running Notebook, which is made of the parts of JupyterLab."""

    def notebook(self, name: str) -> str:
        return f"{self.url}/notebooks/{name}?token={self.token}"


@contextmanager
def running_lab(tmp: Path, notebooks: Path, program: str = "jupyterlab") -> Iterator[Lab]:
    """Start JupyterLab, or Notebook, over a copy of a folder, with settings of its own."""
    token = secrets.token_hex(16)
    options = [f"--IdentityProvider.token={token}", "--ServerApp.port_retries=0"]
    options += [f"--ServerApp.root_dir={tmp / 'root'}", "--LabApp.expose_app_in_browser=True"]
    options += ["--JupyterNotebookApp.expose_app_in_browser=True"]
    options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    options += ["--LabApp.extension_manager=readonly", "--allow-root"]
    for plugin, settings in LAB_SETTINGS.items():
        file = tmp / "settings" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    with _served(tmp, notebooks, program, options, f"/api/status?token={token}") as url:
        kind = Lab if program == "jupyterlab" else Notebook
        yield kind(url, token, tmp / "root")


@contextmanager
def running_voila(tmp: Path, notebooks: Path) -> Iterator[str]:
    """Start Voilà over a copy of a folder, and return its address."""
    options = ["--Voila.ip=127.0.0.1", str(tmp / "root")]
    with _served(tmp, notebooks, "voila", options, "/") as url:
        yield url


@contextmanager
def _served(
    tmp: Path, notebooks: Path, program: str, options: list[str], ready: str
) -> Iterator[str]:
    shutil.copytree(notebooks, tmp / "root")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {
        "JUPYTER_CONFIG_DIR": "cfg",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "run",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    environment |= {name: str(tmp / folder) for name, folder in folders.items()}
    command = [sys.executable, "-m", program, "--no-browser", f"--port={port}"]
    command += [*options] if program == "voila" else ["--ip=127.0.0.1", *options]
    log = tmp / "server.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, env=environment, stdout=sink, stderr=subprocess.STDOUT, start_new_session=True
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_for(f"{url}{ready}", process, log)
            yield url
        finally:
            process.terminate()  # the server shuts its kernels down on SIGTERM
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError(log.read_text()[-2000:])
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server did not answer within 60 s")


# The toolbar shows "idle" before there is a kernel, so the session itself is asked.
READY = """() => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  const session = panel?.sessionContext;
  return Boolean(panel?.context?.isReady && panel.content?.widgets?.length && session?.isReady
                 && session.session?.kernel?.connectionStatus === 'connected'
                 && session.session.kernel.status === 'idle');
}"""
RUN_ALL = """() => {
  window.__ran = null;
  window.jupyterapp.commands.execute('notebook:run-all-cells')
    .then(() => { window.__ran = 'ok'; }, error => { window.__ran = String(error); });
}"""


def open_notebook(page: Page, lab: Lab, name: str) -> None:
    page.goto(lab.notebook(name))
    page.wait_for_function(READY, timeout=60_000)


def run_all(page: Page, lab: Lab, name: str) -> None:
    open_notebook(page, lab, name)
    page.evaluate(RUN_ALL)  # not awaited there: evaluate() has no timeout of its own
    page.wait_for_function("() => window.__ran !== null", timeout=90_000)
    assert page.evaluate("() => window.__ran") == "ok"


def set_theme(page: Page, name: str) -> None:
    page.evaluate(
        "t => window.jupyterapp.commands.execute('apputils:change-theme', {theme: t})", name
    )
    light = "false" if "Dark" in name else "true"
    page.locator(f"body[data-jp-theme-light='{light}'][data-jp-theme-name='{name}']").wait_for(
        state="attached"
    )
