"""The apps as a package: light to import, complete, and free of anything from a network."""

from __future__ import annotations

import re

import pytest

import ctxkit_widgets
from tests.conftest import REPOSITORY
from tests.test_house import in_fresh_python

FOLDER = REPOSITORY / "widgets" / "ctxkit_widgets"


@pytest.mark.parametrize("heavy", ["pandas", "matplotlib", "scipy", "ipywidgets", "numpy"])
def test_importing_it_imports_nothing_heavy(heavy: str) -> None:
    code = f"import sys, ctxkit_widgets; print({heavy!r} in sys.modules)"
    assert in_fresh_python(code) == "False\n"


@pytest.mark.parametrize("heavy", ["pandas", "matplotlib", "scipy"])
def test_an_app_imports_no_more_than_it_needs(heavy: str) -> None:
    code = "import sys; from ctxkit_widgets import *; "
    assert in_fresh_python(f"{code}print({heavy!r} in sys.modules)") == "False\n"


def test_every_app_can_be_had_and_is_documented() -> None:
    for name in ctxkit_widgets.__all__:
        assert getattr(ctxkit_widgets, name).__doc__
    assert set(ctxkit_widgets.__all__) <= set(dir(ctxkit_widgets))
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = ctxkit_widgets.Nothing


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.js")), ids=lambda p: p.name)
def test_scripts_set_text_and_never_markup_and_reach_for_nothing(path: object) -> None:
    text = (FOLDER / str(path)).read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
    assert not re.search(r"https?:|fetch\(|XMLHttpRequest|import\(|^import ", text, re.MULTILINE)


def test_every_selector_of_the_styles_is_ours() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.css")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\([^()]*\)", "", text)  # what stands in :is(…) is chosen within ours
    text = re.sub(r"@(?:container|media)[^{]*\{", "", text)
    for selectors in re.findall(r"([^{}]+)\{", text):
        assert all(".ctx-" in selector for selector in selectors.split(",")), selectors
