"""Pages of a manifest stand for real bytes, and say where each comes from."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ctxkit as ck

SPEC = ".specd/specs/gauge-intake"


@pytest.fixture
def ws(tmp_path: Path) -> ck.Workspace:
    return ck.examples.copy_workspace(tmp_path / "ws")


def pages_of(ws: ck.Workspace, grain: str = "item", **request: object) -> ck.ManifestPages:
    manifest = ws["gauge-intake"].reload().manifest(**request)  # type: ignore[arg-type]
    return ck.pages_from_manifest(manifest, ws, grain=grain)


def page_at(pages: ck.ManifestPages, part_of_id: str) -> ck.ContextPage:
    return pages.table.page(pages.row_of(part_of_id))


def test_an_id_tells_path_part_and_content(ws: ck.Workspace) -> None:
    pages = pages_of(ws)
    data = ws.read_bytes("src/tidewatch/quality.py") or b""
    page = page_at(pages, "quality.py")
    assert page.page_id == f"src/tidewatch/quality.py @ {sha256(data).hexdigest()[:12]}"
    assert (page.bytes, page.tokens) == (len(data), ck.estimate_tokens(data))
    cut = (pages.text_of("§ task T5") or "").encode()
    assert page_at(pages, "§ task T5").page_id == (
        f"{SPEC}/tasks.md § task T5 @ {sha256(cut).hexdigest()[:12]}"
    )
    whole = sha256(ws.read_bytes(f"{SPEC}/tasks.md") or b"").hexdigest()
    assert page_at(pages, "§ task T5").dependency == ck.PathBlob(
        path=f"{SPEC}/tasks.md", blob_hash=f"sha256:{whole}"
    )


def test_labels_are_typed_facts(ws: ck.Workspace) -> None:
    pages = pages_of(ws, headings=["Gap filler"])
    assert page_at(pages, "roles/craftsman").obligations == (
        "kind:role",
        "path:.specd/roles/craftsman.md",
        "role:craftsman",
    )
    assert page_at(pages, "requirement 4").obligations[2:] == ("requirement:4",)
    assert page_at(pages, "task T5").obligations[2:] == ("task:T5",)
    assert page_at(pages, "'Gap filler'").obligations[2:] == ("section:design.md § Gap filler",)
    assert page_at(pages, "$ specd").obligations == (
        "kind:spec-context",
        "command:specd context gauge-intake",
    )
    whole = pages_of(ws, requirements=[])
    labels = page_at(whole, "requirements.md @").obligations
    found = [label for label in labels if label.startswith("requirement:")]
    assert found == [f"requirement:{one.number}" for one in ws["gauge-intake"].requirements]
    assert len(found) == 6


def test_a_slice_needs_its_heading_and_a_task_what_it_waits_for(ws: ck.Workspace) -> None:
    pages = pages_of(ws)
    task = page_at(pages, "task T5")
    assert [other.partition(" @")[0].rpartition("§ ")[2] for other in task.depends_on] == [
        "(heading)",
        "task T2",
        "task T4",
    ]
    closure = ck.mandatory_closure(pages.table, [task.page_id])
    names = [page.page_id.partition(" @")[0].rpartition("§ ")[2] for page in closure]
    assert names == ["(heading)", "task T1", "task T2", "task T3", "task T4", "task T5"]
    assert (pages.text_of("tasks.md § (heading)") or "").startswith("# Tasks — Gauge intake\n")


def test_what_is_not_there_is_missing_and_adds_no_page(ws: ck.Workspace) -> None:
    pages = pages_of(ws)
    assert [(one.item.path, one.item.required) for one in pages.missing] == [
        ("src/tidewatch/gaps.py", True),
        ("tests/test_gaps.py", True),
    ]
    assert not any("gaps.py" in page_id for page_id in pages.table.page_ids)
    assert len(pages.items) == len(pages.manifest.items)


def test_the_sections_of_a_file_are_the_file(ws: ck.Workspace) -> None:
    pages = pages_of(ws, "section")
    of_file: dict[str, list[bytes]] = {}
    for row, data in enumerate(pages.contents):
        if data is not None and "§" in pages.table.page_ids[row]:
            of_file.setdefault(pages.path_of(row), []).append(data)
    split = {path: b"".join(parts) for path, parts in of_file.items() if len(parts) > 3}
    assert f"{SPEC}/design.md" in split and ".specd/roles/craftsman.md" in split
    del split[f"{SPEC}/tasks.md"]  # a slice, its heading and the tasks that it waits for
    for path, data in split.items():
        assert data == ws.read_bytes(path)
    mandatory = {pages.path_of(row) for row in pages.closure}
    for row, path in enumerate(map(pages.path_of, range(len(pages.table)))):
        assert (row in pages.closure) == (path in mandatory)


def test_sections_alike_are_numbered_and_no_id_stands_twice(ws: ck.Workspace) -> None:
    (ws.root / "notes.md").write_text("# N\n## Same\ntext\n## Same\ntext\n## Same\nother\n")
    pages = pages_of(ws, "section", files=["notes.md", "./notes.md", "notes.md"])
    ids = [page_id for page_id in pages.table.page_ids if page_id.startswith("notes.md")]
    names = [page_id.partition(" @")[0] for page_id in ids]
    assert names == [f"notes.md § {part}" for part in ("(heading)", "Same", "Same (2)", "Same")]
    assert len(set(pages.table.page_ids)) == len(pages.table)
    assert pages.orders[pages.row_of("Same (2)")] == (5, 6, 7)
    labels = [pages.table.labels_of(row)[-1] for row in map(pages.row_of, ids)]
    assert labels == [
        f"section:notes.md § {part}" for part in ("(heading)", "Same", "Same (2)", "Same (3)")
    ]


def test_a_slice_of_what_is_loaded_whole_adds_no_page(ws: ck.Workspace) -> None:
    pages = pages_of(ws, files=[f"{SPEC}/tasks.md"])
    ids = [page_id for page_id in pages.table.page_ids if "tasks.md" in page_id]
    assert len(ids) == 1
    assert "task:T5" in page_at(pages, ids[0]).obligations
    assert pages.mandatory[-1] == ids[0]


FILES = [
    f"{SPEC}/tasks.md",
    f"{SPEC}/design.md",
    f"{SPEC}/requirements.md",
    ".specd/roles/craftsman.md",
    ".specd/skills/specd-execute/SKILL.md",
    "src/tidewatch/quality.py",
    "docs/logger-formats.md",
]


@given(
    edited=st.sampled_from(FILES),
    extra=st.text(st.characters(codec="utf-8"), min_size=1, max_size=30),
    grain=st.sampled_from(["item", "section"]),
)
@settings(max_examples=30)
def test_an_edit_makes_exactly_the_pages_of_its_file_stale(
    tmp_path_factory: pytest.TempPathFactory, edited: str, extra: str, grain: str
) -> None:
    ws = ck.examples.copy_workspace(tmp_path_factory.mktemp("edit") / "ws")
    pages = pages_of(ws, grain)
    file = ws.root / edited
    file.write_bytes(file.read_bytes() + b"\n" + extra.encode())
    of_file = {
        page_id for row, page_id in enumerate(pages.table.page_ids) if pages.path_of(row) == edited
    }
    for env in (None, ck.environment(ws)):
        assert {page.page_id for page in pages.stale(env)} == of_file
    again = pages_of(ws, grain)
    moved = set(pages.table.page_ids) ^ set(again.table.page_ids)
    assert all(page_id.startswith(edited) for page_id in moved)


def test_a_file_that_is_gone_makes_its_pages_stale(ws: ck.Workspace) -> None:
    pages = pages_of(ws)
    (ws.root / "src/tidewatch/quality.py").unlink()
    stale = pages.stale()
    assert [(page.path, page.part, page.why) for page in stale] == [
        ("src/tidewatch/quality.py", "mandatory", "the file is not there")
    ]
    assert stale.paths == ("src/tidewatch/quality.py",)
    assert stale[stale[0].page_id].tokens == stale.tokens > 0


def test_the_environment_holds_what_any_manifest_can_name(ws: ck.Workspace) -> None:
    env = ck.environment(ws)
    assert (env.accepted_root, env.partial_root) == ("", None)
    for spec in ws.values():
        for task in (None, "", *(task.id for task in spec.progress)):
            for role in (None, "scout", "validator"):
                pages = ck.pages_from_manifest(spec.manifest(task=task, role=role), ws)
                assert pages.stale(env) == ck.StalePages()
    assert "src/tidewatch/gaps.py" not in env.path_blobs
    (ws.root / "src/tidewatch/gaps.py").write_text("x = 1\n")
    assert "src/tidewatch/gaps.py" in ck.environment(ws).path_blobs
    narrow = ck.environment(ws, paths=["./docs//logger-formats.md", "../x", "nowhere"])
    assert list(narrow.path_blobs) == ["docs/logger-formats.md"]


def test_wrong_arguments_are_named(ws: ck.Workspace) -> None:
    manifest = ws["gauge-intake"].manifest()
    with pytest.raises(ck.UnknownNameError, match="no grain named 'line'"):
        ck.pages_from_manifest(manifest, ws, grain="line")
    with pytest.raises(ck.InvalidValueError, match="without a workspace there are no bytes"):
        ck.pages_from_manifest(manifest, grain="section")
    with pytest.raises(ck.InvalidValueError, match="workspace: not a workspace; got str"):
        ck.environment("repo")  # type: ignore[arg-type]
    with pytest.raises(ck.InvalidValueError, match="one text where a list is meant"):
        ck.environment(ws, paths="a.md")
    pages = pages_of(ws)
    with pytest.raises(ck.InvalidValueError, match="several pages are called so"):
        pages.text_of("tasks.md")
    with pytest.raises(ck.UnknownNameError, match="no page named 'nothing'"):
        pages.text_of("nothing")
    with pytest.raises(ck.InvalidValueError, match="no such row; got 99; expected 0 to 14"):
        pages.text_of(99)
