"""A workspace at a git revision: the same as on disk then, read from objects, running nothing."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

import ctxkit as ck
from tests.workspace.git_repository import Repository

TASKS = "# Tasks — S\n\n## Wave 1\n- [ ] T1 — {}\n  - role: craftsman\n"
SPEC = ".specd/specs/s"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo")
    made.commit({f"{SPEC}/tasks.md": TASKS.format("old"), "code.py": "old\n"})
    made.commit({f"{SPEC}/tasks.md": TASKS.format("new"), "code.py": "new\n"})
    return made


def reading(tree: ck.DiskTree | ck.GitTree, path: str) -> bytes | str | None:
    """What comes of reading a file: its bytes, or what the error says."""
    try:
        return tree.read_bytes(path)
    except ck.ReadError as error:
        return f"{type(error).__name__} {error.what}"


def everything(tree: ck.DiskTree | ck.GitTree, folder: str = "") -> dict[str, object]:
    """All that a tree tells of a folder and what is in it."""
    told: dict[str, object] = {}
    for name in tree.list_files(folder) or ():
        path = f"{folder}/{name}".lstrip("/")
        told[path] = (reading(tree, path), tree.size_of(path), tree.is_broken_link(path))
    told[f"links in {folder}"] = (*tree.list_links(folder), *tree.list_broken_links(folder))
    for name in tree.list_folders(folder) or ():
        if name != ".git":
            told |= everything(tree, f"{folder}/{name}".lstrip("/"))
    return told


def test_a_workspace_can_be_opened_as_it_was(repository: Repository) -> None:
    before = ck.open_workspace(repository.folder, revision="HEAD~1")
    assert before["s"].progress["T1"].title == "old"
    assert before.read_bytes("code.py") == b"old\n"
    assert ck.open_workspace(repository.folder)["s"].progress["T1"].title == "new"
    assert before.revision is not None
    assert before.revision.date == "2026-03-01T10:00:00+01:00"
    assert before.revision.subject == "Commit 1"
    assert f"as of HEAD~1, commit {before.revision.commit[:10]} of 2026-03-01" in repr(before)
    assert "as of HEAD~1" in before["s"]._repr_html_()


def test_a_spec_and_a_workspace_know_the_way_back(repository: Repository) -> None:
    spec = ck.open_workspace(repository.folder)["s"]
    assert spec.at("HEAD~1").progress["T1"].title == "old"
    assert spec.at("HEAD").at("HEAD~1").progress["T1"].title == "old"
    assert spec.revision is None
    workspace = ck.open_workspace(repository.folder / ".specd").at("main~1")
    assert workspace["s"].progress["T1"].title == "old"
    assert workspace.root == repository.folder


def test_reading_again_looks_the_name_up_again(repository: Repository) -> None:
    workspace = ck.open_workspace(repository.folder, revision="main")
    repository.commit({f"{SPEC}/tasks.md": TASKS.format("newest")})
    assert workspace["s"].reload().progress["T1"].title == "new"
    assert workspace.reload()["s"].progress["T1"].title == "newest"


def test_the_tree_of_a_commit_tells_what_the_disk_told(tmp_path: Path) -> None:
    root = tmp_path / "repo" / "below" / "it"
    shutil.copytree(ck.examples.workspace().root, root)
    (root / "docs" / "again.md").symlink_to("logger-formats.md")
    (root / "docs" / "deep").symlink_to("../src/tidewatch")
    (root / "docs" / "broken").symlink_to("nowhere")
    (root / "docs" / "circle").symlink_to("circle")
    (root / "empty").write_bytes(b"")
    (root / "odd\n name ü").write_bytes(b"\xff\x00")
    Repository(tmp_path / "repo").commit()
    then = ck.GitTree(root, "HEAD")
    assert everything(then) == everything(ck.DiskTree(root))
    assert list(ck.open_workspace(root, revision="HEAD").diagnostics) == []
    for path in ("", "docs", "docs/deep", "docs/broken/x", "docs/circle", "empty/x", "../x"):
        assert reading(then, path) == reading(ck.DiskTree(root), path)


@pytest.mark.parametrize("target", ["/etc/passwd", "../../x", "deep/../../../x", "../.git/config"])
def test_a_link_never_leads_out_of_the_folder(tmp_path: Path, target: str) -> None:
    repository = Repository(tmp_path / "repo")
    (repository.folder / "sub" / "deep").mkdir(parents=True)
    (repository.folder / "sub" / "deep" / "f").write_text("x")
    (repository.folder / "x").write_text("secret")
    (repository.folder / "sub" / "link").symlink_to(target)
    repository.commit()
    tree = ck.GitTree(repository.folder / "sub", "HEAD")
    with pytest.raises(ck.OutsideRootError, match="a link leads out of the opened folder"):
        tree.read_bytes("link")
    assert tree.size_of("link") is None
    assert not tree.is_broken_link("link")


def test_a_folder_that_is_gone_from_the_disk_can_still_be_opened(repository: Repository) -> None:
    shutil.copytree(repository.folder / ".specd", repository.folder / "a/b/.specd")
    repository.commit()
    shutil.rmtree(repository.folder / "a")
    workspace = ck.open_workspace(repository.folder / "a" / "b", revision="HEAD")
    assert workspace["s"].progress["T1"].title == "new"
    with pytest.raises(ck.ReadError, match="no such folder at this revision; got HEAD~1, commit"):
        ck.open_workspace(repository.folder / "a" / "b", revision="HEAD~1")


def test_bare_and_sha256_repositories_can_be_read(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repo", "--object-format=sha256")
    repository.commit({f"{SPEC}/tasks.md": TASKS.format("here")})
    repository.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare"))
    for folder in ("repo", "bare"):
        workspace = ck.open_workspace(tmp_path / folder, revision="main")
        assert workspace["s"].progress["T1"].title == "here"
        assert workspace.revision is not None and len(workspace.revision.commit) == 64


def test_the_files_of_a_submodule_lie_elsewhere(repository: Repository) -> None:
    inner = Repository(repository.folder / "inner")
    inner.commit({"f": "x"})
    repository.commit()
    tree = ck.GitTree(repository.folder, "HEAD")
    assert list(tree.list_folders("") or ()) == [".specd", "inner"]
    assert list(tree.list_files("inner") or ()) == []
    assert tree.read_bytes("inner/f") is None


@pytest.mark.parametrize(
    ("revision", "says", "hint"),
    [
        ("mian", "no revision named 'mian'", "Did you mean 'main'?"),
        ("HEAD~9", "no revision named 'HEAD~9'", "HEAD exists, but its history here does not"),
        ("main^2", "no revision named 'main^2'", "main exists, but its history here does not"),
        ("HEAD~1..HEAD", "no revision named", ""),
        ("^HEAD", "no revision named", ""),
        ("main:code.py", "no revision named", ""),
        ("", "not the name of a revision; got ''", ""),
        ("-h", "not the name of a revision; got '-h'", ""),
        ("--output=x", "not the name of a revision", ""),
        ("a\0b", "not the name of a revision", ""),
        ("a\nb", "not the name of a revision", ""),
        (7, "not the name of a revision; got 7; expected such as 'HEAD~1'", ""),
    ],
)
def test_a_revision_that_is_none_is_refused(
    repository: Repository, revision: str, says: str, hint: str
) -> None:
    with pytest.raises(ck.CtxkitError) as caught:
        ck.open_workspace(repository.folder, revision=revision)
    assert says in str(caught.value)
    assert hint in caught.value.hint


def test_a_spec_that_was_not_there_yet_is_named(repository: Repository) -> None:
    repository.commit({".specd/specs/t/tasks.md": TASKS.format("x")})
    with pytest.raises(ck.UnknownNameError, match="no spec named 't' at HEAD~1") as caught:
        ck.open_workspace(repository.folder)["t"].at("HEAD~1")
    assert caught.value.hint == "There were: s"


def test_where_there_is_no_history_an_error_says_so(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(ck.ReadError, match="not in a git repository; expected a folder whose"):
        ck.open_workspace(tmp_path, revision="HEAD")
    Repository(tmp_path / "young")
    with pytest.raises(ck.ReadError, match="the repository has no commit yet"):
        ck.open_workspace(tmp_path / "young", revision="HEAD")
    repository.commit({"a/.specd/config.yml": "", f"{SPEC}/tasks.md": None})
    with pytest.raises(ck.ReadError, match=r"no \.specd folder here at HEAD") as caught:
        ck.open_workspace(repository.folder, revision="HEAD")
    assert "Did you mean" in caught.value.hint
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ck.ReadError, match="git is not installed; expected the command `git`"):
        ck.open_workspace(repository.folder, revision="HEAD")


def test_an_object_that_is_lost_is_a_finding_and_not_a_crash(repository: Repository) -> None:
    lost = repository.git("rev-parse", f"HEAD:{SPEC}/tasks.md")
    (repository.folder / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    workspace = ck.open_workspace(repository.folder, revision="HEAD")
    assert [d.code for d in workspace["s"].diagnostics.errors] == ["file-unreadable"]
    with pytest.raises(
        ck.ReadError, match=f"git does not have the content; got object {lost[:10]}"
    ):
        workspace.read_bytes(f"{SPEC}/tasks.md")


def test_nothing_that_a_repository_names_is_run(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\necho $0 $* >> {ran}\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        shutil.copy(script, repository.folder / ".git" / "hooks" / name)
    for key in (
        *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass"),
        *("gpg.program", "diff.external", "filter.x.smudge", "filter.x.clean", "diff.x.textconv"),
        *("alias.ls-tree", "alias.cat-file", "pager.cat-file", "credential.helper"),
        *("uploadpack.packObjectsHook", "core.alternateRefsCommand", "core.gitProxy"),
    ):
        repository.git("config", key, str(script))
    repository.git("config", "log.showSignature", "true")
    (repository.folder / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    # A partial clone would fetch what it lacks, by a transport that is a program.
    repository.git("config", "remote.origin.url", f"ext::{script} %S")
    repository.git("config", "remote.origin.promisor", "true")
    repository.git("config", "protocol.ext.allow", "always")
    repository.git("config", "extensions.partialClone", "origin")
    lost = repository.git("rev-parse", "HEAD:code.py")
    (repository.folder / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    ran.unlink(missing_ok=True)
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(script))
    for revision in ("HEAD", "HEAD~1"):
        workspace = ck.open_workspace(repository.folder, revision=revision)
        assert workspace["s"].progress["T1"].title == ("new" if revision == "HEAD" else "old")
    with pytest.raises(ck.ReadError, match="git does not have the content"):
        ck.open_workspace(repository.folder, revision="HEAD").read_bytes("code.py")
    assert not ran.exists(), ran.read_text()


def test_replaced_objects_do_not_change_what_a_commit_was(repository: Repository) -> None:
    new, old = (repository.git("rev-parse", f"{r}:code.py") for r in ("HEAD", "HEAD~1"))
    repository.git("replace", new, old)
    workspace = ck.open_workspace(repository.folder, revision="HEAD")
    assert workspace.read_bytes("code.py") == b"new\n"


def test_nothing_is_written(repository: Repository) -> None:
    def state() -> dict[str, int]:
        files = (Path(at) / name for at, _, names in os.walk(repository.folder) for name in names)
        return {str(file): file.stat().st_mtime_ns for file in files}

    before = state()
    workspace = ck.open_workspace(repository.folder, revision="HEAD~1")
    workspace.read_bytes("code.py")
    assert state() == before


def test_snapshots_and_displays_work_at_a_revision(repository: Repository) -> None:
    then = ck.open_workspace(repository.folder, revision="HEAD~1")
    snapshot = then["s"].snapshot(turn=0, now="2026-03-01T00:00:00Z")
    assert snapshot.diff(then).changed == ()
    assert snapshot.diff(ck.open_workspace(repository.folder)).changed == (f"{SPEC}/tasks.md",)
    assert then["s"].hud().total_bytes >= 0
