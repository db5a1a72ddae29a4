"""One text file of a workspace: its bytes as stored, and its text as read."""

from __future__ import annotations

from pydantic import Field

from ctxkit.diagnostics import Findings
from ctxkit.errors import ReadError
from ctxkit.manifest.tokens import estimate_tokens
from ctxkit.model import Model
from ctxkit.workspace.folder import Folder
from ctxkit.workspace.markdown import report_cr_line_ends

#: Larger text files are not read; nobody writes a spec of this size by hand.
MAX_TEXT_BYTES = 16 * 1024 * 1024


class Artifact(Model):
    """A text file below the root.

    Attributes
    ----------
    path : str
        Below the root, ``/``-separated.
    text : str
        Exactly what is stored; bytes that are not UTF-8 stand as lone surrogates, so that counts
        and digests over it are those of the file. A byte order mark is still there.
    bytes : int
        Size as stored.
    tokens : int
        Estimate over the bytes as stored.
    """

    path: str
    text: str = Field(repr=False)
    bytes: int
    tokens: int

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.path.rpartition("/")[2]

    @property
    def readable_text(self) -> str:
        """The text for a reader of content: without a byte order mark."""
        return self.text.removeprefix("\ufeff")


def read_artifact(tree: Folder, path: str, findings: Findings) -> Artifact | None:
    """Read a text file, noting what is odd about it.

    Parameters
    ----------
    tree : Folder
    path : str
        Below the root.
    findings : Findings
        Gets a diagnostic for a file that cannot be read, is too large, is not UTF-8, starts with
        a byte order mark, mixes line ends, or holds NUL bytes.

    Returns
    -------
    Artifact or None
        ``None`` where the file does not exist (which is no finding) or could not be read.
    """
    size = tree.size_of(path)
    if size is not None and size > MAX_TEXT_BYTES:
        findings.error(
            "file-too-large",
            None,
            f"{size:,} bytes; text files over {MAX_TEXT_BYTES:,} bytes are not read",
            "Split the file, or keep data out of the spec folder.",
        )
        return None
    try:
        data = tree.read_bytes(path)
    except ReadError as error:
        findings.error("file-unreadable", None, f"could not be read: {error.what}", error.hint)
        return None
    if data is None:
        if tree.is_broken_link(path):
            findings.error("broken-link", None, "a link that leads nowhere", "Mend or remove it.")
        return None
    _note_oddities(data, findings)
    text = data.decode("utf-8", "surrogateescape")
    report_cr_line_ends(text, findings)
    return Artifact(
        path=path,
        text=text,
        bytes=len(data),
        tokens=estimate_tokens(data),
    )


def _note_oddities(data: bytes, findings: Findings) -> None:
    if data.startswith(b"\xef\xbb\xbf"):
        findings.warning(
            "byte-order-mark",
            1,
            "the file starts with a byte order mark",
            "The tool itself takes the mark for part of the first line; save without one.",
        )
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        findings.error(
            "not-utf8",
            data.count(b"\n", 0, error.start) + 1,
            f"byte 0x{data[error.start]:02x} at offset {error.start:,} is not UTF-8",
            "Save the file as UTF-8. Such bytes show as �; sizes and digests are of the file.",
        )
    crlf = data.count(b"\r\n")
    if crlf and crlf < data.count(b"\n"):
        findings.warning(
            "mixed-line-ends",
            None,
            f"{crlf:,} lines end with CR LF, the others with LF",
            "Use one kind of line end, best LF.",
        )
    elif crlf:
        findings.info("crlf-line-ends", None, "lines end with CR LF", "The tool writes LF.")
    if b"\0" in data:
        findings.warning(
            "nul-bytes",
            data.count(b"\n", 0, data.index(b"\0")) + 1,
            f"{data.count(0):,} NUL bytes",
            "Is it a text file?",
        )
