"""A report is one file that tells everything and needs nothing else."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import ctxkit as ck
from tests.display.objects import HOSTILE, hostile_workspace

SETUP = """import ctxkit as ck

log = ck.read_events(ck.examples.session_logs()["reopened"])
replay = ck.replay(log, ck.examples.graph())
graph = ck.examples.engine(log)"""


def session() -> ck.Replay:
    log = ck.read_events(ck.examples.session_logs()["reopened"])
    return ck.replay(log, ck.examples.graph())


def engine() -> ck.Engine:
    return ck.examples.engine(session().log)


@pytest.fixture(scope="module")
def workspace_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = ck.report(ck.examples.workspace(), tmp_path_factory.mktemp("r") / "ws.html")
    return path.read_text("utf-8")


@pytest.fixture(scope="module")
def session_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("r") / "s.html"
    return ck.report(session(), path, graph=engine(), window=3_000).read_text("utf-8")


class _Page(HTMLParser):
    """Collects what a page would load, and its headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "data", "srcset"):
                self.loads.append(value or "")
            if name == "id":
                self.ids.append(value or "")


@pytest.mark.parametrize("page", ["workspace_page", "session_page"])
def test_a_page_loads_nothing_and_runs_nothing(page: str, request: pytest.FixtureRequest) -> None:
    read = _Page(request.getfixturevalue(page))
    assert all(load.startswith(("data:image/png;base64,", "#")) for load in read.loads)
    assert not {"script", "link", "iframe", "object"} & set(read.tags)
    assert "@import" not in request.getfixturevalue(page)


def test_a_page_has_the_style_of_the_displays_once(workspace_page: str) -> None:
    assert workspace_page.count("<style>") == 2  # its own, and that of the displays


def test_every_chapter_is_listed_at_the_top(workspace_page: str) -> None:
    read = _Page(workspace_page)
    assert [f"#{held}" for held in read.ids] == [x for x in read.loads if x.startswith("#")]


def test_a_page_of_a_workspace_tells_of_its_specs(workspace_page: str) -> None:
    for words in (
        "gauge-intake",
        "surge-alerts",
        "of 18,000 tokens",
        "bytes/4 heuristic",
        "Window",
    ):
        assert words in workspace_page


def test_a_page_of_a_session_tells_what_happened(session_page: str) -> None:
    for words in ("End of the sluice trial", "record-entry", "playback", "Context over time"):
        assert words in session_page


@pytest.mark.parametrize("form", ["html", "ipynb"])
@pytest.mark.parametrize("subject", ["workspace", "session"])
def test_the_same_subject_gives_the_same_bytes(subject: str, form: str, tmp_path: Path) -> None:
    held = session() if subject == "session" else ck.examples.workspace()
    one = ck.report(held, tmp_path / f"one.{form}").read_bytes()
    again = session() if subject == "session" else ck.examples.workspace()
    assert ck.report(again, tmp_path / f"two.{form}").read_bytes() == one


@pytest.mark.slow
@pytest.mark.parametrize("subject", ["workspace", "session"])
def test_a_notebook_is_valid_and_its_cells_give_the_outputs_it_has(
    subject: str, tmp_path: Path
) -> None:
    held = session() if subject == "session" else ck.examples.workspace()
    setup = None if subject == "workspace" else SETUP
    graph = None if subject == "workspace" else engine()
    path = ck.report(held, tmp_path / "r.ipynb", setup=setup, graph=graph)
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    before = [_texts(cell) for cell in book.cells]
    NotebookClient(book, timeout=120).execute()
    assert [_texts(cell) for cell in book.cells] == before


def _texts(cell: nbformat.NotebookNode) -> list[str]:
    return [o["data"]["text/html"] for o in cell.get("outputs", []) if "text/html" in o["data"]]


def test_hostile_text_is_shown_and_never_obeyed(tmp_path: Path) -> None:
    page = ck.report(hostile_workspace(), tmp_path / "h.html").read_text("utf-8")
    assert "alert(1)" in page and HOSTILE[:8] == "<script>"
    assert not {"script", "img"} & set(_Page(_without_pictures(page)).tags)


def _without_pictures(page: str) -> str:
    return re.sub(r'<img alt="[^"<>]*" src="data:image/png;base64,[A-Za-z0-9+/=]+">', "", page)


def test_an_ending_that_is_no_form_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ck.InvalidValueError, match=r"\.html \(one page\) or \.ipynb"):
        ck.report(ck.examples.workspace(), tmp_path / "r.pdf")
    assert not list(tmp_path.iterdir())


def test_a_path_in_place_of_what_is_there_is_answered_with_how_to_open_it(tmp_path: Path) -> None:
    with pytest.raises(ck.InvalidValueError, match=r"open_workspace\(path\) opens a folder"):
        ck.report("some/folder", tmp_path / "r.html")  # type: ignore[arg-type]


def test_what_cannot_be_written_is_an_error_of_ours_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(ck.ReadError, match="No space left on device"):
        ck.report(ck.examples.workspace(), tmp_path / "r.html")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ck.ReadError, match="absent"):
        ck.report(ck.examples.workspace(), tmp_path / "absent" / "r.html")


@pytest.mark.parametrize("kept", ["memory", "file"])
def test_a_live_session_is_told_from_the_log_that_it_has_written(kept: str, tmp_path: Path) -> None:
    sink = ck.MemorySink() if kept == "memory" else tmp_path / "live.jsonl"
    live = ck.examples.engine().new_session("s_live", "Ines Karlsen", sink)
    live.start(ck.examples.procedures()["harbour-desk"], {"watch": "early"})
    page = ck.report(live, tmp_path / "r.html").read_text("utf-8")
    live.close()
    assert "harbour-desk" in page and "Context over time" in page


def test_a_session_whose_events_are_not_kept_is_refused(tmp_path: Path) -> None:
    live = ck.examples.engine().new_session("s_live", "Ines Karlsen")
    with pytest.raises(ck.InvalidValueError, match="MemorySink"):
        ck.report(live, tmp_path / "r.html")


def test_of_many_specs_the_first_have_chapters_and_the_page_says_so(tmp_path: Path) -> None:
    for number in range(14):
        folder = tmp_path / "w" / ".specd" / "specs" / f"spec-{number:02}"
        folder.mkdir(parents=True)
        (folder / "requirements.md").write_text("# Requirements\n", "utf-8")
    page = ck.report(ck.open_workspace(tmp_path / "w"), tmp_path / "r.html").read_text("utf-8")
    assert "The first 12 of 14 specs have chapters of their own." in page
    assert "Spec spec-11" in page and "Spec spec-12" not in page


def test_a_file_that_was_private_stays_private_and_a_link_stays_a_link(tmp_path: Path) -> None:
    private, link = tmp_path / "private.html", tmp_path / "link.html"
    private.write_text("before", "utf-8")
    private.chmod(0o600)
    link.symlink_to(private)
    ck.report(ck.read_log(""), link)
    assert link.is_symlink() and private.stat().st_mode & 0o777 == 0o600
    assert private.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert {path.name for path in tmp_path.iterdir()} == {"private.html", "link.html"}


def test_a_new_file_has_the_mode_that_the_user_gives_to_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        ck.report(ck.read_log(""), tmp_path / "r.html")
    finally:
        os.umask(before)
    assert (tmp_path / "r.html").stat().st_mode & 0o777 == 0o640
