"""Take the pictures of the README: real notebooks in a real JupyterLab, in both themes.

Run by ``make screenshots``; needs a Chromium on the PATH. The names of notebooks take the pictures
of these only.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Locator, Page  # noqa: E402

from tests.browser.lab import launched_chromium, new_page, run_all, running_lab, set_theme  # noqa: E402

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
WIDTHS = {"": 1280, "-narrow": 760}
_APP = ".jp-OutputArea-output .widget-vbox:has({})"
_PLOT = ".jp-Cell:has-text('{}') .jp-RenderedImage img"
#: By notebook: name of a picture, where it is found, and a text that it shows (or none).
PICTURES = {
    "00_tour": {
        "workspace": (".ctx-root", "tokens of standing instructions"),
        "spec": (".ctx-root", "of 10 tasks complete"),
        "manifest": (".ctx-root", "of 18,000 tokens required"),
        "window": (".ctx-root", "tokens for input used"),
        "context-over-time": (_PLOT.format("over.plot"), ""),
        "session-replay": (_APP.format(".ctx-replay"), "In the window"),
        "task-story": (".ctx-root", "must be loaded to go on"),
        "resume-cost": (".ctx-root", "tokens to load"),
    },
    "07_from_spec_to_window": {"budgets": (".ctx-root", "over budget by the tool's hints")},
    "08_resume_cost": {"spec-diff": (".ctx-root", "requirements not as they were")},
    "02_manifests": {"manifest-builder": (_APP.format("textarea"), "Host budget")},
    "03_greedy_coverage": {"coverage-explorer": (_APP.format(".ctx-stepper"), "after pick 1")},
    "04_procedures": {"procedure-runner": (_APP.format(".ctx-run"), "Ines Karlsen")},
}
#: A picture shows the beginning of what is longer.
MOST_PIXELS = 1000


def main(only: list[str]) -> None:
    """Write every picture, wide and narrow, light and dark."""
    with (
        tempfile.TemporaryDirectory() as tmp,
        launched_chromium() as browser,
        running_lab(Path(tmp), ROOT / "notebooks") as lab,
    ):
        for suffix, width in WIDTHS.items():
            for notebook, pictures in PICTURES.items():
                if only and notebook not in only:
                    continue
                page = new_page(browser, width=width, height=1800)  # a display fits in whole
                run_all(page, lab, f"{notebook}.ipynb")
                page.evaluate(
                    "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
                )
                for theme, name in THEMES.items():
                    set_theme(page, name)
                    page.locator("#jupyterlab-splash").wait_for(state="detached")
                    for picture, (selector, text) in pictures.items():
                        shown = page.locator(selector, has_text=text or None).first
                        save(page, shown, ROOT / "docs" / "img" / f"{picture}-{theme}{suffix}.png")
                page.context.close()


def save(page: Page, shown: Locator, path: Path) -> None:
    """Write a picture with few colours: such files are half as large."""
    shown.scroll_into_view_if_needed()
    page.wait_for_timeout(300)  # what is drawn on a canvas follows the theme a frame later
    picture = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    picture = picture.crop((0, 0, picture.width, min(picture.height, MOST_PIXELS)))
    # Its own way of choosing keeps colours that are rare, such as those of a type of events.
    few = picture.quantize(240, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
