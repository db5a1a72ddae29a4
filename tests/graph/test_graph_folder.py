"""A folder of entries as a graph."""

from pathlib import Path

import pytest

from ctxkit.errors import DiagnosticError, ReadError
from ctxkit.workspace.graph_folder import read_graph

ENTRY = "---\ntype: decision\nlayer: process\n---\n\nText.\n"


def write(root, path, content=ENTRY):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_ids_come_from_names_of_files_or_from_folders_of_year_and_month(tmp_path):
    write(tmp_path, ".sdd/graph/2026/04/20-150405-d-cpt-ydf.md")
    write(tmp_path, "entries/20260703-190000-d-prc-eng.md")
    write(tmp_path, "README.md", "no entry")
    graph = read_graph(tmp_path)
    assert {e.id for e in graph} == {"20260420-150405-d-cpt-ydf", "20260703-190000-d-prc-eng"}
    assert graph["20260420-150405-d-cpt-ydf"].file == ".sdd/graph/2026/04/20-150405-d-cpt-ydf.md"
    assert [(d.code, d.file) for d in graph.diagnostics] == [("graph-no-entry", "README.md")]
    month = read_graph(tmp_path / ".sdd" / "graph")
    assert [e.id for e in month] == ["20260420-150405-d-cpt-ydf"]


def test_one_bad_file_never_hides_the_others(tmp_path):
    write(tmp_path, "20260703-190000-d-prc-aaa.md", "no front matter")
    write(tmp_path, "20260703-190001-d-prc-bbb.md", b"---\ntype: \xff\n---\n")
    write(tmp_path, "20260703-190002-d-prc-ccc.md")
    write(tmp_path, "again/20260703-190002-d-prc-ccc.md")
    graph = read_graph(tmp_path)
    assert [e.id for e in graph] == ["20260703-190002-d-prc-ccc"]
    assert [(d.code, d.line) for d in graph.diagnostics] == [
        ("graph-bad-entry", None), ("graph-invalid-utf8", 2), ("graph-duplicate-id", None)
    ]  # fmt: skip
    with pytest.raises(DiagnosticError):
        read_graph(tmp_path, strict=True)
    write(tmp_path, "20260703-190000-d-prc-aaa.md", "---\ntype: d\nserveBudget: many\n---\n")
    bad = read_graph(tmp_path).diagnostics[0]
    assert (bad.code, bad.line) == ("graph-bad-entry", 3)
    assert "190000-d-prc-aaa.md:3:14: a whole number is expected" in bad.message
    assert graph.with_entries([]).diagnostics == graph.diagnostics


def test_nothing_outside_the_folder_is_read(tmp_path):
    write(tmp_path, "outside/20260703-190000-d-prc-out.md")
    root = tmp_path / "root"
    write(root, "20260703-190001-d-prc-ccc.md")
    (root / "20260703-190000-d-prc-out.md").symlink_to(
        tmp_path / "outside" / "20260703-190000-d-prc-out.md"
    )
    (root / "linked").symlink_to(tmp_path / "outside")
    (root / "circle").symlink_to(root)
    graph = read_graph(root)
    assert [e.id for e in graph] == ["20260703-190001-d-prc-ccc"]
    assert [d.code for d in graph.diagnostics] == ["graph-unreadable"]
    with pytest.raises(ReadError, match="no such folder"):
        read_graph(tmp_path / "none")


def test_the_samples_are_read_as_graphs():
    folder = Path(__file__).parents[2].parent / "shared" / "samples" / "sdd"
    if not folder.is_dir():
        pytest.skip("the shared samples are not here")
    graph = read_graph(folder)
    assert "20260420-150405-d-cpt-ydf" in graph and graph.procedures
    assert not graph.diagnostics.errors
