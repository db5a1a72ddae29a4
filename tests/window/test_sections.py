"""Markdown files come apart at their headings, and no byte is lost or doubled."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxkit.window.sections import heading_of, split_parts

PIECES = st.sampled_from(
    [b"# A", b"## B\r", b"### C #", b"```", b"~~~", b"text", b"", b"<!--", b"-->", b"#no", b"\xff"]
)
MARKDOWN = st.lists(PIECES, max_size=25).map(b"\n".join) | st.binary(max_size=60)


@given(MARKDOWN)
def test_the_parts_joined_are_the_file(data: bytes) -> None:
    parts = split_parts(data)
    assert b"".join(part.data for part in parts) == data
    assert all(part.data for part in parts)
    assert data.startswith(heading_of(data))


def test_the_title_is_no_section_and_fenced_or_commented_headings_are_text() -> None:
    text = b"# Title\nintro\n## One\n```\n## code\n```\n<!--\n## gone\n-->\n### Two\nlast"
    parts = split_parts(text)
    assert [part.title for part in parts] == ["", "One", "Two"]
    assert parts[0].data == b"# Title\nintro\n" == heading_of(text)
    assert [(part.first, part.last) for part in parts] == [(1, 2), (3, 9), (10, 11)]


def test_a_file_that_begins_with_a_section_has_no_heading() -> None:
    assert heading_of(b"## One\ntext\n") == b""
    assert heading_of(b"\n \n## One\ntext\n") == b""
    assert [part.title for part in split_parts(b"## One\n# Late\n")] == ["One", "Late"]
    assert split_parts(b"") == []


def test_a_heading_ends_before_the_first_task() -> None:
    assert heading_of("# Tasks — x\n\n- [ ] T1 — a\n".encode()) == "# Tasks — x\n\n".encode()
