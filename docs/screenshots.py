"""Take the pictures of the README: real notebooks in a real JupyterLab, in both themes.

Run by ``make screenshots``; needs a Chromium on the PATH.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.lab import launched_chromium, new_page, run_all, running_lab, set_theme  # noqa: E402

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
#: Name of a picture, and a text of the display that it shows.
PICTURES = {
    "workspace": "tokens of standing instructions",
    "spec": "of 10 tasks complete",
    "manifest": "of 18,000 tokens required",
}


def main() -> None:
    """Write every picture, wide and narrow, light and dark."""
    target = ROOT / "docs" / "img"
    with (
        tempfile.TemporaryDirectory() as tmp,
        launched_chromium() as browser,
        running_lab(Path(tmp), ROOT / "notebooks") as lab,
    ):
        for suffix, width in (("", 1280), ("-narrow", 760)):
            page = new_page(browser, width=width, height=1800)  # a display fits in whole
            run_all(page, lab, "00_tour.ipynb")
            page.evaluate(
                "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
            )
            for theme, name in THEMES.items():
                set_theme(page, name)
                page.locator("#jupyterlab-splash").wait_for(state="detached")
                for picture, text in PICTURES.items():
                    shown = page.locator(".ctx-root", has_text=text).first
                    shown.scroll_into_view_if_needed()
                    shown.screenshot(path=target / f"{picture}-{theme}{suffix}.png")
            page.context.close()


if __name__ == "__main__":
    main()
