"""The logs of a folder: one row for every file, whatever it is."""

import gzip
import os
import socket
from pathlib import Path

import pytest

from ctxkit.errors import ReadError
from ctxkit.session.listing import AmbiguousSessionError, list_sessions
from tests.session.worlds import sample_log

TEXT = sample_log().to_text().encode()


def test_one_bad_file_never_hides_the_others(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    (tmp_path / "sub" / "b.jsonl").write_bytes(b"\xff\xfe junk\n")
    (tmp_path / "c.jsonl.zst").write_bytes(b"\x28\xb5\x2f\xfd" + b"\0" * 20)
    (tmp_path / "notes.txt").write_text("no log")
    sessions = list_sessions(tmp_path)
    assert [row.file for row in sessions] == ["a.jsonl", "c.jsonl.zst", "sub/b.jsonl"]
    good = sessions[0]
    assert (good.session, good.participant, good.label) == ("s_small", "Noa", "a small one")
    assert (good.instances, good.running, good.last_step) == (2, 1, "ask")
    assert sessions[1].problem or sessions[1].errors
    assert sessions[2].errors == 1
    assert list(sessions.read("s_small")) == list(sample_log())


def other_log(session):
    return TEXT.replace(b'"session":"s_small"', f'"session":"{session}"'.encode())


def test_every_file_of_a_folder_has_a_row_whatever_it_is(tmp_path):
    folder = tmp_path / "logs"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "o.jsonl").write_bytes(TEXT)
    (folder / "a.JSONL").write_bytes(other_log("s_a"))
    (folder / "b.ndjson").write_bytes(other_log("s_b"))
    (folder / "c.log").write_bytes(other_log("s_c"))
    (folder / "d.Log.GZ").write_bytes(gzip.compress(other_log("s_d")))
    (folder / "e.ndjson.gz").write_bytes(gzip.compress(other_log("s_e")))
    (folder / "f.log").write_text("Sep 21 host daemon: started\n" * 3)
    (folder / "g.jsonl").symlink_to(folder / "gone.jsonl")
    (folder / "h.jsonl").symlink_to(folder / "h.jsonl")
    (folder / "i.jsonl").symlink_to(tmp_path / "outside" / "o.jsonl")
    (folder / "j.jsonl").symlink_to("a.JSONL")
    (folder / "linked").symlink_to(tmp_path / "outside")
    (folder / "inner").symlink_to(folder / "sub")
    os.mkfifo(folder / "k.jsonl")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(folder)
        try:
            server.bind("l.jsonl")
        finally:
            os.chdir(here)
    (folder / "m.jsonl").mkdir()
    (folder / "m.jsonl.txt").write_text("no log")
    (folder / "sub" / "n.jsonl").write_bytes(b"")
    sessions = list_sessions(folder)
    assert {row.file: row.session or row.problem for row in sessions} == {
        "a.JSONL": "s_a",
        "b.ndjson": "s_b",
        "c.log": "s_c",
        "d.Log.GZ": "s_d",
        "e.ndjson.gz": "s_e",
        "f.log": "no session log: none of its first lines is a JSON object",
        "g.jsonl": "a link to a file that is not there",
        "h.jsonl": "a link that leads to itself",
        "i.jsonl": "a link that leads out of the folder; it is not followed",
        "j.jsonl": "s_a",
        "k.jsonl": "a pipe, not a file; it is not opened",
        "l.jsonl": "a socket, not a file; it is not opened",
        "linked": "a link that leads out of the folder; it is not followed",
        "sub/n.jsonl": "",
    }
    assert not sessions.duplicates and sessions.read("s_a").session == "s_a"
    for refused in ("i.jsonl", "k.jsonl", "linked"):
        with pytest.raises(ReadError, match=f"{refused}: a "):
            sessions.read(refused)
    assert "sub/n.jsonl" in repr(sessions) and "is not followed" in repr(sessions)


def test_a_file_that_cannot_be_opened_has_a_row_with_the_error(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    (tmp_path / "b.jsonl").write_bytes(TEXT)
    opened = Path.open

    def refuse(path, *args, **kwargs):
        if path.name == "a.jsonl":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)
    first, second = list_sessions(tmp_path)
    assert "cannot be read: Permission denied" in first.problem and first.errors == 1
    assert second.session == "s_small"


def test_a_folder_that_cannot_be_looked_into_has_a_row_too(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    (tmp_path / "closed").mkdir()
    looked = os.scandir

    def refuse(path):
        if os.fspath(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return looked(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert [(row.file, row.problem) for row in list_sessions(tmp_path)] == [
        ("a.jsonl", ""), ("closed", "a folder that cannot be looked into")
    ]  # fmt: skip


def test_a_name_that_is_no_text_hides_no_other_file(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    try:
        (tmp_path / os.fsdecode(b"\xff.jsonl")).write_bytes(other_log("s_odd"))
    except OSError:
        pytest.skip("this file system takes no such name")
    sessions = list_sessions(tmp_path)
    assert [row.session for row in sessions] == ["s_small", "s_odd"]
    assert sessions.read("s_odd").session == "s_odd"
    assert sessions._repr_html_().encode() and repr(sessions).encode()


def test_a_session_in_several_files_is_never_picked_silently(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    (tmp_path / "a.log").write_bytes(other_log("s_else"))
    (tmp_path / "copy.jsonl.gz").write_bytes(gzip.compress(TEXT))
    sessions = list_sessions(tmp_path)
    assert sessions.duplicates == {"s_small": ("a.jsonl", "copy.jsonl.gz")}
    assert "2 files hold session s_small (a.jsonl, copy.jsonl.gz): " in repr(sessions)
    with pytest.raises(
        AmbiguousSessionError,
        match=r"2 files hold this session; got 's_small'; "
        r"expected one of the files a\.jsonl, copy\.jsonl\.gz",
    ) as caught:
        sessions.read("s_small")
    assert caught.value.hint == "Name the file: .read('a.jsonl')."
    with pytest.raises(AmbiguousSessionError, match=r"files a\.jsonl, a\.log"):
        sessions.read("a")
    for name in ("copy.jsonl.gz", "copy", sessions[2], str(tmp_path / "copy.jsonl.gz")):
        assert list(sessions.read(name)) == list(sample_log())
    with pytest.raises(ReadError, match="no such session") as missing:
        sessions.read("s_smal")
    assert "Did you mean 's_small'" in missing.value.hint
    with pytest.raises(ReadError, match="no such session"):
        sessions.read("")
    assert list(sessions.to_frame()["files"]) == [2, 1, 2]
